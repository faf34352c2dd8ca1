"""Whole matches played by whoever chooses: for the random bot, simulations and tests of every game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import msgspec

from games.engine.decisions import Decision
from games.engine.orders import advance, waiting_for
from games.engine.run import Run
from games.engine.tree import Path, sample

S = TypeVar("S", bound=msgspec.Struct)

Chooser = Callable[[Run[S], Decision[object]], Path]


@dataclass(slots=True)
class Tally:
    """What a match cost."""

    decisions: int = 0  # answers in all, whoever gave them
    waits: int = 0  # times the match waited for somebody who was not on turn


def wander(below: Callable[[int], int]) -> Callable[[Run[S], Decision[object]], Path]:
    """A chooser that walks the tree at random and needs nothing but the decision."""
    return lambda run, decision: sample(decision.root, below)


def play_out(
    run: Run[S], choose: Chooser[S], after: Callable[[Run[S]], None] | None = None, most: int = 100_000
) -> Tally:
    """Play a match to its end; `after` looks at it after each answer that was waited for."""
    tally = Tally()
    advance(run)
    for _ in range(most):
        waiting = waiting_for(run)
        if not waiting:
            break
        decision = run.decision_for(waiting[0])
        if decision is None:
            raise RuntimeError("a seat is waited for that is not asked")
        tally.waits += run.table.active is not None and decision.seat != run.table.active
        run.answer(decision.seat, choose(run, decision))
        advance(run)
        if after is not None:
            after(run)
    tally.decisions = run.settled + len(run.log)
    return tally
