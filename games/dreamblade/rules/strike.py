"""DB-9.1 to DB-9.5: where combats are held, and who attacks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import msgspec

from games.dreamblade.geometry import CELLS, PLACE
from games.dreamblade.names import cell_branch, figure_names
from games.dreamblade.rules.combat import fight
from games.dreamblade.rules.phases import Order
from games.dreamblade.rules.teams import Team
from games.dreamblade.state import SHIFT, STRIKE, Crowd, State
from games.engine.contract.phrases import say
from games.engine.contract.table import Rules, Table
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Barred, Branch, Node, mapped


def battlefields(state: State, crowd: Crowd) -> list[str]:
    """DB-9.1, DB-9.2: contested cells that were not fought in during this phase."""
    if state.turn.mode == SHIFT:
        return []
    mine, foe = state.active, state.foe(state.active)
    contested = [cell for cell, seat in crowd if seat == mine and (cell, foe) in crowd]
    return sorted((c for c in contested if c not in state.turn.fought), key=PLACE.__getitem__)


def cells_node(state: State, cells: Sequence[str]) -> Node[Order]:
    """`strike C3 with all`, `strike C3 with scout1 thug`."""

    def branch(cell: str) -> Branch[Order]:
        return cell_branch(cell, lambda: _team_node(state, cell), portal=state.portal(state.active))

    return Node(None, lambda: [branch(cell) for cell in cells], barred=lambda: _quiet(state, cells))


def _team_node(state: State, cell: str) -> Node[Order]:
    own = state.creatures_at(cell, state.active)
    node = mapped(Team(state, own).node(), lambda names: Strike(cell, names))
    return msgspec.structs.replace(node, barred=lambda: _elsewhere(state, cell))


def _elsewhere(state: State, cell: str) -> Iterator[Barred]:
    """Who cannot attack in a cell: those of the opponent, and who is not there."""
    for figure in state.figures.values():
        reason = _("{figure} is not a creature in {cell}")
        if figure.seat != state.active:
            reason = _("{figure} is not yours: name your attackers; you split the damage when it is rolled")
        yield Barred(figure.id, say(reason, figure=figure.id, cell=cell), figure_names(figure))


def _quiet(state: State, cells: Sequence[str]) -> Iterator[Barred]:
    for cell in CELLS:
        if cell not in cells:
            reason = _("{cell} is not contested")
            if cell in state.turn.fought:
                reason = _("there has already been a combat in {cell} in this phase")
            yield Barred(cell, say(reason, cell=cell))
    for figure in state.figures.values():  # DB-9.5
        reason = _("name the cell first: “strike {cell} with all”; no single target is named")
        cell = figure.at if figure.at in cells else cells[0]
        yield Barred(figure.id, say(reason, cell=cell), figure_names(figure))


@dataclass(frozen=True, slots=True)
class Strike(Order):
    """DB-9.1: one combat."""

    cell: str
    attackers: tuple[str, ...]

    def carry_out(self, table: Table[State]) -> Rules[None]:
        """DB-9.4."""
        table.state.turn.mode = STRIKE
        yield from fight(table, self.cell, self.attackers)
