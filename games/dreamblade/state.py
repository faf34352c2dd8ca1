"""The state of a match: plain data, and questions about it that any rule may ask."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from games.dreamblade.catalogue import CREATURES, MINIATURES, Ability, Miniature
from games.dreamblade.geometry import NORTH, PLACE, PORTAL, SCORING, SOUTH, STACK
from games.engine.contract.state import MatchState

SeatId = int
Crowd = Mapping[tuple[str, int], int]  # creatures by cell and player

# DB-4.1: the zones; a miniature on the map is in a cell instead.
RESERVES, GRAVEYARD, REMOVED = "reserves", "graveyard", "removed"

# The stages of a match.
WARBANDS, PLAY, OVER = "warbands", "play", "over"

# DB-6.1: the phases of a turn, by number; those of the first player come before those of the second.
INITIATIVE, SPAWNS, ACTIONS, CONQUEST = 0, (1, 2), (3, 4, 5, 6), 7

SHIFT, STRIKE = "shift", "strike"


class Choices(msgspec.Struct, frozen=True, omit_defaults=True):
    """The options of the match, as the rules read them."""

    limited: bool = False  # DB-5.4
    no_double_skip: bool = False  # DB-6.8
    max_turns: int = 40  # DB-12.5
    empty_needs_no_location: bool = False  # DB-Q1
    bodyguard_regular_only: bool = False  # DB-Q5
    respawn_printed_cost: bool = False  # DB-Q7
    thanatomancy_all: bool = False  # DB-Q15


class Player(msgspec.Struct, omit_defaults=True):
    """What belongs to one player apart from miniatures."""

    seat: SeatId
    wins: int = 0
    points: int = 0  # conquest points of this turn
    bonus: int = 0  # DB-7.3: bonus spawn points
    pool: list[str] = []  # DB-5.4: what a Limited warband is built from
    gone: bool = False


class Figure(msgspec.Struct, omit_defaults=True):
    """One miniature of the match. `at` is a cell, or a zone off the map."""

    id: str
    kind: str
    seat: SeatId
    at: str = RESERVES
    damage: int = 0
    arrived: int = 0  # a serial number: who came onto the map first

    @property
    def miniature(self) -> Miniature:
        """What is printed on it."""
        return MINIATURES[self.kind]

    @property
    def is_creature(self) -> bool:
        """DB-3.1."""
        return self.kind in CREATURES

    @property
    def is_on_map(self) -> bool:
        """DB-4.1."""
        return self.at in PLACE

    @property
    def cost(self) -> int:
        """DB-3.2: the printed spawn cost."""
        return MINIATURES[self.kind].cost


class Turn(msgspec.Struct, omit_defaults=True):
    """The running turn and its running phase."""

    number: int = 0
    first: SeatId = 0
    dice: list[int] = []  # the kept initiative dice, by seat
    skips: bool = False  # DB-6.4
    step: int = INITIATIVE
    begun: bool = False  # whether the running phase has
    pool: int = 0  # DB-7.2
    closed: list[str] = []  # DB-7.8: cells of the spawn row that the player held when the phase began
    filled: dict[str, int] = {}  # DB-7.8: creatures spawned in this phase, by cell
    used: list[str] = []  # DB-7.12: spawn abilities activated in this phase
    mode: str = ""  # DB-8.1: shift or strike
    moved: list[str] = []  # DB-8.2
    fought: list[str] = []  # DB-9.2


class Combat(msgspec.Struct, omit_defaults=True):
    """DB-9: the running combat. All of it is public."""

    cell: str
    seat: SeatId
    attackers: list[str]
    faces: list[str] = []
    blades: int = 0
    bonus: int = 0
    used: list[str] = []
    relentless: bool = False
    doomed: list[str] = []  # by Ferocity
    destroyed: list[str] = []  # creatures, so far
    disrupted: list[str] = []
    sites: list[str] = []  # where special attacks of its player were made


class State(MatchState, omit_defaults=True):
    """The whole match."""

    choices: Choices
    players: list[Player]
    south: SeatId
    stage: str = WARBANDS
    figures: dict[str, Figure] = {}
    turn: Turn = msgspec.field(default_factory=Turn)
    combat: Combat | None = None
    hurt: dict[str, bool] = {}  # dealt damage since the last check; True: cannot be disrupted
    dying: list[str] = []  # DB-9.25
    skipped: bool = False  # whether the spawn phases of the turn before were
    arrivals: int = 0
    winners: list[SeatId] = []
    ending: str = ""  # why the match is over

    # Players.

    def player(self, seat: SeatId) -> Player:
        """The player of a seat."""
        return self.players[0] if self.players[0].seat == seat else self.players[1]

    def foe(self, seat: SeatId) -> SeatId:
        """The other one."""
        return self.players[1].seat if self.players[0].seat == seat else self.players[0].seat

    def side(self, seat: SeatId) -> str:
        """DB-5.5."""
        return SOUTH if seat == self.south else NORTH

    def portal(self, seat: SeatId) -> str:
        """DB-2.4."""
        return PORTAL[self.side(seat)]

    def scoring(self, seat: SeatId) -> dict[str, int]:
        """DB-2.7: the scoring cells of a player with their values."""
        return SCORING[self.side(seat)]

    @property
    def active(self) -> SeatId:
        """Whose phase it is; in shared phases the first player comes first (DB-10.9)."""
        turn = self.turn
        is_second = turn.step in (SPAWNS[1], *ACTIONS[2:])
        return self.foe(turn.first) if is_second else turn.first

    @property
    def is_action_phase(self) -> bool:
        """DB-6.1."""
        return self.turn.step in ACTIONS

    @property
    def has_deathblows(self) -> bool:
        """DB-9.30: only in the first player's action phases."""
        return self.turn.step in ACTIONS[:2]

    # Miniatures.

    def of(self, seat: SeatId, zone: str) -> list[Figure]:
        """A player's miniatures in one zone off the map, or in one cell."""
        return [f for f in self.figures.values() if f.at == zone and f.seat == seat]

    def on_map(self, seat: SeatId | None = None) -> Iterator[Figure]:
        """All miniatures on the map, or those of one player."""
        return (f for f in self.figures.values() if f.at in PLACE and seat in (None, f.seat))

    def creatures(self, seat: SeatId) -> list[Figure]:
        """A player's creatures on the map."""
        return [f for f in self.figures.values() if f.seat == seat and f.at in PLACE and f.kind in CREATURES]

    def creatures_at(self, cell: str, seat: SeatId | None = None) -> list[Figure]:
        """DB-2.3: the creatures of a cell, or those of one player in it."""
        found = [f for f in self.figures.values() if f.at == cell and f.kind in CREATURES]
        return found if seat is None else [f for f in found if f.seat == seat]

    def crowd(self) -> dict[tuple[str, SeatId], int]:
        """How many creatures of which player are in which cell, counted once for many questions."""
        counts: dict[tuple[str, SeatId], int] = {}
        for figure in self.figures.values():
            if figure.at in PLACE and figure.kind in CREATURES:
                place = figure.at, figure.seat
                counts[place] = counts.get(place, 0) + 1
        return counts

    def location_at(self, cell: str) -> Figure | None:
        """DB-2.9: at most one."""
        return next((f for f in self.figures.values() if f.at == cell and not f.is_creature), None)

    def allies(self, figure: Figure) -> list[Figure]:
        """DB-3.9: other creatures of the same controller."""
        return [f for f in self.creatures(figure.seat) if f.id != figure.id]

    def enemies(self, figure: Figure) -> list[Figure]:
        """DB-3.9: creatures of the opponent."""
        return self.creatures(self.foe(figure.seat))

    def local_enemies(self, figure: Figure) -> list[Figure]:
        """Enemies in the same cell."""
        return self.creatures_at(figure.at, self.foe(figure.seat))

    def is_engaged(self, figure: Figure) -> bool:
        """DB-3.10."""
        return figure.is_creature and bool(self.local_enemies(figure))

    def is_contested(self, cell: str) -> bool:
        """DB-3.11."""
        return len({f.seat for f in self.creatures_at(cell)}) == 2

    def is_empty(self, cell: str) -> bool:
        """DB-2.10: a location does not matter, unless the match says so (DB-Q1)."""
        if self.choices.empty_needs_no_location and self.location_at(cell) is not None:
            return False
        return not self.creatures_at(cell)

    def has_room(self, cell: str, seat: SeatId) -> bool:
        """DB-2.9: for one more creature that moves in."""
        return len(self.creatures_at(cell, seat)) < STACK

    # Abilities.

    def is_on(self, figure: Figure, ability: Ability) -> bool:
        """DB-10.2, DB-10.3: the miniature is on the map, and where the ability wants it to be."""
        wanted = ability.condition.on_scoring_cell
        return figure.at in (self.scoring(figure.seat) if wanted else PLACE)

    def works(self, figure: Figure, name: str) -> Ability | None:
        """The ability of that name that is always active, if the miniature has it and it is active now."""
        for ability in figure.miniature.abilities:
            if ability.name == name and ability.condition.kind == "always" and self.is_on(figure, ability):
                return ability
        return None


def fits(figure: Figure, modifier: str | None) -> bool:
    """DB-10.4: an aspect or lineage word restricts to miniatures that have it."""
    return is_fitting(figure.miniature, modifier)


def is_fitting(miniature: Miniature, modifier: str | None) -> bool:
    """The same by what is printed."""
    if modifier is None or modifier in ("Self", "Allies", "Enemies"):
        return True
    return modifier == miniature.lineage or modifier.lower() in miniature.aspects


def has(figure: Figure, name: str) -> Ability | None:
    """A printed ability, wherever the miniature is."""
    for ability in figure.miniature.abilities:
        if ability.name == name:
            return ability
    return None
