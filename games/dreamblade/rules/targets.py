"""DB-10.5: choosing one creature of several, by name or by `aim`."""

from __future__ import annotations

from collections.abc import Sequence

from games.dreamblade.names import figure_branch
from games.dreamblade.rules.policies import aims, target_of
from games.dreamblade.rules.questions import answer, scopes, small
from games.dreamblade.state import Figure, SeatId, State
from games.engine.contract.phrases import Phrase
from games.engine.contract.table import Rules, Table
from games.engine.contract.tree import Branch, leaf, words


def one_of(figures: Sequence[Figure]) -> list[Branch[Figure]]:
    """A branch for each; where there is one, it need not be named."""

    def branch(figure: Figure) -> Branch[Figure]:
        return figure_branch(figure, lambda: leaf(figure), implied=len(figures) == 1)

    return [branch(figure) for figure in figures]


def choose_target(
    table: Table[State], seat: SeatId, source: Figure, targets: Sequence[Figure], prompt: Phrase, event: str
) -> Rules[Figure]:
    """DB-D9, DB-D28, DB-D31: the target of a special attack."""
    state = table.state
    decision = small(
        state,
        seat,
        "target",
        prompt,
        lambda: words(one_of(targets), lead="target"),
        lambda: (target_of(state, targets).id,),
        key="aim",
        scopes=scopes(event, source.at, source),
        interpret=aims(lambda style, focus: (target_of(state, targets, style, focus).id,), targets),
    )
    return (yield from answer(table, decision))
