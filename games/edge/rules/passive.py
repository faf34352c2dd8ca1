"""ED-6: the Passive turn."""

from __future__ import annotations

from collections.abc import Sequence

from games.edge.catalogue import DUEL
from games.edge.control import controlled, controller, harvest_sites
from games.edge.names import enhancement_names
from games.edge.rules import charges, dice, effects_of, tokens
from games.edge.rules.moments import Moment
from games.edge.rules.special_sources import take_gifts
from games.edge.rules.windows import window
from games.edge.state import SeatId, State
from games.engine.table import Rules, Table


def passive_turn(table: Table[State]) -> Rules[None]:
    """ED-6.8: Harvest, Charge, Refresh Crystals, Refresh Banner, in this order; nobody plays a card."""
    state = table.state
    seat = state.turn.seat
    tokens.start_of_passive(table, seat)
    effects_of.start_passive(state, seat)
    yield from window(table, Moment("passive_start"))
    yield from _harvest(table, seat)
    names = [name for name, _card in enhancement_names(state.player(seat).alive)]
    yield from charges.charge(table, seat, names, 1)  # ED-6.4
    dice.refresh(table, seat, state.player(seat).depleted)  # ED-6.5
    _refresh_banner(table, seat)
    yield from window(table, Moment("passive_end"))


def _harvest(table: Table[State], seat: SeatId) -> Rules[None]:
    """ED-6.1 to ED-6.3, ED-21.5."""
    state = table.state
    sites = [site for site in harvest_sites(state) if controller(state, site) == seat]
    harvest_from(table, seat, sites, DUEL.harvest)
    if state.choices.more_crystals:
        _share_out(table, seat)
    if state.choices.special_sources:
        yield from take_gifts(table, seat, controlled(state, seat))
    yield from window(table, Moment("passive_harvest"))


def harvest_from(table: Table[State], seat: SeatId, sites: Sequence[str], each: int) -> None:
    """ED-2.4: from the neutral pile to the Crystal Pool, as long as there are any."""
    state = table.state
    count = min(each * len(sites), state.neutral_crystals)
    state.neutral_crystals -= count
    state.player(seat).pool += count
    if sites:
        table.tell("harvested", seat=seat, count=count, sites=list(sites))


def _share_out(table: Table[State], seat: SeatId) -> None:
    """ED-23.1: where nobody controls any Source, everybody takes a Crystal."""
    state = table.state
    if any(controller(state, site) is not None for site in state.sources):
        return
    for taker in table.clockwise(seat):
        if state.neutral_crystals:
            state.neutral_crystals -= 1
            state.player(taker).pool += 1
            table.tell("took_crystal", seat=taker)


def _refresh_banner(table: Table[State], seat: SeatId) -> None:
    """ED-6.6."""
    player = table.state.player(seat)
    if not player.banner_up:
        player.banner_up = True
        table.tell("banner_up", seat=seat)
