"""Standing orders at the table: each player's own, or those that the game ships with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from games.engine.contract.decisions import SeatId
from games.engine.contract.engine import AnyEngine
from games.engine.contract.policies import StandingOrders
from games.engine.contract.vocabulary import ASK_LIMIT, Vocabulary
from games.engine.language.standing import parse_standing


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's standing orders, and which version of them this is."""

    version: int
    orders: StandingOrders


@lru_cache(maxsize=32)
def shipped(text: str, vocabulary: Vocabulary) -> Standing:
    """The standing orders that a game ships with; version 0."""
    return Standing(0, parse_standing(text, vocabulary)[0])


def asked_use(seat: SeatId) -> str:
    """What a question in another player's turn is counted under."""
    return f"{seat} {ASK_LIMIT}"


def standing_from(engine: AnyEngine, texts: Mapping[SeatId, tuple[int, str]]) -> dict[SeatId, Standing]:
    """Standing orders from version and text per seat."""
    return {
        seat: Standing(version, parse_standing(text, engine.vocabulary)[0])
        for seat, (version, text) in texts.items()
    }
