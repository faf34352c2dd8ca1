"""What a player is told about the lines of a sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from games.engine.contract.phrases import Seat
from games.engine.contract.text import Ambiguous, Illegal, PlayerError, Unreadable
from games.engine.language.lines import Problem

KINDS: dict[str, type[PlayerError]] = {"ambiguous": Ambiguous, "illegal": Illegal, "unreadable": Unreadable}
ReceiptData = dict[str, object]


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
    handed_back: str = ""  # what was not taken, to be corrected and sent again
    legal: list[str] = field(default_factory=list[str])  # what may be ordered now, where something is wrong


def receipt_data(receipt: Receipt) -> ReceiptData:
    """A receipt as plain data: templates and values, translated where they are shown."""
    problem = receipt.problem
    return {
        "done": [asdict(done) for done in receipt.done],
        "needless": [asdict(line) for line in receipt.needless],
        "stopped": receipt.stopped,
        "kept": receipt.kept,
        "rest": receipt.handed_back,
        "legal": receipt.legal,
        "problem": None
        if problem is None
        else {
            "line": problem.line,
            "text": problem.text,
            "kind": _kind(problem.error),
            "reason": problem.error.reason,
            "values": {name: _kept(value) for name, value in problem.error.values.items()},
            "nearest": list(problem.error.nearest),
            "guessed": problem.error.guessed,
        },
    }


def _kind(error: PlayerError) -> str:
    return next((name for name, kind in KINDS.items() if isinstance(error, kind)), "illegal")


def _kept(value: str | int) -> str | int | dict[str, int]:
    return {"seat": int(value)} if isinstance(value, Seat) else value


def gone_on(was: Mapping[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """The receipt of a sheet that was kept and has gone on: what was done before stays in it."""
    if not was.get("kept"):
        return now
    return now | {name: [*was.get(name, []), *now[name]] for name in ("done", "needless")}
