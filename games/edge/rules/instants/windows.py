"""ED-19: timing windows. First what runs automatically, then what players do; and how an Action is done."""

from __future__ import annotations

from collections.abc import Iterator

from games.edge.catalogue import WINDOWS
from games.edge.effects.moment import Moment
from games.edge.moments import MOMENTS
from games.edge.rules.cards.acts import Act
from games.edge.rules.cards.offers import act_branches, has_acts
from games.edge.rules.cards.perform import perform, run_steps
from games.edge.rules.instants import triggers
from games.edge.rules.instants.standing import charges_named, is_payable, moment_facts
from games.edge.state import PASSIVE, SeatId, State
from games.engine.contract.decisions import Decision
from games.engine.contract.phrases import say
from games.engine.contract.table import Rules, Table
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Branch, Node, word

PASS = ("pass",)


def window(table: Table[State], moment: Moment) -> Rules[None]:
    """One opening of a window: automatic rules, then Actions until all have passed.

    ED-6.7, ED-19.1: in a Passive turn nobody plays anything, whatever happens in it.
    """
    for trigger in triggers.triggered(table.state, moment):
        yield from _run_trigger(table, trigger, moment)
    if WINDOWS[moment.window].kind == "auto" or table.state.turn.kind == PASSIVE:
        return
    if any(fight.quiet for fight in table.state.fights):  # ED-25.22
        return
    yield from table.window(
        moment.window,
        lambda seat: _offer(table.state, seat, moment),
        lambda seat, act: perform(table, act, moment, window),
        might=lambda seat: _might(table.state, seat),
    )


def _run_trigger(table: Table[State], trigger: triggers.Trigger, moment: Moment) -> Rules[None]:
    if not trigger.still_holds(table.state, moment):
        return
    scope = trigger.scope(table.state, moment)
    trigger.note(table.state, moment)
    yield from run_steps(table, scope, trigger.steps, trigger.title, is_trigger=True)


def _might(state: State, seat: SeatId) -> bool:
    """By public facts alone: a card, an Enhancement with a Charge, in their own turn the Banner."""
    player = state.player(seat)
    if player.out:  # ED-22.10
        return False
    has_banner = player.banner_up and state.turn.seat == seat
    return (
        bool(player.hand)
        or has_banner
        or any(e.charges for squad in player.squads for e in squad.enhancements)
    )


def _offer(state: State, seat: SeatId, moment: Moment) -> Decision[Act | None] | None:
    """DP-I6, DP-I7, DP-A10: what this player could do now; a player with nothing for it is not asked.

    Windows are many and mostly passed: what exactly can be done is found out only when someone looks.
    """
    if state.player(seat).out or not has_acts(state, seat, moment):
        return None

    def choices() -> Iterator[Branch[Act | None]]:
        yield word("pass", None, _("do nothing"))
        yield from act_branches(state, seat, moment)

    def grow() -> Node[Act | None]:
        return Node(None, choices)

    return Decision(
        seat=seat,
        kind="window",
        prompt=say(WINDOW_PROMPT, moment=say(MOMENTS[moment.window])),
        grow=grow,
        default=PASS,
        facts=lambda: moment_facts(state, seat, moment),
        about=lambda path: charges_named(state, path),
        can_pay=lambda path, orders: is_payable(state, seat, moment, path, orders),
        key="react",
    )


WINDOW_PROMPT = _("Do you play anything {moment}?")


# Doing it.
