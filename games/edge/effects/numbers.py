"""EF-2.12: number expressions such as `2*n(other_knights_b2b)` or `X-n(d)`."""

from __future__ import annotations

import re
from collections.abc import Callable

_TOKEN = re.compile(r"\d+|[a-z_][\w.]*|[A-Z]\w*|[-+*(),]")
Lookup = Callable[[str], int]  # X, sources, pool, taken ...
Call = Callable[[str, list[str]], int]  # lost(squad), tok(q,CONTROL)


def evaluate(text: str, lookup: Lookup, call: Call) -> int:
    """The value of an expression.

    >>> evaluate("-2*tok(q,CONTROL)+X", {"X": 5}.__getitem__, lambda name, words: len(words))
    1
    """
    return _Expression(_TOKEN.findall(text), lookup, call).whole()


class _Expression:
    """A reader of sums of products, from left to right."""

    def __init__(self, tokens: list[str], lookup: Lookup, call: Call) -> None:
        self._tokens = tokens
        self._at = 0
        self._lookup = lookup
        self._call = call

    def whole(self) -> int:
        value = self._sum()
        if self._at < len(self._tokens):
            raise ValueError(f"not a number: {self._tokens}")
        return value

    def _peek(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _next(self) -> str:
        self._at += 1
        return self._tokens[self._at - 1]

    def _sum(self) -> int:
        value = self._product()
        while self._peek() in ("+", "-"):
            sign = 1 if self._next() == "+" else -1
            value += sign * self._product()
        return value

    def _product(self) -> int:
        value = self._atom()
        while self._peek() == "*":
            self._next()
            value *= self._atom()
        return value

    def _atom(self) -> int:
        word = self._next()
        if word == "-":
            return -self._atom()
        if word == "(":
            value = self._sum()
            self._next()
            return value
        if word.isdigit():
            return int(word)
        if self._peek() == "(":
            return self._function(word)
        return self._lookup(word)

    def _function(self, name: str) -> int:
        self._next()
        if name == "half":
            value = self._sum() // 2
            self._next()
            return value
        words: list[str] = []
        while (word := self._next()) != ")":
            words += [word] if word != "," else []
        return self._call(name, words)
