"""DB-1.3: the exact chances of a roll of attack dice, before rerolls and abilities."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from games.dreamblade.rules.attacks import BLADE, DIE, damage_of

Odds = Mapping[tuple[int, int], float]  # damage and blades -> chance


@lru_cache(maxsize=64)
def roll_odds(dice: int) -> Odds:
    """The chance of each sum of damage and number of blades.

    >>> {place: round(chance, 3) for place, chance in sorted(roll_odds(1).items())}
    {(0, 0): 0.333, (0, 1): 0.167, (1, 0): 0.167, (2, 0): 0.167, (3, 0): 0.167}
    """
    found: dict[tuple[int, int], float] = {(0, 0): 1.0}
    for _ in range(dice):
        more: dict[tuple[int, int], float] = {}
        for (damage, blades), chance in found.items():
            for face in DIE:
                place = damage + damage_of([face]), blades + (face == BLADE)
                more[place] = more.get(place, 0.0) + chance / len(DIE)
        found = more
    return found


def chance_of(dice: int, damage: int) -> float:
    """The chance of at least so much damage."""
    return sum(chance for (total, _blades), chance in roll_odds(dice).items() if total >= damage)


def chance_of_blades(dice: int, blades: int = 1) -> float:
    """The chance of at least so many blades."""
    return sum(chance for (_total, found), chance in roll_odds(dice).items() if found >= blades)
