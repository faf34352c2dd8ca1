"""The random-legal bot: it walks the tree of every decision of every game."""

from __future__ import annotations

import random
from typing import Any

from games.bots.glimpse import Glimpse
from games.engine.contract.tree import Path, sample


class Wanderer:
    """Chooses at random, word by word."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)  # noqa: S311 (a bot's whims are no secret)

    def choose(self, glimpse: Glimpse[Any]) -> Path:
        """Any legal answer."""
        return sample(glimpse.decision.root, self._random.randrange)
