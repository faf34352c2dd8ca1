"""The words of a Move, one level at a time. Only what can be completed is offered (drafts.can_finish)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import permutations

from msgspec.structs import replace

from games.edge.geometry import Placement
from games.edge.names import model_code, model_name
from games.edge.rules.drafts import Draft, Leg, Outcome, can_finish, finish, later, plan_of
from games.edge.rules.hindrances import barred_movers, barred_places, barred_shifts, barred_waypoints
from games.edge.rules.plans import Plan
from games.edge.rules.pushing import rooms
from games.edge.rules.scene import NOBODY, Piece, Scene
from games.edge.rules.shifts import closed, shifted, shifts
from games.engine.text import gettext_noop as _
from games.engine.tree import Branch, End, Node, count, words

VIA = "via"
PUSH = "push"
MOVE = "move"
WITH = "with"
_LABELS = {
    VIA: _("the Spaces through which it goes"),
    PUSH: _("who is pushed, and where to"),
    MOVE: _("another model moves too; who is not named stays"),
    WITH: _("the model that comes along, and where to"),
}

Grow = Callable[[], Node[Plan]]


# Who moves, and where to.


def movers_node(scene: Scene, draft: Draft) -> Node[Plan]:
    """The models that may be named next."""

    def branches() -> Iterator[Branch[Plan]]:
        for number in numbers(scene, draft):
            yield _model_branch(scene.pieces[number].name, partial(_places_node, scene, draft, number), alone)

    def find(word: str) -> Node[Plan] | None:
        number = next((n for n, piece in enumerate(scene.pieces) if piece.name == word), NOBODY)
        is_offered = number != NOBODY and _may_be_next(scene, draft, number)
        return _places_node(scene, draft, number) if is_offered else None

    alone = len(scene.pieces) == 1
    return Node(
        None,
        branches,
        find,
        barred=lambda: barred_movers(scene, draft, set(numbers(scene, draft))),
        size=lambda cap: _size(scene, draft, branches, cap),
    )


def numbers(scene: Scene, draft: Draft) -> Iterator[int]:
    """The numbers of the movers that may be named next, ascending."""
    return (number for number in range(len(scene.pieces)) if _may_be_next(scene, draft, number))


def _may_be_next(scene: Scene, draft: Draft, number: int) -> bool:
    return next(places_of(scene, draft, number), None) is not None


def places_of(scene: Scene, draft: Draft, number: int) -> Iterator[Placement]:
    """Where a mover may end, in board order."""
    rest = later(scene, draft)
    if not rest >> number & 1:
        return
    everybody = draft.part | rest >> number << number
    finals = draft.finals
    for place in scene.goals(number, everybody):
        if not place.mask & finals and can_finish(scene, draft.with_leg(Leg(number, place))):
            yield place


def _places_node(scene: Scene, draft: Draft, number: int) -> Node[Plan]:
    piece = scene.pieces[number]

    def branches() -> Iterator[Branch[Plan]]:
        for place in places_of(scene, draft, number):
            yield Branch(place.name, partial(placed, place), names=spellings(place))

    def find(word: str) -> Node[Plan] | None:
        place = scene.board.placements.get(word)
        is_offered = place is not None and _is_offered(scene, draft, number, place)
        return placed(place) if place is not None and is_offered else None

    def placed(place: Placement) -> Node[Plan]:
        return _told_node(scene, draft.with_leg(Leg(number, place)), may_detour=_can_detour(scene, piece))

    return Node(
        None,
        branches,
        find,
        barred=lambda: barred_places(scene, draft, number, set(places_of(scene, draft, number))),
    )


def _is_offered(scene: Scene, draft: Draft, number: int, place: Placement) -> bool:
    return (
        scene.is_goal(scene.pieces[number], place)
        and not place.mask & draft.finals
        and can_finish(scene, draft.with_leg(Leg(number, place)))
    )


@cache
def spellings(place: Placement) -> tuple[str, ...]:
    """ED-3.4: other ways to write a placement: digits in any order, the Space alone where it is filled.

    >>> from games.edge.geometry import DUEL
    >>> spellings(DUEL.place("C5.12")), spellings(DUEL.place("C5.*"))
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
    return Branch(name, grow, model_name(name), (model_code(name), f"model:{name}"), implied)


# What may be added about a mover: each addition is a door with a word on it, and may be shut.

Door = tuple[str, Callable[[], bool], Grow]


def _open(doors: list[Door]) -> Iterator[Branch[Plan]]:
    return (Branch(word, grow, _LABELS.get(word, "")) for word, is_open, grow in doors if is_open())


def _enter(doors: list[Door], word: str) -> Node[Plan] | None:
    return next((grow() for name, is_open, grow in doors if name == word and is_open()), None)


def _has(found: Iterator[object]) -> bool:
    return next(found, None) is not None


def _told_node(scene: Scene, draft: Draft, *, may_detour: bool) -> Node[Plan]:
    """After the placement: the end, a way, pushes, the next model."""

    def has_ways() -> bool:
        return may_detour and (_passes(outcome) or _has(_waypoints(scene, draft)))

    outcome = finish(scene, draft)
    way: Door = (VIA, has_ways, partial(_way_node, scene, draft, is_first=True))
    doors = [way, *_closing(scene, draft)]
    return Node(_end(scene, draft, outcome), partial(_open, doors), partial(_enter, doors))


def _passes(outcome: Outcome | None) -> bool:
    """Whether the last mover passes a Space on its way: that one may be named as well."""
    return outcome is not None and len(outcome.routes[-1]) > 2


def _end(scene: Scene, draft: Draft, outcome: Outcome | None) -> End[Plan] | None:
    return None if outcome is None else End(plan_of(scene, draft, outcome))


def _closing(scene: Scene, draft: Draft, *, may_push: bool = True) -> list[Door]:
    """What may follow when the way is said: pushes first, then what comes after them."""
    doors: list[Door] = []
    if may_push:
        doors.append((PUSH, lambda: _has(shifts(scene, draft)), partial(_push_node, scene, draft)))
    if scene.carried is not None:
        doors.append((WITH, lambda: True, partial(_carried_node, scene, draft)))
    doors.append((MOVE, lambda: _has(numbers(scene, draft)), partial(movers_node, scene, draft)))
    return doors


# The way.


def _can_detour(scene: Scene, piece: Piece) -> bool:
    return piece.reach is not None and piece.reach >= 2 and not scene.manner.straight


def _waypoints(scene: Scene, draft: Draft) -> Iterator[int]:
    """ED-9.2: the Spaces through which the last mover may go next, before it reaches its end."""
    return (space for space in scene.board.spaces if _via(scene, draft, space) is not None)


def _via(scene: Scene, draft: Draft, space: int) -> Draft | None:
    """The draft with one waypoint more, if that is possible."""
    leg = draft.legs[-1]
    piece = scene.pieces[leg.piece]
    if piece.start is None or piece.reach is None:
        return None
    here = leg.via[-1] if leg.via else piece.start.space
    near, far = scene.board.distance(here, space), scene.board.distance(space, leg.place.space)
    if not near or not far or near + far > piece.reach:
        return None
    longer = draft.with_last(replace(leg, via=(*leg.via, space)))
    return longer if can_finish(scene, longer) else None


def _way_node(scene: Scene, draft: Draft, *, is_first: bool = False) -> Node[Plan]:
    doors = [] if is_first else _closing(scene, draft)
    names = scene.board.names

    def branches() -> Iterator[Branch[Plan]]:
        for space in scene.board.spaces:
            longer = _via(scene, draft, space)
            if longer is not None:
                yield Branch(names[space], partial(_way_node, scene, longer))
        yield from _open(doors)

    def find(word: str) -> Node[Plan] | None:
        space = scene.board.number.get(word)
        longer = _via(scene, draft, space) if space is not None else None
        return _way_node(scene, longer) if longer is not None else _enter(doors, word)

    outcome = None if is_first else finish(scene, draft)
    offered = partial(_waypoints, scene, draft)
    barred = partial(barred_waypoints, scene, draft.legs[-1], offered)
    return Node(_end(scene, draft, outcome), branches, find, barred=barred)


# Pushes.


def _push_node(scene: Scene, draft: Draft) -> Node[Plan]:
    """One word for each pushed model, all of them or none."""
    whole = closed(scene, draft) if draft.legs[-1].pushes else None
    doors = _closing(scene, whole, may_push=False) if whole is not None else []

    def branches() -> Iterator[Branch[Plan]]:
        for name, place, pushed in shifts(scene, draft):
            also = (f"{model_code(name)}>{place.name}",)
            yield Branch(f"{name}>{place.name}", partial(_push_node, scene, pushed), names=also)
        yield from _open(doors)

    def find(word: str) -> Node[Plan] | None:
        name, _, where = word.partition(">")
        place = scene.board.placements.get(where)
        pushed = shifted(scene, draft, name, place) if place is not None else None
        return _push_node(scene, pushed) if pushed is not None else _enter(doors, word)

    end = _end(scene, whole, finish(scene, whole)) if whole is not None else None
    return Node(end, branches, find, barred=partial(barred_shifts, scene, draft))


# The carried.


def _carried_node(scene: Scene, draft: Draft) -> Node[Plan]:
    """Where the carried model is set down: on empty hexes in contact with the mover."""
    load = scene.carried
    if load is None or load.start is None:
        return Node()
    places = rooms(scene.board, draft.legs[-1].place, load.size, load.start.space)
    drafts = [(place, replace(draft, carried=place)) for place in places]
    ends = [(place, _end(scene, down, finish(scene, down))) for place, down in drafts]
    return words(
        Branch(place.name, partial(Node[Plan], end), names=spellings(place))
        for place, end in ends
        if end is not None
    )


# Counting.

_OVERLAPS = 12  # at most so many placements of one size share a hex with a given one


def _size(scene: Scene, draft: Draft, branches: Callable[[], Iterator[Branch[Plan]]], cap: int) -> int:
    """How many Moves there are: a lower bound where that is enough, since there may be millions."""
    if not draft.legs and not draft.owed and scene.carried is None and _at_least(scene) >= cap:
        return cap
    return count(Node[Plan](None, branches), cap)


def _at_least(scene: Scene) -> int:
    """Moves of any set of models to free hexes that each can reach alone: they cannot hinder each other."""
    total = 1
    for number in range(len(scene.pieces)):
        part = 1 << number
        free = sum(1 for place in scene.goals(number, part) if not place.mask & scene.standing(part))
        total *= 1 + max(0, free - _OVERLAPS * number)
    return total - 1
