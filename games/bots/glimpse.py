"""All that a bot gets: the question, its own view, and worlds that fit it. Never the truth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

import msgspec

from games.engine.contract import Engine, View
from games.engine.decisions import Decision, SeatId
from games.engine.imagination import Imagined
from games.engine.run import Run
from games.engine.tree import Path

S = TypeVar("S", bound=msgspec.Struct)


@dataclass(frozen=True, slots=True)
class Glimpse(Generic[S]):
    """A seat's knowledge at the moment it is asked."""

    engine: Engine[S]
    decision: Decision[object]
    look: Callable[[], View]  # what the seat sees
    imagine: Callable[[bytes], Imagined[S]]  # a world that fits the view, the same for the same seed

    @property
    def seat(self) -> SeatId:
        """Whose knowledge this is."""
        return self.decision.seat


class Bot(Protocol[S]):
    """Somebody who answers. Made anew for each seat of each match, with a seed of its own."""

    def choose(self, glimpse: Glimpse[S]) -> Path:
        """The answer to the glimpse's decision."""
        ...


def glimpse_of(run: Run[S], decision: Decision[object]) -> Glimpse[S]:
    """What the seat that is asked may know."""
    return Glimpse(
        engine=run.engine,
        decision=decision,
        look=lambda: run.engine.view(run.table.state, decision.seat),
        imagine=lambda seed: Imagined(run.engine, run.save(), decision.seat, seed),
    )
