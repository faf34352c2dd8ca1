"""EF-2.14, Harm: wound, kill, sacrifice, prevent, redirect, heal, revive."""

from __future__ import annotations

from collections.abc import Iterable

from games.edge.effects.arguments import Arguments
from games.edge.effects.run import Context, possible, verb
from games.edge.effects.scope import Scope
from games.edge.effects.verbs.places import can_return, return_models
from games.edge.rules import wounds
from games.edge.rules.wounds import Cause, Hit
from games.edge.state import DEAD, ON_BOARD, Model, Squad
from games.engine.table import Rules


def _alive(models: Iterable[Model]) -> list[Model]:
    return [model for model in models if model.state == ON_BOARD]


@verb("wound")
def wound(context: Context, arguments: Arguments) -> Rules[None]:
    """Wounds without a roll; one dealt by a model's own Wound is that model's too."""
    amount = context.number(arguments.get("n"), 1)
    by = context.moment.source if context.moment is not None else None
    hits = [Hit(model, amount, by) for model in _alive(context.models(arguments.text("who")))]
    yield from wounds.wound(context.table, hits, Cause(context.seat))


@verb("kill")
def kill(context: Context, arguments: Arguments) -> Rules[None]:
    """They die regardless of Endurance."""
    by = context.model("user") if "user" in context.names else None
    hits = [Hit(model, 0, by) for model in _alive(context.models(arguments.text("who")))]
    yield from wounds.kill(context.table, hits, Cause(context.seat))


@verb("sacrifice")
def sacrifice(context: Context, arguments: Arguments) -> Rules[None]:
    """ED-16.11: the owner gives a model up; nobody gains VP."""
    hits = [Hit(model, 0) for model in _alive(context.models(arguments.text("who")))]
    yield from wounds.kill(context.table, hits, Cause(context.seat), scored=False)


@verb("prevent")
def prevent(context: Context, arguments: Arguments) -> Rules[None]:
    """Pending Wounds are cancelled."""
    if context.moment is not None:
        context.moment.wounds -= context.number(arguments.get("n"), 1)
        context.table.tell("prevented", seat=context.seat, title=context.title)
    return
    yield


@possible("prevent")
def can_prevent(scope: Scope, arguments: Arguments) -> bool:
    """There is a Wound pending."""
    return scope.moment is not None and scope.moment.wounds > 0


@verb("redirect")
def redirect(context: Context, arguments: Arguments) -> Rules[None]:
    """ED-16.15: the pending Wounds go to another model."""
    if context.moment is not None:
        context.moment.redirected = context.model(arguments.text("to"))
    return
    yield


@possible("redirect")
def can_redirect(scope: Scope, arguments: Arguments) -> bool:
    """The new bearer is there, is another one, and nothing was redirected yet."""
    moment, bearer = scope.moment, scope.model(arguments.text("to"))
    if moment is None or bearer is None or bearer.state != ON_BOARD or moment.wounds <= 0:
        return False
    return bearer is not moment.model and moment.redirected is None


@verb("heal")
def heal(context: Context, arguments: Arguments) -> Rules[None]:
    """ED-16.13: never above the printed value."""
    amount = context.number(arguments.get("n"), 1)
    for squad in context.squads(arguments.text("squad")):
        restore(context, squad, amount)
    return
    yield


def restore(context: Context, squad: Squad, amount: int) -> None:
    """Endurance tokens come back to a Squad that is alive."""
    back = min(amount, squad.lost) if squad.is_alive else 0
    if back > 0:
        squad.endurance += back
        context.table.tell("healed", squad=squad.id, count=back)


@possible("heal")
def can_heal(scope: Scope, arguments: Arguments) -> bool:
    """A Squad is short of tokens; after a pick of models to bring back that need not be so."""
    squads = scope.squads(arguments.text("squad"))
    return any(squad.lost and squad.is_alive for squad in squads)


@verb("revive")
def revive(context: Context, arguments: Arguments) -> Rules[None]:
    """ED-16.12: dead models come back to empty hexes, without tokens."""
    models = [m for m in context.all_models(arguments.text("who")) if m.state == DEAD]
    yield from return_models(context, arguments, models)


@possible("revive")
def can_revive(scope: Scope, arguments: Arguments) -> bool:
    """There is somebody to bring back, and all find a place."""
    models = [model for model in scope.all_models(arguments.text("who")) if model.state == DEAD]
    return bool(models) and can_return(scope, arguments, models)
