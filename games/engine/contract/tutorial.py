"""A tutorial: an ordinary match with prepared dice, and a sentence beside each question.

It is data of a game. Its opponent plays what is written here, its player is told what to try; any other legal
answer is handed back with a sentence. When the steps are over, both play on freely.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.engine.contract.decisions import SeatId

PUPIL: SeatId = 1  # the seat of the player who learns
AND_SO_ON = " …"  # at the end of an order to try: it may go on in any legal way


@dataclass(frozen=True, slots=True)
class Step:
    """A question to the pupil: what is told beside it, and the answers that are right."""

    say: str  # paragraphs, divided by an empty line
    tries: tuple[str, ...]  # orders as players write them: the first is the one to be shown
    otherwise: str = ""  # what is told when another legal order comes
    after: str = ""  # what has happened: told with the next step
    rule: str = ""  # where the rules say more

    def __post_init__(self) -> None:
        if not self.say.strip() or not self.tries or not all(text.strip() for text in self.tries):
            raise ValueError(f"a step needs a sentence and an order to try: {self.say!r} {self.tries!r}")


@dataclass(frozen=True, slots=True)
class Reply:
    """What the opponent plays, as a player would write it."""

    order: str

    def __post_init__(self) -> None:
        if not self.order.strip():
            raise ValueError("a reply needs an order")


@dataclass(frozen=True, slots=True)
class Tutorial:
    """The script of a tutorial for two seats."""

    about: str  # what one learns in it, in a sentence
    seed: bytes  # of all its dice: the same for everyone, and no secret
    opening: tuple[tuple[SeatId, str], ...]  # orders that are given before the pupil sits down
    steps: tuple[Step | Reply, ...]
    ending: str  # what is told when the steps are over
    settings: Mapping[str, int | str | bool] = field(default_factory=dict[str, int | str | bool])

    def __post_init__(self) -> None:
        if not self.seed or not any(isinstance(step, Step) for step in self.steps):
            raise ValueError("a tutorial needs a seed and a step")

    @property
    def lessons(self) -> int:
        """How many questions the pupil is led through."""
        return sum(isinstance(step, Step) for step in self.steps)
