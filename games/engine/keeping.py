"""Orders that wait on the table: what is left of a seat's sheet until the seat is asked again."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from games.engine.decisions import SeatId
from games.engine.run import Run
from games.engine.sheet import Sheet, parse_sheet, rest_of

S = TypeVar("S", bound=msgspec.Struct)


def kept_orders(run: Run[S], seat: SeatId) -> str:
    """What of a seat's sheet waits for its next question; empty if nothing does."""
    state = run.sheets.get(seat)
    if state is None or state.turn not in (-1, run.table.turns) or run.result is not None:
        return ""
    return rest_of(_sheet(run, state.text), state.at)


def drop_orders(run: Run[S], seat: SeatId) -> str:
    """Forget what waits, and say what it was. A step that is being carried out is carried out to its end."""
    kept = kept_orders(run, seat)
    state = run.sheets.get(seat)
    if not kept or state is None:
        return ""
    if state.running is None:
        del run.sheets[seat]
    else:
        end = len(_sheet(run, state.text).program)
        run.sheets[seat] = msgspec.structs.replace(state, at=end)
    return kept


def _sheet(run: Run[S], text: str) -> Sheet:
    return parse_sheet(text, run.engine.vocabulary)[0]
