"""DB-7.7 to DB-7.10: where miniatures may be spawned."""

from __future__ import annotations

from games.dreamblade.geometry import PLACE, SPAWN_ROW, STACK
from games.dreamblade.state import Figure, SeatId, State, fits, has
from games.engine.contract.text import gettext_noop as _


def spawn_cells(state: State, figure: Figure) -> list[str]:
    """DB-7.7; DB-6.6: in the first turn the portal only."""
    cells = _creature_cells(state, figure) if figure.is_creature else _location_cells(state, figure.seat)
    if state.turn.number == 1:
        return [cell for cell in cells if cell == state.portal(figure.seat)]
    return sorted(cells, key=PLACE.__getitem__)


def _creature_cells(state: State, figure: Figure) -> list[str]:
    """DB-7.9: the portal always; others within the stacking limit."""
    seat, portal, crowd = figure.seat, state.portal(figure.seat), state.crowd()
    others = dict.fromkeys([*_open_row(state, seat), *_reinforced(state, figure)])
    return [portal, *(c for c in others if c != portal and crowd.get((c, seat), 0) < STACK)]


def _open_row(state: State, seat: SeatId) -> list[str]:
    """DB-7.8: no creature of the player in it when the phase began, a miniature in the column now (DB-Q2)."""
    turn = state.turn
    columns = {figure.at[0] for figure in state.on_map(seat)}
    return [
        cell
        for cell in SPAWN_ROW[state.side(seat)]
        if cell[0] in columns and cell not in turn.closed and turn.filled.get(cell, 0) < STACK
    ]


def _reinforced(state: State, figure: Figure) -> list[str]:
    """DB-A.REINFORCE: beside a creature of the player that fits."""
    ability = has(figure, "REINFORCE")
    if ability is None:
        return []
    return [ally.at for ally in state.creatures(figure.seat) if fits(ally, ability.modifier)]


def _location_cells(state: State, seat: SeatId) -> list[str]:
    """DB-7.10: with a creature of the player and without a location."""
    built = [figure.at for figure in state.on_map() if not figure.is_creature]
    return [cell for cell, owner in state.crowd() if owner == seat and cell not in built]


def why_closed(state: State, figure: Figure, cell: str) -> str:
    """Why a miniature may not be spawned in a cell, for people."""
    seat, turn = figure.seat, state.turn
    if turn.number == 1:
        return _("in the first turn you can spawn only in your portal")
    if not figure.is_creature:
        if not state.creatures_at(cell, seat):
            return _("a location needs a creature of yours in its cell, and there is none in {cell}")
        return _("there is a location in {cell} already")
    if cell not in SPAWN_ROW[state.side(seat)]:
        return _("{cell} is not in your spawn row")
    if cell in turn.closed:
        return _("you had a creature in {cell} when this phase began")
    if turn.filled.get(cell, 0) >= STACK or not state.has_room(cell, seat):
        return _("you already have four creatures in {cell}")
    return _("you have no miniature in column {column}, as {cell} needs")
