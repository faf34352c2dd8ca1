"""EF-2.14: what changes Squads and their rolls: mod, grant, borrow, autoroll, tune, mode."""

from __future__ import annotations

from games.edge.catalogue.steps import Autoroll, Borrow, ChangeMode, Grant, Mod, Tune
from games.edge.effects.lasting import change_of
from games.edge.effects.run import Context, deed, possible, verb
from games.edge.effects.scope import Scope
from games.edge.rules import durations
from games.edge.rules.squads.modes import flip
from games.edge.state import Effect, Squad
from games.engine.contract.table import Rules


@deed(Mod)
def mod(context: Context, step: Mod) -> None:
    """An attribute for a while; Wounds that are pending and VP that are about to be scored, at once."""
    who, moment = step.who, context.moment
    by = change_of(context, step)
    stats = step.stat.in_mode(context.mode())
    if moment is not None and who == "ev" and stats == ("WOUNDS",):
        moment.wounds += by.by
        context.table.tell("more_wounds", title=context.title, count=by.by)
    elif moment is not None and who == "foe" and stats == ("VP",):
        moment.worth = max(0, moment.worth + by.by)  # EF-8.3.7
        context.table.tell("worth_less", title=context.title, count=by.by)
    else:
        models = [model.id for model in context.models(who)]
        for stat in stats:
            _begin(
                context,
                Effect(models, _until(context, step), context.seat, stat=stat, by=by.by, times=by.times),
            )


def _begin(context: Context, effect: Effect) -> None:
    durations.add(context.state, effect, is_reaction=context.is_reaction)


def _until(context: Context, step: Mod | Grant | Borrow) -> str:
    """What ends with an Action, and is all of it, is meant for the Move that comes next."""
    until = step.until
    return durations.MOVE if until == "action" and not context.following else until


@deed(Grant)
def grant(context: Context, step: Grant) -> None:
    """A flag for a while."""
    models = [model.id for model in context.models(step.who)]
    _begin(context, Effect(models, _until(context, step), context.seat, flag=step.flag))


@deed(Borrow)
def borrow(context: Context, step: Borrow) -> None:
    """ED-16.15: another Squad's attribute, and with `end` its Endurance tokens too."""
    models = [model.id for model in context.models(step.who)]
    for squad in context.squads(step.lender):
        effect = Effect(
            models,
            _until(context, step),
            context.seat,
            stat=step.stat,
            lender=squad.id,
            tokens=bool(step.end),
        )
        _begin(context, effect)


@deed(Autoroll)
def autoroll(context: Context, step: Autoroll) -> None:
    """The Defence is won without dice."""
    if context.moment is not None:
        context.moment.is_won = True


@deed(Tune)
def tune(context: Context, step: Tune) -> None:
    """A named Action of the faction, for this shot: it may deal more Wounds."""
    moment = context.moment
    if moment is not None and moment.shooting == step.action:
        moment.more_wounds += context.number(step.wounds)


@verb(ChangeMode)
def mode(context: Context, step: ChangeMode) -> Rules[None]:
    """ED-8.6: the card is flipped, whatever its change would cost."""
    for squad in context.squads(step.squad):
        yield from flip(context.table, context.seat, squad, _wanted(squad, step))


def _wanted(squad: Squad, step: ChangeMode) -> str:
    name = step.to
    return next(m.name for m in squad.card.modes if m.name != squad.mode) if name == "other" else name


@possible(ChangeMode)
def can_change(scope: Scope, step: ChangeMode) -> bool:
    """There is another side to flip to, or the one that is wanted."""
    squads = scope.squads(step.squad)
    if step.to != "other":
        return bool(squads)
    return any(len(squad.card.modes) > 1 and squad.is_alive for squad in squads)
