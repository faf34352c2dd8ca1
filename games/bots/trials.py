"""Trying things out: worlds that fit what is seen, small questions answered on the way, the best of many."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import TypeVar

from games.bots.glimpse import Glimpse
from games.engine.contract.decisions import Decision, SeatId
from games.engine.contract.state import MatchState
from games.engine.contract.tree import Path
from games.engine.play.imagination import Imagined
from games.engine.play.orders import advance, waiting_for

MOST_QUESTIONS = 40  # that one answer may bring up

S = TypeVar("S", bound=MatchState)
T = TypeVar("T")
W = TypeVar("W")

Answer = Callable[[Decision[object], S], Path]


def usual(decision: Decision[object], _state: object) -> Path:
    """What a player says who does not care."""
    return decision.fallback()


def after(glimpse: Glimpse[S], path: Path, seed: bytes, answer: Answer[S] = usual) -> S:
    """A world after an answer and all the small ones that follow from it, up to the next big question."""
    run = glimpse.imagine(seed)
    run.answer(glimpse.seat, path)
    _finish(run, glimpse.seat, answer)
    return run.state


def _finish(run: Imagined[S], seat: SeatId, answer: Answer[S]) -> None:
    for _ in range(MOST_QUESTIONS):
        advance(run)
        decision = run.decision_for(seat) if seat in waiting_for(run) else None
        if decision is None or decision.major:
            return
        run.answer(seat, answer(decision, run.state))


def some(offered: Iterable[Path], listed: int, kept: int, whim: random.Random) -> list[Path]:
    """A few of the first so many answers, where there are more than a few."""
    found = list(islice(offered, listed))
    return found if len(found) <= kept else sorted(whim.sample(found, kept))


def best(
    candidates: Iterable[T],
    look: Callable[[T, W], float],
    worlds: Sequence[W],
    *,
    first: int,
    finalists: int,
    always: Sequence[T] = (),
) -> tuple[float, T]:
    """What is worth most on average, and how much that is.

    All are looked at in the first few worlds, the better ones and those in `always` in all of them. Every one
    sees the same worlds, so that luck helps nobody; of equals the earlier one is taken.
    """
    looked = {one: [look(one, world) for world in worlds[:first]] for one in (*always, *candidates)}
    ranked = sorted(looked, key=lambda one: -sum(looked[one]))[:finalists]
    final = dict.fromkeys((*always, *ranked))
    for one in final:
        looked[one] += [look(one, world) for world in worlds[first:]]
    chosen = max(final, key=lambda one: sum(looked[one]))
    return sum(looked[chosen]) / len(worlds), chosen
