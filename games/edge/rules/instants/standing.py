"""B.3: what standing orders need to know in a window."""

from __future__ import annotations

from games.edge.catalogue import CARDS, X
from games.edge.effects.moment import Moment
from games.edge.rules import facts, payment
from games.edge.state import Model, SeatId, State
from games.engine.contract.conditions import Fact
from games.engine.contract.policies import StandingOrders
from games.engine.contract.tree import Path


def charges_named(state: State, path: Path) -> dict[str, Fact]:
    """B.3 `ch`: what lies on the Enhancement of a line."""
    return {"ch": state.enhancement(path[1]).charges} if path[0] == "use" else {}


def is_payable(state: State, seat: SeatId, moment: Moment, path: Path, orders: StandingOrders) -> bool:
    """DP-I8: by standing orders only what `pay:` allows; without it, what Crystals suffice for."""
    cost, unit = _cost(state, path)
    known = moment_facts(state, seat, moment)
    return not cost or payment.payable(state, seat, cost, orders, known, unit) is not None


def _cost(state: State, path: Path) -> tuple[int, str]:
    """What an answer would cost, and in which unit."""
    if path[0] not in ("play", "use"):
        return CARDS[path[1]].attach.cr if path[0] == "attach" else 0, payment.CRYSTAL
    card = path[1] if path[0] == "play" else state.enhancement(path[1]).card
    action = next(action for half, action in CARDS[card].actions if half == path[2])
    if action.price == X:
        return next((int(word) for word in path[3:] if word.isdigit()), 1), action.unit
    return action.price if isinstance(action.price, int) else 0, action.unit


def moment_facts(state: State, seat: SeatId, moment: Moment) -> dict[str, Fact]:
    """What conditions of `play … on <window>` may refer to."""
    mine, foe = _sides(state, seat, moment)
    found = facts.concerning(state, seat, mine, foe)
    if state.fights:
        found = facts.in_fight(state, seat) | found
    if moment.wounds and moment.model is not None and state.owner(moment.model) == seat:
        found["wounds"] = moment.wounds
    if moment.roll is not None and moment.roll.seat == seat:
        found |= {"roll": moment.roll.result, "die": moment.roll.die, "marked": moment.roll.is_marked}
    return found


def _sides(state: State, seat: SeatId, moment: Moment) -> tuple[Model | None, Model | None]:
    parts = [moment.model, moment.attacker, moment.defender, moment.source]
    known = [model for model in parts if model is not None]
    mine = next((model for model in known if state.owner(model) == seat), None)
    return mine, next((model for model in known if state.is_enemy(seat, model)), None)
