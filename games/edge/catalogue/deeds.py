"""EF-2.14: the steps that hold no other steps: places, rolls, harm, resources, cards, tokens, Squads."""

from __future__ import annotations

from typing import ClassVar, Literal

from games.edge.catalogue.numbers import Number
from games.edge.catalogue.parts import Goal, Part, Where
from games.edge.catalogue.values import Count, OneOrZero, Stats

Side = Literal["mine", "enemy", "any"]
Push = Literal["normal", "any", "none", "path", 0, 1]
Until = Literal[
    "roll", "check", "combat", "action", "turn", "my_passive", "foe_passive", "attached", "game"
]  # fmt: skip
Flag = Literal[
    "wins_ini", "loses_def", "thru", "push_any", "unpushable", "unpushable_by_enemies", "immune", "blocked",
    "no_move", "free_red", "no_sacrifice",
]  # fmt: skip
ONE = Count(Number("1", lambda values: 1), Number("1", lambda values: 1))


class Step(Part, frozen=True, tag_field="verb"):
    """One thing that an Action does."""

    unsettles: ClassVar[bool] = False  # positions, tokens or lives change: later picks cannot be foreseen
    is_extra: ClassVar[bool] = False  # on top of something else: it need not be possible


# Position.


class Place(Step, frozen=True, tag="place", rename={"sparing": "except"}):
    """No path: teleport, jump, reposition, deploy; Shrines too."""

    unsettles: ClassVar[bool] = True
    refers: ClassVar[tuple[str, ...]] = ("who",)
    who: str
    to: Goal | Literal["anywhere", "edge", "card", "out_of_game"]
    push: Push = "normal"
    sparing: Literal["b2b_source", ""] = ""
    together: OneOrZero = 0  # all of them in one group by contact


class Swap(Step, frozen=True, tag="swap"):
    """Models trade places, with each other or with map tokens."""

    unsettles: ClassVar[bool] = True
    refers: ClassVar[tuple[str, ...]] = ("a", "b")
    a: str
    b: str


# Fighting.


class Cancel(Step, frozen=True, tag="cancel"):
    """The current Combat does not happen, or the mover stops where it is."""

    unsettles: ClassVar[bool] = True
    what: Literal["combat", "move"]


class Counter(Step, frozen=True, tag="counter"):
    """A counterattack now, out of order."""

    unsettles: ClassVar[bool] = True
    refers: ClassVar[tuple[str, ...]] = ("who",)
    who: str


# Rolls and attributes.


class Mod(Step, frozen=True, tag="mod"):
    """An attribute is changed temporarily."""

    refers: ClassVar[tuple[str, ...]] = ("who",)
    who: str
    stat: Stats
    by: Number | None = None
    set: Number | None = None
    times: Number | None = None
    vs: Where | None = None  # only against such models, where it lasts as long as its card
    until: Until = "action"


class Grant(Step, frozen=True, tag="grant"):
    """A temporary flag."""

    refers: ClassVar[tuple[str, ...]] = ("who",)
    who: str
    flag: Flag
    until: Until = "action"


class Borrow(Step, frozen=True, tag="borrow", rename={"lender": "from"}):
    """Another Squad's attributes, and its Endurance tokens too where `end` says so."""

    refers: ClassVar[tuple[str, ...]] = ("who", "lender")
    who: str
    stat: Stats
    lender: str
    end: OneOrZero = 0
    until: Until = "action"


class Autoroll(Step, frozen=True, tag="autoroll"):
    """The Defence is won without dice."""

    roll: Literal["DEF"]
    result: Literal["win"]


class Reroll(Step, frozen=True, tag="reroll"):
    """ED-14.4: the die that has just fallen is rolled again, for nothing."""

    unsettles: ClassVar[bool] = True
    roll: Literal["ev.roll"]


class Tune(Step, frozen=True, tag="tune"):
    """A named Action of the faction is changed."""

    action: str
    shots: Number | None = None
    wounds: Number | None = None
    hit: Number | None = None
    extra: Number | None = None  # what the Action calls `extra`


# Harm.


class Wound(Step, frozen=True, tag="wound"):
    """Wounds without a roll."""

    unsettles: ClassVar[bool] = True
    refers: ClassVar[tuple[str, ...]] = ("who",)
    who: str
    n: Number | None = None
    split: OneOrZero = 0  # the acting player distributes them
    only_endurance: OneOrZero = 0  # ED-16.16: tokens are lost, nobody dies


class Kill(Step, frozen=True, tag="kill"):
    """They die, whatever their Endurance."""

    unsettles: ClassVar[bool] = True
    refers: ClassVar[tuple[str, ...]] = ("who",)
    who: str


class Sacrifice(Step, frozen=True, tag="sacrifice"):
    """The owner gives them up; with `end` an Endurance token, as long as there is one."""

    unsettles: ClassVar[bool] = True
    refers: ClassVar[tuple[str, ...]] = ("who",)
    who: str
    end: OneOrZero = 0


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


# Resources.


class Gain(Step, frozen=True, tag="gain"):
    """Crystals, Temporary Crystals, Dark Points or VP; less than nothing is lost; with `spend` it is paid."""

    res: Literal["crystal", "depleted", "temp", "dp", "vp"]
    n: Number | None = None
    who: Literal["bearer_owner", ""] = ""
    spend: OneOrZero = 0
    instead: OneOrZero = 0  # given back out of what the event has just brought


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


class Destroy(Step, frozen=True, tag="destroy"):
    """Unspent Crystals of the player go to the neutral pile; a Crystal Source leaves the board (ED-21.4)."""

    unsettles: ClassVar[bool] = True
    refers: ClassVar[tuple[str, ...]] = ("source",)
    what: Literal["crystal", "source"]
    n: Number | None = None
    source: str = ""


class Charge(Step, frozen=True, tag="charge"):
    """Charges from the neutral pile."""

    refers: ClassVar[tuple[str, ...]] = ("enh",)
    enh: str
    n: Number | None = None


class Steal(Step, frozen=True, tag="steal", rename={"victim": "from"}):
    """EF-8.3.5: Crystals of another player go to one's own Depleted Pool."""

    res: Literal["crystal"]
    victim: Literal["foe"]
    to: Literal["depleted"]
    n: Number | None = None


class Transfer(Step, frozen=True, tag="transfer"):
    """ED-25.21: Enhancements, Charges and Endurance tokens are redistributed among the player's Squads."""

    what: tuple[Literal["enh", "ch", "end"], ...]
    among: Literal["my_squads"]


# Cards, tokens, Squads.


class Cards(Step, frozen=True, tag="cards"):
    """Something is done with cards in hand, or with the one just played."""

    unsettles: ClassVar[bool] = True
    op: Literal["peek", "recall", "recycle", "both", "free_play"]
    n: Count = ONE
    kind: Literal["evolve", ""] = ""


class PutToken(Step, frozen=True, tag="token"):
    """A token is put somewhere, taken away, or moved on the board."""

    refers: ClassVar[tuple[str, ...]] = ("loc", "at")
    op: Literal["put", "take", "slide"]
    t: str
    loc: str = ""  # a model, a Squad, a Shrine, a Source, a token on the board
    at: Goal | None = None  # where on the board
    n: Number | None = None
    by: Number | None = None  # Spaces


class ChangeMode(Step, frozen=True, tag="mode"):
    """A Squad card is flipped."""

    refers: ClassVar[tuple[str, ...]] = ("squad",)
    squad: str
    to: str


class Evolve(Step, frozen=True, tag="evolve"):
    """ED-18.13: an Evolve card is put on a Squad card and replaces its mode for good."""

    refers: ClassVar[tuple[str, ...]] = ("squad",)
    squad: str
    to: str
    out_of: tuple[str, ...]  # the modes from which it can be reached


class Extra(Step, frozen=True, tag="extra"):
    """ED-5.4, ED-8.9: a turn or an activation more; `spent`: the activation of this turn is used up."""

    refers: ClassVar[tuple[str, ...]] = ("squad",)
    what: Literal["turn", "activation"]
    kind: Literal["active", ""] = ""
    squad: str = ""
    every: Literal["my_active_turn", ""] = ""
    spent: OneOrZero = 0


class Join(Step, frozen=True, tag="join"):
    """ED-8.10: two models act as one; the first leads."""

    refers: ClassVar[tuple[str, ...]] = ("a", "b")
    a: str
    b: str
    until: Until = "turn"


class Amount(Step, frozen=True, tag="amount"):
    """The acting player says how often or how much: X of the steps that follow."""

    most: Number
    least: Number | None = None
    key: str = ""  # of standing orders
