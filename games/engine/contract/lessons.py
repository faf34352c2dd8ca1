"""What a player is told beside a question in a first match: one thing at a time, when it is needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

LONG = 10**6


@dataclass(frozen=True, slots=True)
class Lesson:
    """Advice for a kind of question, in some of the player's own turns: counted from 1, set-up is 0."""

    kind: str
    text: str
    rule: str = ""  # where the rules page says more
    since: int = 0
    until: int = LONG


def lesson_for(lessons: Sequence[Lesson], kind: str, turn: int) -> Lesson | None:
    """The first lesson that fits a question, if any."""
    fitting = (one for one in lessons if one.kind == kind and one.since <= turn <= one.until)
    return next(fitting, None)
