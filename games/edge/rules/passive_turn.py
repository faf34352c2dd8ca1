"""ED-6: the Passive turn."""

from __future__ import annotations

from games.edge.control import controlled, controller, controls, harvest_sites
from games.edge.effects.lasting import yield_bonus
from games.edge.effects.moment import Moment
from games.edge.names import enhancement_names
from games.edge.rules import durations, tokens
from games.edge.rules.banner import turn_up
from games.edge.rules.crystals import refresh_crystals, take_crystals
from games.edge.rules.enhancements import charges
from games.edge.rules.instants.windows import window
from games.edge.rules.special_sources import take_gifts
from games.edge.state import SeatId, State
from games.engine.contract.table import Rules, Table


def passive_turn(table: Table[State]) -> Rules[None]:
    """ED-6.8: Harvest, Charge, Refresh Crystals, Refresh Banner, in this order; nobody plays a card."""
    state = table.state
    seat = state.turn.seat
    tokens.start_of_passive(table, seat)
    durations.start_passive(state, seat)
    yield from window(table, Moment("passive_start"))
    yield from _harvest(table, seat)
    skips = state.player(seat).content.skips  # ED-6.8
    if "charge" not in skips:
        names = [name for name, _card in enhancement_names(state.player(seat).alive)]
        yield from charges.charge(table, seat, names, 1)  # ED-6.4
    refresh_crystals(table, seat, state.player(seat).depleted)  # ED-6.5
    if "banner" not in skips:
        turn_up(table, seat)
    yield from window(table, Moment("passive_end"))


def _harvest(table: Table[State], seat: SeatId) -> Rules[None]:
    """ED-6.1 to ED-6.3, ED-21.5."""
    state = table.state
    sites = [site for site in harvest_sites(state) if controls(state, seat, site)]
    each = state.format.harvest
    wanted = sum(each + yield_bonus(state, seat, site) for site in sites)
    harvested = take_crystals(table, seat, sites, wanted)
    if state.choices.more_crystals:
        _share_out(table, seat)
    if state.choices.special_sources:
        yield from take_gifts(table, seat, controlled(state, seat))
    yield from window(table, Moment("passive_harvest", count=harvested))


def _share_out(table: Table[State], seat: SeatId) -> None:
    """ED-23.1: where nobody controls any Source, everybody takes a Crystal."""
    state = table.state
    if any(controller(state, site) is not None for site in state.sources):
        return
    for taker in state.playing(seat):
        if state.neutral_crystals:
            state.neutral_crystals -= 1
            state.player(taker).pool += 1
            table.tell("took_crystal", seat=taker)
