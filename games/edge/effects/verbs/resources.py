"""EF-2.14, Resources: gain, refresh, harvest, charge."""

from __future__ import annotations

from games.edge.effects.arguments import Arguments
from games.edge.effects.run import Context, possible, verb
from games.edge.effects.scope import Scope
from games.edge.names import enhancement_names
from games.edge.rules import charges, dice, ending, paying
from games.edge.rules.passive import harvest_from
from games.engine.table import Rules


@verb("gain")
def gain(context: Context, arguments: Arguments) -> Rules[None]:
    """Crystals, Temporary Crystals, VP; FIRE lets its bearer's owner spend one."""
    amount = context.number(arguments.get("n"), 1)
    if arguments.is_set("spend"):
        yield from paying.pay(context.table, context.seat, -amount)
        return
    match arguments.text("res"):
        case "temp":
            context.player.temp += amount
            context.table.tell("gained_temp", seat=context.seat, count=amount)
        case "vp":
            context.table.tell("gained_vp", seat=context.seat, count=amount, title=context.title)
            ending.gain_vp(context.table, context.seat, amount)
        case res:
            raise KeyError(f"no such resource: {res}")


@verb("refresh")
def refresh(context: Context, arguments: Arguments) -> Rules[None]:
    """EF-4.10: Crystals come back from the Depleted Pool; the Banner is turned up."""
    if arguments.text("what") == "banner":
        if not context.player.banner_up:
            context.player.banner_up = True
            context.table.tell("banner_up", seat=context.seat)
    else:
        whole = arguments.text("n", "all") == "all"
        amount = context.player.depleted if whole else context.number(arguments.get("n"))
        dice.refresh(context.table, context.seat, amount)
    return
    yield


@verb("harvest")
def harvest(context: Context, arguments: Arguments) -> Rules[None]:
    """From the neutral pile to the own pool, for each Source."""
    sites = context.addresses(arguments.text("from"))
    harvest_from(context.table, context.seat, sites, context.number(arguments.get("n"), 1))
    return
    yield


@verb("charge")
def charge(context: Context, arguments: Arguments) -> Rules[None]:
    """Charges from the neutral pile, on all own Enhancements or on those named."""
    yield from charges.charge(
        context.table, context.seat, _enhancements(context, arguments), context.number(arguments.get("n"), 1)
    )


def _enhancements(scope: Scope, arguments: Arguments) -> list[str]:
    ref = arguments.text("enh")
    if ref == "all":
        return [name for name, _card in enhancement_names(scope.player.squads)]  # ED-18.11: dead ones too
    return scope.addresses(ref)


@possible("charge")
def can_charge(scope: Scope, arguments: Arguments) -> bool:
    """There is an Enhancement to charge."""
    return bool(_enhancements(scope, arguments))
