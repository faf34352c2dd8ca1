"""Known vulnerabilities of packages, from a dated file: pins can be compared with it without a network."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from packaging.specifiers import SpecifierSet
from packaging.version import InvalidVersion, Version

from edgepbem.pins import normal

FILE = Path(__file__).resolve().parent.parent / "advisories.json"
FRESH = timedelta(days=45)


@dataclass(frozen=True, slots=True)
class Advisory:
    """A vulnerability: which versions of a package have it, and which fix it."""

    id: str
    package: str
    affected: tuple[str, ...]  # each a range: ">=5.2,<5.2.8"
    fixed: str
    summary: str

    def concerns(self, package: str, version: str) -> bool:
        """Whether a version of a package has it; a version that is none might."""
        if normal(package) != normal(self.package):
            return False
        try:
            parsed = Version(version)
        except InvalidVersion:
            return True
        return any(SpecifierSet(one).contains(parsed, prereleases=True) for one in self.affected)


@dataclass(frozen=True, slots=True)
class Advisories:
    """The file."""

    as_of: date
    known: tuple[Advisory, ...]

    def age(self, today: date) -> timedelta:
        return today - self.as_of

    def found_in(self, pins: Mapping[str, str]) -> list[tuple[str, str, Advisory]]:
        """Package, version and vulnerability, for each pin that has one."""
        return [
            (name, version, one)
            for name, version in sorted(pins.items())
            for one in self.known
            if one.concerns(name, version)
        ]

    def with_more(self, more: Iterable[Advisory], today: date) -> Advisories:
        """These and newer ones; of two with the same id for a package, the newer one."""
        merged = {(one.package, one.id): one for one in (*self.known, *more)}
        return Advisories(today, tuple(merged[key] for key in sorted(merged)))


def load(path: Path = FILE) -> Advisories:
    """Read the file."""
    data = json.loads(path.read_text())
    known = tuple(Advisory(**{**one, "affected": tuple(one["affected"])}) for one in data["advisories"])
    return Advisories(date.fromisoformat(data["date"]), known)


def save(advisories: Advisories, path: Path = FILE) -> None:
    """Write the file."""
    data = {"date": advisories.as_of.isoformat(), "advisories": [asdict(one) for one in advisories.known]}
    path.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n")


def reported(data: Mapping[str, Any]) -> Iterator[Advisory]:
    """What pip-audit (--format json) or OSV has found, whichever this is."""
    for package in data.get("dependencies", []):
        for found in package.get("vulns", []):
            yield _from_pip_audit(package["name"], found)
    for found in data.get("vulns", []):
        yield from _from_osv(found)


def _from_pip_audit(package: str, found: Mapping[str, Any]) -> Advisory:
    fixed = sorted(found.get("fix_versions", []), key=Version)
    affected = f"<{fixed[0]}" if fixed else ">=0"
    return Advisory(found["id"], normal(package), (affected,), ", ".join(fixed), _short(found, "description"))


def _from_osv(found: Mapping[str, Any]) -> Iterator[Advisory]:
    name = next((alias for alias in found.get("aliases", []) if alias.startswith("CVE-")), found["id"])
    for affected in found.get("affected", []):
        package = affected.get("package", {})
        if package.get("ecosystem") == "PyPI":
            ranges = tuple(_ranges(affected))
            fixed = ", ".join(one.partition("<")[2] for one in ranges if "<" in one)
            yield Advisory(name, normal(package["name"]), ranges, fixed, _short(found, "summary"))


def _ranges(affected: Mapping[str, Any]) -> Iterator[str]:
    """OSV tells a range as events, in order: introduced here, fixed there."""
    for one in affected.get("ranges", []):
        since = ""  # the beginning of a range that has no end yet
        for event in one.get("events", []) if one.get("type") == "ECOSYSTEM" else []:
            if "introduced" in event:
                since = event["introduced"]
            elif "fixed" in event:
                yield f">={since or 0},<{event['fixed']}"
                since = ""
            elif "last_affected" in event:
                yield f">={since or 0},<={event['last_affected']}"
                since = ""
        if since:
            yield f">={since}"


def _short(found: Mapping[str, Any], key: str) -> str:
    return " ".join(str(found.get(key, "")).split())[:200]
