"""ED-9: a Move is asked for, announced, carried out, and looked at afterwards."""

from __future__ import annotations

from games.edge.rules import effects_of, tokens
from games.edge.rules.moments import Moment
from games.edge.rules.movement import Plan, carry_out
from games.edge.rules.windows import window
from games.edge.state import SeatId, State
from games.engine.table import Rules, Table


def move(table: Table[State], seat: SeatId, plan: Plan) -> Rules[list[str]]:
    """ED-9.4: announced, all at once, pushes last. Returns the models that were pushed."""
    yield from window(table, Moment("move_declared"))
    pushed = place(table, seat, plan, "moved")
    effects_of.end_move(table.state, [travel.model for travel in plan])
    if any(len(travel.path) > 1 for travel in plan):
        yield from window(table, Moment("enter_space"))
    yield from window(table, Moment("move_end"))
    return pushed


def place(table: Table[State], seat: SeatId, plan: Plan, told: str = "placed") -> list[str]:
    """The models stand on their new hexes, and so do those they pushed."""
    pushed = carry_out(table.state, plan)
    for travel in plan:
        pushes = [f"{victim} {to}" for victim, to in travel.pushes]
        table.tell(told, seat=seat, model=travel.model, to=travel.to, path=list(travel.path), pushes=pushes)
    tokens.tidy(table, moved=[*(travel.model for travel in plan), *pushed])
    return pushed
