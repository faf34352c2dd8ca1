"""EF-2.14: the steps of a card, one type for each verb. A row that fits none of them is not loaded."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar, Literal, TypeAlias

import msgspec

from games.edge.catalogue.deeds import (
    ONE,
    Amount,
    Autoroll,
    Borrow,
    Cancel,
    Cards,
    ChangeMode,
    Charge,
    Counter,
    Destroy,
    Evolve,
    Extra,
    Flag,
    Gain,
    Grant,
    Harvest,
    Heal,
    Join,
    Kill,
    Mod,
    Place,
    Prevent,
    Push,
    PutToken,
    Redirect,
    Refresh,
    Reroll,
    Revive,
    Sacrifice,
    Side,
    Steal,
    Step,
    Swap,
    Transfer,
    Tune,
    Until,
    Wound,
)
from games.edge.catalogue.numbers import Number
from games.edge.catalogue.parts import Goal, Part, Test, Where
from games.edge.catalogue.raw import fields_of, is_list, is_mapping
from games.edge.catalogue.values import Count, OneOrZero, References, decode_value

__all__ = [
    "Amount", "AnyStep", "Autoroll", "Backstab", "Borrow", "Cancel", "Cards", "ChangeMode", "Charge",
    "Choose", "Combat", "Counter", "Destroy", "Each", "Evolve", "Extra", "Flag", "Gain", "Grant", "Harvest",
    "Heal", "If", "Join", "Kill", "May", "Mod", "Move", "Pick", "Place", "Prevent", "Push", "PutToken",
    "Redirect", "Refresh", "Repeat", "Reroll", "Revive", "Sacrifice", "Shoot", "Side", "Steal", "Step",
    "Steps", "Swap", "Transfer", "Tune", "Until", "Wait", "Wound", "tagged", "waiting_steps",
]  # fmt: skip

# Flow.


class Pick(Step, frozen=True, tag="pick", rename={"name": "as", "among": "from"}):
    """Something is picked and has a name from then on."""

    refers: ClassVar[tuple[str, ...]] = ("among",)
    name: str
    kind: Literal["model", "squad", "group", "enh", "source", "space", "hex", "token", "shrine"] = "model"
    side: Side | None = None
    squad: str = ""
    n: Count = ONE
    where: Where = Where()
    among: str = ""


class Choose(Step, frozen=True, tag="choose", rename={"branches": "of"}):
    """Exactly one branch."""

    branches: tuple[tuple[AnyStep, ...], ...]
    names: tuple[str, ...] = ()  # of the branches, for orders; else they are numbered
    key: str = "choose"  # of standing orders


class May(Step, frozen=True, tag="may"):
    """Optional steps."""

    do: tuple[AnyStep, ...]


class If(Step, frozen=True, tag="if", rename={"otherwise": "else"}):
    """One thing or another."""

    test: Test
    then: tuple[AnyStep, ...] = ()
    otherwise: tuple[AnyStep, ...] = ()


class Each(Step, frozen=True, tag="each", rename={"name": "as"}):
    """The same for each of a set."""

    refers: ClassVar[tuple[str, ...]] = ("of",)
    of: str
    name: str
    do: tuple[AnyStep, ...]


class Repeat(Step, frozen=True, tag="repeat"):
    """The same several times."""

    n: Number
    do: tuple[AnyStep, ...]


class Wait(Step, frozen=True, tag="later"):
    """Steps that wait for a window; they are kept in the state as the data has them."""

    win: str
    do: list[dict[str, object]]
    of: Literal["squad", "user", ""] = ""
    by: str = ""
    once: Literal[0, 1, "model"] = 1  # every time, the first time, the first time for each model

    @cached_property
    def words(self) -> frozenset[str]:
        """Those of the steps too."""
        return frozenset((self.win, self.of, self.by)).union(*(step.words for step in waiting_steps(self.do)))


# Position, fighting, shooting.


class Move(Step, frozen=True, tag="move", rename={"name": "as"}):
    """A Move."""

    unsettles: ClassVar[bool] = True
    refers: ClassVar[tuple[str, ...]] = ("who", "carry")
    who: str
    range: Number | None = None
    thru: OneOrZero = 0
    straight: OneOrZero = 0
    push: Push = "normal"
    to: Goal | None = None
    carry: str = ""
    name: str = ""


class Combat(Step, frozen=True, tag="combat"):
    """Combat Sequences with enemies in contact, or within a Range."""

    unsettles: ClassVar[bool] = True
    refers: ClassVar[tuple[str, ...]] = ("who", "vs")
    who: str
    vs: str = "one"
    range: Number | None = None
    mods: tuple[AnyStep, ...] = ()  # before each sequence
    then: tuple[AnyStep, ...] = ()  # once, when all are over
    quiet: OneOrZero = 0  # ED-25.22: nobody plays cards in it


class Backstab(Combat, frozen=True, tag="backstab"):
    """ED-12.8."""


class Again(Part, frozen=True, rename={"when": "if"}):
    """After a hit the same target may be checked again, for a price in Dark Points."""

    dp: int
    when: Literal["hit"]


class Shoot(Step, frozen=True, tag="shoot"):
    """One roll against every model in an area."""

    unsettles: ClassVar[bool] = True
    refers: ClassVar[tuple[str, ...]] = ("by",)
    at: References
    by: str = ""
    range: Number | None = None
    lof: OneOrZero = 0
    side: Side = "any"
    hit: Number | None = None
    wounds: Number | None = None
    then: tuple[AnyStep, ...] = ()
    ends: tuple[str, ...] = ()  # `between`: the other end of the line
    again: Again | None = None


AnyStep: TypeAlias = (
    Pick | Choose | May | If | Each | Repeat | Wait | Amount
    | Move | Place | Swap | Combat | Backstab | Cancel | Counter
    | Mod | Grant | Borrow | Autoroll | Reroll | Tune
    | Shoot | Wound | Kill | Sacrifice | Prevent | Redirect | Heal | Revive
    | Gain | Refresh | Harvest | Destroy | Charge | Steal | Transfer | Cards | PutToken
    | ChangeMode | Evolve | Extra | Join
)  # fmt: skip
Steps = Sequence[AnyStep]

# Reading.

_BARE = {"choose": "of", "may": "do", "cancel": "what"}  # the parameter that may stand alone


def tagged(raw: object) -> object:
    """`{move: {who: squad}}` as `{verb: move, who: squad}`, at any depth of lists of steps."""
    return [_tagged_step(step) for step in raw] if is_list(raw) else raw


def _tagged_step(raw: object) -> object:
    if not is_mapping(raw):
        return tagged(raw)
    if len(found := fields_of(raw)) != 1:
        return found
    ((verb, arguments),) = found.items()
    row = fields_of(arguments) if is_mapping(arguments) else {_BARE.get(verb, ""): arguments}
    steps = () if verb == "later" else ("do", "then", "else", "of", "mods") if verb != "each" else ("do",)
    return {"verb": verb, **{name: tagged(value) if name in steps else value for name, value in row.items()}}


_waiting: dict[bytes, Steps] = {}  # what was said of steps that wait in some match; there are a few


def waiting_steps(raw: list[dict[str, object]]) -> Steps:
    """The steps of a `later`, which a state keeps as the data has them."""
    key = msgspec.json.encode(raw)
    if key not in _waiting:
        _waiting[key] = msgspec.convert(tagged(raw), tuple[AnyStep, ...], dec_hook=decode_value)
    return _waiting[key]
