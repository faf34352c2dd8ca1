"""ED-9.6, EF-2.14: models that are put somewhere: place, swap, and those that come back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from games.edge.catalogue.kinds import SUMMON
from games.edge.catalogue.parts import Goal
from games.edge.catalogue.steps import Move, Place, Revive
from games.edge.effects.run import Context, possible, verb
from games.edge.effects.scope import Scope
from games.edge.geometry import Placement
from games.edge.rules import ending, tokens
from games.edge.rules.board_tokens import spaces_of
from games.edge.rules.cards.questions import CardQuestion, ask
from games.edge.rules.movement.arrivals import placing, set_down
from games.edge.rules.movement.movers import at_sources, immovable
from games.edge.rules.movement.options import Manner, Mover, can_go
from games.edge.rules.movement.shrine_moves import can_move_shrine, lost_contacts, move_shrine, moved_shrines
from games.edge.rules.shrines import contacts
from games.edge.rules.squads.attributes import has_flag
from games.edge.state import ASIDE, DEAD, GONE, ON_BOARD, Model, State
from games.engine.contract.decisions import ALWAYS
from games.engine.contract.phrases import say
from games.engine.contract.table import Rules
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Branch, Node, leaf

NORMAL, NONE, ANY = "normal", "none", "any"
PATH = "path"  # any base where it ends, and everybody in the Spaces that it has crossed


def push_mode(step: Place | Move) -> str:
    """EF-4.3: which models are pushed at the end."""
    if step.push == PATH:
        return ANY
    return str(step.push) if step.push in (ANY, NONE) else NORMAL


def goal_mask(scope: Scope, goal: Goal | str | None) -> int:
    """The hexes with which every end must be in contact; 0: anywhere."""
    return scope.mask(goal.b2b) if isinstance(goal, Goal) and goal.b2b else 0


@verb(Place)
def place(context: Context, step: Place) -> Rules[None]:
    """Teleport, jump, reposition, deploy: no path. A Shrine likewise (ED-21.3)."""
    shrines = moved_shrines(context, step)
    for player in shrines:
        yield from move_shrine(context, step, player)
    if shrines:
        return
    if step.to == "out_of_game":
        remove(context, context.all_models(step.who))
        return
    models = _placed(context, step)
    if not models:
        return
    if step.to == "card":
        set_aside(context, models)
        return
    touching = contacts(context.state)
    _bring_tokens(context, models)
    allowed = yield from _room(context, step, models)
    manner = _place_manner(context, step, models, allowed)
    found = [Mover(model, None) for model in models]
    if can_go(context.state, found, manner):
        plan = yield from ask(context, placing(context, found, manner))
        context.names["pushed"] = set_down(context.table, context.seat, plan)
    ending.check_models(context.table)
    ending.after_change(context.table)
    yield from lost_contacts(context.table, touching)


def _bring_tokens(context: Context, models: Iterable[Model]) -> None:
    """ED-4.22: a summoned Squad gets its Endurance tokens on arrival."""
    for squad in {model.squad: context.state.squad_of(model) for model in models}.values():
        if squad.card.role == SUMMON and not squad.on_board:
            squad.endurance = squad.card.endurance


def remove(context: Context, models: Iterable[Model]) -> None:
    """Out of the game for good."""
    for model in models:
        model.state = GONE
        context.table.tell("removed", seat=context.seat, model=model.id)


def _placed(scope: Scope, step: Place) -> list[Model]:
    """Models on the board or set aside; a whole Squad that has not arrived yet (ED-4.22).

    EF-4.1: a Blocked model is not put elsewhere by its own controller.
    """
    models = [model for model in scope.all_models(step.who) if model.state not in (DEAD, GONE)]
    return [model for model in models if not is_held(scope, model)]


def set_aside(context: Context, models: Iterable[Model]) -> None:
    """ED-22.15: off the board, on the Squad card."""
    for model in models:
        model.state, model.at = ASIDE, ""
        tokens.clear(context.state, model.id)
        context.table.tell("set_aside", seat=context.seat, model=model.id)
    ending.check_models(context.table)
    ending.after_change(context.table)


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
        wanted = spaces_of(scope, goal.space)
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
    is_own = not any(scope.state.is_enemy(scope.seat, model) for model in models)
    is_here = all(model.state == ON_BOARD for model in models)
    push = push_mode(step) if (is_own and is_here) or step.push in (ANY, 1) else NONE
    kept = immovable(scope.state, scope.seat)
    if step.sparing == "b2b_source":
        kept |= at_sources(scope.state)
    together = bool(step.together)
    return Manner(push, touching=touching, allowed=allowed, immovable=kept, must=True, together=together)


@possible(Place)
def can_place(scope: Scope, step: Place) -> bool:
    """All of them find a place."""
    shrines = moved_shrines(scope, step)
    if shrines:
        return all(can_move_shrine(scope, step, player) for player in shrines)
    if step.to == "out_of_game":
        return _may_remove(scope, scope.all_models(step.who))
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


def _may_remove(scope: Scope, models: Sequence[Model]) -> bool:
    """ED-16.11, ED-24.5: a model is a price that only its owner pays, not an ally."""
    are_own = all(scope.state.owner(model) == scope.seat for model in models)
    return bool(models) and (are_own or not scope.state.since(4))


def is_held(scope: Scope, model: Model) -> bool:
    """EF-4.1: Blocked, and its own controller would put it elsewhere."""
    return scope.state.owner(model) == scope.seat and has_flag(scope.state, model, "blocked")


def _return_manner(scope: Scope, step: Revive) -> Manner:
    """In contact, in a Space, or where something was that makes room."""
    goal = step.to
    if not isinstance(goal, Goal):
        return Manner(push=NONE, must=True)
    if goal.replacing:
        return _replacing(scope, goal.replacing)
    if goal.space:
        spaces = {scope.state.board.number[name] for name in scope.addresses(goal.space)}
        return Manner(push=NONE, allowed=lambda place: place.space in spaces, must=True)
    return Manner(push=NONE, touching=goal_mask(scope, goal), must=True)


def _replacing(scope: Scope, ref: str) -> Manner:
    """On the hexes of a base or token that has gone; in contact with what fills a Space, which stays."""
    left = scope.names.get(f"{ref}.place", [])
    names = left or scope.addresses(ref)
    mask = 0
    for name in names:
        mask |= scope.state.mask_of(name)
    if any("." not in name for name in names):
        return Manner(push=NONE, touching=mask, must=True)
    return Manner(push=NONE, allowed=lambda place: bool(place.mask & mask), must=True)


def can_return(scope: Scope, step: Revive, models: Sequence[Model]) -> bool:
    """Whether all of them find empty hexes."""
    if isinstance(step.to, Goal) and step.to.replacing:
        return _can_replace(scope, step.to.replacing, models)
    return can_go(scope.state, [Mover(model, None) for model in models], _return_manner(scope, step))


def return_models(context: Context, step: Revive, models: Sequence[Model]) -> Rules[None]:
    """One after the other, on hexes that the acting player chooses."""
    if isinstance(step.to, Goal) and step.to.replacing:
        _clear(context, step.to.replacing)
    for model in models:
        found, manner = [Mover(model, None)], _return_manner(context, step)
        if can_go(context.state, found, manner):
            plan = yield from ask(context, placing(context, found, manner))
            set_down(context.table, context.seat, plan, "returned")


def _can_replace(scope: Scope, ref: str, models: Sequence[Model]) -> bool:
    """Whether they fit where something makes room, which still lies there."""
    state, manner = scope.state, _replacing(scope, ref)
    names = [name for name in scope.addresses(ref) if "." in name and "/" not in name]
    room = 0
    for name in names:
        room |= state.mask_of(name)
    taken = state.occupied() & ~room
    for model in models:
        places = [p for row in state.board.by_size[state.base(model)] for p in row if not p.mask & taken]
        allowed = manner.allowed
        if not any(
            (allowed is None or allowed(place)) and (not manner.touching or place.halo & manner.touching)
            for place in places
        ):
            return False
    return True


def _clear(context: Context, ref: str) -> None:
    """What makes room on the board is taken off; its place is kept in mind."""
    names = [name for name in context.addresses(ref) if "." in name and "/" not in name]
    for token in [token for token in context.state.tokens if token.at in names]:
        context.names[f"{ref}.place"] = [token.at]
        tokens.take(context.table, token)
