"""EF-2.14: what changes Squads and their rolls: mod, grant, borrow, autoroll, tune, mode."""

from __future__ import annotations

from games.edge.catalogue.steps import Autoroll, Borrow, ChangeMode, Evolve, Extra, Grant, Join, Mod, Tune
from games.edge.effects.lasting import change_of
from games.edge.effects.run import Context, deed, possible, verb
from games.edge.effects.scope import Scope
from games.edge.rules import durations
from games.edge.rules.squads.attributes import joined_to
from games.edge.rules.squads.modes import can_flip, flip
from games.edge.state import Effect, Squad
from games.engine.contract.table import Rules


@deed(Mod)
def mod(context: Context, step: Mod) -> None:
    """An attribute changed temporarily; pending Wounds and VP that are about to be scored, at once."""
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
            effect = Effect(models, _until(context, step), context.seat, stat=stat, by=by.by, times=by.times)
            effect.to = by.to if by.is_set else None
            _begin(context, effect)


def _begin(context: Context, effect: Effect) -> None:
    durations.add(context.state, effect, is_reaction=context.is_reaction)


def _until(context: Context, step: Mod | Grant | Borrow) -> str:
    """What ends with an Action, and is all of it, is meant for the Move that comes next."""
    until = step.until
    return durations.MOVE if until == "action" and not context.following else until


@deed(Grant)
def grant(context: Context, step: Grant) -> None:
    """A temporary flag."""
    models = [model.id for model in context.models(step.who)]
    _begin(context, Effect(models, _until(context, step), context.seat, flag=step.flag))


@deed(Borrow)
def borrow(context: Context, step: Borrow) -> None:
    """ED-16.15: another Squad's attributes, and with `end` its Endurance tokens too."""
    models = [model.id for model in context.models(step.who)]
    until, tokens = _until(context, step), bool(step.end)
    for squad in context.squads(step.lender):
        for stat in step.stat.in_mode(context.mode()):
            _begin(context, Effect(models, until, context.seat, stat=stat, lender=squad.id, tokens=tokens))


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
        moment.more_hit += context.number(step.hit)
        moment.extra += context.number(step.extra)


@possible(Tune)
def can_tune(scope: Scope, step: Tune) -> bool:
    """It is the Action that is being carried out."""
    return scope.moment is None or scope.moment.shooting == step.action


@deed(Join)
def join(context: Context, step: Join) -> None:
    """ED-8.10: two models act as one, the first leads."""
    lead, partner = context.model(step.a), context.model(step.b)
    if lead is not None and partner is not None:
        _begin(context, Effect([lead.id], step.until, context.seat, partner=partner.id))
        context.table.tell("joined", model=lead.id, other=partner.id)


@possible(Join)
def can_join(scope: Scope, step: Join) -> bool:
    """Neither is joined to anybody yet; both are of the same player, who decides for both."""
    models = [scope.model(step.a), scope.model(step.b)]
    return all(
        model is not None and joined_to(scope.state, model) is None and scope.state.owner(model) == scope.seat
        for model in models
    )


@verb(Evolve)
def evolve(context: Context, step: Evolve) -> Rules[None]:
    """ED-18.13: the mode is replaced for good; the card is put on the Squad card by those who play it."""
    for squad in context.squads(step.squad):
        yield from flip(context.table, context.seat, squad, step.to)


@possible(Evolve)
def can_evolve(scope: Scope, step: Evolve) -> bool:
    """EF-6.3.2: out of certain modes only, and with room for the new base."""
    squads = scope.squads(step.squad)
    return any(s.is_alive and s.mode in step.out_of and can_flip(scope.state, s, step.to) for s in squads)


@deed(Extra)
def extra(context: Context, step: Extra) -> None:
    """ED-5.4, ED-8.9: one extra turn at most; or the activation of this turn is used up."""
    if step.what == "turn":
        context.state.extra_turn = step.kind
        context.table.tell("extra_turn", seat=context.seat)
    elif step.spent:
        context.state.turn.spent = True


@possible(Extra)
def can_have_extra(scope: Scope, step: Extra) -> bool:
    """No extra turn is pending; the activation that would be spent is still free."""
    if step.what == "turn":
        return not scope.state.extra_turn
    return not (step.spent and (scope.state.turn.activated or scope.state.turn.spent))


@verb(ChangeMode)
def mode(context: Context, step: ChangeMode) -> Rules[None]:
    """ED-8.6: the card is flipped, whatever its change would cost."""
    for squad in context.squads(step.squad):
        yield from flip(context.table, context.seat, squad, _wanted(squad, step))


def _wanted(squad: Squad, step: ChangeMode) -> str:
    name = step.to
    return next(side for side in squad.card.sides if side != squad.mode) if name == "other" else name


@possible(ChangeMode)
def can_change(scope: Scope, step: ChangeMode) -> bool:
    """There is another side to flip to, or the one that is wanted; an Evolve card covers both."""
    squads = scope.squads(step.squad)
    if step.to != "other":
        return bool(squads)
    return any(len(s.card.sides) > 1 and s.is_alive and not s.side.evolved for s in squads)
