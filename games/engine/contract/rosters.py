"""Rosters: what a player may put together before a match, a deck or an army, and answer a question with."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

import msgspec

from games.engine.contract.phrases import Phrase, say
from games.engine.contract.text import gettext_noop
from games.engine.contract.tree import Path

Translate = Callable[[str], str]
V = TypeVar("V", bound=Mapping[str, object], contravariant=True)  # what the game shows of a match
LARGEST = 99  # of one thing: more is a slip of the hand


class Roster(msgspec.Struct, frozen=True, omit_defaults=True):
    """How many of which things, for one side; it need not be legal. Kept as JSON."""

    side: str
    form: str
    counts: dict[str, int] = {}
    order: tuple[str, ...] = ()  # thing by thing, where the form says that their order counts


@dataclass(frozen=True, slots=True)
class Part:
    """One line of what a thing does."""

    title: str
    note: str  # what it costs, when it may be used
    text: str


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that may be chosen, in the reader's words."""

    id: str
    name: str
    most: int
    note: str = ""
    parts: tuple[Part, ...] = ()
    group: str = ""  # things of one group stand together under this heading


@dataclass(frozen=True, slots=True)
class Shelf:
    """Things among which `least` to `most` are chosen, with the limits explained."""

    id: str
    title: str
    about: str
    least: int
    most: int
    things: tuple[Thing, ...]
    is_arranged: bool = False  # the order of what is chosen counts

    @property
    def is_single(self) -> bool:
        """Exactly one of them."""
        return (self.least, self.most) == (1, 1)


@dataclass(frozen=True, slots=True)
class ReadyMade:
    """A roster that comes with the game."""

    id: str
    name: Phrase
    roster: Roster


Stock = Mapping[str, int]


class RosterBook(ABC, Generic[V]):
    """What a game knows of its rosters. A text may be anything, a roster may be illegal."""

    kind: str  # of the decision that a roster answers
    side_kind: str = ""  # of the decision in which a side is chosen, where that is asked
    title: str  # what people call them: "Decks"
    new: str  # and one that is not built yet: "A new deck"
    sides: Mapping[str, str]  # id -> name
    forms: Mapping[str, str]  # id -> name; the first is the usual one
    match_forms: frozenset[str] = frozenset()  # those that only a match can tell what there is for

    @abstractmethod
    def shelves(self, side: str, form: str, translate: Translate) -> Sequence[Shelf]:
        """All that can be chosen, with its texts and limits."""

    @abstractmethod
    def ready_made(self, side: str, form: str) -> Sequence[ReadyMade]:
        """The rosters that come with the game."""

    @abstractmethod
    def check(self, roster: Roster) -> list[Phrase]:
        """Every breach of a limit with its reason; nothing where it is legal."""

    @abstractmethod
    def answer(self, roster: Roster) -> Path:
        """The words with which a legal roster answers the decision."""

    @abstractmethod
    def text(self, roster: Roster) -> str:
        """The same as the text of an order; for a draft a list that `read` takes."""

    @abstractmethod
    def read(self, text: str) -> tuple[Roster, list[Phrase]]:
        """A roster from a text, and what in it could not be understood."""

    @abstractmethod
    def form_of(self, options: Mapping[str, int | str | bool], seats: int) -> str:
        """The form that a match with these options asks for."""

    @abstractmethod
    def side_of(self, view: V, seat: int) -> str:
        """The side that a seat plays in a match; empty where it has none yet."""

    def stock(self, view: V, seat: int) -> Stock | None:
        """How many of which things a seat has to choose from in a match; None where it may have any."""
        return None


def in_stock(shelves: Sequence[Shelf], stock: Stock | None) -> list[Shelf]:
    """The shelves with nothing on them but what a match has to offer."""
    if stock is None:
        return list(shelves)
    return [replace(shelf, things=tuple(_left(shelf.things, stock))) for shelf in shelves]


def _left(things: Sequence[Thing], stock: Stock) -> Iterator[Thing]:
    for thing in things:
        if stock.get(thing.id, 0):
            yield replace(thing, most=min(thing.most, stock[thing.id]))


def out_of_stock(roster: Roster, stock: Stock | None) -> list[Phrase]:
    """What a roster has more of than a match has to offer."""
    told = gettext_noop("in this match you have {most} of {thing} to choose from, not {count}")
    return [
        say(told, thing=name, most=stock.get(name, 0), count=count)
        for name, count in roster.counts.items()
        if stock is not None and count > stock.get(name, 0)
    ]


AnyRosterBook = RosterBook[Any]


def fitted(book: AnyRosterBook, roster: Roster, form: str) -> Roster:
    """The same things in the form that a match asks for."""
    return msgspec.structs.replace(roster, form=form) if form in book.forms else roster


def tidied(book: AnyRosterBook, roster: Roster) -> Roster:
    """A roster that names only what there is, in the order of the shelves: as it is kept and compared."""
    side = roster.side if roster.side in book.sides else next(iter(book.sides))
    form = roster.form if roster.form in book.forms else next(iter(book.forms))
    shelves = book.shelves(side, form, str)
    known = [thing.id for shelf in shelves for thing in shelf.things]
    counts = {name: min(roster.counts[name], LARGEST) for name in known if roster.counts.get(name, 0) > 0}
    arranged = [thing.id for shelf in shelves if shelf.is_arranged for thing in shelf.things]
    return Roster(side, form, counts, _arranged(roster.order, arranged, counts))


def _arranged(order: Sequence[str], names: Sequence[str], counts: Mapping[str, int]) -> tuple[str, ...]:
    """The wanted order as far as it fits the numbers; what it does not name comes last."""
    left = {name: counts.get(name, 0) for name in names}
    found: list[str] = []
    for name in order:
        if left.get(name, 0) > 0:
            left[name] -= 1
            found.append(name)
    return (*found, *(name for name, count in left.items() for _ in range(count)))
