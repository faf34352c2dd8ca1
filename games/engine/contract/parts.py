"""A table that can be played on: its parts as drawings, and where in them the things are that orders name."""

from __future__ import annotations

from dataclasses import dataclass

HEADING = "heading"  # how it stands, above the board: side by side where there is room, else below each other
BOARD = "board"  # always in sight
HAND = "hand"  # what the reader holds: below the board, card by card
BELOW = "below"  # always in sight too, below the hand
ASIDE = "aside"  # folded away until someone wants it


@dataclass(frozen=True, slots=True)
class Part:
    """One drawing of a table, with its origin at its upper left corner."""

    name: str  # a word of its own: things say in which part they are
    title: str  # for people
    width: float
    height: float
    drawn: str  # what stands inside of the SVG
    place: str = BOARD


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that can be pointed at, once for each place where it is seen."""

    part: str
    outline: str  # data of a path
    tip: str = ""  # what it is and does, in the words of the game
    is_copy: bool = False  # one of several alike, each of which is named by itself
    used_by: tuple[str, ...] = ()  # first words of the orders that it is for: their refusal is its own
