"""DB-9.26 to DB-9.29: disrupted creatures are placed elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from games.dreamblade.geometry import CELLS
from games.dreamblade.names import cell_branch, figure_branch, full_name
from games.dreamblade.rules.policies import place_for, words_of
from games.dreamblade.rules.questions import Occasion, answer, scopes, small
from games.dreamblade.state import Figure, SeatId, State
from games.engine.contract.decisions import Decision
from games.engine.contract.phrases import say
from games.engine.contract.policies import Choice
from games.engine.contract.table import Rules, Table
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Barred, Branch, Node, Path, leaf, words

Placed = tuple[Figure, str]
Places = Mapping[str, Sequence[str]]


def legal_cells(state: State, figure: Figure) -> list[str]:
    """DB-9.26, DB-9.27: empty cells; the creature is lifted first, the placing player's portal is closed."""
    closed = state.portal(state.foe(figure.seat))
    left, figure.at = figure.at, ""
    found = [cell for cell in CELLS if cell != closed and state.is_empty(cell)]
    figure.at = left
    return found


def disrupt(table: Table[State], thrown: Sequence[Figure], occasion: Occasion) -> Rules[list[Figure]]:
    """DB-9.23: one after another, the active player's first; returns those for whom there was no cell."""
    state = table.state
    homeless: list[Figure] = []
    for seat in (state.active, state.foe(state.active)):
        waiting = [figure for figure in thrown if figure.seat != seat]
        event = occasion.of(state, seat)
        while waiting:
            places = {figure.id: legal_cells(state, figure) for figure in waiting}
            able = [figure for figure in waiting if places[figure.id]]
            if not able:
                homeless += waiting  # DB-9.28
                break
            figure, cell = yield from answer(table, _where_to(state, seat, able, places, event))
            waiting.remove(figure)
            _place(table, figure, cell, seat)
    return homeless


def _place(table: Table[State], figure: Figure, cell: str, by: SeatId) -> None:
    """DB-9.29: not a move, so nothing is entered (DB-8.5)."""
    table.tell("disrupted", figure=figure.id, seat=figure.seat, by=by, start=figure.at, cell=cell)
    figure.at, figure.damage = cell, 0
    if table.state.combat is not None:
        table.state.combat.disrupted.append(figure.id)


def _where_to(
    state: State, seat: SeatId, able: Sequence[Figure], places: Places, event: str
) -> Decision[Placed]:
    """DB-D21, DB-D26: who is placed next, and where."""
    first = able[0]

    def interpret(choice: Choice, _orders: object) -> Path:
        return first.id, place_for(state, first, places[first.id], words_of(choice))

    return small(
        state,
        seat,
        "send",
        say(
            _("Disrupted: {figures}. Where do you send them?"),
            figures=", ".join(f"{full_name(f.id)} in {f.at}" for f in able),
        ),
        lambda: words(_senders(state, able, places), lead="send"),
        lambda: (first.id, place_for(state, first, places[first.id])),
        key="send",
        scopes=scopes(event, first.at, first, also="send"),
        interpret=interpret,
    )


def _senders(state: State, able: Sequence[Figure], places: Places) -> list[Branch[Placed]]:
    def branch(figure: Figure) -> Branch[Placed]:
        return figure_branch(
            figure, lambda: _cells_node(state, figure, places[figure.id]), implied=len(able) == 1
        )

    return [branch(figure) for figure in able]


def _cells_node(state: State, figure: Figure, cells: Sequence[str]) -> Node[Placed]:
    def branch(cell: str) -> Branch[Placed]:
        return cell_branch(cell, lambda: leaf((figure, cell)))

    def barred() -> Iterator[Barred]:
        portal = state.portal(state.foe(figure.seat))
        for cell in CELLS:
            reason = _("{cell} is your own portal") if cell == portal else _("{cell} is not empty")
            yield Barred(cell, say(reason, cell=cell))

    return Node(
        None,
        lambda: [branch(cell) for cell in cells],
        lead="to",
        barred=barred,
        size=lambda cap: min(cap, len(cells)),
    )
