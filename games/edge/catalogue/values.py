"""EF-2.14: the parameters of steps that YAML has no type for, decoded when the data is loaded.

None is a dataclass: msgspec would decode it by itself, without `decode_value`.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from games.edge.catalogue.numbers import ALL, Number, number_of
from games.edge.catalogue.raw import fields_of, is_mapping

STATS = ("INI", "ATT", "DEF", "MOV")
_CHANGEABLE = (*STATS, "WOUNDS", "VP", "HAND", "YIELD")
EVERY_STAT = "ALL"
OneOrZero = Literal[0, 1]


class _Value:
    """What is equal if all of it is."""

    __slots__: tuple[str, ...] = ()

    def _parts(self) -> list[object]:
        return [getattr(self, name) for name in type(self).__slots__]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Value) and type(self) is type(other) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash((type(self), *self._parts()))


class References(_Value):
    """One reference or several."""

    __slots__ = ("names",)

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names

    @property
    def words(self) -> frozenset[str]:
        """Every name in it."""
        return frozenset(self.names)


class Count(_Value):
    """How many are picked: `1`, `all`, `0..X`, `0..all`."""

    __slots__ = ("least", "most")

    def __init__(self, least: Number, most: Number) -> None:
        self.least = least
        self.most = most

    @property
    def is_all(self) -> bool:
        """All there are, without a choice."""
        return self.least.text == ALL

    @property
    def is_one(self) -> bool:
        """Exactly one."""
        return self.least.text == self.most.text == "1"

    @property
    def words(self) -> frozenset[str]:
        """Every name in it."""
        return self.least.words | self.most.words


class Stats(_Value):
    """`ALL`, `[INI, DEF]`, or what the mode of the Squad says."""

    __slots__ = ("always", "by_mode")

    def __init__(
        self, always: tuple[str, ...] = (), by_mode: tuple[tuple[str, tuple[str, ...]], ...] = ()
    ) -> None:
        self.always = always
        self.by_mode = by_mode

    def in_mode(self, mode: str) -> tuple[str, ...]:
        """The attributes that are meant in a mode."""
        return self.always or next((stats for name, stats in self.by_mode if name == mode), ())

    @property
    def words(self) -> frozenset[str]:
        """Every attribute in it, in whatever mode."""
        return frozenset([*self.always, *(stat for _mode, stats in self.by_mode for stat in stats)])


def decode_value(kind: type, raw: object) -> object:
    """What `msgspec.convert` calls for these types."""
    if kind is Number:
        return number_of(raw)
    if kind is References:
        return References(_texts(raw))
    if kind is Count:
        return _count(raw)
    if kind is Stats:
        return _stats(raw)
    if kind is object:  # steps that wait are kept as they are
        return raw
    raise NotImplementedError(kind)


def _texts(raw: object) -> tuple[str, ...]:
    return msgspec.convert(raw if isinstance(raw, list) else [raw], tuple[str, ...])


def _count(raw: object) -> Count:
    if not isinstance(raw, int | str):
        raise ValueError(f"{raw} is not a count")
    least, dots, most = str(raw).partition("..")
    return Count(number_of(least), number_of(most if dots else least))


def _stats(raw: object) -> Stats:
    if is_mapping(raw):
        rows = fields_of(raw).items()
        return Stats(by_mode=tuple((mode, _stats(value).always) for mode, value in rows))
    names = _texts(raw)
    if names == (EVERY_STAT,):
        return Stats(STATS)
    for name in names:
        if name not in _CHANGEABLE:
            raise ValueError(f"“{name}” is not an attribute")
    return Stats(names)
