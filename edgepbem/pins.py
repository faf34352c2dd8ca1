"""Writes pins/: all that each requirement file installs, with the hash of every file that may be installed.

`python -m edgepbem.pins` asks the index that pip uses. A mirror serves the same files, so the pins hold there
too.
"""

from __future__ import annotations

import re
import urllib.request
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "pins"
FILES = ("requirements.txt", "requirements-s3.txt", "requirements-test.txt")
HEAD = "# Written by `python -m edgepbem.pins` from {name} and constraints.txt. Do not edit.\n"
ALONE = {"async-timeout"}  # not installed on newer Pythons, and brings nothing
MACHINES = [
    {"python_version": f"3.{minor}", "python_full_version": f"3.{minor}.0", "sys_platform": platform}
    for minor in (11, 12, 13)
    for platform in ("linux", "darwin")
]
_PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^\s;]+)", re.MULTILINE)
_FILE = re.compile(r"([^/\"#]+)#sha256=([0-9a-f]{64})")
_PYTHON = re.compile(r"-(py3|py2\.py3|cp311|cp312|cp313|cp3\d+-abi3|py3\d*)[.-]")
_MACHINE = re.compile(r"-any\.whl$|manylinux\S*_(x86_64|aarch64)|macosx\S*_(x86_64|arm64|universal2)")


def normal(name: str) -> str:
    """A package's name as indexes compare it.

    >>> normal("Flufl.Bounce")
    'flufl-bounce'
    """
    return re.sub(r"[-_.]+", "-", name).lower()


def pins_in(text: str) -> dict[str, str]:
    """The versions that a requirement file or a list of constraints names, by package.

    >>> pins_in("celery[redis]==5.7.0  # why")
    {'celery': '5.7.0'}
    """
    return {normal(name): version for name, version in _PIN.findall(text)}


def asked_for(name: str) -> set[str]:
    """What a requirement file names, with extras, and the files that it includes."""
    found = set[str]()
    for line in (ROOT / name).read_text().splitlines():
        if included := line.removeprefix("-r ") if line.startswith("-r ") else "":
            found |= asked_for(included)
        elif line and not line.startswith("#"):
            found.add(line.partition("=")[0])
    return found


def closure(wanted: Iterable[str]) -> set[str]:
    """These packages and all that they bring along on any machine that we support."""
    waiting, found = [Requirement(one) for one in wanted], set[tuple[str, str]]()
    while waiting:
        one = waiting.pop()
        for extra in ["", *one.extras]:
            if (key := (normal(one.name), extra)) not in found:
                found.add(key)
                waiting += _brought_by(*key)
    return {name for name, _ in found}


def _brought_by(name: str, extra: str) -> Iterator[Requirement]:
    if name in ALONE:
        return
    for line in metadata.requires(name) or []:
        one = Requirement(line)
        if one.marker is None or any(one.marker.evaluate({**about, "extra": extra}) for about in MACHINES):
            yield one


def may_be_installed(file: str) -> bool:
    """Whether a file is for a machine that we support; a source archive is for all.

    >>> may_be_installed("a-1-cp312-cp312-win_amd64.whl")
    False
    >>> may_be_installed("a-1-cp39-abi3-macosx_11_0_arm64.whl")
    True
    """
    if file.endswith((".tar.gz", ".zip")):
        return True
    return bool(_PYTHON.search(file) and _MACHINE.search(file))


def hashes_of(index: str, name: str, version: str) -> list[str]:
    """The hashes of the files of a version, as the index tells them in the form that every mirror has."""
    with urllib.request.urlopen(f"{index}/{name}/", timeout=60) as answer:  # noqa: S310 (pip's own index)
        files = _FILE.findall(answer.read().decode())
    stem = re.compile(rf"{_loose(name)}-{re.escape(version)}(-|\.tar\.gz$|\.zip$)", re.IGNORECASE)
    return sorted({digest for file, digest in files if stem.match(file) and may_be_installed(file)})


def _loose(name: str) -> str:
    return re.sub(r"[-_.]+", "[-_.]+", re.escape(name).replace(r"\-", "-"))


def write() -> None:
    """All files of pins/."""
    versions = pins_in((ROOT / "constraints.txt").read_text())
    index = _index()
    with ThreadPoolExecutor(8) as pool:
        found = pool.map(lambda item: hashes_of(index, *item), versions.items())
        hashes = dict(zip(versions, found, strict=True))
    if missing := [name for name, those in hashes.items() if not those]:
        raise SystemExit(f"The index has no files of {', '.join(missing)}.")
    FOLDER.mkdir(exist_ok=True)
    for file in FILES:
        names = sorted(closure(asked_for(file)))
        lines = [_line(name, versions[name], hashes[name]) for name in names]
        (FOLDER / file).write_text(HEAD.format(name=file) + "\n".join(lines) + "\n")


def _index() -> str:
    from pip._internal.models.index import PyPI

    return PyPI.simple_url


def _line(name: str, version: str, hashes: list[str]) -> str:
    return " \\\n    ".join([f"{name}=={version}", *(f"--hash=sha256:{one}" for one in hashes)])


if __name__ == "__main__":
    write()
