"""ED-20: the Banner."""

from __future__ import annotations

from games.edge.catalogue import Action
from games.edge.effects.moment import Moment
from games.edge.effects.prepare import ready_node
from games.edge.effects.scope import Scope
from games.edge.rules.cards.acts import Act, UseBanner
from games.edge.rules.instants.timing import checked
from games.edge.state import SeatId, State
from games.engine.contract.phrases import Phrase, say
from games.engine.contract.table import Table
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Node, mapped


def banner_node(state: State, seat: SeatId, moment: Moment) -> Node[Act] | None:
    """ED-20.1: once, face up, at any moment an ordinary card could be played, or in the one it names."""
    player = state.player(seat)
    action = player.banner_card
    if not player.banner_up or player.dark_points < int(action.dp) or not _is_time(action, moment):
        return None
    ready = checked(Scope(state, seat, moment=moment), action)
    if ready is None:
        return None
    return mapped(ready_node(ready, action.do), lambda done: UseBanner(seat, done))


def _is_time(action: Action, moment: Moment) -> bool:
    return action.window in ("main", moment.window)


def turn_up(table: Table[State], seat: SeatId) -> None:
    """ED-6.6."""
    player = table.state.player(seat)
    if not player.banner_up:
        player.banner_up = True
        table.tell("banner_up", seat=seat)


def why_not_banner(state: State, seat: SeatId) -> Phrase:
    if not state.player(seat).banner_up:
        return say(_("your Banner is face down; a Passive turn turns it up"))
    if state.player(seat).dark_points < int(state.player(seat).banner_card.dp):
        cost = int(state.player(seat).banner_card.dp)
        return say(_("your Banner costs {cost} Dark Points"), cost=cost)
    return say(_("your Banner would do nothing"))
