"""When a reminder is due: half time, a day and two hours before a deadline, as its reader chose."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.models import Seat

DAY = timedelta(hours=24)
HOURS = timedelta(hours=2)


def reminder_times(seat: Seat) -> list[datetime]:
    """When the player in a seat wants to be reminded of its deadline, earliest first."""
    user, since, due = seat.user, seat.waiting_since, seat.due_at
    if user is None or since is None or due is None or not user.mail_reminders or seat.is_muted:
        return []
    return wished_times(since, due, half=user.remind_half, day=user.remind_day, hours=user.remind_hours)


def wished_times(since: datetime, due: datetime, *, half: bool, day: bool, hours: bool) -> list[datetime]:
    """The times of a reader's wishes that lie before the deadline, earliest first."""
    wished = [(half, since + (due - since) / 2), (day, due - DAY), (hours, due - HOURS)]
    return sorted({at for wanted, at in wished if wanted and since < at < due})


def first_reminder(seat: Seat, after: datetime | None = None) -> datetime | None:
    """The next time to remind, after a moment; None if there is none."""
    floor = after or seat.waiting_since
    return next((at for at in reminder_times(seat) if floor is not None and at > floor), None)
