"""What players look things up in: the figures or cards of a game, found by words and by filters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from games.engine.contract.rosters import Part
from games.engine.contract.text import key

Translate = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Entry:
    """One figure or card with all that is printed on it, in the reader's language."""

    id: str
    name: str
    line: str  # in short: cost and statistics
    parts: tuple[Part, ...]
    under: Mapping[str, tuple[str, ...]]  # the values of each filter that it is found under
    facts: tuple[tuple[str, str], ...] = ()  # numbers to be read from afar: their name and value
    foot: str = ""  # what a card has in its corner: kind, rarity
    besides: str = ""  # the line again, without the numbers that stand large on a card

    def has(self, words: Iterable[str]) -> bool:
        """Whether all of these words are on it; compare `key` of what a reader typed."""
        printed = key(" ".join([self.id, self.name, self.line, *_texts(self.parts), *_values(self.under)]))
        return all(word in printed for word in words)


@dataclass(frozen=True, slots=True)
class Filter:
    """A question that narrows the list down: its name in addresses, and its title."""

    name: str
    title: str


@dataclass(frozen=True, slots=True)
class Reference:
    """The list of a game."""

    title: str
    filters: tuple[Filter, ...]
    entries: Callable[[Translate], list[Entry]]


def choices(entries: Iterable[Entry], name: str) -> list[str]:
    """The values that a filter can have; numbers by their size."""
    values = {value for entry in entries for value in entry.under.get(name, ())}
    return sorted(values, key=lambda value: (int(value) if value.isdigit() else 0, value))


def found(entries: Iterable[Entry], text: str, chosen: Mapping[str, str]) -> list[Entry]:
    """The entries with all words of a text, under all values chosen; an empty value is any."""
    words = key(text).split()
    return [
        entry
        for entry in entries
        if all(value in entry.under.get(name, ()) for name, value in chosen.items() if value)
        and entry.has(words)
    ]


def _texts(parts: Iterable[Part]) -> list[str]:
    return [said for part in parts for said in (part.title, part.note, part.text)]


def _values(under: Mapping[str, tuple[str, ...]]) -> list[str]:
    return [value for values in under.values() for value in values]
