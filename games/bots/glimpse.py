"""Everything a bot gets: the question, its own view, and worlds that fit it. Never the truth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from games.engine.contract.decisions import Decision, SeatId
from games.engine.contract.engine import Engine, View
from games.engine.contract.state import MatchState
from games.engine.contract.tree import Path
from games.engine.play.imagination import Imagined
from games.engine.play.run import Run

S = TypeVar("S", bound=MatchState)


@dataclass(frozen=True, slots=True)
class Glimpse(Generic[S]):
    """A seat's knowledge at the moment it is asked."""

    engine: Engine[S, Any]
    decision: Decision[object]
    look: Callable[[], View]  # what the seat sees
    imagine: Callable[[bytes], Imagined[S]]  # a world that fits the view, the same for the same seed

    @property
    def seat(self) -> SeatId:
        """Whose knowledge this is."""
        return self.decision.seat


class Bot(Protocol[S]):
    """A player that answers. Made for each seat of each match, with its own seed."""

    def choose(self, glimpse: Glimpse[S]) -> Path:
        """The answer to the glimpse's decision."""
        ...


def glimpse_of(run: Run[S], decision: Decision[object]) -> Glimpse[S]:
    """What the seat that is asked may know."""
    return Glimpse(
        engine=run.engine,
        decision=decision,
        look=lambda: run.engine.view(run.state, decision.seat),
        imagine=lambda seed: Imagined(run.engine, run.save(), decision.seat, seed),
    )
