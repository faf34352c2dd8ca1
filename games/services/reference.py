"""What players look up: rules by number, what is in a game (also as cards to print), options of a match."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from django.utils.translation import get_language, gettext
from django.utils.translation import gettext as _

from games.engine.contract.engine import AnyEngine, OptionSpec, Setting
from games.engine.contract.reference import Entry, Reference, found
from games.models import Match
from games.reports.cards import Card, print_cards
from games.reports.pdf import RenderFailed
from games.services.engines import ENGINES

__all__ = ["RenderFailed", "cards_of", "entries_of", "looked_up"]


# A rule is defined where its id stands in bold at the beginning of a line (of a list, of a table row).
_DEFINITION = re.compile(r"^[\W\d]*\*\*([A-Z]{2}-[A-Z0-9]+(?:\.[A-Z0-9]+)*)", re.MULTILINE)
_ID = re.compile(r"[A-Z]{2}-[A-Z0-9]+(?:\.[A-Z0-9]+)*")


def entries_of(reference: Reference) -> list[Entry]:
    """All of it, in the reader's language."""
    return reference.entries(gettext)


def looked_up(reference: Reference, text: str, chosen: Mapping[str, str]) -> list[Entry]:
    """What a reader searches for."""
    return found(entries_of(reference), text, chosen)


def cards_of(engine: AnyEngine, entries: Sequence[Entry]) -> bytes:
    """Cards to print, as PDF. Raises RenderFailed."""
    return print_cards(
        engine.title, [_card(entry) for entry in entries], language=get_language() or "en", ink=engine.ink
    )


def _card(entry: Entry) -> Card:
    texts = tuple(
        (part.title, " ".join(filter(None, [_in_brackets(part.note), part.text]))) for part in entry.parts
    )
    return Card(entry.name, entry.id, entry.line, texts, entry.facts, entry.foot)


def _in_brackets(note: str) -> str:
    return f"({note})" if note else ""


@dataclass(frozen=True, slots=True)
class Variant:
    """An option that the host chose: its name, and what it means."""

    name: str
    about: str


def variants_of(match: Match) -> list[Variant]:
    """The options that differ from their defaults."""
    return [
        _variant(spec, match.options[spec.name])
        for spec in ENGINES[match.game].options
        if match.options.get(spec.name, spec.default) != spec.default
    ]


def _variant(spec: OptionSpec, value: Setting) -> Variant:
    name = _(spec.name).replace("_", " ").capitalize()
    return Variant(name, _(spec.about) if value is True else f"{_(str(value))} ({_(spec.about)})")


def rulebooks(folder: Path) -> dict[str, Path]:
    """The rules pages by game."""
    return {page.stem: page for page in sorted(folder.glob("*.md"))}


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
