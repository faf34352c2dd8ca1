"""Reference cards as PDF: nine to a sheet of A4, with lines to cut along."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from django.template.loader import get_template

from games.reports.content import cut
from games.reports.job import Job
from games.reports.pdf import print_job

ACROSS, DOWN = 3, 3
MOST = 200  # more are no list to print
TEXTS = 6  # of one card
FACTS = 6


class Card(msgspec.Struct, frozen=True):
    """One card: finished strings in the reader's language."""

    name: str
    mark: str  # its code, in the corner
    line: str
    texts: tuple[tuple[str, str], ...]  # a heading and what it means
    facts: tuple[tuple[str, str], ...] = ()  # large numbers and their names
    foot: str = ""


def print_cards(title: str, cards: Sequence[Card], *, language: str, ink: str) -> bytes:
    """The cards as PDF. Raises RenderFailed."""
    kept = [_cut(card) for card in cards[:MOST]]
    rows = [kept[at : at + ACROSS] for at in range(0, len(kept), ACROSS)]
    sheets = [rows[at : at + DOWN] for at in range(0, len(rows), DOWN)]
    context = {"title": cut(title), "language": language, "sheets": sheets}
    document = get_template("reports/cards.html").render(context).encode()
    return print_job(Job(document, "", ink, "cards"))


def _cut(card: Card) -> Card:
    texts = tuple((cut(heading), cut(text)) for heading, text in card.texts[:TEXTS])
    facts = tuple((cut(name), cut(value)) for name, value in card.facts[:FACTS])
    return Card(cut(card.name), cut(card.mark), cut(card.line), texts, facts, cut(card.foot))
