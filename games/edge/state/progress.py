"""ED-2.9: what is going on: tokens, effects, the running turn, options and the end."""

from __future__ import annotations

import msgspec

from games.edge.state.pieces import SeatId


class Token(msgspec.Struct, omit_defaults=True):
    """A token: on models (a group has several), on a Squad card, an Enhancement, a Shrine or the board."""

    t: str
    owner: SeatId
    models: list[str] = []
    squad: str = ""
    shrine: SeatId = 0
    at: str = ""  # on the board: a hex (C5.3) or a whole Space (C5)
    card: str = ""  # the Enhancement of the Squad on which it lies
    by: str = ""  # the model whose Action placed it
    turn: int = 0  # in which it was placed
    face: str = ""  # what only its owner knows of it


class Effect(msgspec.Struct, omit_defaults=True):
    """EF-2.15: what is temporary: an attribute changed or borrowed, a flag granted."""

    models: list[str]
    until: str
    seat: SeatId  # who caused it: `my_passive` and `foe_passive` are said from there
    stat: str = ""
    by: int = 0
    times: int = 1
    to: int | None = None  # the attribute is set to this, whatever else changes it
    flag: str = ""
    partner: str = ""  # ED-8.10: the model that is joined to the first of `models`
    lender: str = ""  # a Squad whose attribute is used, and with `tokens` its Endurance too
    tokens: bool = False
    depth: int = 0  # of the Combat or Action it belongs to: there may be one inside another


class Later(msgspec.Struct, omit_defaults=True):
    """EF-2.14 `later`: steps that wait for a window."""

    win: str
    seat: SeatId
    do: list[dict[str, object]]
    squad: str = ""  # of this Squad's activation, or an event about a model of it
    by: str = ""  # only if a model of this kind of Squad has done it
    names: dict[str, list[str]] = {}
    title: str = ""
    model: str = ""  # an event about this model
    stays: bool = False  # it runs every time
    once_each: bool = False  # it runs once for each model
    done: list[str] = []  # the models it has run for


class Activation(msgspec.Struct, omit_defaults=True):
    """ED-8.5: the Squad that is being activated, and what it has done."""

    squad: str
    moved: bool = False
    fighting: bool = False  # the Combat Action has begun
    fought: list[str] = []
    closed: bool = False  # the Combat Action is over


class Fight(msgspec.Struct, omit_defaults=True):
    """ED-12.3: a Combat Sequence in progress, for all to see."""

    fighter: str
    target: str
    starter: SeatId
    attacker: str = ""
    defender: str = ""
    power: int | None = None  # the final Attack Power
    guard: int | None = None
    is_counter: bool = False
    is_backstab: bool = False
    is_controlled: bool = False  # ED-12.11: the fighter is an enemy's model in the starter's hands
    reach: int = 0  # a Backstab that needs no contact
    ambushes: list[str] = []  # ED-12.9: the models that declared a Backstab before the fight
    cancelled: bool = False
    quiet: bool = False  # ED-25.22: nobody plays cards in it


class Turn(msgspec.Struct, omit_defaults=True):
    """ED-5: the running turn."""

    seat: SeatId
    number: int = 0
    kind: str = ""  # active or passive, once declared
    stage: str = "start"
    activation: Activation | None = None
    activated: list[str] = []
    only: str = ""  # ED-5.4: an extra turn is of the kind that its card says
    spent: bool = False  # ED-8.9: something else was done in place of the activation
    paths: dict[str, list[str]] = {}  # the last Move of each model in this turn, Space by Space
    lost: dict[str, int] = {}  # Endurance tokens that each seat has lost in it
    progress: bool = False  # a card was drawn, a Wound dealt or a VP changed; since rules number 2


class Outcome(msgspec.Struct, frozen=True):
    """ED-22: who has won, and why; both where it is a draw."""

    winners: list[SeatId]
    reason: str


class Choices(msgspec.Struct, omit_defaults=True):
    """ED-23: the options of the match."""

    preset: bool = False
    beginner: bool = False
    more_crystals: bool = False
    handicap: int = 0  # ED-23.2: + for the first seat, - for the second
    mulligan: bool = False
    buy_vp: bool = False
    alternative_setup: bool = False
    squads: int = 5  # at most
    deck: int = 25
    reshuffle: bool = False
    script: bool = False
    hand: int = 3
    special_sources: bool = False
    teams: bool = False  # ED-4.4: seats alternate between two teams
    # Everything else, by the name of the option. With a sixteenth field the very same choices would be
    # encoded as other bytes, and no digest of a running match would fit.
    further: dict[str, int] = {}

    def extra_crystals(self, seat: SeatId) -> int:
        """ED-23.2: what a weaker player begins with on top."""
        old = {1: max(0, self.handicap), 2: max(0, -self.handicap)}  # of matches opened before 0.3
        return self.further.get(f"handicap_{seat}", 0) + old.get(seat, 0)

    def allows(self, role: str) -> bool:
        """EF-7.6: whether Squads of a role may be fielded."""
        return not self.further.get(f"no_{role}")
