"""What a tutorial does by itself in its match: the orders before it begins, and those of the opponent."""

from __future__ import annotations

from typing import Any

from games.engine.contract.decisions import SeatId
from games.engine.play.orders import submit
from games.engine.play.run import Run


class BrokenScript(Exception):
    """A tutorial says something that its game does not allow."""


def begin(run: Run[Any]) -> None:
    """Give the orders that come before the first step. Raises BrokenScript if one cannot be given."""
    tutorial = run.engine.tutorial
    if tutorial is None:
        raise BrokenScript(f"{run.engine.slug} has no tutorial")
    for seat, order in tutorial.opening:
        problem = submit(run, seat, order).problem
        if problem is not None:
            raise BrokenScript(f"{run.engine.slug}: {order!r} of seat {seat}: {problem.error}")
    run.teach()


def reply(run: Run[Any], seat: SeatId) -> bool:
    """Give the opponent's orders, if the script has any for the open question; whether they were taken."""
    decision = run.decision_for(seat)
    order = run.coach.reply(decision) if run.coach is not None and decision is not None else ""
    return bool(order) and submit(run, seat, order).problem is None
