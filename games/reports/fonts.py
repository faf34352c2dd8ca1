"""The fonts of reports: where they are, which characters they have, and what a machine lacks to use them."""

from __future__ import annotations

import ctypes
import ctypes.util
import sys
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

OWN = Path(__file__).resolve().parents[2] / "static" / "fonts"
LETTERS = "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ" + "äöüßÄÖÜ" + "„”“’–…"  # of Polish and German, beyond English
# Family and weight of a face, and the package or folder and the files that spell it: the first that has a
# character is taken. What is bold in a book is in plain letters here: a face more is 4 KB of each report.
_FILES: dict[tuple[str, int], tuple[str, tuple[str, ...]]] = {
    ("book", 400): ("font_source_serif_pro", ("SourceSerifPro-Regular.ttf",)),
    ("plain", 400): ("font_source_sans_pro", ("SourceSansPro-Regular.ttf",)),
    ("plain", 700): ("font_source_sans_pro", ("SourceSansPro-Semibold.ttf",)),
    ("typed", 400): ("", tuple(f"courier-prime-{part}-400-normal.woff2" for part in ("latin", "latin-ext"))),
    ("typed", 700): ("", tuple(f"courier-prime-{part}-700-normal.woff2" for part in ("latin", "latin-ext"))),
}
# What WeasyPrint loads from the system, as ctypes calls it, and the packages that bring it.
_LIBRARIES = ("pango-1.0", "pangoft2-1.0", "harfbuzz", "harfbuzz-subset", "fontconfig", "gobject-2.0")
_INSTALL = {
    "linux": (
        "apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0",
        "dnf install pango harfbuzz",
    ),
    "darwin": ("brew install pango",),
}


def face(family: str, weight: int) -> tuple[str, int]:
    """The face for letters of a family and weight.

    >>> face("book", 400), face("book", 700)
    (('book', 400), ('plain', 700))
    """
    return (family, weight) if (family, weight) in _FILES else ("plain", weight)


def faces() -> dict[tuple[str, int], list[Path]]:
    """The files of each family and weight. Raises FileNotFoundError if a package is not there."""
    return {face: [_folder(package) / name for name in names] for face, (package, names) in _FILES.items()}


def _folder(package: str) -> Path:
    if not package:
        return OWN
    found = find_spec(package)
    if found is None or not found.submodule_search_locations:
        raise FileNotFoundError(package)
    return Path(found.submodule_search_locations[0]) / "files"


def problems() -> list[str]:
    """What keeps reports from being made here, each with what to do about it."""
    return [*_missing_libraries(), *_missing_faces()]


def _missing_libraries() -> list[str]:
    missing = [name for name in _LIBRARIES if not _loads(name)]
    if not missing:
        return []
    lines = _INSTALL.get(sys.platform, _INSTALL["linux"])
    return [f"PDF reports need {', '.join(missing)}: " + ", or: ".join(lines)]


def _loads(library: str) -> bool:
    """By its usual file names first: find_library needs tools that a slim machine may lack."""
    names = [f"lib{library}{end}" for end in (".so.0", ".so.1", ".dylib", ".0.dylib")]
    for name in (*names, ctypes.util.find_library(library)):
        with suppress(OSError):
            if name:
                ctypes.CDLL(name)
                return True
    return False


def _missing_faces() -> list[str]:
    try:
        found = faces()
    except FileNotFoundError as missing:
        return [f"PDF reports need the fonts of {missing}: pip install -r requirements.txt"]
    told = [
        f"{path} is missing: restore the checkout"
        for paths in found.values()
        for path in paths
        if not path.is_file()
    ]
    return told or [
        f"{paths[0].name} cannot spell {''.join(lacking)}: pip install -r requirements.txt"
        for paths in found.values()
        if (lacking := unspelt(paths))
    ]


def unspelt(paths: list[Path], letters: str = LETTERS) -> list[str]:
    """The letters that none of these files has."""
    from fontTools.ttLib import TTFont  # slow to import, and needed for the check alone

    known: set[int] = set()
    for path in paths:
        with TTFont(path, lazy=True) as font:
            known |= set(font.getBestCmap())
    return [letter for letter in letters if ord(letter) not in known]
