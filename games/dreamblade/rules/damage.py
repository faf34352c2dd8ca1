"""DB-9.15 and DB-9.16: a total of damage is split among the creatures of a cell."""

from __future__ import annotations

from collections.abc import Sequence

from games.dreamblade.rules.attacks import deal, shown
from games.dreamblade.rules.bodyguards import Split, Splitting
from games.dreamblade.rules.policies import aims, split_path
from games.dreamblade.rules.questions import answer, scopes, small
from games.dreamblade.state import Figure, SeatId, State
from games.engine.contract.decisions import Decision
from games.engine.contract.phrases import say
from games.engine.contract.table import Rules, Table
from games.engine.contract.text import gettext_noop as _


def assign(
    table: Table[State],
    seat: SeatId,
    cell: str,
    targets: Sequence[Figure],
    total: int,
    event: str,
    faces: Sequence[str],
    *,
    relentless: bool = False,
) -> Rules[None]:
    """DB-9.16: all of it, in any split that Bodyguards allow; where nobody is, it is lost."""
    state = table.state
    if not total or not targets:
        return
    splitting = Splitting(state, targets, total)
    split = yield from answer(
        table, _how_to_split(state, seat, cell, splitting, event, faces, can_disrupt=not relentless)
    )
    for name, amount in split.items():
        deal(state, state.figures[name], amount, relentless=relentless)
    table.tell("dealt", seat=seat, cell=cell, figures=[f"{name} {amount}" for name, amount in split.items()])


def _how_to_split(
    state: State,
    seat: SeatId,
    cell: str,
    splitting: Splitting,
    event: str,
    faces: Sequence[str],
    *,
    can_disrupt: bool,
) -> Decision[Split]:
    """DB-D19, DB-D24."""
    targets = splitting.targets

    def path(style: str, focus: Sequence[Figure]) -> tuple[str, ...]:
        return split_path(state, splitting, style, focus, can_disrupt=can_disrupt)

    return small(
        state,
        seat,
        "damage",
        say(
            _("{total} damage in {cell} (dice: {faces}): how do you split it?"),
            total=splitting.total,
            cell=cell,
            faces=shown(faces),
        ),
        lambda: splitting.node({}, 0),
        lambda: path("kill", ()),
        key="aim",
        scopes=scopes(event, cell),
        interpret=aims(path, targets),
        more={"damage": splitting.total},
        arrange=splitting.counted,
    )
