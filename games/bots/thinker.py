"""What all bots that play to win share: an idea for each big question, and never an illegal answer."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from games.bots.glimpse import Glimpse
from games.engine.contract.state import MatchState
from games.engine.contract.tree import Path

S = TypeVar("S", bound=MatchState)

Idea = Callable[[Glimpse[S]], Path]


class Thinker(ABC, Generic[S]):
    """Remembers nothing but its whims: the same seed, asked the same things, gives the same answers."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)  # noqa: S311 (a bot's whims are no secret)

    @abstractmethod
    def _ideas(self) -> Mapping[str, Idea[S]]:
        """How questions are answered, by their kind."""

    def _small(self, glimpse: Glimpse[S]) -> Path:
        """The answer to any other question; the default where nothing better is known."""
        return glimpse.decision.fallback()

    def choose(self, glimpse: Glimpse[S]) -> Path:
        """A legal answer to any question; the default where an idea is not allowed."""
        decision = glimpse.decision
        path = self._ideas().get(decision.kind, self._small)(glimpse)
        return path if decision.check(path) is None else decision.fallback()

    def _state(self, glimpse: Glimpse[S]) -> S:
        """A world that fits what is seen."""
        return glimpse.imagine(self._random.randbytes(8)).state
