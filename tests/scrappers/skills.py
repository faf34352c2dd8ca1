"""A card about to be used: played from hand, or as the Leader of a Base."""

from __future__ import annotations

import pytest

from tests.scrappers.position import Bench, position

both_ways = pytest.mark.parametrize("way", ["skill", "leader"])


def using(
    way: str,
    card: str,
    other: str = "",
    *,
    hand: str = "",
    below: str = "",
    docks: str = "",
    mine: str = "",
    artifacts: str = "AR01",
    factions: str = "TER HYD MET MIN",
) -> tuple[Bench, str]:
    """A position in which a card can be used, and how its order begins. Played from hand, TER1 leads."""
    own = f"hand {card} {hand} base {below} TER1#4" if way == "skill" else f"hand {hand} base {below} {card}"
    bench = position(own, other, docks=docks, mine=mine, artifacts=artifacts, factions=factions)
    return bench, f"skill {card}" if way == "skill" else "leader"
