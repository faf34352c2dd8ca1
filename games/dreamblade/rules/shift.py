"""DB-8: shifting, one move at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.dreamblade.geometry import ADJACENT, CELLS, STACK
from games.dreamblade.names import cell_branch, cells_node, figure_branch, figure_names
from games.dreamblade.rules.phases import Order
from games.dreamblade.rules.triggers import move
from games.dreamblade.state import SHIFT, STRIKE, Crowd, Figure, State
from games.engine.contract.phrases import Phrase, say
from games.engine.contract.table import Rules, Table
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Barred, Branch, Node, leaf


def destinations(state: State, figure: Figure, crowd: Crowd) -> list[str]:
    """DB-8.2 to DB-8.4: where a creature may shift now."""
    seat, foe = figure.seat, state.foe(figure.seat)
    if figure.id in state.turn.moved or (figure.at, foe) in crowd:
        return []
    is_timid = state.works(figure, "DEFENDER") is not None
    return [
        cell
        for cell in ADJACENT[figure.at]
        if crowd.get((cell, seat), 0) < STACK and not (is_timid and (cell, foe) in crowd)
    ]


def movable(state: State, crowd: Crowd) -> Iterator[Figure]:
    """The creatures that may shift now."""
    if state.turn.mode != STRIKE:
        own = state.creatures(state.active)
        yield from (figure for figure in own if destinations(state, figure, crowd))


def movers_node(state: State, crowd: Crowd) -> Node[Order]:
    """`shift scout1 C2`, or `shift scout1 B2-C2`."""

    def branch(figure: Figure) -> Branch[Order]:
        return figure_branch(figure, lambda: _steps_node(state, figure, crowd))

    def find(name: str) -> Node[Order] | None:
        figure = state.figures.get(name)
        if figure is None or figure.seat != state.active or not figure.is_on_map or not figure.is_creature:
            return None
        return _steps_node(state, figure, crowd) if destinations(state, figure, crowd) else None

    return Node(
        None,
        lambda: [branch(figure) for figure in movable(state, crowd)],
        find,
        barred=lambda: _unmovable(state, list(movable(state, crowd))),
    )


def _unmovable(state: State, movable: Sequence[Figure]) -> Iterator[Barred]:
    yield Barred("all", say(_("name each creature that moves, with its cell")))
    for figure in state.figures.values():
        if figure not in movable:
            yield Barred(figure.id, _why_not_moved(state, figure), figure_names(figure))


def _why_not_moved(state: State, figure: Figure) -> Phrase:
    reason = _("{figure} has no cell to move to")
    if figure.seat != state.active:
        reason = _("{figure} is not yours")
    elif not figure.is_on_map or not figure.is_creature:
        reason = _("{figure} is not a creature on the map")
    elif figure.id in state.turn.moved:
        reason = _("{figure} has moved in this phase")
    elif state.is_engaged(figure):
        reason = _("{figure} is engaged and cannot shift")
    return say(reason, figure=figure.id)


def _steps_node(state: State, figure: Figure, crowd: Crowd) -> Node[Order]:
    cells = destinations(state, figure, crowd)

    def branch(cell: str) -> Branch[Order]:
        return cell_branch(
            cell,
            lambda: leaf(Shift(figure.id, cell)),
            portal=state.portal(figure.seat),
            start=figure.at,
        )

    return cells_node(cells, branch, "to", lambda: _unreachable(state, figure, cells))


def _unreachable(state: State, figure: Figure, cells: Sequence[str]) -> Iterator[Barred]:
    for cell in CELLS:
        if cell not in cells:
            reason = _("{figure} cannot move to {cell}: one step, not diagonally")
            if cell == figure.at:
                reason = _("{figure} is in {cell} already")
            elif cell in ADJACENT[figure.at] and not state.has_room(cell, figure.seat):
                reason = _("you already have four creatures in {cell}")
            elif cell in ADJACENT[figure.at]:
                reason = _("{figure} is a Defender and does not shift to enemies in {cell}")
            yield Barred(cell, say(reason, figure=figure.id, cell=cell), (f"{figure.at}-{cell}",))


@dataclass(frozen=True, slots=True)
class Shift(Order):
    """DB-8.2: one move."""

    figure: str
    cell: str

    def carry_out(self, table: Table[State]) -> Rules[None]:
        """DB-8.5: what the move sets off comes before the next one."""
        state = table.state
        state.turn.mode = SHIFT
        state.turn.moved.append(self.figure)
        yield from move(table, [(state.figures[self.figure], self.cell)], SHIFT)
