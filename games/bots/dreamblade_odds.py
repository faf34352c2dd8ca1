"""What attack dice of DreamBlade bring: how a total is best used, and what that is worth on average."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

NOTHING, DISRUPTED, DESTROYED = range(3)
Fates = tuple[int, ...]  # of the targets, in their order
BLADE_ODDS = 1 / 6


class Target(NamedTuple):
    """A creature that can be hit, and what it is worth to be rid of it."""

    defense: int
    life: int
    thrown: float  # worth of disrupting it
    killed: float


class Use(NamedTuple):
    """The best use of a total of damage."""

    worth: float
    fates: Fates


@cache
def damage_odds(dice: int) -> tuple[float, ...]:
    """DB-1.3: the chances of each total of the number faces, from 0 on."""
    if not dice:
        return (1.0,)
    before = damage_odds(dice - 1)
    odds = [0.0] * (len(before) + 3)
    for total, chance in enumerate(before):
        for more, faces in ((0, 3), (1, 1), (2, 1), (3, 1)):
            odds[total + more] += chance * faces / 6
    return tuple(odds)


@lru_cache(maxsize=20_000)
def uses(targets: tuple[Target, ...], clearing: float) -> tuple[Use, ...]:
    """For each total the best use; `clearing` is what it is worth if nobody is left in the cell."""
    nothing = Use(0.0, (NOTHING,) * len(targets))
    best = [nothing] * (sum(max(t.defense, t.life) for t in targets) + 1)
    for fates in product((NOTHING, DISRUPTED, DESTROYED), repeat=len(targets)):
        pairs = list(zip(fates, targets, strict=True))
        need = sum((0, t.defense, t.life)[fate] for fate, t in pairs)
        worth = sum((0.0, t.thrown, t.killed)[fate] for fate, t in pairs) + clearing * all(fates)
        if worth > best[need].worth:
            best[need] = Use(worth, fates)
    for total in range(1, len(best)):
        if best[total - 1].worth > best[total].worth:
            best[total] = best[total - 1]
    return tuple(best)


def use_of(total: int, targets: tuple[Target, ...], clearing: float) -> Use:
    """The best use of a total that was rolled."""
    found = uses(targets, clearing)
    return found[min(max(total, 0), len(found) - 1)]


@lru_cache(maxsize=50_000)
def mean_worth(dice: int, bonus: int, targets: tuple[Target, ...], clearing: float) -> float:
    """What an attack with so many dice brings on average; the bonus is that of blades."""
    found = uses(targets, clearing)
    last = len(found) - 1
    odds = damage_odds(dice)
    return sum(chance * found[min(max(total + bonus, 0), last)].worth for total, chance in enumerate(odds))


def mean_bonus(dice: int, crits: tuple[int, ...]) -> int:
    """What blades add to so many dice on average, the best ability first."""
    blades = dice * BLADE_ODDS
    total = 0.0
    for crit in crits:
        total += crit * min(1.0, blades)
        blades -= min(1.0, blades)
    return round(total)
