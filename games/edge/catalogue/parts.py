"""EF-2.9 to EF-2.12: parts of steps with parameters of their own: conditions, tests, goals."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

import msgspec

from games.edge.catalogue.numbers import Number
from games.edge.catalogue.raw import is_list
from games.edge.catalogue.values import Count, OneOrZero, References, Stats


class Part(msgspec.Struct, frozen=True, dict=True, forbid_unknown_fields=True):
    """A piece of data with parameters."""

    refers: ClassVar[tuple[str, ...]] = ()  # the parameters that are references

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word in it, at any depth; what kind of thing is picked is no name."""
        fields = (name for name in self.__struct_fields__ if name != "kind")
        return frozenset[str]().union(*(_words(getattr(self, name)) for name in fields))

    @cached_property
    def given(self) -> tuple[tuple[str, object], ...]:
        """The parameters that are there, by the names that the data has for them."""
        names = zip(self.__struct_fields__, self.__struct_encode_fields__, strict=True)
        found = [(encoded, getattr(self, name)) for name, encoded in names]
        return tuple((name, value) for name, value in found if value not in (None, "", 0, ()))


def _words(value: object) -> frozenset[str]:
    if isinstance(value, str):
        return frozenset((value,))
    if isinstance(value, Part | Number | References | Count | Stats):
        return value.words
    if is_list(value):
        return frozenset[str]().union(*map(_words, value))
    return frozenset()


class Where(Part, frozen=True, rename={"center": "from", "other_than": "not"}):
    """EF-2.11: what holds for the things that may be picked."""

    refers: ClassVar[tuple[str, ...]] = (
        "b2b",
        "center",
        "lof",
        "space",
        "other_than",
        "in_mov_of",
        "base_eq",
        "not_b2b",
    )
    b2b: References | None = None
    not_b2b: str = ""
    range: Number | None = None
    center: str = ""
    lof: str = ""
    space: str = ""
    other_than: str = ""
    in_mov_of: str = ""
    base_eq: str = ""
    base_lt: Number | None = None
    base_ge: Number | None = None
    no_end: OneOrZero = 0
    mode: str = ""
    token: str = ""
    dead: OneOrZero = 0
    aside: OneOrZero = 0  # ED-22.15: set aside on its Squad card
    bare: OneOrZero = 0  # of a Space: neither a Crystal Source nor a Shrine fills it
    controlled: OneOrZero = 0
    empty: OneOrZero = 0


class Concern(Part, frozen=True, rename={"center": "from"}):
    """EF-2.9: what must hold for the event that an Action reacts to."""

    refers: ClassVar[tuple[str, ...]] = ("b2b", "center")
    b2b: tuple[str, str] | None = None
    range: Number | None = None
    center: str = ""
    in_combat: OneOrZero = 0  # the Wound was dealt in a Combat
    line: Number | None = None  # the player's model has just moved so many Spaces in a straight line
    backstab: OneOrZero = 0  # the player's model has just begun a Backstab


class Test(Part, frozen=True):
    """EF-2.12: the test of an `if`."""

    __test__ = False  # for pytest
    refers: ClassVar[tuple[str, ...]] = ("enemy", "b2b", "wounded")
    ge: tuple[Number, Number] | None = None
    le: tuple[Number, Number] | None = None
    eq: tuple[Number, Number] | None = None
    enemy: str = ""
    wounded: str = ""  # by the Combat or shot that the step belongs to
    is_real: str = ""  # of a face-down token
    b2b: tuple[str, str] | None = None


class Goal(Part, frozen=True, rename={"center": "from"}):
    """Where something may end: in contact, within a Range, in a Space next to where it stood, in a Space.

    `replacing` is on the hexes of something that makes room, or in contact with what stays.
    """

    refers: ClassVar[tuple[str, ...]] = ("b2b", "center", "adj", "space", "replacing")
    b2b: str = ""
    range: Number | None = None
    center: str = ""
    adj: str = ""
    space: str = ""
    replacing: str = ""
