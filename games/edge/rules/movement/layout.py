"""ED-9.4: the picture in which a Move is planned: who stands where, and who is lifted off the board.

Movers are numbered; a set of them is an int with those bits. `part` is the set of those that take part.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from games.edge.geometry import Board, Placement
from games.edge.rules.movement.paths import Gates, Ways, straight_way, ways
from games.edge.rules.movement.plans import ANY, NORMAL, Manner, Mover
from games.edge.state import ON_BOARD, Model, State

NOBODY = -1


@dataclass(frozen=True, slots=True)
class Piece:
    """A model that may take part in the Move."""

    name: str
    size: int  # of its base when it arrives
    start: Placement | None
    reach: int | None
    through: bool = False
    allowed: Callable[[Placement], bool] | None = None
    pushes: bool = True  # EF-6.5.1: some never do
    gates: Gates | None = None  # ED-25.3: Spaces that adjoin each other for this mover

    @property
    def force(self) -> int:
        """Bases smaller than this make room for it."""
        return self.size if self.pushes else 0


@dataclass(frozen=True, slots=True)
class Stander:
    """A model on the board, in the order of the army lists."""

    name: str
    place: Placement
    piece: int  # its number among the movers, or NOBODY


Route = tuple[int, ...]  # Spaces, the first included
_RouteKey = tuple[int, tuple[int, ...], int, int]


@dataclass(frozen=True, slots=True)
class Layout:
    """One Move to be planned. Everything asked twice is kept."""

    board: Board
    pieces: tuple[Piece, ...]
    manner: Manner
    tokens: int
    standers: tuple[Stander, ...]
    fallen: int = 0  # the hexes of models that are dying: nobody pushes them, nobody ends on them
    carried: Piece | None = None  # lifted as well, and set down in contact with the first mover
    _standing: dict[int, int] = field(default_factory=dict[int, int])
    _walls: dict[tuple[int, int], int] = field(default_factory=dict[tuple[int, int], int])
    _ways: dict[tuple[int, int, int], Ways] = field(default_factory=dict[tuple[int, int, int], Ways])
    _routes: dict[_RouteKey, Route | None] = field(default_factory=dict["_RouteKey", "Route | None"])
    _ends: dict[int, tuple[Placement, ...]] = field(default_factory=dict[int, tuple[Placement, ...]])
    _goals: dict[tuple[int, int], tuple[Placement, ...]] = field(
        default_factory=dict[tuple[int, int], tuple[Placement, ...]]
    )

    @property
    def everybody(self) -> int:
        """All movers as a set."""
        return (1 << len(self.pieces)) - 1

    # What stands in the way.

    @property
    def fixed(self) -> int:
        """The hexes that nobody clears: of map tokens, and of the dying (ED-16.14)."""
        return self.tokens | self.fallen

    def stays(self, stander: Stander, part: int) -> bool:
        """Whether a model on the board takes no part."""
        return stander.piece == NOBODY or not part >> stander.piece & 1

    def standing(self, part: int) -> int:
        """ED-9.4: the occupied hexes with all who take part lifted off."""
        mask = self._standing.get(part)
        if mask is None:
            mask = self.fixed
            for stander in self.standers:
                if self.stays(stander, part):
                    mask |= stander.place.mask
            self._standing[part] = mask
        return mask

    def can_push(self, force: int, stander: Stander) -> bool:
        """ED-11.1, ED-11.6."""
        if stander.name in self.manner.immovable or not force:
            return False
        return self.manner.push == ANY or (self.manner.push == NORMAL and stander.place.size < force)

    def wall(self, force: int, part: int) -> int:
        """ED-9.3: the hexes that a base of this force cannot end on."""
        mask = self._walls.get((force, part))
        if mask is None:
            mask = self.fixed
            for stander in self.standers:
                if self.stays(stander, part) and not self.can_push(force, stander):
                    mask |= stander.place.mask
            self._walls[force, part] = mask
        return mask

    def force(self, number: int) -> int:
        """Of a mover by its number."""
        return self.pieces[number].force

    def overlapped(self, mask: int, part: int) -> list[int]:
        """The numbers of the models that stand on these hexes and take no part."""
        return [
            number
            for number, stander in enumerate(self.standers)
            if stander.place.mask & mask and self.stays(stander, part)
        ]

    # Ways.

    def _ways_from(self, piece: Piece, source: int, part: int) -> Ways:
        occupied = 0 if piece.through else self.standing(part)
        key = (piece.size if piece.gates is None else -piece.size, source, occupied)
        found = self._ways.get(key)
        if found is None:
            found = self._ways[key] = ways(self.board, source, piece.size, occupied, piece.gates)
        return found

    def route(self, number: int, via: tuple[int, ...], goal: int, part: int) -> Route | None:
        """ED-9.2: the shortest path through the waypoints; None if there is none within reach."""
        key = (number, via, goal, part)
        if key not in self._routes:
            self._routes[key] = self._find_route(self.pieces[number], via, goal, part)
        return self._routes[key]

    def _find_route(self, piece: Piece, via: tuple[int, ...], goal: int, part: int) -> Route | None:
        if piece.reach is None:
            return (goal,)
        if piece.start is None:
            return None
        start = piece.start.space
        if self.manner.straight:
            occupied = 0 if piece.through else self.standing(part)
            way = straight_way(self.board, start, goal, piece.size, occupied)
            return (start, *way) if way is not None and len(way) <= piece.reach else None
        return self._through(piece, start, [*via, goal], part)

    def _through(self, piece: Piece, start: int, points: list[int], part: int) -> Route | None:
        left = piece.reach or 0
        route = [start]
        for at, point in enumerate(points):
            here = self._ways_from(piece, route[-1], part)
            left -= here.steps[point]
            if left < 0 or (at < len(points) - 1 and not self.can_pass(piece, point, part)):
                return None
            route += here.to(point)
        return tuple(route)

    def can_pass(self, piece: Piece, space: int, part: int) -> bool:
        """ED-10.1, ED-10.5."""
        return piece.through or self.board.fits(piece.size, space, self.standing(part))

    # Ends.

    def is_goal(self, piece: Piece, place: Placement) -> bool:
        """Whether the manner of moving lets a model end there, no matter who stands there or on the way."""
        manner = self.manner
        if place.size != piece.size or place.mask & self.fixed:
            return False
        if manner.touching and not place.halo & manner.touching:
            return False
        if place.halo & manner.avoiding or (place is piece.start and not manner.must):
            return False  # EC-35: a model that ends where it stood takes no part
        return (manner.allowed is None or manner.allowed(place)) and (
            piece.allowed is None or piece.allowed(place)
        )

    def ends(self, number: int) -> tuple[Placement, ...]:
        """Every goal of a mover within its reach, in board order, nobody else considered."""
        found = self._ends.get(number)
        if found is None:
            piece = self.pieces[number]
            rows = self.board.by_size[piece.size]
            places = [place for space in self._spaces(piece) for place in rows[space]]
            found = self._ends[number] = tuple(place for place in places if self.is_goal(piece, place))
        return found

    def _spaces(self, piece: Piece) -> Sequence[int]:
        if piece.reach is None or piece.start is None or piece.gates is not None:
            return self.board.spaces
        return self.board.within(piece.start.space, piece.reach)

    def goals(self, number: int, part: int) -> tuple[Placement, ...]:
        """Where a mover could end, in board order, if these took part; others may make it impossible yet."""
        found = self._goals.get((number, part))
        if found is None:
            wall = self.wall(self.force(number), part)
            found = self._goals[number, part] = tuple(
                place
                for place in self.ends(number)
                if not place.mask & wall and self.route(number, (), place.space, part) is not None
            )
        return found


def place_of(state: State, model: Model) -> Placement | None:
    """Where a model stands, if it is on the board."""
    return state.placement(model) if model.state == ON_BOARD else None


def piece_of(state: State, mover: Mover) -> Piece:
    """A mover with its base in the present mode."""
    model = mover.model
    return Piece(
        model.id,
        state.base(model),
        place_of(state, model),
        mover.reach,
        mover.through,
        pushes=not state.squad_of(model).side.never_pushes,
        gates=state.gates(state.owner(model)) if mover.reach else None,
    )


def layout_of(state: State, pieces: Sequence[Piece], manner: Manner, carried: Piece | None = None) -> Layout:
    """The picture at the start of a Move."""
    numbers = {piece.name: number for number, piece in enumerate(pieces)}
    standers = [
        Stander(model.id, state.placement(model), numbers.get(model.id, NOBODY))
        for model in state.models
        if carried is None or model.id != carried.name
    ]
    return Layout(
        state.board, tuple(pieces), manner, state.tokens_mask, tuple(standers), state.fallen_mask, carried
    )
