"""ED-9: a Move is ordered, announced, carried out, and looked at afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.edge.effects.moment import Moment
from games.edge.rules import durations, tokens
from games.edge.rules.active.order import Order
from games.edge.rules.instants.windows import window
from games.edge.rules.movement.movers import manner_of, movers
from games.edge.rules.movement.options import Manner, Plan, can_go, carry_out, move_node
from games.edge.state import SeatId, State
from games.engine.contract.table import Rules, Table
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Branch, mapped


def move(table: Table[State], seat: SeatId, plan: Plan) -> Rules[list[str]]:
    """ED-9.4: announced, all at once, pushes last. Returns the models that were pushed."""
    yield from window(table, Moment("move_declared"))
    pushed = place(table, seat, plan, "moved")
    durations.end_move(table.state, [travel.model for travel in plan])
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


@dataclass(frozen=True, slots=True)
class MoveOrder(Order):
    """ED-9.1: the Move Action of the activated Squad; it ends a Combat Action that has begun (ED-8.5)."""

    plan: Plan

    def carry_out(self, table: Table[State]) -> Rules[None]:
        """All models of the Squad at once."""
        activation = table.state.turn.activation
        if activation is not None:
            activation.moved = True
            activation.closed = activation.fighting
        yield from move(table, table.state.turn.seat, self.plan)


def moves(state: State, seat: SeatId) -> Iterator[Branch[Order]]:
    activation = state.turn.activation
    if activation is None or activation.moved:
        return
    able = movers(state, state.squad(activation.squad).on_board)
    manner = manner_of(state, seat, able, Manner())
    if able and can_go(state, able, manner):
        yield Branch(
            "move",
            lambda: mapped(move_node(state, able, manner), MoveOrder),
            _("the Move Action of the activated Squad"),
        )
