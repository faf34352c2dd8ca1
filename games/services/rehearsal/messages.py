"""What a child is asked about a match, and what it answers, as both travel."""

from __future__ import annotations

from typing import Any

import msgspec

from games.engine.contract.events import Event, Seen
from games.engine.contract.phrases import Phrase, Seat
from games.engine.play.listing import Listing
from games.engine.play.receipts import ReceiptData


class Said(msgspec.Struct, array_like=True):
    """A phrase as it travels: seats are told apart from numbers."""

    template: str
    values: dict[str, int | str | Said] = {}
    seats: dict[str, int] = {}


class Question(msgspec.Struct, tag=True):
    """What is asked of a match, for one seat."""

    game: str
    save: bytes
    seat: int
    text: str


class WhatIf(Question, tag=True):
    """What would these orders do?"""

    seed: bytes
    standing: tuple[int, str] | None = None


class WouldHave(Question, tag=True):
    """What would these standing orders have answered?"""

    chapters: list[bytes]


class WhatWas(Question, tag=True):
    """What happened in a turn, step by step? The text says nothing; seat 0 is a spectator."""

    turn: int
    chapters: list[bytes]
    until: bytes | None = None  # the chapter after them


class WhatMay(Question, tag=True):
    """What may follow these words of an answer? The text says nothing."""

    words: tuple[str, ...]
    is_typed: bool


class Foreseen(msgspec.Struct):
    """A preview as it travels."""

    certain: list[Seen]
    chances: list[tuple[float, list[Seen]]]
    exact: bool
    hidden: bool
    complete: bool
    spreads: list[tuple[Said, list[tuple[int, float]]]]
    receipt: ReceiptData | None
    undoable: bool = False


class Tried(msgspec.Struct):
    """One past question as it travels."""

    turn: int
    kind: str
    given: str
    now: str
    order: str
    prompt: Said


class Answered(msgspec.Struct):
    """One of these is given; or the rules have changed since then, or there was no time."""

    foreseen: Foreseen | None = None
    tried: list[Tried] | None = None
    steps: list[tuple[Event, dict[str, Any]]] | None = None
    listing: Listing | None = None
    disagrees: bool = False


def said(phrase: Phrase) -> Said:
    """A phrase on its way."""
    told = Said(phrase.template)
    for name, value in phrase.values.items():
        if isinstance(value, Seat):
            told.seats[name] = int(value)
        else:
            told.values[name] = said(value) if isinstance(value, Phrase) else value
    return told


def heard(told: Said) -> Phrase:
    """And back again."""
    values: dict[str, int | str | Phrase] = {
        name: heard(value) if isinstance(value, Said) else value for name, value in told.values.items()
    }
    return Phrase(told.template, values | {name: Seat(number) for name, number in told.seats.items()})
