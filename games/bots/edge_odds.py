"""Odds of The Edge's dice, exactly: an Attack against a Defence, a shot against an INI."""

from __future__ import annotations

from functools import cache

from games.edge.catalogue import DICE
from games.edge.rules.dice import RED, YELLOW

SURE = 1.0


@cache
def attack_odds(edge: int, die: str = YELLOW, again: bool = False, guard_again: bool = False) -> float:
    """ED-12.3: that an Attack with this edge (ATT minus DEF) wounds; `again`: a free reroll (ED-8.4).

    The Defence rolls Yellow, as everyone does who does not care.
    """
    by_face = [1 - guard_odds(face + edge, YELLOW, guard_again) for face in DICE[die].faces]
    mean = sum(by_face) / len(by_face)
    return sum(max(odds, mean) for odds in by_face) / len(by_face) if again else mean


@cache
def guard_odds(need: int, die: str = YELLOW, again: bool = False) -> float:
    """That a Defence holds which must show at least `need`; `again`: a failed one is rolled anew."""
    faces = DICE[die].faces
    fails = sum(face < need for face in faces) / len(faces)
    return 1 - fails * (fails if again else 1)


@cache
def hit_odds(need: int, die: str = YELLOW) -> float:
    """ED-13.3: that a shot shows at least `need`."""
    faces = DICE[die].faces
    return sum(face >= need for face in faces) / len(faces)


def worth_rolling_again(result: int, die: str) -> bool:
    """Whether another throw of the same die is better than this result on the average."""
    faces = DICE[die].faces
    return result < sum(faces) / len(faces)


__all__ = ["RED", "SURE", "YELLOW", "attack_odds", "guard_odds", "hit_odds", "worth_rolling_again"]
