"""ED-19.5 to ED-19.7: which Actions fit which window, and which model they must concern."""

from __future__ import annotations

from dataclasses import replace

from games.edge.catalogue import WINDOWS, Action, X
from games.edge.effects.conditions import touches
from games.edge.effects.moment import CONCERNED, Moment
from games.edge.effects.picks import within
from games.edge.effects.prepare import Ready, is_ready
from games.edge.effects.scope import Scope
from games.edge.rules import payment
from games.edge.state import Enhancement, Model, Player, SeatId, State

MAIN, OPEN = "main", "open"
ENEMY = "enemy"  # the event is about a model of an enemy, no matter who did it


def fits_window(wanted: str, window: str, is_own: bool) -> bool:
    """Whether something for one moment may be done in another: Instants and own cards in every open one."""
    if wanted == window:
        return True
    if WINDOWS[window].kind != OPEN:
        return False
    return wanted == OPEN or (wanted == MAIN and is_own)


def is_concerned(scope: Scope, action: Action, moment: Moment) -> Model | None:
    """EF-2.9: the player's model that the event is about, if there is one."""
    if action.concerns == ENEMY:
        return moment.model if _is_enemy(scope, moment) else None
    role = action.concerns or CONCERNED.get(moment.window, "mine")
    model = moment.role(role, scope.seat, scope.state)
    if model is None or not _is_ours(scope, action, model):
        return None
    if moment.window == "killed" and role == "source" and not _is_enemy(scope, moment):
        return None
    return model


def _is_ours(scope: Scope, action: Action, model: Model) -> bool:
    """ED-19.7, ED-24.6: a model of the player; one of an ally, if the Action says that it is for "yours"."""
    if scope.state.owner(model) == scope.seat:
        return True
    return bool(action.yours) and not scope.state.is_enemy(scope.seat, model)


def _is_enemy(scope: Scope, moment: Moment) -> bool:
    return moment.model is not None and scope.state.is_enemy(scope.seat, moment.model)


def where_holds(scope: Scope, action: Action) -> Scope | None:
    """The condition of an Action on its event; the scope with `user` bound where the condition names it."""
    where = action.where
    if where is None:
        return scope
    if where.in_combat and not (scope.moment is not None and scope.moment.in_combat):
        return None
    if where.line is not None and scope.called("line", ("last_move",)) < scope.number(where.line):
        return None
    if where.backstab and not _begins_backstab(scope):
        return None
    if where.b2b is not None:
        one, other = where.b2b
        if other == "user":
            return _with_user(scope, one)
        return scope if touches(scope, one, other) else None
    if where.range is None:
        return scope
    model = scope.model("self" if "self" in scope.names else "ev.model")
    if model is None or not within(scope, model, scope.number(where.range), where.center):
        return None
    return scope


def _begins_backstab(scope: Scope) -> bool:
    fight = scope.state.fights[-1] if scope.state.fights else None
    return fight is not None and fight.is_backstab and [fight.fighter] == scope.names.get("self")


def _with_user(scope: Scope, ref: str) -> Scope | None:
    for model in scope.models("squad"):
        tried = replace(scope, names={**scope.names, "user": [model.id]})
        if touches(tried, ref, "user"):
            return tried
    return None


def reacts(action: Action, moment: Moment) -> bool:
    return moment.window not in ("main", "open") and moment.window in action_windows(action)


def action_windows(action: Action) -> list[str]:
    """Every window that an Action names, the short ones spelled out."""
    return [real for name in action.windows for real in WINDOWS[name].alias_of or [name]]


def fits(state: State, seat: SeatId, action: Action, moment: Moment) -> bool:
    """ED-19.1, ED-18.8: the right moment, an Instant in another player's turn, and a cost that can be met."""
    is_own = state.turn.seat == seat
    if not (is_own or action.inst):
        return False
    if not any(fits_window(window, moment.window, is_own) for window in action_windows(action)):
        return False
    return can_afford(state, seat, action)


def can_afford(state: State, seat: SeatId, action: Action) -> bool:
    """ED-15.6; Charges are looked at where the Enhancement is known."""
    player = state.player(seat)
    cost = 1 if action.price == X else action.price
    if isinstance(cost, int) and not payment.can_pay(state, seat, cost, action.unit):
        return False
    unspent = sum(price.get("destroy_unspent", 0) for price in action.pay)
    if unspent and isinstance(cost, int) and not payment.can_pay(state, seat, cost + unspent, action.unit):
        return False
    return can_give(player, action)


def can_give(player: Player, action: Action) -> bool:
    """What an Action takes in addition to its price."""
    return all(_can_give(player, price) for price in action.pay)


def _can_give(player: Player, price: dict[str, int]) -> bool:
    ((what, amount),) = price.items()
    if what == "destroy_crystal":
        return player.pool + player.depleted >= amount
    if what == "destroy_unspent":
        return player.pool >= amount
    if what == "discard":
        return len(player.hand) > amount
    return any(squad.endurance >= amount for squad in player.alive)


def checked(scope: Scope, action: Action) -> Ready | None:
    if action.where is not None:
        scoped = where_holds(scope, action)
        if scoped is None:
            return None
        scope = scoped
    if action.price == X:
        scope.x = 1
    if action.x_is is not None:
        scope.price = action.x_is
        scope.budget = payment.most(scope.state, scope.seat, action.unit)
    ready = Ready(scope)
    return ready if is_ready(ready, action.do) else None


def is_about_the_fallen(action: Action) -> bool:
    """ED-17.2, ED-18.11: it answers the death of a model of the player, perhaps the last one of its Squad."""
    return action.window == "killed" and action.concerns in ("", "model")


def is_charged(enhancement: Enhancement, action: Action) -> bool:
    """ED-15.7: enough Charges lie on this very card."""
    return enhancement.charges >= (1 if action.ch == X else int(action.ch))
