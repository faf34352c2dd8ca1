"""Whole matches: opened with a seed, and played at random."""

from __future__ import annotations

import random
from collections.abc import Iterator

from games.engine.contract.dice import Seeds
from games.engine.contract.tree import sample
from games.engine.play.run import Run
from games.scrappers.engine import SCRAPPERS
from games.scrappers.state import State


def opened(seats: int = 2, seed: int = 1, factions: str = "random") -> Run[State]:
    """A match after set-up; the seed decides everything that is random."""
    return Run.start(SCRAPPERS, range(1, seats + 1), Seeds(bytes([seed]) * 32), {"factions": factions})


def wander(run: Run[State], seed: int = 1, answers: int = 300) -> Iterator[State]:
    """Random answers, up to a number of them or to the end of the match; the state before and after each."""
    chance = random.Random(seed)
    yield run.state
    for _ in range(answers):
        if run.result is not None:
            return
        for decision in run.asked:
            run.answer(decision.seat, sample(decision.root, chance.randrange))
        yield run.state
