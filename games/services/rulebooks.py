"""The numbered rules on the pages in docs/rules."""

from __future__ import annotations

import re
from pathlib import Path

# A rule is defined where its id stands in bold at the beginning of a line (of a list, of a table row).
_DEFINITION = re.compile(r"^[\W\d]*\*\*([A-Z]{2}-[A-Z0-9]+(?:\.[A-Z0-9]+)*)", re.MULTILINE)


def rulebooks(folder: Path) -> dict[str, Path]:
    """The rules pages by game."""
    return {page.stem: page for page in sorted(folder.glob("*.md"))}


def rule_ids(page: Path) -> list[str]:
    """The ids that a page defines, in its order."""
    return list(dict.fromkeys(_DEFINITION.findall(page.read_text(encoding="utf-8"))))
