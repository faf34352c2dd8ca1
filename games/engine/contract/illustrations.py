"""Pictures for the rules: a position of the game's tutorial, drawn by the table's own code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.engine.contract.decisions import SeatId


@dataclass(frozen=True, slots=True)
class Illustration:
    """One case of a rule. The position is that of the tutorial before so many of its steps, played on."""

    rule: str  # the paragraph that it stands below
    part: str  # of the table
    shows: str  # what is to be seen, for those who cannot see it too
    after: int = 0  # steps of the tutorial's script
    orders: tuple[tuple[SeatId, str], ...] = ()  # given then
    around: tuple[str, ...] = ()  # things that must be in the picture; none: the whole part
    marked: tuple[str, ...] = ()  # things with a line around them
    moves: Mapping[str, str] = field(default_factory=dict[str, str])  # an arrow from a thing to a thing


def picture_of(game: str, number: int, illustration: Illustration) -> str:
    """Where a picture is kept among the static files; several may stand below one rule."""
    return f"rules/{game}/{illustration.rule.lower()}-{number}.svg"
