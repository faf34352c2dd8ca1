"""ED-2.3: Crystals between neutral pile, pool and Depleted Pool; the verbs gain, refresh, harvest, charge."""

from __future__ import annotations

from collections.abc import Sequence

from games.edge.catalogue.numbers import ALL
from games.edge.catalogue.steps import Charge, Gain, Harvest, Refresh
from games.edge.effects.run import Context, deed, possible, verb
from games.edge.effects.scope import Scope
from games.edge.names import enhancement_names
from games.edge.rules import payment, victory
from games.edge.rules.banner import turn_up
from games.edge.rules.enhancements import charges
from games.edge.state import SeatId, State
from games.engine.contract.table import Rules, Table


@verb(Gain)
def gain(context: Context, step: Gain) -> Rules[None]:
    """Crystals, Temporary Crystals, VP; or one is spent."""
    amount = context.number(step.n, 1)
    if step.spend:
        yield from payment.pay(context.table, context.seat, -amount)
        return
    match step.res:
        case "temp":
            context.player.temp += amount
            context.table.tell("gained_temp", seat=context.seat, count=amount)
        case "vp":
            context.table.tell("gained_vp", seat=context.seat, count=amount, title=context.title)
            victory.gain(context.table, context.seat, amount)
        case "crystal":
            raise ValueError("Crystals are harvested, not gained")


@deed(Refresh)
def refresh(context: Context, step: Refresh) -> None:
    """EF-4.10: Crystals come back from the Depleted Pool; the Banner is turned up."""
    if step.what == "banner":
        turn_up(context.table, context.seat)
    else:
        whole = step.n is None or step.n.text == ALL
        amount = context.player.depleted if whole else context.number(step.n)
        refresh_crystals(context.table, context.seat, amount)


@deed(Harvest)
def harvest(context: Context, step: Harvest) -> None:
    """From the neutral pile to the player's pool, for each Source."""
    sites = context.addresses(step.sites)
    harvest_from(context.table, context.seat, sites, context.number(step.n, 1))


@verb(Charge)
def charge(context: Context, step: Charge) -> Rules[None]:
    """Charges from the neutral pile, on all own Enhancements or on those named."""
    yield from charges.charge(
        context.table, context.seat, _enhancements(context, step), context.number(step.n, 1)
    )


def _enhancements(scope: Scope, step: Charge) -> list[str]:
    ref = step.enh
    if ref == "all":
        return [name for name, _card in enhancement_names(scope.player.squads)]  # ED-18.11: dead ones too
    return scope.addresses(ref)


@possible(Charge)
def can_charge(scope: Scope, step: Charge) -> bool:
    """There is an Enhancement to charge."""
    return bool(_enhancements(scope, step))


def refresh_crystals(table: Table[State], seat: SeatId, amount: int) -> int:
    """EF-4.10: Crystals come back from the Depleted Pool, as far as there are any."""
    player = table.state.player(seat)
    back = min(amount, player.depleted)
    player.depleted -= back
    player.pool += back
    if back:
        table.tell("refreshed", seat=seat, count=back)
    return back


def harvest_from(table: Table[State], seat: SeatId, sites: Sequence[str], each: int) -> None:
    """ED-2.4: from the neutral pile to the Crystal Pool, as long as there are any."""
    state = table.state
    count = min(each * len(sites), state.neutral_crystals)
    state.neutral_crystals -= count
    state.player(seat).pool += count
    if sites:
        table.tell("harvested", seat=seat, count=count, sites=list(sites))


def destroy_crystals(table: Table[State], seat: SeatId, amount: int) -> None:
    """ED-15.10: real Crystals go to the neutral pile, depleted ones first."""
    player = table.state.player(seat)
    for _unit in range(amount):
        if player.depleted:
            player.depleted -= 1
        else:
            player.pool -= 1
    table.state.neutral_crystals += amount
    table.tell("destroyed_crystals", seat=seat, count=amount)
