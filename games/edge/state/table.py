"""ED-2.9: the state of a match, and the questions about it that any rule may ask."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property

from games.edge.catalogue import PlayMode, play_mode
from games.edge.geometry import BOARDS, Board, Placement
from games.edge.state.pieces import (
    DYING,
    FACTION_CHOICE,
    ON_BOARD,
    STANDING,
    Enhancement,
    Model,
    Player,
    SeatId,
    Side,
    Squad,
)
from games.edge.state.progress import Choices, Effect, Fight, Later, Outcome, Token, Turn
from games.engine.contract.state import MatchState


def sides_of(seats: Sequence[SeatId], *, teams: bool) -> list[Side]:
    """ED-4.4: each seat alone, or two teams: seats alternate between them."""
    return [tuple(seats[::2]), tuple(seats[1::2])] if teams else [(seat,) for seat in seats]


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
    vp: int = 0  # the marker of a track, in steps towards the first seat's end; see `lead`
    ends: list[int] = []  # ED-4.16: the steps from the middle of the track to each seat's end
    tokens: list[Token] = []
    effects: list[Effect] = []
    laters: list[Later] = []
    fights: list[Fight] = []  # the innermost last
    actions: list[str] = []  # titles of the Actions that are being carried out, the innermost last
    uses: dict[str, int] = {}  # of Enhancement Actions, by the stretch of play they are limited to
    asked: int = 0  # set-up: how many placements have been made in this stage
    extra_turn: str = ""  # ED-5.4: the kind of a turn that the player on turn takes next
    final_turn: bool = False
    quiet: int = 0  # turns in a row without progress; by rules number 1 Passive turns in a row
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

    def allies(self, seat: SeatId) -> list[Player]:
        """ED-1.3: the partners of a seat, clockwise; it is none of them."""
        others = self.clockwise(seat)[1:]
        return [self.player(other) for other in others if not self.are_enemies(seat, other)]

    def sees_hand(self, seat: SeatId | None, player: Player) -> bool:
        """ED-24.8: one's own hand, and that of an ally who shows it."""
        if seat is None or seat == player.seat:
            return seat == player.seat
        return player.shows_hand and not self.are_enemies(seat, player.seat)

    def opponents(self, seat: SeatId) -> list[Player]:
        """ED-1.3: the enemies of a seat, clockwise."""
        return [self.player(other) for other in self.clockwise(seat) if self.are_enemies(seat, other)]

    @property
    def sides(self) -> list[Side]:
        """Who wins together: each player alone, or two teams."""
        return sides_of(self.seats, teams=self.format.teams)

    @property
    def standing(self) -> list[Side]:
        """The sides that can still win: nobody of them is eliminated, and not everybody has left."""
        return [side for side in self.sides if self._stands([self.player(seat) for seat in side])]

    def playing(self, first: SeatId) -> list[SeatId]:
        """Clockwise from a seat, without those who have left: they draw and take nothing any more."""
        return [s for s in self.clockwise(first) if not (self.since(4) and self.player(s).left)]

    def _stands(self, players: list[Player]) -> bool:
        return not any(player.out for player in players) and not all(player.left for player in players)

    # Victory Points; `rules/victory.py` changes them.

    @cached_property
    def format(self) -> PlayMode:
        """ED-24.1: the mode of play, by the number of players."""
        return play_mode(len(self.players), self.choices.teams)

    @property
    def has_track(self) -> bool:
        """ED-4.16: whether points are steps of one marker, not tokens."""
        return self.format.vp == "track"

    def direction(self, seat: SeatId) -> int:
        """ED-4.16: the way of the marker towards this player's end of the track."""
        return (1, -1)[self.seats.index(seat)]

    def points(self, side: Side) -> int:
        """ED-22.8, ED-22.13: the tokens that a side has captured."""
        return sum(self.player(seat).points for seat in side)

    def lead(self, seat: SeatId) -> int:
        """How far this player's side is ahead of the best other one; negative if behind."""
        if self.has_track:
            return self.vp * self.direction(seat)
        own = next(side for side in self.sides if seat in side)
        return self.points(own) - max(self.points(side) for side in self.sides if side != own)

    def tally(self, seat: SeatId) -> int:
        """B.3 `vp`: the lead on a track, else the tokens that this player has captured."""
        return self.lead(seat) if self.has_track else self.player(seat).points

    @property
    def order(self) -> list[SeatId]:
        """ED-4.10: the placement order, the Countering player last."""
        return [*self.clockwise(self.countering)[1:], self.countering]

    def note_progress(self) -> None:
        """Something happened in this turn that brings the match nearer to its end."""
        if self.since(2):
            self.turn.progress = True

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

    def friends(self, seat: SeatId) -> list[Model]:
        """ED-24.6: "your" models on the board, as cards say it: the player's own, then those of allies."""
        return [model for player in (self.player(seat), *self.allies(seat)) for model in player.models]

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

    @cached_property
    def board(self) -> Board:
        """ED-4.1: one board in a duel, else two joined ones."""
        return BOARDS[self.format.boards]

    def placement(self, model: Model) -> Placement:
        """Where a model on the board stands."""
        return self.board.placements[model.at]

    @property
    def tokens_mask(self) -> int:
        """The hexes under Shrines and Crystal Sources, which fill their Space (ED-1.5), and other tokens."""
        mask = 0
        for name in self.token_spaces:
            mask |= self.space_mask(name)
        for token in self.tokens:
            if token.at and self.player(token.owner).content.tokens[token.t].occupies:
                mask |= self.mask_of(token.at)
        return mask

    def mask_of(self, name: str) -> int:
        """The hexes of a place on the board: of a Space (C5) or of a base (C5.3)."""
        return self.board.placements[name].mask if "." in name else self.space_mask(name)

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
        places = self.board.placements
        mask = self.tokens_mask
        for squad in self.squads:
            for model in squad.models:
                if model.state in STANDING and model.id not in without:
                    mask |= places[model.at].mask
        return mask

    def touching(self, models: Iterable[Model], mask: int) -> list[Model]:
        """Those of the models that are base to base with a set of hexes, itself not overlapped (ED-1.6)."""
        places = self.board.placements
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
        return self.board.area[self.board.number[name]]

    def is_full(self, space: int, occupied: int) -> bool:
        """ED-13.6: all seven hexes are covered."""
        return not self.board.free_in(space, occupied)
