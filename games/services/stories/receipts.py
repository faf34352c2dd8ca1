"""Receipts as players read them: what became of each line of an order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from games.engine.contract import phrases
from games.engine.contract.text import Illegal
from games.engine.language.explain import explain_problem
from games.engine.language.lines import Problem
from games.engine.language.prose import without_prose
from games.engine.play.receipts import KINDS
from games.services.engines import rule_behind


@dataclass(frozen=True, slots=True)
class ShownReceipt:
    """The result of an order, in words. All texts are the reader's own lines or ours; nothing is hidden."""

    done: list[dict[str, Any]]  # line, text as written, understood
    needless: list[dict[str, Any]]  # line, text, is_clause: it had no effect, or nothing asked for it
    problem: str  # several lines: which line, why, what would be legal; empty if all is well
    line: int  # of the problem, else 0
    stopped: bool
    kept: str
    rest: str
    rule: str = ""  # that stands behind the problem
    dropped: str = ""  # never played: its player dropped it
    replaced: bool = False  # and sent something else in its place

    @property
    def is_fine(self) -> bool:
        """Whether nothing was refused."""
        return not self.problem


def shown_receipt(data: Mapping[str, Any], names: Mapping[int, str]) -> ShownReceipt:
    """A kept receipt for its reader, in the active language. Empty data (not played yet) shows nothing."""
    problem = data.get("problem")
    return ShownReceipt(
        done=list(data.get("done", [])),
        needless=list(data.get("needless", [])),
        problem=explain_problem(_problem(problem), data["legal"], gettext, names) if problem else "",
        line=problem["line"] if problem else 0,
        stopped=bool(data.get("stopped")),
        kept=without_prose(str(data.get("kept", ""))),
        rest=without_prose(str(data.get("rest", ""))),
        rule=rule_behind(problem["reason"]) if problem else "",
        dropped=without_prose(str(data.get("dropped", ""))),
        replaced=bool(data.get("replaced")),
    )


def _problem(data: Mapping[str, Any]) -> Problem:
    values = {
        name: phrases.Seat(value["seat"]) if isinstance(value, dict) else value
        for name, value in data["values"].items()
    }
    error = KINDS.get(data["kind"], Illegal)(data["reason"], values)
    return Problem(
        data["line"], data["text"], error.near(data["nearest"], guessed=data.get("guessed", False))
    )
