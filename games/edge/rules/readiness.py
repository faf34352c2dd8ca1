"""ED-15.6, ED-17.6, ED-19: whether an Action can be paid for, played now, and do anything."""

from __future__ import annotations

from games.edge.catalogue import Action, X
from games.edge.effects.prepare import Ready, is_ready
from games.edge.effects.scope import Scope
from games.edge.rules import paying
from games.edge.rules.moments import Moment
from games.edge.rules.timing import fits_window, where_holds
from games.edge.state import Enhancement, Player, SeatId, State


def reacts(action: Action, moment: Moment) -> bool:
    return moment.window not in ("main", "open") and moment.window in action_windows(action)


def action_windows(action: Action) -> list[str]:
    """Every window that an Action names, the short ones spelled out."""
    spelled = {"before_roll": ["before_attack", "before_defense", "before_hit"]}
    spelled["after_roll"] = ["after_attack", "after_defense", "after_hit"]
    return [real for name in action.windows for real in spelled.get(name, [name])]


def fits(state: State, seat: SeatId, action: Action, moment: Moment) -> bool:
    """ED-19.1, ED-18.8: the right moment, an Instant in a foreign turn, and a cost that can be met."""
    is_own = state.turn.seat == seat
    if not (is_own or action.inst):
        return False
    if not any(fits_window(window, moment.window, is_own) for window in action_windows(action)):
        return False
    return can_afford(state, seat, action)


def can_afford(state: State, seat: SeatId, action: Action) -> bool:
    """ED-15.6; Charges are looked at where the Enhancement is known."""
    player = state.player(seat)
    cost = 1 if action.cost == X else action.cost
    if isinstance(cost, int) and not paying.can_pay(state, seat, cost):
        return False
    return all(_can_give(player, price) for price in action.pay)


def _can_give(player: Player, price: dict[str, int]) -> bool:
    ((what, amount),) = price.items()
    if what == "destroy_crystal":
        return player.pool + player.depleted >= amount
    return any(squad.endurance >= amount for squad in player.alive)


def checked(scope: Scope, action: Action) -> Ready | None:
    if action.where is not None:
        scoped = where_holds(scope, action)
        if scoped is None:
            return None
        scope = scoped
    if action.cost == X:
        scope.x = 1
    ready = Ready(scope)
    return ready if is_ready(ready, action.do) else None


def is_charged(enhancement: Enhancement, action: Action) -> bool:
    """ED-15.7: enough Charges lie on this very card."""
    return enhancement.charges >= (1 if action.ch == X else int(action.ch))
