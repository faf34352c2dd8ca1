"""A seat's deadline: how it is named, when it still counts, and how it is moved."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone

from games.engine.run import AnyRun
from games.models import Order, Seat
from games.services.reminding import first_reminder


def late_key(seat: Seat) -> str:
    """The key of the order "deadline passed": one per deadline."""
    return f"late {seat.due_at.isoformat()}" if seat.due_at is not None else ""


def still_counts(order: Order, seat: Seat, run: AnyRun) -> bool:
    """Whether an order is to be played: a deadline that was moved, or a turn gone by, makes nobody late."""
    if order.kind != Order.Kind.LATE:
        return True
    is_running = seat.match.paused_at is None and run.table.turns == seat.match.turn
    return is_running and order.key == late_key(seat)


def move(seat: Seat, due_at: datetime, reminder_at: datetime | None) -> None:
    """Give a seat another deadline, in its row and in hand."""
    seat.due_at, seat.reminder_at = due_at, reminder_at
    Seat.objects.filter(pk=seat.pk).update(due_at=due_at, reminder_at=reminder_at)


def catch_up(seat: Seat, paused_at: datetime, now: datetime) -> None:
    """Move deadline and reminders by the length of a pause; what was to come before it, has come."""
    if seat.due_at is None or seat.waiting_since is None:
        return
    since = max(paused_at, seat.waiting_since)
    reminder = first_reminder(seat, after=since)
    move(seat, seat.due_at + (now - since), reminder and reminder + (now - since))


def extend(seat: Seat, due_at: datetime) -> int:
    """More time, and the reminders that it leaves room for; by how many hours, counted up."""
    more = due_at - seat.due_at if seat.due_at is not None else timedelta()
    seat.due_at = due_at
    move(seat, due_at, first_reminder(seat, after=timezone.now()))
    return -(-more // timedelta(hours=1))


def begin_anew(seat: Seat, now: datetime) -> None:
    """The whole time for a turn again, as if the match had just begun to wait."""
    seat.waiting_since, seat.due_at = now, now + timedelta(hours=seat.match.turn_hours)
    Seat.objects.filter(pk=seat.pk).update(waiting_since=now)
    move(seat, seat.due_at, first_reminder(seat))
