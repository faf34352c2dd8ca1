"""Hours that count: the clock of a seat stands still while its player is absent, within the match's limit.

A deadline is a moment in its row, moved past absences when it is set and when they change. So nothing has to
be worked out as time passes, and the moment that is shown is the moment that counts.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from accounts.services.absences import Span, spans_of
from games.models import Seat

YEAR = timedelta(days=365)


def due_after(seat: Seat, start: datetime, time: timedelta) -> datetime:
    """When a stretch of time that begins now or later is up for the player in a seat."""
    return after(start, time, held_for(seat, start))


def held_for(seat: Seat, since: datetime) -> list[Span]:
    """When the clock of a seat stands still, from a moment on."""
    user = seat.user
    if user is None or user.absent_until is None or user.absent_until <= since:
        return []
    return granted(spans_of(user), seat.match.absence_days)


def granted(absences: Iterable[Span], days: int) -> list[Span]:
    """How much of each absence stops the clock: in any year no more than so many days.

    The first days of an absence count. What earlier absences of the year before it have used up is gone, even
    if nobody had to wait for it: so players can be told in advance.
    """
    limit, held = timedelta(days=days), list[Span]()
    for absence in sorted(absences):
        taken = sum((_overlap(one, absence.begin - YEAR, absence.begin) for one in held), timedelta())
        end = min(absence.end, absence.begin + max(limit - taken, timedelta()))
        if end > absence.begin:
            held.append(Span(absence.begin, end))
    return held


def after(start: datetime, time: timedelta, held: Iterable[Span]) -> datetime:
    """The moment at which a time is up, not counting when the clock stands still.

    Never while it stands still: time that runs out just when that begins is up before it.
    """
    moment, rest = start, time
    for stretch in sorted(held):
        if stretch.end <= moment:
            continue
        until = max(stretch.begin - moment, timedelta())
        if rest <= until:
            break
        rest, moment = rest - until, stretch.end
    return moment + rest


def left(start: datetime, due: datetime, held: Iterable[Span]) -> timedelta:
    """How much time there is between two moments, not counting when the clock stands still."""
    stopped = sum((_overlap(one, start, due) for one in held), timedelta())
    return due - start - stopped


def _overlap(one: Span, begin: datetime, end: datetime) -> timedelta:
    return max(min(one.end, end) - max(one.begin, begin), timedelta())
