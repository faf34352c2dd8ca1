"""ED-9.6, EF-2.14: models that are put somewhere: place, swap, and those that come back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from msgspec import structs

from games.edge.catalogue.parts import Goal
from games.edge.catalogue.steps import Move, Place, Revive, Swap
from games.edge.effects.conditions import place_mask
from games.edge.effects.run import Context, deed, possible, verb
from games.edge.effects.scope import Scope
from games.edge.geometry import Placement
from games.edge.rules import ending, tokens
from games.edge.rules.cards.questions import CardQuestion, ask
from games.edge.rules.movement import actions
from games.edge.rules.movement.movers import at_sources, immovable
from games.edge.rules.movement.options import Manner, Mover, Plan, can_go, destinations, move_node
from games.edge.rules.squads.attributes import has_flag
from games.edge.state import ASIDE, DEAD, ON_BOARD, Model, State
from games.engine.contract.decisions import ALWAYS
from games.engine.contract.phrases import say
from games.engine.contract.table import Rules
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Branch, Node, Path, first_path, leaf

NORMAL, NONE, ANY = "normal", "none", "any"


def push_mode(step: Place | Move) -> str:
    """EF-4.3: which models are pushed at the end."""
    return str(step.push) if step.push in (ANY, NONE) else NORMAL


def goal_mask(scope: Scope, goal: Goal | str | None) -> int:
    """The hexes with which every end must be in contact; 0: anywhere."""
    return place_mask(scope, goal.b2b) if isinstance(goal, Goal) and goal.b2b else 0


@verb(Place)
def place(context: Context, step: Place) -> Rules[None]:
    """Teleport, jump, reposition, deploy: no path."""
    models = _placed(context, step)
    if not models:
        return
    if step.to == "card":
        set_aside(context, models)
        return
    allowed = yield from _room(context, step, models)
    manner = _place_manner(context, step, models, allowed)
    found = [Mover(model, None) for model in models]
    if can_go(context.state, found, manner):
        plan = yield from ask(context, placing(context, found, manner))
        context.names["pushed"] = actions.place(context.table, context.seat, plan)
    ending.check_models(context.table)


def _placed(scope: Scope, step: Place) -> list[Model]:
    """Models on the board or set aside; a whole Squad that has not arrived yet (ED-4.22).

    EF-4.1: a Blocked model is not put elsewhere by its own controller.
    """
    models = [model for model in scope.all_models(step.who) if model.state != DEAD]
    return [model for model in models if not is_held(scope, model)]


def set_aside(context: Context, models: Iterable[Model]) -> None:
    """ED-22.15: off the board, on the Squad card."""
    for model in models:
        model.state, model.at = ASIDE, ""
        tokens.clear(context.state, model.id)
        context.table.tell("set_aside", seat=context.seat, model=model.id)
    ending.check_models(context.table)


Allowed = Callable[[Placement], bool]


def _room(context: Context, step: Place, models: Sequence[Model]) -> Rules[Allowed | None]:
    """Where they may stand; a Space at the edge is chosen first, since all arrive in the same one."""
    goal = step.to
    if goal == "edge":
        spaces = _edge_spaces(context, models)
        chosen = yield from ask(context, _which_space(context, spaces))
        return lambda placement: placement.space == chosen
    return _allowed(context, step, models)


def _allowed(scope: Scope, step: Place, models: Sequence[Model]) -> Allowed | None:
    goal, board = step.to, scope.state.board
    if not isinstance(goal, Goal):
        return None
    if goal.space:
        wanted = {board.number[name] for name in scope.addresses(goal.space)}
        return lambda placement: placement.space in wanted
    if goal.adj or goal.range is not None:
        reach = scope.number(goal.range, 1)
        here = scope.state.placement(models[0]).space
        centres = (
            [scope.state.placement(m).space for m in scope.models(goal.center)] if goal.center else [here]
        )
        # Within a Range, or next to where it stood: in any case in another Space.
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


def _which_space(context: Context, spaces: list[int]) -> CardQuestion[int]:
    names = context.state.board.names

    def grow() -> Node[int]:
        branches = [Branch(names[space], partial(leaf, space)) for space in spaces]
        return Node(None, lambda: branches, lead="in")

    return CardQuestion(
        "space",
        say(_("{title}: in which Space?"), title=context.title),
        grow,
        default=(names[spaces[0]],),
        asks=ALWAYS,
        key="choose",
    )


def _place_manner(scope: Scope, step: Place, models: Sequence[Model], allowed: Allowed | None) -> Manner:
    """EF-4.2, EF-4.4: own models push as at the end of a Move; others' and arriving ones need empty hexes."""
    touching = goal_mask(scope, step.to)
    is_own = all(scope.state.owner(model) == scope.seat for model in models)
    is_here = all(model.state == ON_BOARD for model in models)
    push = push_mode(step) if (is_own and is_here) or step.push == ANY else NONE
    kept = immovable(scope.state, scope.seat)
    if step.sparing == "b2b_source":
        kept |= at_sources(scope.state)
    return Manner(push=push, touching=touching, allowed=allowed, immovable=kept, must=True)


def placing(context: Context, found: list[Mover], manner: Manner) -> CardQuestion[Plan]:
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

    return CardQuestion(
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


@possible(Place)
def can_place(scope: Scope, step: Place) -> bool:
    """All of them find a place."""
    models = _placed(scope, step)
    if not models:
        return False
    goal = step.to
    if goal == "card":
        return True
    if goal == "edge":
        return bool(_edge_spaces(scope, models))
    manner = _place_manner(scope, step, models, _allowed(scope, step, models))
    return can_go(scope.state, [Mover(model, None) for model in models], manner)


def is_held(scope: Scope, model: Model) -> bool:
    """EF-4.1: Blocked, and its own controller would put it elsewhere."""
    return scope.state.owner(model) == scope.seat and has_flag(scope.state, model, "blocked")


@deed(Swap)
def swap(context: Context, step: Swap) -> None:
    """Two models of equal base trade places."""
    one, other = (context.model(name) for name in (step.a, step.b))
    if one is not None and other is not None:
        one.at, other.at = other.at, one.at
        context.table.tell("swapped", seat=context.seat, model=one.id, other=other.id)
        tokens.tidy(context.table, moved=[one.id, other.id])


@possible(Swap)
def can_swap(scope: Scope, step: Swap) -> bool:
    """Both are there, and free to go."""
    models = [scope.model(name) for name in (step.a, step.b)]
    return all(model is not None and not is_held(scope, model) for model in models)


def _return_manner(scope: Scope, step: Revive) -> Manner:
    touching = goal_mask(scope, step.to)
    return Manner(push=NONE, touching=touching, must=True)


def can_return(scope: Scope, step: Revive, models: Sequence[Model]) -> bool:
    """Whether all of them find empty hexes."""
    return can_go(scope.state, [Mover(model, None) for model in models], _return_manner(scope, step))


def return_models(context: Context, step: Revive, models: Sequence[Model]) -> Rules[None]:
    """One after the other, on hexes that the acting player chooses."""
    for model in models:
        found, manner = [Mover(model, None)], _return_manner(context, step)
        if can_go(context.state, found, manner):
            plan = yield from ask(context, placing(context, found, manner))
            actions.place(context.table, context.seat, plan, "returned")
