"""EF-2.12: numbers such as `2*n(group_b2b)` or `{Basic: 2, Charge: 3}`, parsed when the data is loaded."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Protocol

from games.edge.catalogue.raw import fields_of, is_mapping

_TOKEN = re.compile(r"\d+|[A-Za-z_][\w.]*|[-+*(),]|\S")
NAMES = (
    "X", "taken", "sources", "pool", "extra", "kills", "wounds_dealt", "ev.n", "ev.wounds",
    "enemy_end_lost_this_turn",
)  # fmt: skip
CALLS = {"lost": 1, "end": 1, "printed": 1, "n": 1, "tok": 2, "spaces": 1, "line": 1, "spaces_with": 3}
_PICKED = {"max": max, "min": min}
ALL, NONE, ANY = "all", "none", "any"  # words that stand in the place of a number
_SPECIAL = (ALL, NONE, ANY)


class Values(Protocol):
    """Where a number is worked out: what its names mean there."""

    def named(self, name: str) -> int:
        """X, taken, sources, pool."""
        ...

    def called(self, name: str, words: tuple[str, ...]) -> int:
        """lost(squad), tok(q,CONTROL)."""
        ...

    def mode(self) -> str:
        """The mode of the acting Squad."""
        ...


Work = Callable[[Values], int]


Calls = tuple[tuple[str, tuple[str, ...]], ...]


class Number:
    """A number, or the rule by which it is worked out. (No dataclass: msgspec would decode it by itself.)"""

    __slots__ = ("calls", "modes", "names", "text", "work")

    def __init__(
        self,
        text: str,
        work: Work,
        calls: Calls = (),
        modes: tuple[str, ...] = (),
        names: tuple[str, ...] = (),
    ) -> None:
        self.names = names
        self.text = text
        self.work = work
        self.calls = calls
        self.modes = modes

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Number) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    @property
    def references(self) -> list[str]:
        """The things that it counts."""
        return [words[0] for _name, words in self.calls]

    @property
    def words(self) -> frozenset[str]:
        """Every name in it."""
        return frozenset([*self.names, *(word for _name, words in self.calls for word in words)])


def number_of(raw: object) -> Number:
    """A number as the data has it; ValueError if it is none.

    >>> number_of("-2*tok(q,CONTROL)+4").calls, number_of(7).text
    ((('tok', ('q', 'CONTROL')),), '7')
    """
    if isinstance(raw, bool) or raw is None:
        raise ValueError(f"{raw} is not a number")
    if isinstance(raw, int):
        return Number(str(raw), lambda values: raw)
    if is_mapping(raw):
        return _by_mode(fields_of(raw))
    text = str(raw)
    if text in _SPECIAL:
        return Number(text, _no_value)
    return _Reader(text).number()


def _no_value(values: Values) -> int:
    raise ValueError("all, any and none are no numbers")


def _by_mode(raw: Mapping[str, object]) -> Number:
    """`{Basic: 2, Charge: 3}`, or `{mode: Aim, by: 2}`: nothing in any other mode."""
    if "mode" in raw:
        if set(raw) != {"mode", "by"}:
            raise ValueError(f"{dict(raw)} is not a number for one mode")
        cases = {str(raw["mode"]): number_of(raw["by"])}
    else:
        cases = {mode: number_of(value) for mode, value in raw.items()}

    def work(values: Values) -> int:
        case = cases.get(values.mode())
        return case.work(values) if case is not None else 0

    calls = tuple(call for case in cases.values() for call in case.calls)
    return Number(str(dict(raw)), work, calls, tuple(cases))


class _Reader:
    """A reader of sums of products, from left to right."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens: list[str] = _TOKEN.findall(text)
        self._at = 0
        self._calls: list[tuple[str, tuple[str, ...]]] = []
        self._names: list[str] = []

    def number(self) -> Number:
        work = self._sum()
        if self._at < len(self._tokens):
            raise self._wrong()
        return Number(self._text, work, tuple(self._calls), names=tuple(self._names))

    def _wrong(self) -> ValueError:
        return ValueError(f"“{self._text}” is not a number")

    def _peek(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _next(self, wanted: str = "") -> str:
        token = self._peek()
        if not token or (wanted and token != wanted):
            raise self._wrong()
        self._at += 1
        return token

    def _sum(self) -> Work:
        work = self._product()
        while self._peek() in ("+", "-"):
            work = _added(work, self._product()) if self._next() == "+" else _less(work, self._product())
        return work

    def _product(self) -> Work:
        work = self._atom()
        while self._peek() == "*":
            self._next()
            work = _times(work, self._atom())
        return work

    def _atom(self) -> Work:
        word = self._next()
        if word == "-":
            return _less(_constant(0), self._atom())
        if word == "(":
            work = self._sum()
            self._next(")")
            return work
        if word.isdigit():
            return _constant(int(word))
        return self._function(word) if self._peek() == "(" else self._name(word)

    def _name(self, name: str) -> Work:
        if name not in NAMES:
            raise ValueError(f"“{name}” is no known number")
        self._names.append(name)
        return lambda values: values.named(name)

    def _function(self, name: str) -> Work:
        self._next("(")
        if name == "half":
            work = self._sum()
            self._next(")")
            return lambda values: work(values) // 2
        if name in _PICKED:
            choose = _PICKED[name]
            one = self._sum()
            self._next(",")
            other = self._sum()
            self._next(")")
            return lambda values: choose(one(values), other(values))
        words = [self._next()]
        while self._peek() == ",":
            self._next()
            words.append(self._next())
        self._next(")")
        if CALLS.get(name) != len(words):
            raise ValueError(f"“{name}({','.join(words)})” is no known number")
        call = (name, tuple(words))
        self._calls.append(call)
        return lambda values: values.called(*call)


def _constant(value: int) -> Work:
    return lambda values: value


def _added(one: Work, other: Work) -> Work:
    return lambda values: one(values) + other(values)


def _less(one: Work, other: Work) -> Work:
    return lambda values: one(values) - other(values)


def _times(one: Work, other: Work) -> Work:
    return lambda values: one(values) * other(values)
