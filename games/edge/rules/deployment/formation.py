"""ED-4.14 and ED-4.15: where a Squad may stand. An exact search, fast enough to be asked for every word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial

from games.edge.geometry import Board, Placement, is_connected
from games.edge.state import Squad, State

# ED-4.15: what may be ignored, in this order and only as far as needed.
STRICT, NEAR_TOKENS, NEAR_ENEMIES, SCATTERED = range(4)

Places = tuple[Placement, ...]


@cache
def _sized(board: Board, size: int) -> Places:
    """All placements of a base, in board order and then by digits."""
    return tuple(place for places in board.by_size[size] for place in places)


@cache
def _touching(board: Board, place: Placement) -> Places:
    """The placements of an equal base that touch this one without overlapping it."""
    equal = _sized(board, place.size)
    return tuple(other for other in equal if other.mask & place.halo and not other.mask & place.mask)


@dataclass(frozen=True)
class Ground:
    """Where a Squad may be put: bases of one size on free hexes, as one group or anyhow."""

    board: Board
    size: int
    hexes: int  # every base lies on these
    together: bool = True

    @cached_property
    def places(self) -> Places:
        """Every placement that one model alone may take, in board order."""
        return tuple(place for place in _sized(self.board, self.size) if not place.mask & ~self.hexes)

    def around(self, place: Placement) -> Iterator[Placement]:
        """The placements in contact with one."""
        return (other for other in _touching(self.board, place) if not other.mask & ~self.hexes)

    def options(self, placed: Places, left: int) -> Iterator[Placement]:
        """Where the next model may stand, so that the rest of the Squad finds a place too; nearest first."""
        near = self._chains(placed, left) if placed and self.together else self.places
        return (place for place in near if self.allows(placed, place, left))

    def allows(self, placed: Places, place: Placement, left: int) -> bool:
        """Whether the next of `left` models may stand there."""
        if place.mask & ~self.hexes or any(place.mask & other.mask for other in placed):
            return False
        return self.can_finish((*placed, place), left - 1)

    def can_finish(self, placed: Places, left: int) -> bool:
        """Whether `left` more models complete a legal deployment."""
        if not placed:
            return any(self.can_finish((place,), left - 1) for place in self.places)
        if not self.together:
            return left == 0 or any(
                self.can_finish((*placed, place), left - 1) for place in self._free(placed, self.places)
            )
        if left == 0:
            return is_connected(list(placed))
        group = _group(placed)
        around = (place for member in group for place in self._free(placed, self.around(member)))
        return any(self.can_finish((*placed, place), left - 1) for place in around)

    def _free(self, placed: Places, places: Iterator[Placement] | Places) -> Iterator[Placement]:
        taken = 0
        for place in placed:
            taken |= place.mask
        return (place for place in places if not place.mask & taken)

    def _chains(self, placed: Places, steps: int) -> Iterator[Placement]:
        """The placements that a chain of so many models can reach from one of those that stand."""
        reached = set(placed)
        edge = list(placed)
        for _ in range(steps):
            beyond: list[Placement] = []
            for place in (other for member in edge for other in self.around(member)):
                if place not in reached:
                    reached.add(place)
                    beyond.append(place)
                    yield place
            edge = beyond


def _group(placed: Places) -> list[Placement]:
    """The models that are connected with the first one."""
    group, rest = [placed[0]], list(placed[1:])
    for member in group:  # it grows on the way
        group += [other for other in rest if other.mask & member.halo]
        rest = [other for other in rest if not other.mask & member.halo]
    return group


def grounds(state: State, squad: Squad) -> Iterator[tuple[Ground, int]]:
    """ED-4.14, then what ED-4.15 makes of it."""
    board, free = state.board, state.board.all & ~state.occupied()
    tokens, enemies = state.tokens_mask, 0
    for model in state.enemies(squad.seat):
        enemies |= state.placement(model).mask
    size = squad.side.base
    yield Ground(board, size, free & ~board.halo(tokens) & ~board.halo(enemies)), STRICT
    yield Ground(board, size, free & ~board.halo(enemies)), NEAR_TOKENS
    yield Ground(board, size, free), NEAR_ENEMIES
    yield Ground(board, size, free, together=False), SCATTERED


def ground_for(state: State, squad: Squad) -> tuple[Ground, int]:
    """ED-4.15: the strictest ground on which the Squad has a legal deployment, and how strict it is."""
    for ground, strictness in grounds(state, squad):
        if ground.can_finish((), len(squad.models)):
            return ground, strictness
    raise RuntimeError(f"{squad.id}: there is no room on the board")


def compact(state: State, squad: Squad) -> Places:
    """DP-S6: the automatic formation: near the player's Shrine, in one Space if the Squad fits into one."""
    ground, _ = ground_for(state, squad)
    board = state.board
    home = board.number[state.player(squad.seat).shrine_at]
    near = sorted(board.spaces, key=lambda space: (board.distance(home, space), space))
    within = (replace(ground, hexes=ground.hexes & board.area[space]) for space in near)
    count = len(squad.models)
    chosen = next((space for space in within if space.can_finish((), count)), ground)
    placed: Places = ()
    for left in range(count, 0, -1):
        placed = (
            *placed,
            min(chosen.options(placed, left), key=partial(_nearness, board.distances[home], placed)),
        )
    return placed


def _nearness(away: Sequence[int], placed: Places, place: Placement) -> tuple[int, int, int, tuple[int, ...]]:
    """In contact with as many as possible, near the Shrine; then board order."""
    apart = sum(not place.halo & other.mask for other in placed)
    return apart, away[place.space], place.space, place.digits
