"""DB-6.1 and DB-6.2: phases begin and end."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator

from games.dreamblade.names import figure_names
from games.dreamblade.rules.questions import small
from games.dreamblade.state import State
from games.engine.contract.decisions import IF_SAID, Decision
from games.engine.contract.phrases import say
from games.engine.contract.table import Rules, Table
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Barred, Node, word


class Order(ABC):
    """One order of a phase, checked as a whole when it was read."""

    __slots__ = ()

    @abstractmethod
    def carry_out(self, table: Table[State]) -> Rules[None] | None:
        """Do it; None where nobody is asked on the way."""


class Done(Order):
    """DB-7.4, DB-8.1, DB-9.1: nothing more in this phase."""

    def carry_out(self, table: Table[State]) -> None:
        """The phase is over."""
        end_phase(table)


def begin_phase(table: Table[State]) -> bool:
    """Whether the phase begins just now; from here on its player is the one on turn."""
    state = table.state
    table.active = state.active
    was_begun, state.turn.begun = state.turn.begun, True
    return not was_begun


def close(table: Table[State]) -> Rules[None]:
    """There is nothing left to do: the phase ends, and a `done` that was written for it is taken up here."""
    yield from table.ask(_end_by_itself(table.state))
    end_phase(table)


def _end_by_itself(state: State) -> Decision[None]:
    return small(
        state,
        state.active,
        "close",
        say(_("There is nothing left to do in this phase.")),
        lambda: Node(None, lambda: [word("done", None)], unled=("done",)),
        lambda: ("done",),
        asks=IF_SAID,
    )


def end_phase(table: Table[State]) -> None:
    """DB-6.2: damage is removed at the end of every phase; what belongs to the phase is forgotten."""
    state, turn = table.state, table.state.turn
    for figure in state.figures.values():
        figure.damage = 0
    turn.step += 1
    turn.begun, turn.mode, turn.pool = False, "", 0
    turn.closed, turn.used, turn.moved, turn.fought = [], [], [], []
    turn.filled = {}


def verbless(state: State, verb: str) -> Iterator[Barred]:
    """A line that begins with a miniature: what it lacks."""
    for figure in (f for f in state.figures.values() if f.seat == state.active):
        reason = _("begin with what it does: “{verb} {figure} …”")
        yield Barred(figure.id, say(reason, verb=verb, figure=figure.id), figure_names(figure))
