"""ED-9: a Move is ordered, announced, carried out, and looked at afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.edge.effects.mentions import is_mentioned
from games.edge.effects.moment import Moment
from games.edge.effects.run import Context
from games.edge.names import model_name
from games.edge.rules import durations
from games.edge.rules.active.order import Order
from games.edge.rules.cards.questions import ask
from games.edge.rules.instants.windows import window
from games.edge.rules.movement import stops
from games.edge.rules.movement.arrivals import placing, set_down
from games.edge.rules.movement.movers import manner_of, movers
from games.edge.rules.movement.options import Manner, Mover, Plan, can_go, move_node
from games.edge.rules.movement.shrine_moves import lost_contacts
from games.edge.rules.shrines import contacts
from games.edge.rules.squads.attributes import followed_by
from games.edge.state import ON_BOARD, Model, SeatId, State
from games.engine.contract.table import Rules, Table
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Branch, mapped


def move(table: Table[State], seat: SeatId, plan: Plan) -> Rules[list[str]]:
    """ED-9.4: announced, all at once, pushes last. Returns the models that were pushed."""
    state = table.state
    touching = contacts(state)
    yield from window(table, Moment("move_declared"))
    met = [travel for travel in plan if stops.meets(state, travel)]  # ED-9.8
    stops.lift(state, tuple(met))
    pushed = set_down(table, seat, tuple(travel for travel in plan if travel not in met), "moved")
    for travel in met:
        yield from stops.walk(table, seat, travel)
    for travel in plan:
        if is_mentioned(state, "last_move"):
            state.turn.paths[travel.model] = list(travel.path)
        yield from _bring_along(table, seat, state.model(travel.model))
    durations.end_move(state, [travel.model for travel in plan])
    yield from lost_contacts(table, touching)
    yield from window(table, Moment("move_end", model=state.model(plan[0].model)))
    return pushed


def _bring_along(table: Table[State], seat: SeatId, lead: Model) -> Rules[None]:
    """EF-6.4.1: a joined model is set in contact with the one that leads it; without room it is left."""
    state = table.state
    partner = followed_by(state, lead)
    if partner is None or lead.state != ON_BOARD or state.are_touching(lead, partner):
        return
    context = Context(state=state, seat=seat, table=table, title=model_name(partner.id))
    manner = Manner(push="none", touching=state.placement(lead).mask, must=True)
    found = [Mover(partner, None)]
    if can_go(state, found, manner):
        set_down(table, seat, (yield from ask(context, placing(context, found, manner))))
    else:
        state.effects[:] = [effect for effect in state.effects if effect.partner != partner.id]


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
