"""The numbered rules on the pages in docs/rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

# A rule is defined where its id stands in bold at the beginning of a line (of a list, of a table row).
_DEFINITION = re.compile(r"^[\W\d]*\*\*([A-Z]{2}-[A-Z0-9]+(?:\.[A-Z0-9]+)*)", re.MULTILINE)


def rulebooks(folder: Path) -> dict[str, Path]:
    """The rules pages by game."""
    return {page.stem: page for page in sorted(folder.glob("*.md"))}


_ID = re.compile(r"[A-Z]{2}-[A-Z0-9]+(?:\.[A-Z0-9]+)*")


def rules_in(page: Path, wanted: str) -> list[str]:
    """The rule with an id, or all rules of a chapter, as plain text."""
    number = wanted.strip().upper()
    if not _ID.fullmatch(number):
        return []
    return [text for name, text in _texts(page) if name == number or name.startswith(f"{number}.")]


def _texts(page: Path) -> Iterator[tuple[str, str]]:
    """Each rule with its text, which ends where the next rule or chapter begins."""
    text = page.read_text(encoding="utf-8")
    found = list(_DEFINITION.finditer(text))
    ends = [rule.start() for rule in found[1:]] + [len(text)]
    for rule, end in zip(found, ends, strict=True):
        yield rule[1], re.sub(r"\*+|`", "", text[rule.start() : end].partition("\n#")[0]).strip()


def rule_ids(page: Path) -> list[str]:
    """The ids that a page defines, in its order."""
    return list(dict.fromkeys(_DEFINITION.findall(page.read_text(encoding="utf-8"))))
