"""EF-2.14, Rolls: mod, grant, borrow, autoroll, reroll, tune."""

from __future__ import annotations

from games.edge.effects.arguments import Arguments
from games.edge.effects.lasting import change_of, stats_of
from games.edge.effects.run import Context, verb
from games.edge.rules import effects_of
from games.edge.state import Effect
from games.engine.table import Rules


@verb("mod")
def mod(context: Context, arguments: Arguments) -> Rules[None]:
    """An attribute for a while; Wounds that are pending and VP that are about to be scored, at once."""
    who, moment = arguments.text("who"), context.moment
    by = change_of(context, arguments)
    stats = stats_of(arguments.get("stat"), context)
    if moment is not None and who == "ev" and stats == ["WOUNDS"]:
        moment.wounds += by.by
        context.table.tell("more_wounds", title=context.title, count=by.by)
    elif moment is not None and who == "foe" and stats == ["VP"]:
        moment.worth = max(0, moment.worth + by.by)  # EF-8.3.7
        context.table.tell("worth_less", title=context.title, count=by.by)
    else:
        models = [model.id for model in context.models(who)]
        for stat in stats:
            _begin(
                context,
                Effect(models, _until(context, arguments), context.seat, stat=stat, by=by.by, times=by.times),
            )
    return
    yield


def _begin(context: Context, effect: Effect) -> None:
    effects_of.add(context.state, effect, is_reaction=context.is_reaction)


def _until(context: Context, arguments: Arguments) -> str:
    """CHX2: what ends with an Action, and is all of it, is meant for the Move that comes next."""
    until = arguments.text("until", "action")
    return effects_of.MOVE if until == "action" and not context.following else until


@verb("grant")
def grant(context: Context, arguments: Arguments) -> Rules[None]:
    """A flag for a while."""
    models = [model.id for model in context.models(arguments.text("who"))]
    _begin(context, Effect(models, _until(context, arguments), context.seat, flag=arguments.text("flag")))
    return
    yield


@verb("borrow")
def borrow(context: Context, arguments: Arguments) -> Rules[None]:
    """ED-16.15: another Squad's attribute, and with `end` its Endurance tokens too."""
    models = [model.id for model in context.models(arguments.text("who"))]
    for squad in context.squads(arguments.text("from")):
        effect = Effect(
            models,
            _until(context, arguments),
            context.seat,
            stat=arguments.text("stat"),
            lender=squad.id,
            tokens=arguments.is_set("end"),
        )
        _begin(context, effect)
    return
    yield


@verb("autoroll")
def autoroll(context: Context, arguments: Arguments) -> Rules[None]:
    """The Defence is won without dice."""
    if context.moment is not None:
        context.moment.is_won = True
    return
    yield


@verb("tune")
def tune(context: Context, arguments: Arguments) -> Rules[None]:
    """A named Action of the faction, for this shot: Charged Shot adds Wounds to Purging."""
    moment = context.moment
    if moment is not None and moment.shooting == arguments.text("action"):
        moment.more_wounds += context.number(arguments.get("wounds"))
    return
    yield
