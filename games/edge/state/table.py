"""ED-2.9: the state of a match, and the questions about it that any rule may ask."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cached_property

from games.edge import geometry
from games.edge.geometry import Board, Placement
from games.edge.state.pieces import (
    DYING,
    FACTION_CHOICE,
    ON_BOARD,
    STANDING,
    Enhancement,
    Model,
    Player,
    SeatId,
    Squad,
)
from games.edge.state.progress import Choices, Effect, Fight, Later, Outcome, Token, Turn
from games.engine.contract.state import MatchState


class State(MatchState, omit_defaults=True, dict=True):
    """The whole table. Seats are numbered from 1, clockwise."""

    choices: Choices
    players: list[Player]
    turn: Turn
    stage: str = FACTION_CHOICE
    first: SeatId = 0
    countering: SeatId = 0
    sources: list[str] = []  # names of Spaces
    neutral_crystals: int = 0
    neutral_charges: int = 0
    vp: int = 0  # positive: the first seat leads
    ends: list[int] = []  # ED-4.16: the steps from the middle to each seat's end
    tokens: list[Token] = []
    effects: list[Effect] = []
    laters: list[Later] = []
    fights: list[Fight] = []  # the innermost last
    actions: list[str] = []  # titles of the Actions that are being carried out, the innermost last
    uses: dict[str, int] = {}  # of Enhancement Actions, by the stretch of play they are limited to
    asked: int = 0  # set-up: how many placements have been made in this stage
    extra_turn: str = ""  # ED-5.4: the kind of a turn that the player on turn takes next
    final_turn: bool = False
    quiet: int = 0  # Passive turns in a row
    outcome: Outcome | None = None

    # People.

    def player(self, seat: SeatId) -> Player:
        """The player of a seat."""
        return self.players[seat - 1]

    @property
    def active(self) -> Player:
        """ED-1.4: the player whose turn it is."""
        return self.players[self.turn.seat - 1]

    @property
    def seats(self) -> list[SeatId]:
        """All seats, clockwise."""
        return [player.seat for player in self.players]

    def clockwise(self, first: SeatId) -> list[SeatId]:
        """All seats from one on."""
        at = self.seats.index(first)
        return [*self.seats[at:], *self.seats[:at]]

    def are_enemies(self, one: SeatId, other: SeatId) -> bool:
        """ED-1.3: all others; in teams seats alternate (ED-4.4), so that every second one is an ally."""
        if self.choices.teams:
            return (one - other) % 2 == 1
        return one != other

    def opponents(self, seat: SeatId) -> list[Player]:
        """ED-1.3: the enemies of a seat, clockwise."""
        return [self.player(other) for other in self.clockwise(seat) if self.are_enemies(seat, other)]

    def lead(self, seat: SeatId) -> int:
        """ED-4.16: how far the VP marker of a duel stands on this player's side; negative if behind."""
        return self.vp if seat == self.players[0].seat else -self.vp

    @property
    def order(self) -> list[SeatId]:
        """ED-4.10: the placement order, the Countering player last."""
        return [*self.clockwise(self.countering)[1:], self.countering]

    # Pieces.

    @cached_property
    def _index(self) -> dict[str, Squad | Model]:
        models = [model for squad in self.squads for model in squad.models]
        return {**{squad.id: squad for squad in self.squads}, **{model.id: model for model in models}}

    def forget_index(self) -> None:
        """Squads were added."""
        vars(self).pop("_index", None)
        vars(self).pop("squads", None)

    def squad(self, name: str) -> Squad:
        """A Squad by its address (ED-1.10)."""
        found = self._index[name]
        if not isinstance(found, Squad):
            raise KeyError(name)
        return found

    def model(self, name: str) -> Model:
        """A model by its address (ED-1.10)."""
        found = self._index[name]
        if not isinstance(found, Model):
            raise KeyError(name)
        return found

    def squad_of(self, model: Model) -> Squad:
        """The Squad of a model."""
        return self.squad(model.squad)

    def owner(self, model: Model) -> SeatId:
        """Whose model it is."""
        return self.squad(model.squad).seat

    def base(self, model: Model) -> int:
        """ED-1.7: the size of its base in the present mode."""
        return self.squad(model.squad).side.base

    @cached_property
    def squads(self) -> list[Squad]:
        """All Squads, player by player."""
        return [squad for player in self.players for squad in player.squads]

    @property
    def models(self) -> Iterator[Model]:
        """All models on the board, player by player."""
        return (model for squad in self.squads for model in squad.models if model.state == ON_BOARD)

    def enemies(self, seat: SeatId) -> list[Model]:
        """ED-1.3: the models on the board that belong to this player's enemies, seat by seat."""
        return [
            model for player in self.players if self.are_enemies(seat, player.seat) for model in player.models
        ]

    def is_enemy(self, seat: SeatId, model: Model) -> bool:
        """ED-1.3: whether a model belongs to an enemy of this player."""
        return self.are_enemies(seat, self.squad(model.squad).seat)

    def enhancement(self, name: str) -> Enhancement:
        """ED-1.10: `pilgrim.1` is the Enhancement in the first slot."""
        squad, _, slot = name.rpartition(".")
        return self.squad(squad).enhancements[int(slot) - 1]

    # Places.

    @property
    def board(self) -> Board:
        """ED-4.1: the board of a duel."""
        return geometry.DUEL

    def placement(self, model: Model) -> Placement:
        """Where a model on the board stands."""
        return geometry.DUEL.placements[model.at]

    @property
    def tokens_mask(self) -> int:
        """The hexes under Shrines and Crystal Sources, which fill their Space (ED-1.5), and other tokens."""
        mask = 0
        for name in self.token_spaces:
            mask |= geometry.DUEL.area[geometry.DUEL.number[name]]
        for token in self.tokens:
            if token.at and self.player(token.owner).content.tokens[token.t].occupies:
                mask |= self.mask_of(token.at)
        return mask

    def mask_of(self, name: str) -> int:
        """The hexes of a place on the board: of a Space (C5) or of a base (C5.3)."""
        return geometry.DUEL.placements[name].mask if "." in name else self.space_mask(name)

    @property
    def fallen_mask(self) -> int:
        """ED-16.14: the hexes of models that are dying."""
        mask = 0
        for squad in self.squads:
            for model in squad.models:
                if model.state == DYING:
                    mask |= self.placement(model).mask
        return mask

    @property
    def token_spaces(self) -> list[str]:
        """The Spaces that Shrines and Crystal Sources fill."""
        return [*(player.shrine_at for player in self.players if player.shrine_at), *self.sources]

    def occupied(self, without: Collection[str] = ()) -> int:
        """ED-10.1: the hexes under models and map tokens, some models lifted off the board."""
        places = geometry.DUEL.placements
        mask = self.tokens_mask
        for squad in self.squads:
            for model in squad.models:
                if model.state in STANDING and model.id not in without:
                    mask |= places[model.at].mask
        return mask

    def touching(self, models: Iterable[Model], mask: int) -> list[Model]:
        """Those of the models that are base to base with a set of hexes, itself not overlapped (ED-1.6)."""
        places = geometry.DUEL.placements
        return [model for model in models if places[model.at].halo & mask]

    def are_touching(self, one: Model, other: Model) -> bool:
        """ED-1.6: base to base."""
        if one.state not in STANDING or other.state not in STANDING:
            return False
        return bool(self.placement(one).halo & self.placement(other).mask)

    def away(self, seat: SeatId, one: Model, other: Model) -> int:
        """ED-3.7, ED-25.3: how many Spaces lie between two models, for an Action of this player."""
        return self.distance(seat, self.placement(one).space, self.placement(other).space)

    def distance(self, seat: SeatId, one: int, other: int) -> int:
        """ED-25.3: a gate may make a way shorter, for the models of the player whose it is."""
        board, gates = self.board, self.gates(seat)
        plain = board.distance(one, other)
        if gates is None:
            return plain
        near, far = gates
        ways = [
            min(board.distance(one, a) for a in one_side) + 1 + min(board.distance(b, other) for b in across)
            for one_side, across in ((near, far), (far, near))
        ]
        return min(plain, *ways)

    def gates(self, seat: SeatId) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """ED-25.3: the Spaces around a player's Shrine, and those around its other end, which adjoin them."""
        player = self.player(seat)
        if not player.shrine_at or "gate_adjacency" not in player.shrine_card.also:
            return None
        kinds = player.content.tokens
        ends = [t.at for t in self.tokens if t.at and t.owner == seat and kinds[t.t].is_gate]
        if not ends:
            return None
        board = self.board
        return board.neighbours[board.number[player.shrine_at]], board.neighbours[board.number[ends[0]]]

    def contacts(self, model: Model) -> list[Model]:
        """The enemy models in base contact."""
        return self.touching(self.enemies(self.owner(model)), self.placement(model).mask)

    def space_mask(self, name: str) -> int:
        """All seven hexes of a Space."""
        return geometry.DUEL.area[geometry.DUEL.number[name]]

    def is_full(self, space: int, occupied: int) -> bool:
        """ED-13.6: all seven hexes are covered."""
        return not geometry.DUEL.free_in(space, occupied)
