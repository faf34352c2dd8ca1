"""ED-2.3: Crystals between neutral pile, pool and Depleted Pool; the verbs gain, refresh, harvest, charge."""

from __future__ import annotations

from collections.abc import Sequence

from games.edge.catalogue.numbers import ALL
from games.edge.catalogue.steps import Charge, Destroy, Gain, Harvest, Refresh, Steal
from games.edge.effects.run import Context, deed, possible, verb
from games.edge.effects.scope import Scope
from games.edge.names import enhancement_names
from games.edge.rules import ending, payment, victory
from games.edge.rules.banner import turn_up
from games.edge.rules.board_tokens import tokens_left
from games.edge.rules.enhancements import charges
from games.edge.state import Player, SeatId, State
from games.engine.contract.table import Rules, Table


@verb(Gain)
def gain(context: Context, step: Gain) -> Rules[None]:
    """Crystals, Temporary Crystals, Dark Points, VP; or one is spent."""
    amount = context.number(step.n, 1)
    if step.spend:
        yield from payment.pay(context.table, context.seat, -amount)
        return
    match step.res:
        case "temp":
            context.player.temp += amount
            context.table.tell("gained_temp", seat=context.seat, count=amount)
        case "vp":
            yield from _gain_vp(context, amount)
        case "dp":
            _gain_dark(context, amount)
        case "crystal" | "depleted":
            _gain_crystals(context, amount, depleted=step.res == "depleted")
            if step.instead and context.moment is not None:
                context.moment.count += amount


def _gain_vp(context: Context, amount: int) -> Rules[None]:
    """ED-25.18: on a track steps; else tokens of the player whose model it is about, or one's own."""
    if not amount:
        return
    key = "gained_vp" if amount > 0 else "lost_vp"
    context.table.tell(key, seat=context.seat, count=abs(amount), title=context.title)
    if amount < 0:
        yield from victory.forfeit(context.table, context.seat, -amount)
    else:
        for victim in _victims(context, amount):
            victory.gain_from(context.table, context.seat, victim.seat, 1)
    ending.after_change(context.table)


def _gain_dark(context: Context, amount: int) -> None:
    """EF-6.7.1: from the supply, as long as there are any."""
    kinds = [kind.t for kind in context.player.content.tokens.values() if kind.kept]
    got = min(amount, *(tokens_left(context.state, context.seat, kind) for kind in kinds)) if kinds else 0
    context.player.dark_points += got
    context.table.tell("gained_dark", seat=context.seat, count=got)


def _gain_crystals(context: Context, amount: int, *, depleted: bool) -> None:
    """ED-2.4: from the neutral pile or back to it, as far as there are any."""
    state, player = context.state, context.player
    got = min(amount, state.neutral_crystals) if amount > 0 else max(amount, -player.pool)
    state.neutral_crystals -= got
    if depleted:
        player.depleted += got
    else:
        player.pool += got
    key = "gave_crystals" if amount < 0 else "gained_depleted" if depleted else "gained_crystals"
    context.table.tell(key, seat=context.seat, count=abs(got))


@deed(Steal)
def steal(context: Context, step: Steal) -> None:
    """EF-8.3.5: from the Crystal Pool of the other player, from the Depleted Pool only if that is empty."""
    victim = _victim(context)
    amount = min(context.number(step.n, 1), victim.pool + victim.depleted)
    from_pool = min(amount, victim.pool)
    victim.pool -= from_pool
    victim.depleted -= amount - from_pool
    context.player.depleted += amount
    context.table.tell("stole_crystals", seat=context.seat, victim=victim.seat, count=amount)


@possible(Steal)
def can_steal(scope: Scope, step: Steal) -> bool:
    """The other player has a Crystal."""
    victim = _victim(scope)
    return victim.pool + victim.depleted > 0


def _victims(scope: Scope, amount: int) -> list[Player]:
    """Whose tokens are gained, one by one: in a Combat those of the owners of the dead."""
    owners = [scope.state.owner(scope.state.model(name)) for name in scope.fallen]
    if not scope.state.since(4) or _enemy_in_event(scope) is not None or len(owners) != amount:
        return [_victim(scope)] * amount
    return [scope.state.player(owner) for owner in owners]


def _victim(scope: Scope) -> Player:
    """EF-2.6: the owner of the enemy model concerned."""
    return _enemy_in_event(scope) or scope.state.opponents(scope.seat)[0]


def _enemy_in_event(scope: Scope) -> Player | None:
    model = scope.moment.model if scope.moment is not None else None
    is_enemy = model is not None and scope.state.is_enemy(scope.seat, model)
    return scope.state.player(scope.state.owner(model)) if model is not None and is_enemy else None


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
    squads = scope.squads(ref)  # of a Squad: all that are attached to it
    return [name for name, _card in enhancement_names(squads)] if squads else scope.addresses(ref)


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
    take_crystals(table, seat, sites, each * len(sites))


def take_crystals(table: Table[State], seat: SeatId, sites: Sequence[str], wanted: int) -> int:
    """So many Crystals from these places, as long as there are any."""
    state = table.state
    count = min(wanted, state.neutral_crystals)
    state.neutral_crystals -= count
    state.player(seat).pool += count
    if sites:
        table.tell("harvested", seat=seat, count=count, sites=list(sites))
    return count


@deed(Destroy)
def destroy(context: Context, step: Destroy) -> None:
    """ED-15.10, ED-21.4: unspent Crystals, or a Crystal Source with all that lies on it."""
    if step.what == "crystal":
        amount = min(context.number(step.n, 1), context.player.pool)
        destroy_crystals(context.table, context.seat, amount, unspent=True)
        return
    for space in context.addresses(step.source):
        context.state.sources.remove(space)
        context.state.tokens[:] = [token for token in context.state.tokens if token.at != space]
        context.table.tell("destroyed_source", seat=context.seat, at=space)


@possible(Destroy)
def can_destroy(scope: Scope, step: Destroy) -> bool:
    """There is such a thing."""
    if step.what == "crystal":
        return scope.player.pool >= scope.number(step.n, 1)
    return bool(scope.addresses(step.source))


def destroy_crystals(table: Table[State], seat: SeatId, amount: int, *, unspent: bool = False) -> None:
    """ED-15.10: real Crystals go to the neutral pile, depleted ones first where these will do."""
    player = table.state.player(seat)
    for _unit in range(amount):
        if player.depleted and not unspent:
            player.depleted -= 1
        else:
            player.pool -= 1
    table.state.neutral_crystals += amount
    table.tell("destroyed_crystals", seat=seat, count=amount)
