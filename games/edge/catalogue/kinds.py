"""EF-9: the things of the content: Squads, cards, Shrines, tokens, decks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from games.edge.catalogue.numbers import Number
from games.edge.catalogue.parts import Concern
from games.edge.catalogue.steps import AnyStep

Half = Literal["upper", "lower"]
HALVES: tuple[Half, Half] = ("upper", "lower")
ANY = "any"
X = "X"
SUMMON = "summon"  # EF-6.7: a Squad that a Banner brings
FREE = "none"  # the cost of a passive Action that is always on


class ModeChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What it costs to leave a mode at the start of an activation."""

    allowed: bool
    cost: int = 0
    unit: str = "crystal"
    by_card: bool = False


class Mode(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    rename={"name": "mode", "defence": "def", "defence_reroll": "def_reroll"},
):
    """ED-8.1: one side of a Squad card. None is "-": the attribute cannot be used."""

    name: str
    base: int
    ini: int | None
    att: int | None
    att_reroll: bool
    defence: int | None
    defence_reroll: bool
    mov: int | None
    through_obstacles: bool
    change: ModeChange
    never_pushes: bool = False  # EF-6.5.1
    evolved: bool = False  # ED-18.13: reached by a card that lies on the Squad card, and by nothing else


class SquadKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """ED-1.2: a Squad card."""

    id: str
    name: str
    role: str
    cards: int  # how many of them there are
    models: int
    endurance: int
    modes: list[Mode]
    tag: str = "found"
    base_tag: str = "found"
    faction: str = ""

    def mode(self, name: str) -> Mode:
        """A side of the card by its name."""
        return next(mode for mode in self.modes if mode.name == name)

    @property
    def basic(self) -> str:
        """ED-4.7: the mode in which every Squad begins."""
        return self.modes[0].name

    @property
    def is_late(self) -> bool:
        """ED-4.22: it arrives by a card or Banner and skips deployment."""
        return self.role in ("cavalry", SUMMON)

    @property
    def sides(self) -> list[str]:
        """ED-8.5: the modes between which the card can be flipped."""
        return [mode.name for mode in self.modes if not mode.evolved]


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"lasting": "while"}):
    """EF-2.1: one of the two Actions of a card; Banners and Shrines have the same shape."""

    name: str
    cost: int | str = 0  # Crystals; "X": as many as the player likes; "none": an always-on passive
    ch: int | str = 0  # Charges of this Enhancement, in place of Crystals
    dp: int | str = 0  # Dark Points, in place of Crystals
    x_is: Number | None = None  # X is not chosen but equals this
    pay: list[dict[str, int]] = []
    inst: int = 0
    passive: int = 0
    win: str = ""
    use: str = "card"
    mode: str | None = None
    where: Concern | None = None
    alt_win: list[str] = []
    any_squad: int = 0
    side: str = ""
    concerns: str = (
        ""  # EF-2.9: the part in the event that the player's model must have, if not the usual one
    )
    yours: int = 0  # ED-24.6: it reacts to an event about a model of an ally as well
    also: list[str] = []
    summons: str = ""  # the Squad that this Banner brings
    squad: str = ""  # the Squad that has this power by itself
    setup: tuple[AnyStep, ...] = ()
    lasting: tuple[AnyStep, ...] = ()
    do: tuple[AnyStep, ...] = ()
    txt: str = ""
    m: str = ""
    base: int = 0
    tag: str = "found"

    @property
    def price(self) -> int | str:
        """What it costs, in its unit."""
        return self.dp or self.cost

    @property
    def unit(self) -> str:
        """What its price is counted in."""
        return "dark" if self.dp else "crystal"

    @property
    def window(self) -> str:
        """EF-2.3: the moment it is for."""
        return self.win or ("open" if self.inst else "main")

    @property
    def windows(self) -> list[str]:
        """Every moment it is for."""
        return [self.window, *self.alt_win]

    @property
    def is_free_passive(self) -> bool:
        """Always on, as long as the card is attached."""
        return bool(self.passive) and self.cost == FREE


class Attach(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """ED-18.2: the price of attaching an Enhancement, and the Charges it arrives with."""

    cr: int = 1
    ch: int = 1
    dp: int = 0  # EF-6.7.3: Dark Points
    wound: int = 0  # EF-6.3.3: Wounds that a model touching the Squad gives up
    setup: int = 0  # EF-7.3: attached in set-up, for nothing


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"upper": "U", "lower": "L"}):
    """ED-17.1: an Action card. All its copies are alike."""

    id: str
    title: str
    copies: int
    upper: Action
    lower: Action
    type: str = "action"
    extra: bool = False
    squad: str = ANY
    attach: Attach = Attach()
    tag: str = "found"
    faction: str = ""

    def half(self, half: Half) -> Action:
        """The Upper or the Lower Action."""
        return self.upper if half == "upper" else self.lower

    @property
    def is_enhancement(self) -> bool:
        """ED-18.1."""
        return self.type == "enhancement"

    @property
    def is_evolve(self) -> bool:
        """ED-18.13."""
        return self.type == "evolve"

    @property
    def actions(self) -> Iterator[tuple[Half, Action]]:
        """Both Actions with their names; an Evolve card has only the Upper one."""
        return ((half, self.half(half)) for half in HALVES if self.half(half).name)


class TokenAct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a token does in a window of its bearer's or its owner's turn, or when it concerns its bearer."""

    win: str
    do: tuple[AnyStep, ...]
    side: Literal["mine", "any", ""] = ""  # its owner's turn; anybody's
    of: Literal["bearer", ""] = ""  # the event is about its bearer
    not_turn_placed: int = 0


class Removal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a token leaves: paid for, in a window, or when something no longer holds."""

    by: Literal["bearer_owner", "me", ""] = ""  # the owner of what bears it, or of the token itself
    pay: int = 0
    win: str = ""
    side: Literal["mine", "enemy", ""] = ""
    disturbed: bool = False  # a bearer was wounded or moved, or is alone
    without_b2b: str = ""  # the bearer touches no model of this Squad of the token's owner
    do: tuple[AnyStep, ...] = ()  # what its removal brings the bearer


class TokenKind(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"lasting": "while", "acts": "at"}
):
    """EF-2.1: what a token does while it lies there, when it acts, and how it leaves."""

    t: str
    limit: int | Literal["none"] = 0
    loc: Literal["model", "group", "squad", "shrine", "hex", "space", "source", "card", ""] = ""
    stacks: bool = False  # several may lie in one place, and their number counts
    occupies: bool = False  # ED-25.13: nobody stands on its hex
    is_gate: bool = False  # ED-25.3: the other end of its owner's Shrine
    kept: bool = False  # players keep these in a pool of their own
    faces: dict[str, int] = {}  # kinds that lie face down, and how many of each there are
    lasting: tuple[AnyStep, ...] = ()
    acts: tuple[TokenAct, ...] = ()
    remove: Removal = Removal()
    tag: str = "found"
    txt: str = ""

    @property
    def is_dated(self) -> bool:
        """Whether it matters when it was placed."""
        return any(act.not_turn_placed for act in self.acts)

    @property
    def is_signed(self) -> bool:
        """Whether it matters whose Action placed it."""
        return self.remove.without_b2b == "source_model"

    @property
    def supply(self) -> int:
        """EF-4.13: how many there are."""
        return UNLIMITED if self.limit == "none" else self.limit


class Deck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ready-made army."""

    squads: list[str]
    deck: dict[str, int]
    tag: str = "found"


class Earlier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was designed otherwise in matches up to a rules number."""

    rules: int
    decks: dict[str, Deck] = {}
    dark_points: int | None = None


UNLIMITED = 1 << 20


class Faction(msgspec.Struct, frozen=True):
    """Everything that belongs to one faction."""

    id: str
    name: str
    code: str
    squads: dict[str, SquadKind]
    tokens: dict[str, TokenKind]
    banner: dict[str, Action]
    shrine: dict[str, Action]
    cards: dict[str, Card]
    decks: dict[str, Deck]
    skips: list[str] = []  # ED-6.8: steps of the Passive turn that this faction does not have
    places: dict[str, list[str]] = {}  # EF-2.13: names for kinds of places on the board
    linked: dict[str, list[str]] = {}  # a place, and all of another kind that chains of contact link to it
    always: list[Action] = []  # what runs automatically, whatever lies on the table
    powers: list[Action] = []  # what a Squad can do without any card
    dark_points: int = 0  # to begin with
    earlier: list[Earlier] = []

    def under(self, rules: int) -> Faction:
        """The faction as it comes to the table in a match of this rules number."""
        found = self
        for old in sorted(self.earlier, key=lambda old: -old.rules):
            if rules <= old.rules:
                points = found.dark_points if old.dark_points is None else old.dark_points
                decks = {**found.decks, **old.decks}
                found = msgspec.structs.replace(found, decks=decks, dark_points=points)
        return found


class Window(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """ED-19.5: a moment in which something may be done."""

    name: str
    when: str
    kind: str
    gap: bool = False
    side: str = ""
    alias_of: list[str] = []


class Die(msgspec.Struct, frozen=True):
    """ED-14.1."""

    faces: list[int]
    marked: list[int]
    cost: int


class PlayMode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """ED-24.1: a mode of play: what it begins with, and how it is won."""

    players: int
    teams: bool
    boards: int  # ED-4.1
    vp: Literal["track", "tokens"]  # ED-4.16
    out: Literal["loses", "last_turn"]  # ED-22.2, ED-22.6, ED-22.11: what comes of a player without models
    squads_max: int
    deck: int
    neutral: int
    start_crystals: int
    harvest: int
    vp_payment: bool
    quiet: int  # turns in a row without progress, of all players together, that end the match
    countering: Literal["own", "any"]  # ED-4.10: what the First Player decides: a role, or whose it is
