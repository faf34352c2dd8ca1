"""EF-2.14, Harm: wound, kill, sacrifice, prevent, redirect, heal, revive."""

from __future__ import annotations

from collections.abc import Iterable

from games.edge.catalogue.numbers import ALL
from games.edge.catalogue.steps import Heal, Kill, Prevent, Redirect, Revive, Sacrifice, Wound
from games.edge.effects.run import Context, deed, possible, verb
from games.edge.effects.scope import Scope
from games.edge.rules.movement.placement import can_return, return_models
from games.edge.rules.squads.attributes import has_flag
from games.edge.rules.wounds import harm
from games.edge.rules.wounds.harm import Cause, Hit
from games.edge.rules.wounds.shares import share_out
from games.edge.state import DEAD, DYING, ON_BOARD, Model, Squad
from games.engine.contract.table import Rules


def _alive(models: Iterable[Model]) -> list[Model]:
    return [model for model in models if model.state == ON_BOARD]


@verb(Wound)
def wound(context: Context, step: Wound) -> Rules[None]:
    """Wounds without a roll; they are dealt by the player's model that the event or the Action is about."""
    amount = context.number(step.n, 1)
    models = _alive(context.models(step.who))
    if step.only_endurance:
        yield from harm.drain(context.table, models, amount, Cause(context.seat))
        return
    shares = (yield from share_out(context, models, amount)) if step.split else [amount] * len(models)
    hits = [Hit(model, n, _dealer(context)) for model, n in zip(models, shares, strict=True) if n > 0]
    yield from harm.wound(context.table, hits, Cause(context.seat, credit=context.credit))


def _dealer(context: Context) -> Model | None:
    names = ("self", "user") if context.moment is None or context.moment.source is None else ("self",)
    found = [context.model(name) for name in names if name in context.names]
    source = context.moment.source if context.moment is not None else None
    return next((model for model in found if model is not None), source)


@possible(Wound)
def can_wound(scope: Scope, step: Wound) -> bool:
    """There is someone to wound; whom a shot or a Combat will have hit is not known yet."""
    return step.who not in scope.names or bool(scope.models(step.who)) or step.who in ("hits", "target")


@verb(Kill)
def kill(context: Context, step: Kill) -> Rules[None]:
    """They die regardless of Endurance."""
    by = context.model("user") if "user" in context.names else None
    hits = [Hit(model, 0, by) for model in _alive(context.models(step.who))]
    yield from harm.kill(context.table, hits, Cause(context.seat, credit=context.credit))


@verb(Sacrifice)
def sacrifice(context: Context, step: Sacrifice) -> Rules[None]:
    """ED-16.11: the owner gives a model up; nobody gains VP."""
    models = _alive(context.models(step.who))
    if step.end:
        for model in models:
            yield from harm.give_up(context.table, model)
        return
    context.names[f"{step.who}.place"] = [model.at for model in models]
    hits = [Hit(model, 0) for model in models]
    yield from harm.kill(context.table, hits, Cause(context.seat), scored=False)


@possible(Sacrifice)
def can_sacrifice(scope: Scope, step: Sacrifice) -> bool:
    """ED-16.11: only its owner gives a model up, not an ally; of some, tokens at most."""
    state, models = scope.state, scope.all_models(step.who)
    is_kept = not step.end and any(has_flag(state, model, "no_sacrifice") for model in models)
    return not is_kept and all(state.owner(model) == scope.seat for model in models)


@deed(Prevent)
def prevent(context: Context, step: Prevent) -> None:
    """Pending Wounds are cancelled."""
    if context.moment is not None:
        whole = step.n is not None and step.n.text == ALL
        context.moment.wounds -= context.moment.wounds if whole else context.number(step.n, 1)
        context.table.tell("prevented", seat=context.seat, title=context.title)


@possible(Prevent)
def can_prevent(scope: Scope, step: Prevent) -> bool:
    """There is a Wound pending."""
    return scope.moment is not None and scope.moment.wounds > 0


@deed(Redirect)
def redirect(context: Context, step: Redirect) -> None:
    """ED-16.15: the pending Wounds go to another model."""
    if context.moment is not None:
        context.moment.redirected = context.model(step.to)


@possible(Redirect)
def can_redirect(scope: Scope, step: Redirect) -> bool:
    """The new bearer is there, is another one, and nothing was redirected yet."""
    moment, bearer = scope.moment, scope.model(step.to)
    if moment is None or bearer is None or bearer.state != ON_BOARD or moment.wounds <= 0:
        return False
    return bearer is not moment.model and moment.redirected is None


@deed(Heal)
def heal(context: Context, step: Heal) -> None:
    """ED-16.13: never above the printed value."""
    amount = context.number(step.n, 1)
    for squad in context.squads(step.squad):
        restore(context, squad, amount)


def restore(context: Context, squad: Squad, amount: int) -> None:
    """Endurance tokens come back to a Squad that is alive."""
    back = min(amount, squad.lost) if squad.is_alive else 0
    if back > 0:
        squad.endurance += back
        context.table.tell("healed", squad=squad.id, count=back)


@possible(Heal)
def can_heal(scope: Scope, step: Heal) -> bool:
    """A Squad is short of tokens; after a pick of models to bring back that need not be so."""
    squads = scope.squads(step.squad)
    return any(squad.lost and squad.is_alive for squad in squads)


@verb(Revive)
def revive(context: Context, step: Revive) -> Rules[None]:
    """ED-16.12: dead models come back to empty hexes, without tokens."""
    models = [m for m in context.all_models(step.who) if m.state in (DEAD, DYING)]
    for model in models:  # one that is dying comes back from its own hexes
        harm.take_off(context.state, model)
    yield from return_models(context, step, models)


@possible(Revive)
def can_revive(scope: Scope, step: Revive) -> bool:
    """There is someone to bring back, and all find a place."""
    models = [model for model in scope.all_models(step.who) if model.state in (DEAD, DYING)]
    return bool(models) and can_return(scope, step, models)
