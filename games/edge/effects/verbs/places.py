"""ED-16.12: models that come back to the board."""

from __future__ import annotations

from collections.abc import Sequence

from games.edge.effects.arguments import Arguments
from games.edge.effects.asking import ask
from games.edge.effects.conditions import place_mask
from games.edge.effects.run import Context
from games.edge.effects.scope import Scope
from games.edge.effects.verbs.position import NONE, placing
from games.edge.rules import moving
from games.edge.rules.movement import Manner, Mover, can_go
from games.edge.state import Model
from games.engine.table import Rules


def _manner(scope: Scope, arguments: Arguments) -> Manner:
    goal = arguments.nested("to")
    touching = place_mask(scope, goal.text("b2b")) if "b2b" in goal else 0
    return Manner(push=NONE, touching=touching, must=True)


def can_return(scope: Scope, arguments: Arguments, models: Sequence[Model]) -> bool:
    """Whether all of them find empty hexes."""
    return can_go(scope.state, [Mover(model, None) for model in models], _manner(scope, arguments))


def return_models(context: Context, arguments: Arguments, models: Sequence[Model]) -> Rules[None]:
    """One after the other, on hexes that the acting player chooses."""
    for model in models:
        found, manner = [Mover(model, None)], _manner(context, arguments)
        if can_go(context.state, found, manner):
            plan = yield from ask(context, placing(context, found, manner))
            moving.place(context.table, context.seat, plan, "returned")
