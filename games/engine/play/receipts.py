"""What a player is told about the lines of a sheet."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.engine.language.lines import Problem


@dataclass(frozen=True, slots=True)
class Done:
    """A line that was carried out, as written and as understood."""

    line: int
    text: str
    understood: str


@dataclass(frozen=True, slots=True)
class Needless:
    """A line with nothing left to do: an `end` when the turn is over already, a clause without effect."""

    line: int
    text: str
    is_clause: bool = False


@dataclass(slots=True)
class Receipt:
    """What became of a sheet, line by line."""

    done: list[Done] = field(default_factory=list[Done])
    needless: list[Needless] = field(default_factory=list[Needless])
    problem: Problem | None = None
    stopped: bool = False  # at a `stop` of its own
    kept: str = ""  # what waits for the seat's next question
    handed_back: str = ""  # what was not taken, to be mended and sent again
    legal: list[str] = field(default_factory=list[str])  # what may be ordered now, where something is wrong
