"""The state of a match: plain data, and questions about it that any rule may ask."""

from __future__ import annotations

import msgspec

from games.engine.contract.state import MatchState
from games.scrappers.catalogue import (
    COLOUR,
    COLOURS,
    CRYSTALS,
    END_OF_TRACK,
    FACTION_OF,
    HAND_LIMIT,
    LEVEL,
)

SeatId = int


class Player(msgspec.Struct, omit_defaults=True):
    """SS-1.7: what one player has. Base and play area are ordered bottom to top."""

    seat: SeatId
    command: str
    hand: list[str] = []
    base: list[str] = []
    crystals: list[str] = []
    artifacts: list[str] = []
    totems: list[str] = []
    subjugated: list[str] = []
    gone: bool = False

    @property
    def leader(self) -> str | None:
        """SS-1.8: the top card of the Base, at every moment."""
        return self.base[-1] if self.base else None

    @property
    def below_leader(self) -> list[str]:
        """SS-13.4: the cards that skills can reach, bottom to top."""
        return self.base[:-1]

    @property
    def room(self) -> int:
        """SS-13.1: how many cards may still be taken into hand."""
        return max(0, HAND_LIMIT - len(self.hand))

    def owns(self, artifact: str) -> bool:
        """Whether the player has this half of an Artifact card."""
        return artifact in self.artifacts


class Turn(msgspec.Struct, omit_defaults=True):
    """What has happened this turn, and the effects that last until it ends (SS-12.3)."""

    seat: SeatId
    begun: bool = False
    acting: bool = False  # SS-5.4: the first order of the action phase closed the starting phase
    leader_used: bool = False
    activated: list[str] = []
    actions: list[str] = []  # types of the normal actions taken
    raided: bool = False
    extra_mines: int = 0
    played: list[str] = []  # the play area
    bought: list[str] = []  # SS-9.5: Artifacts acquired in this turn
    foreman: bool = False  # SS-16.2
    repeat: bool = False  # SS-16.5
    scrapers: int = 0  # SS-16.10
    ancients: int = 0  # SS-16.12
    makkarats: int = 0  # SS-16.13
    rooter: bool = False  # SS-16.17
    painted: dict[str, str] = {}  # SS-16.9: hand card to colour
    tinted: dict[str, str] = {}  # SS-16.11: Crystal to colour
    dug: dict[str, int] = {}  # SS-16.11: Crystal to reduction


class State(MatchState, omit_defaults=True):
    """The whole table. Rows of Docks and Mine, and their stacks, are in the order of levels and costs."""

    factions: list[str]
    players: list[Player]
    turn: Turn
    first: SeatId
    merc_stacks: list[list[str]]
    docks: list[list[str]]
    crystal_stacks: list[list[str]]
    mine: list[list[str]]
    artifact_stacks: list[list[str]]  # the last of each is the top
    totems: list[str] = []  # the supply
    box: list[str] = []
    cave_in: int = 0
    round: int = 1
    stepped: bool = False  # SS-14.7: whether the token has moved in this round
    quiet: int = 0  # complete rounds in a row without a step
    over: bool = False

    def player(self, seat: SeatId) -> Player:
        """The player of a seat; seats are numbered from 1."""
        return self.players[seat - 1]

    @property
    def active(self) -> Player:
        """The player whose turn it is."""
        return self.players[self.turn.seat - 1]

    @property
    def end_value(self) -> int:
        """SS-14.2: where the track ends."""
        return END_OF_TRACK[len(self.players)]

    @property
    def is_triggered(self) -> bool:
        """SS-14.3: the end of the match has been triggered."""
        return self.cave_in >= self.end_value

    def is_wild(self, colour: str) -> bool:
        """SS-1.9: the colour of a faction that is not in play."""
        return FACTION_OF[colour] not in self.factions

    def in_play_colours(self) -> list[str]:
        """SS-1.9: the colours of the four factions."""
        return [COLOURS[code] for code in self.factions]

    def crystals_of_cost(self, cost: int) -> list[str]:
        """Crystals of one printed cost that lie in the Mine (SS-19.19)."""
        return [crystal for row in self.mine for crystal in row if CRYSTALS[crystal].cost == cost]

    def colour_of_crystal(self, crystal: str) -> str:
        """SS-8.5: the current colour of a Crystal in the Mine."""
        return self.turn.tinted.get(crystal) or CRYSTALS[crystal].colour

    def colour_of_card(self, card: str) -> str:
        """SS-8.5: the current colour of a card in the active player's hand."""
        return self.turn.painted.get(card) or COLOUR[card]

    def paying_level(self, card: str) -> int:
        """SS-16.17: what a card is worth as payment; the printed faction decides (SS-19.14)."""
        doubled = self.turn.rooter and card.startswith("WEE")
        return 2 * LEVEL[card] if doubled else LEVEL[card]
