"""The form to build a deck: numbers, checkboxes and a list, for any game with rosters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from django.http import QueryDict
from django.utils.translation import gettext

from games.engine.contract.rosters import (
    LARGEST,
    AnyRosterBook,
    Roster,
    Shelf,
    Stock,
    Thing,
    in_stock,
    out_of_stock,
    tidied,
)

NUMBER, ONE, ORDER = "n:", "one:", "order"
MOST_LINES = 200
MANY = 20  # things that one looks through
LONGEST_FIND = 60


@dataclass(frozen=True, slots=True)
class ShownThing:
    """Something to choose, and how many of it are chosen."""

    thing: Thing
    field: str
    count: int
    is_found: bool = True  # False: a page that looks for something else does not show it

    @property
    def is_mark(self) -> bool:
        """There is one only: chosen or not."""
        return self.thing.most == 1 and self.count <= 1


@dataclass(frozen=True, slots=True)
class ShownGroup:
    """Things of one kind; it lies folded, unless something of it is chosen or found."""

    title: str
    things: list[ShownThing]
    find: str

    @property
    def chosen(self) -> int:
        return sum(one.count for one in self.things)

    @property
    def is_open(self) -> bool:
        return bool(self.chosen) if not self.find else self.is_found

    @property
    def is_found(self) -> bool:
        """Whether something in it has the words that are looked for."""
        return any(one.is_found for one in self.things)


@dataclass(frozen=True, slots=True)
class ShownShelf:
    """A part of the form with its total."""

    shelf: Shelf
    groups: list[ShownGroup]
    field: str  # of the one that is chosen, where it is one
    total: int
    order: str  # of what is chosen, one per line

    @property
    def is_right(self) -> bool:
        return self.shelf.least <= self.total <= self.shelf.most

    @property
    def limit(self) -> str:
        least, most = self.shelf.least, self.shelf.most
        return str(most) if least == most else f"{least}–{most}"


@dataclass(frozen=True, slots=True)
class RosterForm:
    """A roster as the form shows it."""

    roster: Roster
    side: str
    form: str
    shelves: list[ShownShelf]
    problems: list[str]
    find: str = ""  # what is looked for

    @property
    def is_any_found(self) -> bool:
        """Whether there is something to show."""
        return any(group.is_found for shown in self.shelves for group in shown.groups)

    @property
    def is_large(self) -> bool:
        """Whether looking for something helps."""
        return sum(len(shown.shelf.things) for shown in self.shelves) > MANY

    @property
    def counted(self) -> list[ShownShelf]:
        """The shelves with a total worth telling."""
        return [shelf for shelf in self.shelves if not shelf.shelf.is_single]


def roster_form(
    book: AnyRosterBook, roster: Roster, stock: Stock | None = None, find: str = ""
) -> RosterForm:
    """The form for a roster, with everything that is wrong with it, also for a match it is built for."""
    offered = in_stock(book.shelves(roster.side, roster.form, gettext), stock)
    shelves = [_shown(shelf, roster, find) for shelf in offered]
    wrong = [*book.check(roster), *out_of_stock(roster, stock)]
    problems = [sentence_of(reason.text(translate=gettext)) for reason in wrong]
    side, form = gettext(book.sides[roster.side]), gettext(book.forms[roster.form])
    return RosterForm(roster, side, form, shelves, problems, find)


def sentence_of(reason: str) -> str:
    """A reason as a sentence of its own."""
    return reason[:1].upper() + reason[1:] + "."


def roster_in(book: AnyRosterBook, data: QueryDict) -> Roster:
    """The roster in a form. Any input gives some roster."""
    side, form = data.get("side", ""), data.get("form", "")
    empty = tidied(book, Roster(side, form))
    shelves = book.shelves(empty.side, empty.form, gettext)
    counts: dict[str, int] = {}
    for shelf in shelves:
        chosen = data.get(f"{ONE}{shelf.id}", "")
        for thing in shelf.things:
            number = _number(data.get(f"{NUMBER}{thing.id}", ""))
            counts[thing.id] = int(thing.id == chosen) if shelf.is_single else number
    order = [name for shelf in shelves if shelf.is_arranged for name in _order(data.get(ORDER, ""), shelf)]
    return tidied(book, Roster(empty.side, empty.form, counts, tuple(order)))


def _number(written: str) -> int:
    """A number, as a browser or a person writes it; 0 for anything else."""
    written = written.strip()
    is_number = written.isascii() and written.isdigit()
    return min(int(written[:6]), LARGEST) if is_number else 0


def _order(text: str, shelf: Shelf) -> list[str]:
    """Things by name, one per line, the first on top."""
    names = {name.casefold(): thing.id for thing in shelf.things for name in (thing.name, thing.id)}
    lines = [line.strip().casefold() for line in text.splitlines()[:MOST_LINES]]
    return [names[line] for line in lines if line in names]


def _has(thing: Thing, find: str) -> bool:
    """Whether all words that are looked for stand in its name or texts."""
    parts = (text for part in thing.parts for text in (part.title, part.note, part.text))
    told = " ".join((thing.name, thing.group, thing.note, *parts)).casefold()
    return all(word in told for word in find.casefold().split())


def _shown(shelf: Shelf, roster: Roster, find: str) -> ShownShelf:
    counts: Mapping[str, int] = Counter(roster.counts)
    things = [
        ShownThing(thing, f"{NUMBER}{thing.id}", _count(shelf, thing, counts), _has(thing, find))
        for thing in shelf.things
    ]
    titles = list(dict.fromkeys(thing.group for thing in shelf.things))
    things.sort(key=lambda shown: titles.index(shown.thing.group))
    grouped = groupby(things, key=lambda shown: shown.thing.group)
    names = {thing.id: thing.name for thing in shelf.things}
    order = "\n".join(names[name] for name in roster.order if name in names) if shelf.is_arranged else ""
    return ShownShelf(
        shelf=shelf,
        groups=[ShownGroup(title, list(members), find) for title, members in grouped],
        field=f"{ONE}{shelf.id}",
        total=sum(counts[thing.id] for thing in shelf.things),
        order=order,
    )


def _count(shelf: Shelf, thing: Thing, counts: Mapping[str, int]) -> int:
    """Of a shelf from which one must be taken, the first is, unless another was."""
    if shelf.is_single and not any(counts[other.id] for other in shelf.things):
        return int(thing == shelf.things[0])
    return counts[thing.id]
