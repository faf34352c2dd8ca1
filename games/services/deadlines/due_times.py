"""Deadlines moved: after a pause, by a host, or to begin again. Reminders move with them."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone

from games.models import Seat
from games.services.deadlines import hours
from games.services.deadlines.reminders import first_reminder


def move(seat: Seat, due_at: datetime, reminder_at: datetime | None) -> None:
    """Give a seat another deadline, in its row and in this object."""
    seat.due_at, seat.reminder_at = due_at, reminder_at
    Seat.objects.filter(pk=seat.pk).update(due_at=due_at, reminder_at=reminder_at)


def catch_up(seat: Seat, paused_at: datetime, now: datetime) -> None:
    """Move deadline and reminders by the length of a pause; reminders from before it are not sent again."""
    if seat.due_at is None or seat.waiting_since is None:
        return
    since = max(paused_at, seat.waiting_since)
    held = hours.held_for(seat, since)
    due_at = hours.after(now, hours.left(since, seat.due_at, held), held)
    reminder = first_reminder(seat, after=since)
    move(seat, due_at, reminder and reminder + (due_at - seat.due_at))


def extend(seat: Seat, due_at: datetime) -> int:
    """More time, and the reminders that fit into it; by how many hours, rounded up.

    Time that is given is not used up while its player is absent.
    """
    now = timezone.now()
    more = due_at - seat.due_at if seat.due_at is not None else timedelta()
    start = max(seat.due_at or now, now)
    seat.due_at = hours.due_after(seat, start, due_at - start)
    move(seat, seat.due_at, first_reminder(seat, after=now))
    return -(-more // timedelta(hours=1))


def restart(seat: Seat, now: datetime) -> None:
    """The full time for a turn again, as if the match had just started to wait."""
    seat.waiting_since = now
    seat.due_at = hours.due_after(seat, now, timedelta(hours=seat.match.turn_hours))
    Seat.objects.filter(pk=seat.pk).update(waiting_since=now)
    move(seat, seat.due_at, first_reminder(seat))
