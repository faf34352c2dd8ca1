"""ED-1, ED-2.1: what belongs to the players: models, Squads, Enhancements, cards."""

from __future__ import annotations

from functools import cache

import msgspec

from games.edge.catalogue import FACTIONS, SQUADS, Action, Faction, Mode, SquadKind

SeatId = int
Side = tuple[SeatId, ...]  # players who win together

# Where a model is (ED-1.1).
ON_BOARD = "board"
DYING = "dying"  # ED-16.14: dead, but still on its hexes until the `killed` window closes
DEAD = "dead"
UNDEPLOYED = "undeployed"
ASIDE = "aside"
GONE = "gone"  # out of the game for good

STANDING = (ON_BOARD, DYING)

# The stages of a match; ED-4 up to `dispersal`.
FACTION_CHOICE = "factions"
ARMIES = "armies"
ROLES = "roles"
SHRINES = "shrines"
SOURCES = "sources"
DEPLOYMENT = "deployment"
DISPERSAL = "dispersal"
ACTIVE, PASSIVE = "active", "passive"  # ED-5.1
PLAY = "play"
OVER = "over"


class Model(msgspec.Struct, omit_defaults=True):
    """ED-1.1: one miniature."""

    id: str  # pilgrim/3, holy_knight#2/1 (ED-1.10)
    squad: str
    state: str = UNDEPLOYED
    at: str = ""  # the name of its placement, while on the board


class Enhancement(msgspec.Struct, omit_defaults=True):
    """ED-18: a card attached to a Squad."""

    card: str
    charges: int = 0
    passive: bool = False  # ED-18.10: its Passive Action has been paid for


@cache
def _side(kind: str, mode: str) -> Mode:
    """Cards never change, and every attribute of every model is read from one."""
    return SQUADS[kind].mode(mode)


class Squad(msgspec.Struct, omit_defaults=True):
    """ED-1.2."""

    id: str  # pilgrim, holy_knight#2
    kind: str
    seat: SeatId
    mode: str
    endurance: int = 0
    models: list[Model] = []
    enhancements: list[Enhancement] = []
    evolved: str = ""  # ED-18.13: the Evolve card that lies on the Squad card

    @property
    def card(self) -> SquadKind:
        """The Squad card."""
        return SQUADS[self.kind]

    @property
    def side(self) -> Mode:
        """The side of the card that lies up."""
        return _side(self.kind, self.mode)

    @property
    def on_board(self) -> list[Model]:
        """Its models on the board."""
        return [model for model in self.models if model.state == ON_BOARD]

    @property
    def is_alive(self) -> bool:
        """ED-1.2: at least one model is on the board or set aside."""
        for model in self.models:  # noqa: SIM110 (asked so often that a generator would be felt)
            if model.state in (ON_BOARD, ASIDE):
                return True
        return False

    @property
    def lost(self) -> int:
        """How many Endurance tokens it is short of."""
        return self.card.endurance - self.endurance


class Player(msgspec.Struct, omit_defaults=True):
    """ED-2.1: what belongs to one player."""

    seat: SeatId
    faction: str = ""
    banner: str = "std"
    shrine: str = "std"
    shrine_at: str = ""  # the name of a Space
    banner_up: bool = True
    pool: int = 0
    depleted: int = 0
    temp: int = 0
    dark_points: int = 0
    deck: list[str] = []  # the first card is the top
    hand: list[str] = []
    discard: list[str] = []
    beside: list[str] = []  # EF-7.1: deployment cards that lie beside the deck
    squads: list[Squad] = []
    mulligan_used: bool = False
    left: bool = False
    out: bool = False  # ED-22.6: eliminated
    shows_hand: bool = False  # ED-24.8: to allies
    kept: int = 0  # ED-4.16: Starting VP tokens, where there is no track
    captured: dict[str, int] = {}  # ED-16.8: VP tokens, by the seat they were taken from

    @property
    def content(self) -> Faction:
        """The cards, Squads and tokens of the faction."""
        return FACTIONS[self.faction]

    @property
    def banner_card(self) -> Action:
        """The Banner this player has chosen."""
        return self.content.banner[self.banner]

    @property
    def shrine_card(self) -> Action:
        """The Shrine this player has chosen."""
        return self.content.shrine[self.shrine]

    def squad(self, name: str) -> Squad:
        """One of the player's Squads."""
        return next(squad for squad in self.squads if squad.id == name)

    def captured_from(self, seat: SeatId) -> int:
        """ED-16.8: the VP tokens captured from one player."""
        return self.captured.get(str(seat), 0)

    def capture(self, seat: SeatId, count: int) -> None:
        """ED-16.8: VP tokens of a player are taken, and never lost again."""
        self.captured[str(seat)] = self.captured_from(seat) + count

    @property
    def points(self) -> int:
        """ED-16.8: the VP tokens captured."""
        return sum(self.captured.values())

    @property
    def alive(self) -> list[Squad]:
        """The Squads that are alive."""
        return [squad for squad in self.squads if squad.is_alive]

    @property
    def models(self) -> list[Model]:
        """The player's models on the board, in the order of the army list."""
        return [model for squad in self.squads for model in squad.on_board]
