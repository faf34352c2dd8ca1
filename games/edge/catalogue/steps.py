"""EF-2.14: the steps of a card, one type for each verb. A row that fits none of them is not loaded."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar, Literal, TypeAlias, cast

import msgspec

from games.edge.catalogue.numbers import Number
from games.edge.catalogue.parts import Goal, Part, Test, Where
from games.edge.catalogue.values import Count, OneOrZero, References, Stats, decode_value

Side = Literal["mine", "enemy", "any"]
Push = Literal["normal", "any", "none", 0, 1]
Until = Literal[
    "roll", "check", "combat", "action", "turn", "my_passive", "foe_passive", "attached", "game"
]  # fmt: skip
Flag = Literal[
    "wins_ini", "loses_def", "thru", "push_any", "unpushable", "unpushable_by_enemies", "immune", "blocked",
    "no_move",
]  # fmt: skip
ONE = Count(Number("1", lambda values: 1), Number("1", lambda values: 1))


class Step(Part, frozen=True, tag_field="verb"):
    """One thing that an Action does."""

    unsettles: ClassVar[bool] = False  # positions, tokens or lives change: later picks cannot be foreseen
    is_extra: ClassVar[bool] = False  # on top of something else: it need not be possible


# Flow.


class Pick(Step, frozen=True, tag="pick", rename={"name": "as", "among": "from"}):
    """Something is picked and has a name from then on."""

    refers: ClassVar[tuple[str, ...]] = ("among",)
    name: str
    kind: Literal["model", "squad", "group", "enh", "source", "space"] = "model"
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
    of: Literal["squad", ""] = ""
    by: str = ""
    once: OneOrZero = 1

    @cached_property
    def words(self) -> frozenset[str]:
        """Those of the steps too."""
        return frozenset((self.win, self.of, self.by)).union(*(step.words for step in waiting_steps(self.do)))


# Position.


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


class Place(Step, frozen=True, tag="place", rename={"sparing": "except"}):
    """No path: teleport, jump, reposition, deploy."""

    unsettles: ClassVar[bool] = True
    refers: ClassVar[tuple[str, ...]] = ("who",)
    who: str
    to: Goal | Literal["anywhere", "edge", "card"]
    push: Push = "normal"
    sparing: Literal["b2b_source", ""] = ""


class Swap(Step, frozen=True, tag="swap"):
    """Two models trade places."""

    unsettles: ClassVar[bool] = True
    refers: ClassVar[tuple[str, ...]] = ("a", "b")
    a: str
    b: str


# Fighting.


class Fight(Step, frozen=True, tag="combat"):
    """Combat Sequences with enemies in contact."""

    unsettles: ClassVar[bool] = True
    refers: ClassVar[tuple[str, ...]] = ("who", "vs")
    who: str
    vs: str = "one"


class Backstab(Fight, frozen=True, tag="backstab"):
    """ED-12.8."""


class Cancel(Step, frozen=True, tag="cancel"):
    """The current Combat does not happen."""

    what: Literal["combat"]


# Rolls and attributes.


class Mod(Step, frozen=True, tag="mod"):
    """An attribute is changed for a while."""

    refers: ClassVar[tuple[str, ...]] = ("who",)
    who: str
    stat: Stats
    by: Number | None = None
    set: Number | None = None
    times: Number | None = None
    until: Until = "action"


class Grant(Step, frozen=True, tag="grant"):
    """A flag for a while."""

    refers: ClassVar[tuple[str, ...]] = ("who",)
    who: str
    flag: Flag
    until: Until = "action"


class Borrow(Step, frozen=True, tag="borrow", rename={"lender": "from"}):
    """Another Squad's attribute, and its Endurance tokens too where `end` says so."""

    refers: ClassVar[tuple[str, ...]] = ("who", "lender")
    who: str
    stat: Literal["INI", "ATT", "DEF", "MOV"]
    lender: str
    end: OneOrZero = 0
    until: Until = "action"


class Autoroll(Step, frozen=True, tag="autoroll"):
    """The Defence is won without dice."""

    roll: Literal["DEF"]
    result: Literal["win"]


class Tune(Step, frozen=True, tag="tune"):
    """A named Action of the faction is changed."""

    action: str
    shots: Number | None = None
    wounds: Number | None = None


# Harm.


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


class Wound(Step, frozen=True, tag="wound"):
    """Wounds without a roll."""

    unsettles: ClassVar[bool] = True
    refers: ClassVar[tuple[str, ...]] = ("who",)
    who: str
    n: Number | None = None


class Kill(Step, frozen=True, tag="kill"):
    """They die, whatever their Endurance."""

    unsettles: ClassVar[bool] = True
    refers: ClassVar[tuple[str, ...]] = ("who",)
    who: str


class Sacrifice(Step, frozen=True, tag="sacrifice"):
    """The owner gives them up."""

    unsettles: ClassVar[bool] = True
    refers: ClassVar[tuple[str, ...]] = ("who",)
    who: str


class Prevent(Step, frozen=True, tag="prevent"):
    """Pending Wounds are cancelled."""

    n: Number | None = None


class Redirect(Step, frozen=True, tag="redirect"):
    """Pending Wounds go to another model."""

    refers: ClassVar[tuple[str, ...]] = ("to",)
    to: str


class Heal(Step, frozen=True, tag="heal"):
    """Endurance tokens come back."""

    is_extra: ClassVar[bool] = True
    refers: ClassVar[tuple[str, ...]] = ("squad",)
    squad: str
    n: Number | None = None


class Revive(Step, frozen=True, tag="revive"):
    """Dead models return to the board."""

    unsettles: ClassVar[bool] = True
    refers: ClassVar[tuple[str, ...]] = ("who",)
    who: str
    to: Goal | Literal["anywhere"]


# Resources, tokens, Squads.


class Gain(Step, frozen=True, tag="gain"):
    """Temporary Crystals or VP; with `spend` a Crystal is paid."""

    res: Literal["crystal", "temp", "vp"]
    n: Number | None = None
    who: Literal["bearer_owner", ""] = ""
    spend: OneOrZero = 0


class Refresh(Step, frozen=True, tag="refresh"):
    """Depleted Crystals come back; the Banner is turned up."""

    is_extra: ClassVar[bool] = True
    what: Literal["crystals", "banner"]
    n: Number | None = None


class Harvest(Step, frozen=True, tag="harvest", rename={"sites": "from"}):
    """From the neutral pile to the player's pool."""

    refers: ClassVar[tuple[str, ...]] = ("sites",)
    sites: str
    n: Number | None = None


class Charge(Step, frozen=True, tag="charge"):
    """Charges from the neutral pile."""

    refers: ClassVar[tuple[str, ...]] = ("enh",)
    enh: str
    n: Number | None = None


class PutToken(Step, frozen=True, tag="token"):
    """A token is put somewhere or taken away."""

    refers: ClassVar[tuple[str, ...]] = ("loc",)
    op: Literal["put", "take"]
    t: str
    loc: str
    n: Number | None = None


class ChangeMode(Step, frozen=True, tag="mode"):
    """A Squad card is flipped."""

    refers: ClassVar[tuple[str, ...]] = ("squad",)
    squad: str
    to: str


AnyStep: TypeAlias = (
    Pick | Choose | May | If | Each | Repeat | Wait
    | Move | Place | Swap | Fight | Backstab | Cancel
    | Mod | Grant | Borrow | Autoroll | Tune
    | Shoot | Wound | Kill | Sacrifice | Prevent | Redirect | Heal | Revive
    | Gain | Refresh | Harvest | Charge | PutToken | ChangeMode
)  # fmt: skip
Steps = Sequence[AnyStep]

# Reading.

_BARE = {"choose": "of", "may": "do", "cancel": "what"}  # the parameter that may stand alone


def tagged(raw: object) -> object:
    """`{move: {who: squad}}` as `{verb: move, who: squad}`, at any depth of lists of steps."""
    if not isinstance(raw, list):
        return raw
    return [_tagged_step(step) for step in cast(list[object], raw)]


def _tagged_step(raw: object) -> object:
    if not isinstance(raw, dict):
        return tagged(raw)
    if len(found := cast(dict[str, object], raw)) != 1:
        return found
    ((verb, arguments),) = found.items()
    row = (
        cast(dict[str, object], arguments)
        if isinstance(arguments, dict)
        else {_BARE.get(verb, ""): arguments}
    )
    steps = () if verb == "later" else ("do", "then", "else", "of") if verb != "each" else ("do",)
    return {"verb": verb, **{name: tagged(value) if name in steps else value for name, value in row.items()}}


_waiting: dict[bytes, Steps] = {}  # what was said of steps that wait in some match; there are a few


def waiting_steps(raw: list[dict[str, object]]) -> Steps:
    """The steps of a `later`, which a state keeps as the data has them."""
    key = msgspec.json.encode(raw)
    if key not in _waiting:
        _waiting[key] = msgspec.convert(tagged(raw), tuple[AnyStep, ...], dec_hook=decode_value)
    return _waiting[key]
