"""What players look up in a game, and the same as cards to print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import get_language, gettext

from games.engine.contract.engine import AnyEngine
from games.engine.contract.reference import Entry, Reference, found
from games.reports.cards import Card, print_cards
from games.reports.pdf import RenderFailed

__all__ = ["RenderFailed", "cards_of", "entries_of", "looked_up"]


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
