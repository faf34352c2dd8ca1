"""ED-13.6 to ED-13.8: Line of Fire."""

from __future__ import annotations

from games.edge.catalogue.parts import Where
from games.edge.effects.picks import condition
from games.edge.effects.scope import Scope
from games.edge.state import Model, State


def lines_of_fire(state: State, shooter: Model) -> list[list[int]]:
    """Straight lines of Spaces from the shooter's Space, each up to and with the first that is full."""
    occupied = state.occupied()
    found: list[list[int]] = []
    for line in state.board.lines(state.placement(shooter).space):
        blocked = next((at for at, space in enumerate(line) if state.is_full(space, occupied)), len(line))
        found.append(line[: blocked + 1])
    return found


def seen_spaces(state: State, shooter: Model, reach: int | None = None) -> set[int]:
    """The Spaces in Line of Fire: the shooter's own always (ED-13.8), others within Range."""
    seen = {state.placement(shooter).space}
    for line in lines_of_fire(state, shooter):
        seen.update(line if reach is None else line[:reach])
    return seen


def line_of_fire(state: State, shooter: Model, target: Model) -> bool:
    """Whether a model can be hit along a Line of Fire."""
    return state.placement(target).space in seen_spaces(state, shooter)


@condition("lof")
def _is_in_line(scope: Scope, model: Model, where: Where) -> bool:
    return any(line_of_fire(scope.state, by, model) for by in scope.models(where.lof))
