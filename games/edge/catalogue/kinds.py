"""EF-9: the things of the content: Squads, cards, Shrines, tokens, decks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from games.edge.catalogue.parts import Concern
from games.edge.catalogue.steps import AnyStep

Half = Literal["upper", "lower"]
HALVES: tuple[Half, Half] = ("upper", "lower")
ANY = "any"
X = "X"
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
        """ED-4.22: it arrives by a card and skips deployment."""
        return self.role == "cavalry"


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """EF-2.1: one of the two Actions of a card; Banners and Shrines have the same shape."""

    name: str
    cost: int | str = 0  # Crystals; "X": as many as the player likes; "none": an always-on passive
    ch: int | str = 0  # Charges of this Enhancement, in place of Crystals
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
    also: list[str] = []
    setup: tuple[AnyStep, ...] = ()
    do: tuple[AnyStep, ...] = ()
    txt: str = ""
    m: str = ""
    base: int = 0
    tag: str = "found"

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
    def actions(self) -> Iterator[tuple[Half, Action]]:
        """Both Actions with their names."""
        return ((half, self.half(half)) for half in HALVES)


class TokenAct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a token does in a window of its bearer's turn."""

    win: str
    do: tuple[AnyStep, ...]


class Removal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a token leaves: paid for, in a window, or when something no longer holds."""

    by: Literal["bearer_owner", ""] = ""
    pay: int = 0
    win: str = ""
    side: Literal["mine", "enemy", ""] = ""
    disturbed: bool = False  # a bearer was wounded or moved, or is alone
    without_b2b: str = ""  # the bearer touches no model of this Squad of the token's owner


class TokenKind(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"lasting": "while", "acts": "at"}
):
    """EF-2.1: what a token does while it lies there, when it acts, and how it leaves."""

    t: str
    limit: int = 0
    loc: str = ""
    stacks: bool = False  # several may lie in one place, and their number counts
    lasting: tuple[AnyStep, ...] = ()
    acts: tuple[TokenAct, ...] = ()
    remove: Removal = Removal()
    tag: str = "found"
    txt: str = ""


class Deck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ready-made army."""

    squads: list[str]
    deck: dict[str, int]
    tag: str = "found"


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
