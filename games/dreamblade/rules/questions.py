"""DB-12A: how the small questions are put: forced ones are not asked, standing orders know them by scope."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeVar

from games.dreamblade.state import Figure, SeatId, State
from games.engine.contract.conditions import Fact
from games.engine.contract.decisions import IF_IDLE, Decision, Interpreter
from games.engine.contract.phrases import Phrase
from games.engine.contract.table import Rules, Table
from games.engine.contract.tree import Node, Path, first_path

T = TypeVar("T")


def facts(state: State, seat: SeatId) -> Mapping[str, Fact]:
    """What conditions may ask about: all of it is public."""
    turn, foe, combat = state.turn, state.foe(seat), state.combat
    return {
        "turn": turn.number,
        "wins": state.player(seat).wins,
        "foe.wins": state.player(foe).wins,
        "points": state.player(seat).points,
        "foe.points": state.player(foe).points,
        "bonus": state.player(seat).bonus,
        "spawn": turn.pool if state.active == seat else 0,
        "creatures": len(state.creatures(seat)),
        "foe.creatures": len(state.creatures(foe)),
        "blades": combat.blades if combat is not None else 0,
        "first": turn.first == seat,
        "mine": state.active == seat,
        "skipped": turn.skips,
    }


class Occasion(NamedTuple):
    """As what each player's standing orders know a check of damage."""

    active: str
    other: str

    def of(self, state: State, seat: SeatId) -> str:
        """The event of one of them."""
        return self.active if seat == state.active else self.other


IN_COMBAT = Occasion("damage", "ambush")
IN_SPAWN_PHASE = Occasion("damage", "ambush")
AFTER_MOVE = Occasion("charge", "ambush")
AFTER_DEATHBLOW = Occasion("damage", "deathblow")
AFTER_STRIKEBACK = Occasion("damage", "strikeback")


def scopes(event: str, cell: str = "", *figures: Figure, also: str = "") -> tuple[str, ...]:
    """DB-12A.3: the most special line wins: of a miniature, a cell, an event, which may have two names."""
    events = [name for name in (event, also) if name]
    names = [figure.id for figure in figures]
    places = [*(f"{name}@{figure}" for name in events for figure in names), *names]
    cells = [*(f"{name}@{cell}" for name in events), cell] if cell else []
    return tuple(dict.fromkeys([*places, *cells, *events]))


def small(
    state: State,
    seat: SeatId,
    kind: str,
    prompt: Phrase,
    grow: Callable[[], Node[T]],
    default: Callable[[], Path],
    *,
    key: str = "",
    scopes: tuple[str, ...] = (),
    interpret: Interpreter | None = None,
    asks: str = IF_IDLE,
    more: Mapping[str, Fact] | None = None,
    arrange: Callable[[Path], Path] | None = None,
) -> Decision[T]:
    """A minor question: by clause, standing order or default, unless its player is idle in their own turn."""
    return Decision(
        seat=seat,
        kind=kind,
        prompt=prompt,
        grow=grow,
        default=default,
        facts=lambda: {**facts(state, seat), **(more or {})},
        key=key,
        scopes=scopes,
        asks=asks,
        interpret=interpret,
        arrange=arrange,
    )


def answer(table: Table[State], decision: Decision[T]) -> Rules[T]:
    """Ask, unless there is only one answer."""
    if decision.size(2) == 1:
        return decision.value(first_path(decision.root))
    return (yield from table.ask(decision))
