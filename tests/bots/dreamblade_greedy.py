"""A greedy player of DreamBlade to measure bots against: one order ahead, by what stands on the map then."""

from __future__ import annotations

import random
from itertools import islice

from games.bots.glimpse import Glimpse
from games.dreamblade.catalogue import WARBANDS
from games.dreamblade.geometry import from_scoring
from games.dreamblade.rules.conquest import claims
from games.dreamblade.state import State
from games.engine.contract.decisions import SeatId
from games.engine.contract.tree import Path, paths
from games.engine.play.orders import advance, waiting_for

LISTED, TRIED, WORLDS = 300, 40, 2


class Greedy:
    """Always the order after which it stands best."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)

    def choose(self, glimpse: Glimpse[State]) -> Path:
        """The best of some answers, the usual one among them."""
        decision = glimpse.decision
        if decision.kind == "warband":
            return (self._random.choice(list(WARBANDS)),)
        offered = list(islice(paths(decision.root), LISTED))
        some = offered if len(offered) <= TRIED else self._random.sample(offered, TRIED)
        seeds = [self._random.randbytes(8) for _ in range(WORLDS)]
        return max(
            [decision.fallback(), *some],
            key=lambda path: sum(worth_after(glimpse, path, seed) for seed in seeds),
        )


def worth_after(glimpse: Glimpse[State], path: Path, seed: bytes) -> float:
    """What the map is worth after an answer and all small ones that follow."""
    run, seat = glimpse.imagine(seed), glimpse.seat
    run.answer(seat, path)
    advance(run)
    while seat in waiting_for(run):
        decision = run.decision_for(seat)
        if decision is None or decision.major:
            break
        run.answer(seat, decision.fallback())
        advance(run)
    return worth(run.state, seat) - worth(run.state, run.state.foe(seat))


def worth(state: State, seat: SeatId) -> float:
    """Points and cells, creatures by their cost, and how near they are to the cells that count."""
    player, side = state.player(seat), state.side(seat)
    creatures = state.creatures(seat)
    near = sum(0.5 * (4 - from_scoring(figure.at, side)) for figure in creatures)
    bodies = sum(figure.cost for figure in state.on_map(seat))
    return 12 * player.wins + 2 * (player.points + sum(claims(state, seat).values())) + bodies + near
