"""Who gets an email when a match has moved on: each player is told each event in exactly one turn email."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from games.engine.play.run import AnyRun
from games.models import Match, Order, Seat
from games.services import rows, seat_emails
from games.services.patience import RECEIPT, REFUSAL, answers_left

TURN = "turn"  # it is your turn, and what happened since the last email
REPORT = "report"  # another player's turn is over, for players who want every turn
FINISHED = "finished"
STARTED = "started"


@dataclass(frozen=True, slots=True)
class Progress:
    """What a run has brought, as it is written."""

    match: Match  # as it was before
    seats: list[Seat]  # as they are now
    run: AnyRun
    played: list[Order]
    before: int  # the number of the last event before this run
    last: int  # and of the last one in it
    was_waiting: set[int]
    handed_back: dict[int, int] = field(default_factory=dict[int, int])  # seat to the order that was kept


def announce(progress: Progress) -> None:
    """Queue the emails that this progress calls for, in the transaction that writes it."""
    for order in progress.played:
        _receipt(progress, order)
    for seat, kind in _emails(progress):
        facts = {
            "first": seat.told,
            "last": progress.last,
            "turn": progress.run.turn,
            "question": _question(progress, seat),
        }
        if seat.number in progress.handed_back:
            facts["handed_back"] = progress.handed_back[seat.number]
        key = f"{kind} {seat.pk} {progress.match.pk} {progress.match.version + 1}"
        seat_emails.queue_for_seat(kind, seat, key, facts)
        rows.update(Seat, {"pk": seat.pk}, {"told": progress.last})


def _emails(progress: Progress) -> Iterator[tuple[Seat, str]]:
    """Who gets an email, and why."""
    over = progress.run.result is not None
    new_turn = progress.run.turn != progress.match.turn
    for seat in progress.seats:
        if seat.user is None:
            continue
        asked = seat.waiting_since is not None and (new_turn or seat.number not in progress.was_waiting)
        if over:
            yield seat, FINISHED
        elif asked and seat.user.mail_turns:
            yield seat, TURN
        elif progress.match.version == 0:
            yield seat, STARTED
        elif new_turn and seat.user.mail_every_turn and seat.resigned_at is None:
            yield seat, REPORT


def _question(progress: Progress, seat: Seat) -> str:
    run = progress.run
    return run.decision_id(seat.number) if run.decision_for(seat.number) is not None else ""


def _receipt(progress: Progress, order: Order) -> None:
    """An email gets an answer that says line by line what was understood."""
    if order.door != Order.Door.MAIL:
        return
    refusal = order.receipt.get("problem") is not None and not order.receipt.get("done")
    left = answers_left(order.seat_id, refusal=True) if refusal else 2
    if left:
        seat = next(seat for seat in progress.seats if seat.pk == order.seat_id)
        facts = {"order": order.pk, "first": progress.before, "last": progress.last}
        facts |= {REFUSAL: True, "is_last_answer": left == 1} if refusal else {}
        seat_emails.queue_for_seat(RECEIPT, seat, f"receipt {order.pk}", facts)
