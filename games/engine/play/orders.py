"""Orders as text: a sheet is handed in, answered line by line, and what is left of it waits on the table."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from games.engine.contract.decisions import SeatId
from games.engine.contract.state import MatchState
from games.engine.contract.text import Illegal, Unreadable, gettext_noop
from games.engine.language.lines import Problem
from games.engine.language.paths import legal_now
from games.engine.language.sheet import Sheet, lines_from, parse_sheet
from games.engine.play.executor import Executor
from games.engine.play.receipts import Receipt
from games.engine.play.run import Run

S = TypeVar("S", bound=MatchState)


def submit(run: Run[S], seat: SeatId, text: str) -> Receipt:
    """Hand in a text with orders: it replaces what was left of the seat's sheet, what is legal is done.

    Lines before a wrong one stand. Without an open question the sheet waits for the next one. What became of
    the sheets of others is in `run.receipts`.
    """
    if run.result is not None or seat in run.gone:
        over = Illegal(gettext_noop("you are no longer part of this match"))
        return Receipt(problem=Problem(1, text[:80], over), handed_back=text)
    sheet, problem, unread = parse_sheet(text, run.engine.vocabulary)
    executor = Executor(run)
    if sheet.program:
        executor.hand_in(seat, sheet)
    receipt = executor.lines.receipt(seat)
    if not sheet.program and problem is None:
        problem = Problem(1, text[:80], Unreadable(gettext_noop("there is no order here")))
    receipt.problem = receipt.problem or problem
    receipt.handed_back = "\n".join(filter(None, [receipt.handed_back, unread]))
    decision = run.decision_for(seat)
    if receipt.problem is not None and decision is not None:
        receipt.legal = legal_now(decision, spoken=run.engine.vocabulary.spoken)
    del executor.receipts[seat]
    run.receipts.update(executor.receipts)
    return receipt


def advance(run: Run[S]) -> None:
    """Answer everything that needs no waiting; what became of sheets that went on is in `run.receipts`."""
    executor = Executor(run)
    executor.go()
    run.receipts.update(executor.receipts)


def waiting_for(run: Run[S]) -> list[SeatId]:
    """The seats whose answers the match waits for."""
    return Executor(run).waiting_for()


def kept_orders(run: Run[S], seat: SeatId) -> str:
    """What of a seat's sheet waits for its next question; empty if nothing does."""
    state = run.sheets.get(seat)
    if state is None or state.turn not in (-1, run.turn) or run.result is not None:
        return ""
    return lines_from(_sheet(run, state.text), state.at)


def drop_orders(run: Run[S], seat: SeatId) -> str:
    """Forget what waits, and say what it was. A step that is being carried out is carried out to its end."""
    kept = kept_orders(run, seat)
    state = run.sheets.get(seat)
    if not kept or state is None:
        return ""
    if state.running is None:
        del run.sheets[seat]
    else:
        end = len(_sheet(run, state.text).program)
        run.sheets[seat] = msgspec.structs.replace(state, at=end)
    return kept


def _sheet(run: Run[S], text: str) -> Sheet:
    return parse_sheet(text, run.engine.vocabulary)[0]
