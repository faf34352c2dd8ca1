"""The words of a Move, one level at a time. Only what can be completed is offered (drafts.can_finish)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import permutations

from msgspec.structs import replace

from games.edge.geometry import Placement
from games.edge.names import model_code, model_name
from games.edge.rules.drafts import Draft, Leg, Outcome, can_finish, finish, later, plan_of
from games.edge.rules.hindrances import barred_movers, barred_places
from games.edge.rules.plans import Plan
from games.edge.rules.pushing import rooms
from games.edge.rules.scene import NOBODY, Piece, Scene
from games.engine.tree import Branch, End, Node, count

VIA = "via"
PUSH = "push"
MOVE = "move"
WITH = "with"

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


# What may be added about a mover.


def _told_node(scene: Scene, draft: Draft, *, may_detour: bool = False) -> Node[Plan]:
    """After the placement: the end, a way, pushes, the next model."""

    def branches() -> Iterator[Branch[Plan]]:
        if may_detour and (_passes(outcome) or next(_waypoints(scene, draft), None) is not None):
            yield Branch(VIA, partial(_way_node, scene, draft, is_first=True))
        yield from _closing(scene, draft, may_push=True)

    outcome = finish(scene, draft)
    return Node(_end(scene, draft, outcome), branches)


def _passes(outcome: Outcome | None) -> bool:
    """Whether the last mover passes a Space on its way: that one may be named as well."""
    return outcome is not None and len(outcome.routes[-1]) > 2


def _end(scene: Scene, draft: Draft, outcome: Outcome | None) -> End[Plan] | None:
    return None if outcome is None else End(plan_of(scene, draft, outcome))


def _closing(scene: Scene, draft: Draft, *, may_push: bool) -> Iterator[Branch[Plan]]:
    """What may follow when the way is said: pushes first, then what comes after them."""
    if may_push and next(_shifts(scene, draft), None) is not None:
        yield Branch(PUSH, partial(_push_node, scene, draft))
    if scene.carried is not None and draft.carried is None:
        yield Branch(WITH, partial(_carried_node, scene, draft))
    if next(numbers(scene, draft), None) is not None:
        yield Branch(MOVE, partial(movers_node, scene, draft))


# The way.


def _can_detour(scene: Scene, piece: Piece) -> bool:
    return piece.reach is not None and piece.reach >= 2 and not scene.manner.straight


def _waypoints(scene: Scene, draft: Draft) -> Iterator[int]:
    """ED-9.2: the Spaces through which the last mover may go next, before it reaches its end."""
    leg = draft.legs[-1]
    piece = scene.pieces[leg.piece]
    if piece.start is None or piece.reach is None:
        return
    here = leg.via[-1] if leg.via else piece.start.space
    near, far = scene.board.distances[here], scene.board.distances[leg.place.space]
    for space in scene.board.spaces:
        is_near = near[space] and far[space] and near[space] + far[space] <= piece.reach
        if is_near and can_finish(scene, draft.with_last(replace(leg, via=(*leg.via, space)))):
            yield space


def _way_node(scene: Scene, draft: Draft, *, is_first: bool = False) -> Node[Plan]:
    leg = draft.legs[-1]

    def branches() -> Iterator[Branch[Plan]]:
        for space in _waypoints(scene, draft):
            yield Branch(scene.board.names[space], partial(further, space))
        if not is_first:
            yield from _closing(scene, draft, may_push=True)

    def further(space: int) -> Node[Plan]:
        return _way_node(scene, draft.with_last(replace(leg, via=(*leg.via, space))))

    outcome = None if is_first else finish(scene, draft)
    return Node(_end(scene, draft, outcome), branches)


# Pushes.


def _candidates(scene: Scene, draft: Draft) -> Iterator[tuple[int, int]]:
    """Who may be pushed next, and the movers that thereby have to take part instead of being pushed.

    A smaller mover that stands there and has not been named may still do either.
    """
    leg = draft.legs[-1]
    last = leg.pushes[-1][0] if leg.pushes else NOBODY
    open_movers = later(scene, draft) & ~draft.owed
    passed = 0
    for number in scene.overlapped(leg.place.mask, draft.part):
        stander = scene.standers[number]
        bit = 1 << stander.piece if stander.piece != NOBODY else 0
        if number <= last or bit & draft.owed or not scene.can_push(leg.place.size, stander):
            continue
        yield number, passed
        if not bit & open_movers:
            return  # this one has to be pushed: nobody after it may come first
        passed |= bit


def _shifts(scene: Scene, draft: Draft) -> Iterator[tuple[int, Placement, Draft]]:
    """ED-11.2: the next pushed model, where it may go, and the draft in which it does."""
    leg = draft.legs[-1]
    for number, passed in _candidates(scene, draft):
        stander = scene.standers[number]
        for place in rooms(scene.board, leg.place, stander.place.size, stander.place.space):
            pushed = _with_push(scene, draft, number, place, passed)
            if can_finish(scene, pushed):
                yield number, place, pushed


def _with_push(scene: Scene, draft: Draft, number: int, place: Placement, passed: int) -> Draft:
    leg, piece = draft.legs[-1], scene.standers[number].piece
    longer = replace(leg, pushes=(*leg.pushes, (number, place)))
    return draft.with_last(longer, owed=passed, out=1 << piece if piece != NOBODY else 0)


def _push_node(scene: Scene, draft: Draft) -> Node[Plan]:
    """One word for each pushed model, all of them or none, in the order of the army lists."""

    def branches() -> Iterator[Branch[Plan]]:
        for number, place, pushed in _shifts(scene, draft):
            name = scene.standers[number].name
            also = (f"{model_code(name)}>{place.name}",)
            yield Branch(f"{name}>{place.name}", partial(_push_node, scene, pushed), names=also)
        if closed is not None:
            yield from _closing(scene, closed, may_push=False)

    def find(word: str) -> Node[Plan] | None:
        pushed = _pushed_by(scene, draft, word)
        if pushed is not None:
            return _push_node(scene, pushed)
        closing = _closing(scene, closed, may_push=False) if closed is not None else ()
        return next((branch.grow() for branch in closing if branch.word == word), None)

    closed = _closed(scene, draft) if draft.legs[-1].pushes else None
    end = _end(scene, closed, finish(scene, closed)) if closed is not None else None
    return Node(end, branches, find)


def _pushed_by(scene: Scene, draft: Draft, word: str) -> Draft | None:
    """The draft after one word `<victim>><placement>`, if it is offered."""
    name, _, where = word.partition(">")
    place = scene.board.placements.get(where)
    for number, passed in _candidates(scene, draft):
        stander = scene.standers[number]
        if stander.name == name and place is not None and place.size == stander.place.size:
            pushed = _with_push(scene, draft, number, place, passed)
            return pushed if can_finish(scene, pushed) else None
    return None


def _closed(scene: Scene, draft: Draft) -> Draft | None:
    """The draft with its pushes complete: whoever may still choose takes part; None if one is missing."""
    owed = 0
    for number, _ in _candidates(scene, draft):
        piece = scene.standers[number].piece
        if piece == NOBODY or not later(scene, draft) >> piece & 1:
            return None
        owed |= 1 << piece
    return draft.with_last(draft.legs[-1], owed=owed)


# The carried.


def _carried_node(scene: Scene, draft: Draft) -> Node[Plan]:
    """Where the carried model is set down: on empty hexes in contact with the mover."""
    load = scene.carried
    if load is None or load.start is None:
        return Node()
    places = rooms(scene.board, draft.legs[-1].place, load.size, load.start.space)
    drafts = ((place, replace(draft, carried=place)) for place in places)
    ready = [
        Branch(place.name, partial(_told_node, scene, down), names=spellings(place))
        for place, down in drafts
        if finish(scene, down) is not None
    ]
    return Node(None, lambda: ready)


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
