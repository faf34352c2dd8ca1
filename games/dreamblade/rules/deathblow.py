"""DB-9.30 to DB-9.32: the second player's dying creatures strike once more."""

from __future__ import annotations

from collections.abc import Sequence

from games.dreamblade.names import cell_branch, full_names
from games.dreamblade.rules.attacks import (
    SPECIAL,
    damage_of,
    is_relentless,
    reroll,
    roll_dice,
    worth_of_faces,
)
from games.dreamblade.rules.damage import assign
from games.dreamblade.rules.policies import named, words_of
from games.dreamblade.rules.questions import answer, scopes, small
from games.dreamblade.rules.teams import ALL, NONE, Team
from games.dreamblade.state import Figure, SeatId, State
from games.dreamblade.statistics import power
from games.engine.contract.decisions import Decision
from games.engine.contract.phrases import say
from games.engine.contract.policies import Choice
from games.engine.contract.table import Rules, Table
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Branch, Path, mapped, words

EVENT = "deathblow"
Group = tuple[str, tuple[str, ...]]  # a cell, and who strikes in it


def deathblows(table: Table[State], dying: Sequence[Figure]) -> Rules[None]:
    """DB-9.30: one special attack for each cell in which someone dies and an enemy stands."""
    state = table.state
    cells = list(dict.fromkeys(f.at for f in dying if state.local_enemies(f)))
    while cells:
        groups = {cell: [f for f in dying if f.at == cell] for cell in cells}
        seat = dying[0].seat
        cell, joined = yield from answer(table, _who_joins(state, seat, groups))
        cells.remove(cell)
        if joined:
            yield from _deathblow(table, cell, [state.figures[name] for name in joined])


def _deathblow(table: Table[State], cell: str, joined: Sequence[Figure]) -> Rules[None]:
    state, seat = table.state, joined[0].seat
    worth = worth_of_faces(state, joined, has_blades=False)
    faces = roll_dice(table, sum(power(state, figure) for figure in joined), worth)
    yield from reroll(table, faces, joined, EVENT, SPECIAL)
    total = damage_of(faces)
    table.tell("deathblow", seat=seat, cell=cell, figures=[f.id for f in joined], faces=faces, total=total)
    targets = state.creatures_at(cell, state.foe(seat))
    relentless = is_relentless(state, joined)
    yield from assign(table, seat, cell, targets, total, EVENT, faces, relentless=relentless)


def _who_joins(state: State, seat: SeatId, groups: dict[str, list[Figure]]) -> Decision[Group]:
    """DB-D22: which cell comes next, and who takes part there."""
    cell, group = next(iter(groups.items()))

    def interpret(choice: Choice, _orders: object) -> Path:
        how, *names = words_of(choice)
        if how == "only":
            return (cell, *Team(state, group).only(named(group, names)))
        if how == NONE:
            return (cell, NONE)
        team = Team(state, group)
        return (cell, *(team.usual() if how == ALL else team.best()))

    return small(
        state,
        seat,
        "deathblow",
        say(
            _("Dying in {cell}: {figures}. Who strikes a deathblow?"),
            cell=cell,
            figures=full_names(f.id for f in group),
        ),
        lambda: words(_cell_branches(state, groups), lead="deathblow"),
        lambda: (cell, *Team(state, group).best()),
        key="join",
        scopes=scopes(EVENT, cell, *group),
        interpret=interpret,
    )


def _cell_branches(state: State, groups: dict[str, list[Figure]]) -> list[Branch[Group]]:
    def branch(cell: str) -> Branch[Group]:
        node = Team(state, groups[cell]).node(may_be_none=True)
        return cell_branch(cell, lambda: mapped(node, lambda names: (cell, names)), implied=len(groups) == 1)

    return [branch(cell) for cell in groups]
