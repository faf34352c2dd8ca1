"""Whole matches played by any chooser: for matches between bots and for tests of every game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from games.engine.contract.decisions import Decision
from games.engine.contract.state import MatchState
from games.engine.contract.tree import Path
from games.engine.play.orders import advance, waiting_for
from games.engine.play.run import Run

S = TypeVar("S", bound=MatchState)

Chooser = Callable[[Run[S], Decision[object]], Path]


@dataclass(slots=True)
class Tally:
    """What a match cost."""

    decisions: int = 0  # answers in all, no matter who gave them
    waits: int = 0  # times the match waited for someone who was not on turn


def play_out(
    run: Run[S],
    choose: Chooser[S],
    after: Callable[[Run[S]], None] | None = None,
    most: int = 100_000,
    turns: int | None = None,
) -> Tally:
    """Play a match to its end, or for so many turns; `after` looks at it after each answer."""
    tally = Tally()
    advance(run)
    for _ in range(most):
        waiting = waiting_for(run)
        if not waiting or (turns is not None and run.turn > turns):
            break
        decision = run.decision_for(waiting[0])
        if decision is None:
            raise RuntimeError("a seat is waited for that is not asked")
        tally.waits += run.is_elsewhere(decision.seat)
        run.answer(decision.seat, choose(run, decision))
        advance(run)
        if after is not None:
            after(run)
    tally.decisions = run.replay.settled + len(run.replay.log)
    return tally
