"""ED-25.12: a Move that pushes everybody on its way."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from games.edge.effects.run import Context
from games.edge.geometry import Placement
from games.edge.rules.cards.questions import ask
from games.edge.rules.movement.arrivals import placing, set_down
from games.edge.rules.movement.movers import immovable
from games.edge.rules.movement.options import Manner, Mover, Plan, can_go
from games.edge.rules.movement.shrine_moves import lost_contacts
from games.edge.rules.shrines import contacts
from games.edge.state import Model, State
from games.engine.contract.table import Rules


def push_aside(context: Context, plan: Plan, pushed: Sequence[str]) -> Rules[list[str]]:
    """Those in the Spaces that were crossed are set on empty hexes of a Space next to theirs, one by one.

    The acting player says where. Who finds no room there stays and was not pushed.
    """
    touching = contacts(context.state)
    moved: list[str] = []
    for model in _crossed(context, plan, pushed):
        found, manner = [Mover(model, None)], _aside(context.state, model)
        if can_go(context.state, found, manner):
            set_down(context.table, context.seat, (yield from ask(context, placing(context, found, manner))))
            moved.append(model.id)
    yield from lost_contacts(context.table, touching)
    return moved


def _crossed(context: Context, plan: Plan, pushed: Sequence[str]) -> list[Model]:
    """In the order of the way, and in one Space in that of the army lists."""
    state = context.state
    kept = {*pushed, *(travel.model for travel in plan), *immovable(state, context.seat)}
    crossed = [state.board.number[name] for travel in plan for name in travel.path[1:-1]]
    models = [model for model in state.models if model.id not in kept]
    return [model for space in crossed for model in models if state.placement(model).space == space]


def _aside(state: State, model: Model) -> Manner:
    return Manner(push="none", allowed=partial(_is_next_to, state, state.placement(model).space), must=True)


def _is_next_to(state: State, here: int, place: Placement) -> bool:
    return state.board.distance(here, place.space) == 1
