"""EF-2.14, Position: move, place, swap."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from msgspec import structs

from games.edge.attributes import has_flag, stat
from games.edge.effects.arguments import Arguments
from games.edge.effects.asking import Question, ask
from games.edge.effects.conditions import place_mask
from games.edge.effects.run import Context, possible, verb
from games.edge.effects.scope import Scope
from games.edge.geometry import Placement
from games.edge.rules import ending, moving, tokens
from games.edge.rules.movement import Manner, Mover, Plan, can_go, carry_node, destinations, move_node
from games.edge.rules.reaching import at_sources, immovable, manner_of, mover, movers
from games.edge.state import ASIDE, DEAD, ON_BOARD, Model, State
from games.engine.decisions import ALWAYS, IF_IDLE
from games.engine.phrases import say
from games.engine.table import Rules
from games.engine.text import gettext_noop as _
from games.engine.tree import Branch, Node, Path, first_path, leaf

NORMAL, NONE, ANY = "normal", "none", "any"


# Moves.


@verb("move")
def move(context: Context, arguments: Arguments) -> Rules[None]:
    """A Move of some models, as one (ED-9.4); each of them may stay. Towards a goal, one after the other."""
    travellers = _travellers(context, arguments)
    if "to" in arguments:
        yield from _move_in_turn(context, arguments, travellers)
        return
    if not travellers:
        return
    node = _move_tree(context, arguments, travellers)
    plan = yield from ask(context, _moving(context, node))
    if plan:
        pushed = yield from moving.move(context.table, context.seat, plan)
        _remember(context, arguments, plan, pushed)


def _move_in_turn(context: Context, arguments: Arguments, travellers: list[Mover]) -> Rules[None]:
    """EF-8.3.10: in the order that is chosen; who finds no place in contact any more stays."""
    left = travellers
    while able := _able(context, arguments, left):
        plan = yield from ask(context, _moving(context, _any_of(context, arguments, able)))
        if not plan:
            return
        pushed = yield from moving.move(context.table, context.seat, plan)
        _remember(context, arguments, plan, pushed)
        gone = {travel.model for travel in plan}
        left = [traveller for traveller in left if traveller.model.id not in gone]


def _able(scope: Scope, arguments: Arguments, travellers: list[Mover]) -> list[Mover]:
    manner = _manner(scope, arguments)
    return [traveller for traveller in travellers if can_go(scope.state, [traveller], manner)]


def _any_of(context: Context, arguments: Arguments, travellers: list[Mover]) -> Node[Plan]:
    """The Move of one of them, each for itself."""
    manner = _manner(context, arguments)
    trees = [move_node(context.state, [traveller], manner) for traveller in travellers]
    return Node(None, lambda: (branch for tree in trees for branch in tree.branches()))


def _travellers(scope: Scope, arguments: Arguments) -> list[Mover]:
    """EF-4.1: a Blocked model is not moved by its own controller; others may move it."""
    models = [model for model in scope.models(arguments.text("who")) if model.state == ON_BOARD]
    reach = scope.number(arguments.get("range")) if "range" in arguments else None
    through = arguments.is_set("thru")
    own = [model for model in models if scope.state.owner(model) == scope.seat]
    foreign = [model for model in models if model not in own and stat(scope.state, model, "MOV") is not None]
    found = movers(scope.state, own, reach, through)
    return [*found, *(mover(scope.state, model, reach, through) for model in foreign)]


def _manner(scope: Scope, arguments: Arguments) -> Manner:
    goal = arguments.nested("to")
    touching = place_mask(scope, goal.text("b2b")) if "b2b" in goal else 0
    manner = Manner(push=_push_mode(arguments), straight=arguments.is_set("straight"), touching=touching)
    return manner_of(scope.state, scope.seat, _travellers(scope, arguments), manner)


def _push_mode(arguments: Arguments) -> str:
    mode = arguments.text("push", NORMAL)
    return mode if mode in (ANY, NONE) else NORMAL


def _move_tree(context: Context, arguments: Arguments, travellers: list[Mover]) -> Node[Plan]:
    if "carry" in arguments:
        carried = context.model(arguments.text("carry"))
        if carried is not None:
            return carry_node(context.state, travellers[0], carried, _manner(context, arguments))
    return move_node(context.state, travellers, _manner(context, arguments))


def _moving(context: Context, node: Node[Plan]) -> Question[Plan]:
    """`move pilgrim/1 C5.3 move pilgrim/2 C5.4`, or `stay`."""

    def grow() -> Node[Plan]:
        staying: Branch[Plan] = Branch("stay", lambda: leaf(()))
        return Node(None, lambda: (staying, *node.branches()), lead="move", unled=("stay",))

    return Question(
        "move",
        say(_("{title}: who moves where?"), title=context.title),
        grow,
        default=("stay",),
        asks=IF_IDLE,
        lines=("move",),
    )


def _remember(context: Context, arguments: Arguments, plan: Plan, pushed: list[str]) -> None:
    context.names["pushed"] = pushed
    if "as" in arguments:
        name = arguments.text("as")
        context.names[name] = [travel.model for travel in plan]
        context.names[f"{name}.crossed"] = [space for travel in plan for space in travel.path[1:-1]]


@possible("move")
def can_move(scope: Scope, arguments: Arguments) -> bool:
    """Somebody can go somewhere."""
    travellers = _travellers(scope, arguments)
    return bool(travellers) and can_go(scope.state, travellers, _manner(scope, arguments))


# Placements.


@verb("place")
def place(context: Context, arguments: Arguments) -> Rules[None]:
    """Teleport, jump, reposition, deploy: no path."""
    models = _placed(context, arguments)
    if not models:
        return
    if arguments.text("to") == "card":
        set_aside(context, models)
        return
    allowed = yield from _room(context, arguments, models)
    manner = _place_manner(context, arguments, models, allowed)
    found = [Mover(model, None) for model in models]
    if can_go(context.state, found, manner):
        plan = yield from ask(context, placing(context, found, manner))
        context.names["pushed"] = moving.place(context.table, context.seat, plan)
    ending.check_models(context.table)


def _placed(scope: Scope, arguments: Arguments) -> list[Model]:
    """Models on the board or set aside; a whole Squad that has not arrived yet (ED-4.22).

    EF-4.1: a Blocked model is not put elsewhere by its own controller.
    """
    models = [model for model in scope.all_models(arguments.text("who")) if model.state != DEAD]
    return [model for model in models if not _is_held(scope, model)]


def set_aside(context: Context, models: Iterable[Model]) -> None:
    """ED-22.15: off the board, on the Squad card."""
    for model in models:
        model.state, model.at = ASIDE, ""
        tokens.clear(context.state, model.id)
        context.table.tell("set_aside", seat=context.seat, model=model.id)
    ending.check_models(context.table)


Allowed = Callable[[Placement], bool]


def _room(context: Context, arguments: Arguments, models: Sequence[Model]) -> Rules[Allowed | None]:
    """Where they may stand; a Space at the edge is chosen first, since all arrive in the same one."""
    goal = arguments.get("to")
    if goal == "edge":
        spaces = _edge_spaces(context, models)
        chosen = yield from ask(context, _which_space(context, spaces))
        return lambda placement: placement.space == chosen
    return _allowed(context, arguments, models)


def _allowed(scope: Scope, arguments: Arguments, models: Sequence[Model]) -> Allowed | None:
    goal, board = arguments.nested("to"), scope.state.board
    if "space" in goal:
        wanted = {board.number[name] for name in scope.addresses(goal.text("space"))}
        return lambda placement: placement.space in wanted
    if "adj" in goal or "range" in goal:
        reach = scope.number(goal.get("range"), 1)
        here = scope.state.placement(models[0]).space
        centres = (
            [scope.state.placement(m).space for m in scope.models(goal.text("from"))]
            if "range" in goal
            else [here]
        )
        # CH11, CH16: Dodge steps to another Space; Bash shoves into one next to where the model stood.
        return lambda placement: (
            placement.space != here
            and any(board.distance(placement.space, centre) <= reach for centre in centres)
        )
    return None


def _edge_spaces(scope: Scope, models: Sequence[Model]) -> list[int]:
    state = scope.state
    edge = [space for space in state.board.spaces if state.board.is_edge(space)]
    sizes, occupied = [state.base(model) for model in models], state.occupied()
    return [space for space in edge if _fit_into(state, sizes, space, occupied)]


def _fit_into(state: State, sizes: Sequence[int], space: int, occupied: int) -> bool:
    """Whether bases find room together on the free hexes of one Space."""
    if not sizes:
        return True
    places = state.board.by_size[sizes[0]][space]
    return any(
        not place.mask & occupied and _fit_into(state, sizes[1:], space, occupied | place.mask)
        for place in places
    )


def _which_space(context: Context, spaces: list[int]) -> Question[int]:
    names = context.state.board.names

    def grow() -> Node[int]:
        branches = [Branch(names[space], partial(leaf, space)) for space in spaces]
        return Node(None, lambda: branches, lead="in")

    return Question(
        "space",
        say(_("{title}: in which Space?"), title=context.title),
        grow,
        default=(names[spaces[0]],),
        asks=ALWAYS,
        key="choose",
    )


def _place_manner(
    scope: Scope, arguments: Arguments, models: Sequence[Model], allowed: Allowed | None
) -> Manner:
    """EF-4.2, EF-4.4: own models push as at the end of a Move; others' and arriving ones need empty hexes."""
    goal = arguments.nested("to")
    touching = place_mask(scope, goal.text("b2b")) if "b2b" in goal else 0
    is_own = all(scope.state.owner(model) == scope.seat for model in models)
    is_here = all(model.state == ON_BOARD for model in models)
    push = _push_mode(arguments) if (is_own and is_here) or arguments.text("push") == ANY else NONE
    kept = immovable(scope.state, scope.seat)
    if arguments.text("except") == "b2b_source":
        kept |= at_sources(scope.state)
    return Manner(push=push, touching=touching, allowed=allowed, immovable=kept, must=True)


def placing(context: Context, found: list[Mover], manner: Manner) -> Question[Plan]:
    """`at C5.3`; several models are named: `at holy_knight#2/1 C5.12 move …`. B.5 where nothing is said."""
    tree = move_node(context.state, found, manner)
    single = tree.step(found[0].model.id) if len(found) == 1 else None

    def grow() -> Node[Plan]:
        return structs.replace(single if single is not None else tree, lead="at")

    def automatic() -> Path:
        if single is None:
            return first_path(tree)
        nearest = min(
            destinations(context.state, found[0], manner), key=lambda p: _far(context.state, found[0], p)
        )
        return (nearest.name,)

    return Question(
        "place",
        say(_("{title}: where to?"), title=context.title),
        grow,
        default=automatic,
        asks=ALWAYS,
        key="choose",
    )


def _far(state: State, moved: Mover, place: Placement) -> tuple[int, int, tuple[int, ...]]:
    """B.5: the same Space first, then by distance, board order, digits."""
    at = moved.model.at
    here = state.board.placements[at].space if at else place.space
    return state.board.distance(here, place.space), place.space, place.digits


@possible("place")
def can_place(scope: Scope, arguments: Arguments) -> bool:
    """All of them find a place."""
    models = _placed(scope, arguments)
    if not models:
        return False
    goal = arguments.get("to")
    if goal == "card":
        return True
    if goal == "edge":
        return bool(_edge_spaces(scope, models))
    manner = _place_manner(scope, arguments, models, _allowed(scope, arguments, models))
    return can_go(scope.state, [Mover(model, None) for model in models], manner)


def _is_held(scope: Scope, model: Model) -> bool:
    """EF-4.1: Blocked, and it is the own controller who would put it elsewhere."""
    return scope.state.owner(model) == scope.seat and has_flag(scope.state, model, "blocked")


@verb("swap")
def swap(context: Context, arguments: Arguments) -> Rules[None]:
    """Two models of equal base trade places."""
    one, other = (context.model(arguments.text(name)) for name in ("a", "b"))
    if one is not None and other is not None:
        one.at, other.at = other.at, one.at
        context.table.tell("swapped", seat=context.seat, model=one.id, other=other.id)
        tokens.tidy(context.table, moved=[one.id, other.id])
    return
    yield


@possible("swap")
def can_swap(scope: Scope, arguments: Arguments) -> bool:
    """Both are there, and free to go."""
    models = [scope.model(arguments.text(name)) for name in ("a", "b")]
    return all(model is not None and not _is_held(scope, model) for model in models)
