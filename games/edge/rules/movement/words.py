"""The words of a Move, one level at a time. Only what can be completed is offered (moves.can_finish)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import permutations

from msgspec.structs import replace

from games.edge.geometry import Placement
from games.edge.names import model_code, model_name, model_names
from games.edge.rules.movement.layout import NOBODY, Layout, Piece
from games.edge.rules.movement.partial import Completion, Leg, PartialMove, can_finish, finish, later, plan_of
from games.edge.rules.movement.plans import Plan
from games.edge.rules.movement.refusals import barred_movers, barred_places, barred_shifts, barred_waypoints
from games.edge.rules.pushing.room import rooms
from games.edge.rules.pushing.words import closed, shifted, shifts
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Branch, End, Node, count, words

VIA = "via"
PUSH = "push"
MOVE = "move"
WITH = "with"
_LABELS = {
    VIA: _("the Spaces it goes through"),
    PUSH: _("who is pushed, and where to"),
    MOVE: _("another model moves too; models that are not named stay"),
    WITH: _("the model that comes along, and where to"),
}

Grow = Callable[[], Node[Plan]]


# Who moves, and where to.


def movers_node(layout: Layout, move: PartialMove) -> Node[Plan]:
    """The models that may be named next."""

    def branches() -> Iterator[Branch[Plan]]:
        for number in numbers(layout, move):
            yield _model_branch(
                layout.pieces[number].name, partial(_places_node, layout, move, number), alone
            )

    def find(word: str) -> Node[Plan] | None:
        number = next((n for n, piece in enumerate(layout.pieces) if piece.name == word), NOBODY)
        is_offered = number != NOBODY and _may_be_next(layout, move, number)
        return _places_node(layout, move, number) if is_offered else None

    alone = len(layout.pieces) == 1
    return Node(
        None,
        branches,
        find,
        barred=lambda: barred_movers(layout, move, set(numbers(layout, move))),
        size=lambda cap: _size(layout, move, branches, cap),
    )


def numbers(layout: Layout, move: PartialMove) -> Iterator[int]:
    """The numbers of the movers that may be named next, ascending."""
    return (number for number in range(len(layout.pieces)) if _may_be_next(layout, move, number))


def _may_be_next(layout: Layout, move: PartialMove, number: int) -> bool:
    return next(places_of(layout, move, number), None) is not None


def places_of(layout: Layout, move: PartialMove, number: int) -> Iterator[Placement]:
    """Where a mover may end, in board order."""
    rest = later(layout, move)
    if not rest >> number & 1:
        return
    everybody = move.part | rest >> number << number
    finals = move.finals
    for place in layout.goals(number, everybody):
        if not place.mask & finals and can_finish(layout, move.with_leg(Leg(number, place))):
            yield place


def _places_node(layout: Layout, move: PartialMove, number: int) -> Node[Plan]:
    piece = layout.pieces[number]

    def branches() -> Iterator[Branch[Plan]]:
        for place in places_of(layout, move, number):
            yield Branch(place.name, partial(placed, place), names=spellings(place))

    def find(word: str) -> Node[Plan] | None:
        place = layout.board.placements.get(word)
        is_offered = place is not None and _is_offered(layout, move, number, place)
        return placed(place) if place is not None and is_offered else None

    def placed(place: Placement) -> Node[Plan]:
        return _told_node(layout, move.with_leg(Leg(number, place)), may_detour=_can_detour(layout, piece))

    return Node(
        None,
        branches,
        find,
        barred=lambda: barred_places(layout, move, number, set(places_of(layout, move, number))),
    )


def _is_offered(layout: Layout, move: PartialMove, number: int, place: Placement) -> bool:
    return (
        layout.is_goal(layout.pieces[number], place)
        and not place.mask & move.finals
        and can_finish(layout, move.with_leg(Leg(number, place)))
    )


@cache
def spellings(place: Placement) -> tuple[str, ...]:
    """ED-3.4: other ways to write a placement: digits in any order, the Space alone where it is filled.

    >>> from games.edge.geometry import JOINED as BOARD
    >>> spellings(BOARD.place("C5.12")), spellings(BOARD.place("C5.*"))
    (('C5.21',), ('C5', 'C5.0123456'))
    """
    space, _, _ = place.name.partition(".")
    if place.size == 7:
        return (space, f"{space}.0123456")
    if place.size not in (2, 3):  # one digit has one order; longer ones nobody writes backwards
        return ()
    orders = ["".join(map(str, order)) for order in permutations(place.digits)]
    return tuple(f"{space}.{order}" for order in orders[1:])


def _model_branch(name: str, grow: Grow, implied: bool) -> Branch[Plan]:
    """As `names.model_branch`; a single mover goes without saying."""
    return Branch(name, grow, model_name(name), model_names(name), implied)


# What may be added about a mover: each addition is a door with a word on it, and may be shut.

Door = tuple[str, Callable[[], bool], Grow]


def _open(doors: list[Door]) -> Iterator[Branch[Plan]]:
    return (Branch(word, grow, _LABELS.get(word, "")) for word, is_open, grow in doors if is_open())


def _enter(doors: list[Door], word: str) -> Node[Plan] | None:
    return next((grow() for name, is_open, grow in doors if name == word and is_open()), None)


def _has(found: Iterator[object]) -> bool:
    return next(found, None) is not None


def _told_node(layout: Layout, move: PartialMove, *, may_detour: bool) -> Node[Plan]:
    """After the placement: the end, a way, pushes, the next model."""

    def has_ways() -> bool:
        return may_detour and (_passes(completion) or _has(_waypoints(layout, move)))

    completion = finish(layout, move)
    way: Door = (VIA, has_ways, partial(_way_node, layout, move, is_first=True))
    doors = [way, *_closing(layout, move)]
    return Node(_end(layout, move, completion), partial(_open, doors), partial(_enter, doors))


def _passes(completion: Completion | None) -> bool:
    """Whether the last mover passes a Space on its way: that one may be named as well."""
    return completion is not None and len(completion.routes[-1]) > 2


def _end(layout: Layout, move: PartialMove, completion: Completion | None) -> End[Plan] | None:
    return None if completion is None else End(plan_of(layout, move, completion))


def _closing(layout: Layout, move: PartialMove, *, may_push: bool = True) -> list[Door]:
    """What may follow when the way is said: pushes first, then what comes after them."""
    doors: list[Door] = []
    if may_push:
        doors.append((PUSH, lambda: _has(shifts(layout, move)), partial(_push_node, layout, move)))
    if layout.carried is not None:
        doors.append((WITH, lambda: True, partial(_carried_node, layout, move)))
    doors.append((MOVE, lambda: _has(numbers(layout, move)), partial(movers_node, layout, move)))
    return doors


# The way.


def _can_detour(layout: Layout, piece: Piece) -> bool:
    return piece.reach is not None and piece.reach >= 2 and not layout.manner.straight


def _waypoints(layout: Layout, move: PartialMove) -> Iterator[int]:
    """ED-9.2: the Spaces through which the last mover may go next, before it reaches its end."""
    return (space for space in layout.board.spaces if _via(layout, move, space) is not None)


def _via(layout: Layout, move: PartialMove, space: int) -> PartialMove | None:
    """The move with one waypoint more, if that is possible."""
    leg = move.legs[-1]
    piece = layout.pieces[leg.piece]
    if piece.start is None or piece.reach is None:
        return None
    here = leg.via[-1] if leg.via else piece.start.space
    near, far = layout.board.distance(here, space), layout.board.distance(space, leg.place.space)
    if not near or not far or (near + far > piece.reach and piece.gates is None):
        return None
    longer = move.with_last(replace(leg, via=(*leg.via, space)))
    return longer if can_finish(layout, longer) else None


def _way_node(layout: Layout, move: PartialMove, *, is_first: bool = False) -> Node[Plan]:
    doors = [] if is_first else _closing(layout, move)
    names = layout.board.names

    def branches() -> Iterator[Branch[Plan]]:
        for space in layout.board.spaces:
            longer = _via(layout, move, space)
            if longer is not None:
                yield Branch(names[space], partial(_way_node, layout, longer))
        yield from _open(doors)

    def find(word: str) -> Node[Plan] | None:
        space = layout.board.number.get(word)
        longer = _via(layout, move, space) if space is not None else None
        return _way_node(layout, longer) if longer is not None else _enter(doors, word)

    completion = None if is_first else finish(layout, move)
    offered = partial(_waypoints, layout, move)
    barred = partial(barred_waypoints, layout, move.legs[-1], offered)
    return Node(_end(layout, move, completion), branches, find, barred=barred)


# Pushes.


def _push_node(layout: Layout, move: PartialMove) -> Node[Plan]:
    """One word for each pushed model, all of them or none."""
    whole = closed(layout, move) if move.legs[-1].pushes else None
    doors = _closing(layout, whole, may_push=False) if whole is not None else []

    def branches() -> Iterator[Branch[Plan]]:
        for name, place, pushed in shifts(layout, move):
            also = (f"{model_code(name)}>{place.name}",)
            yield Branch(f"{name}>{place.name}", partial(_push_node, layout, pushed), names=also)
        yield from _open(doors)

    def find(word: str) -> Node[Plan] | None:
        name, _, where = word.partition(">")
        place = layout.board.placements.get(where)
        pushed = shifted(layout, move, name, place) if place is not None else None
        return _push_node(layout, pushed) if pushed is not None else _enter(doors, word)

    end = _end(layout, whole, finish(layout, whole)) if whole is not None else None
    return Node(end, branches, find, barred=partial(barred_shifts, layout, move))


# The carried.


def _carried_node(layout: Layout, move: PartialMove) -> Node[Plan]:
    """Where the carried model is set down: on empty hexes in contact with the mover."""
    load = layout.carried
    if load is None or load.start is None:
        return Node()
    places = rooms(layout.board, move.legs[-1].place, load.size, load.start.space)
    moves = [(place, replace(move, carried=place)) for place in places]
    ends = [(place, _end(layout, down, finish(layout, down))) for place, down in moves]
    return words(
        Branch(place.name, partial(Node[Plan], end), names=spellings(place))
        for place, end in ends
        if end is not None
    )


# Counting.

_OVERLAPS = 12  # at most so many placements of one size share a hex with a given one


def _size(layout: Layout, move: PartialMove, branches: Callable[[], Iterator[Branch[Plan]]], cap: int) -> int:
    """How many Moves there are: a lower bound where that is enough, since there may be millions."""
    if not move.legs and not move.owed and layout.carried is None and _at_least(layout) >= cap:
        return cap
    return count(Node[Plan](None, branches), cap)


def _at_least(layout: Layout) -> int:
    """Moves of any set of models to free hexes that each can reach alone: they cannot hinder each other."""
    total = 1
    for number in range(len(layout.pieces)):
        part = 1 << number
        free = sum(1 for place in layout.goals(number, part) if not place.mask & layout.standing(part))
        total *= 1 + max(0, free - _OVERLAPS * number)
    return total - 1
