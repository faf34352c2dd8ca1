"""ED-8.1, ED-8.8: the sides of a Squad card."""

from __future__ import annotations

from msgspec.structs import replace

from games.edge.rules.asking import ask
from games.edge.rules.movement.arrivals import set_down
from games.edge.rules.movement.options import Plan, resize_node
from games.edge.state import SeatId, Squad, State
from games.engine.contract.decisions import ALWAYS, Decision
from games.engine.contract.phrases import say
from games.engine.contract.table import Rules, Table
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import first_path


def flip(table: Table[State], seat: SeatId, squad: Squad, mode: str) -> Rules[None]:
    """The new attributes apply at once; a base of another size finds its place (ED-8.8)."""
    if squad.mode == mode or not can_flip(table.state, squad, mode):
        return
    base = squad.card.mode(mode).base
    plan: Plan = ()
    if base != squad.side.base and squad.on_board:
        plan = yield from ask(table, _resizing(table.state, seat, squad, base))
    squad.mode = mode
    table.tell("changed_mode", squad=squad.id, mode=mode)
    if plan:
        set_down(table, seat, plan)


def can_flip(state: State, squad: Squad, mode: str) -> bool:
    """ED-8.8: if one model cannot change its base, the change is illegal."""
    base = squad.card.mode(mode).base
    return base == squad.side.base or not squad.on_board or resize_node(state, squad, base) is not None


def _resizing(state: State, seat: SeatId, squad: Squad, base: int) -> Decision[Plan]:
    node = resize_node(state, squad, base)
    if node is None:
        raise RuntimeError(f"{squad.id} cannot change its base")
    return Decision(
        seat=seat,
        kind="resize",
        prompt=say(_("Where do the models stand with their new base?")),
        grow=lambda: replace(node, lead="at"),
        default=lambda: first_path(node),
        asks=ALWAYS,
    )
