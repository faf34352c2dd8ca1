"""Reference cards as PDF: nine to a sheet of A4, with lines to cut along."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

import msgspec
from django.template.loader import get_template

from games.reports.content import cut
from games.reports.job import Job
from games.reports.pdf import print_job

ACROSS, DOWN = 3, 3
MOST = 400  # all that one game has; more are no list to print
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

    @property
    def size(self) -> str:
        """How small its text must be printed so that all of it is on the card."""
        return next((size.name for size in SIZES if _height(self, size) <= ROOM), SIZES[-1].name)


class Size(msgspec.Struct, frozen=True):
    """A size of text, as `cards.css` has it: its class, how many letters a row has, the height of a row."""

    name: str
    letters: int
    row: float  # points
    gap: float  # points above a paragraph


SIZES = (Size("usual", 29, 14, 6), Size("small", 37, 11, 4), Size("tiny", 43, 9, 3))
ROOM = 205.0  # points between the margins of a card, without its foot
TITLE, LETTERS, FACTS_HEIGHT = 17.0, 20, 37.0  # of a row of the title, in it, and of the large numbers


def _height(card: Card, size: Size) -> float:
    """About how high the card is, in points; letters are counted, so that it is rather too much."""
    title = TITLE * ceil(len(card.name) / LETTERS) + (FACTS_HEIGHT if card.facts else 0.0)
    texts = [f"{card.mark} {card.line}", *(f"{heading} {text}" for heading, text in card.texts)]
    return title + sum(size.gap + size.row * ceil(len(text) / size.letters) for text in texts)


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
