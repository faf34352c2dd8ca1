"""B.3: the selectors of standing orders: self, attacker, defender, killed, enemy:weakest and the like."""

from __future__ import annotations

from games.edge.effects.moment import Moment
from games.edge.effects.scope import Scope
from games.edge.state import Model, State


def selectors(scope: Scope, name: str) -> tuple[str, ...]:
    """What a selector would call this model, at this moment."""
    model = scope.state.model(name)
    return (*_of_event(scope, model), *_of_board(scope, model))


def _of_event(scope: Scope, model: Model) -> list[str]:
    moment = scope.moment
    if moment is None:
        return []
    return roles(moment, model, scope)


def roles(moment: Moment, model: Model, scope: Scope) -> list[str]:
    """The parts that a model plays in an event."""
    found: list[str] = []
    if moment.attacker is model:
        found.append("attacker")
    if moment.defender is model:
        found.append("defender")
    if moment.model is model and moment.window == "killed":
        found.append("killed")
    pair = (moment.attacker, moment.defender, moment.model, moment.source)
    if not scope.state.is_enemy(scope.seat, model) and any(model is part for part in pair):
        found.append("self")
    return found


def _of_board(scope: Scope, model: Model) -> list[str]:
    state, seat = scope.state, scope.seat
    found: list[str] = []
    is_enemy = state.is_enemy(seat, model)
    side = state.enemies(seat) if is_enemy else state.friends(seat)
    word = "enemy:weakest" if is_enemy else "own:weakest"
    if side and min(side, key=lambda other: _strength(state, other)) is model:
        found.append(word)
    if is_enemy and side and min(side, key=lambda other: _far(scope, other)) is model:
        found.append("enemy:nearest")
    return found


def _strength(state: State, model: Model) -> tuple[int, int]:
    squad = state.squad_of(model)
    return squad.endurance, squad.card.endurance


def _far(scope: Scope, model: Model) -> int:
    """Spaces from the nearest own model."""
    state = scope.state
    here = state.placement(model).space if model.at else 0
    own = [state.placement(other).space for other in state.player(scope.seat).models]
    return min((state.board.distance(here, space) for space in own), default=0)
