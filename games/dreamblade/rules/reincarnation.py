"""DB-A.REINCARNATE: who is destroyed calls another back."""

from __future__ import annotations

from collections.abc import Sequence

from games.dreamblade.names import alike, full_name
from games.dreamblade.rules.policies import dearest, pick, words_of
from games.dreamblade.rules.questions import answer, scopes, small
from games.dreamblade.rules.targets import one_of
from games.dreamblade.rules.zones import recall
from games.dreamblade.state import GRAVEYARD, Figure, State, has
from games.engine.contract.decisions import Decision
from games.engine.contract.phrases import say
from games.engine.contract.policies import Choice
from games.engine.contract.table import Rules, Table
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Path, words


def reincarnate(table: Table[State], dead: Sequence[Figure]) -> Rules[None]:
    """DB-10.9: the active player's first; each after it has reached the graveyard, and if it can."""
    state = table.state
    triggered = [figure for figure in dead if has(figure, "REINCARNATE") is not None]
    for figure in sorted(triggered, key=lambda f: f.seat != state.active):
        fallen = [f for f in state.of(figure.seat, GRAVEYARD) if f.is_creature and f.id != figure.id]
        if fallen:
            recall(table, (yield from answer(table, _who_returns(state, figure, list(alike(fallen))))))


def _who_returns(state: State, figure: Figure, fallen: Sequence[Figure]) -> Decision[Figure]:
    """DB-D27."""

    def interpret(choice: Choice, _orders: object) -> Path | None:
        found = pick(fallen, words_of(choice))
        return (found.id,) if found is not None else None

    return small(
        state,
        figure.seat,
        "return",
        say(
            _("{figure} reincarnates: which creature returns to your reserves?"), figure=full_name(figure.id)
        ),
        lambda: words(one_of(fallen), lead="return"),
        lambda: (dearest(fallen).id,),
        key="pick",
        scopes=scopes("reincarnate", "", figure),
        interpret=interpret,
    )
