"""DB-8.1: the action phase: shift or strike, one order at a time."""

from __future__ import annotations

from collections.abc import Iterator

from games.dreamblade.rules.phases import Done, Order, begin_phase, close, end_phase, verbless
from games.dreamblade.rules.questions import facts
from games.dreamblade.rules.shift import movable, movers_node
from games.dreamblade.rules.strike import battlefields, cells_node
from games.dreamblade.state import ACTIONS, SHIFT, STRIKE, State
from games.engine.contract.decisions import MAJOR, Decision
from games.engine.contract.phrases import say
from games.engine.contract.table import Rules, Table, steps_of
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Barred, Branch, Node, leaf, word


def action_phase(table: Table[State]) -> Rules[None]:
    """DB-8.1: one of shift or strike for all creatures; the match rests after each move and combat."""
    state = table.state
    if begin_phase(table):
        if not _has_anything_to_do(state):
            end_phase(table)
            return
        table.tell("phase", seat=state.active, number=action_number(state))
    order = yield from table.ask(_what_next(state))
    yield from steps_of(order.carry_out(table))
    if state.turn.begun and not _has_anything_to_do(state):
        yield from close(table)


def _has_anything_to_do(state: State) -> bool:
    crowd = state.crowd()
    return bool(battlefields(state, crowd)) or any(movable(state, crowd))


def action_number(state: State) -> int:
    """DB-6.1: of the two action phases of a player."""
    return 1 + ACTIONS.index(state.turn.step) % 2


def _what_next(state: State) -> Decision[Order]:
    """DB-D7, DB-D8, DB-D10."""
    prompts = {
        "": _("Action phase {number} of 2: shift or strike?"),
        SHIFT: _("Action phase {number} of 2, shift: who moves?"),
        STRIKE: _("Action phase {number} of 2, strike: where?"),
    }
    return Decision(
        seat=state.active,
        kind="action",
        prompt=say(prompts[state.turn.mode], number=action_number(state)),
        grow=lambda: _order_node(state),
        default=("done",),
        asks=MAJOR,
        facts=lambda: facts(state, state.active),
    )


def _order_node(state: State) -> Node[Order]:
    crowd = state.crowd()
    cells = battlefields(state, crowd)

    def branches() -> Iterator[Branch[Order]]:
        if any(movable(state, crowd)):
            yield Branch(SHIFT, lambda: movers_node(state, crowd), _("move an unengaged creature"))
        if cells:
            yield Branch(STRIKE, lambda: cells_node(state, cells), _("fight in a contested cell"))
        yield word("done", Done(), _("end this action phase"))

    def find(name: str) -> Node[Order] | None:
        """One of the three, without looking at the others."""
        if name == SHIFT:
            return movers_node(state, crowd) if any(movable(state, crowd)) else None
        if name == STRIKE:
            return cells_node(state, cells) if cells else None
        return leaf(Done()) if name == "done" else None

    return Node(None, branches, find, barred=lambda: _why_not(state))


def _why_not(state: State) -> Iterator[Barred]:
    mixed = say(_("you shift or strike in an action phase, never both"))
    nobody = say(_("you have no unengaged creature that could move"))
    nowhere = say(_("there is no contested cell in which you could fight in this phase"))
    yield Barred(SHIFT, mixed if state.turn.mode == STRIKE else nobody)
    yield Barred(STRIKE, mixed if state.turn.mode == SHIFT else nowhere)
    yield Barred("spawn", say(_("miniatures can be spawned only in your spawn phase")))
    yield from verbless(state, SHIFT)
