"""Times as people read them: how far off, and the local time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timesince import timesince, timeuntil
from django.utils.translation import gettext as _

SOON = timedelta(hours=24)  # a deadline that deserves a look


@dataclass(frozen=True, slots=True)
class When:
    """A moment for its reader."""

    at: datetime
    iso: str
    day: str  # Wed 18 Nov
    hour: str  # 18:40
    zone: str  # CET
    distance: str  # in 2 days
    is_past: bool
    is_soon: bool

    def __str__(self) -> str:
        return f"{self.day}, {self.hour} {self.zone}"


def when(at: datetime | None) -> When | None:
    """A moment in the reader's zone and language; None for none."""
    if at is None:
        return None
    now, local = timezone.now(), timezone.localtime(at)
    return When(
        at=at,
        iso=at.isoformat(timespec="seconds"),
        day=date_format(local, "D j M" if local.year == timezone.localtime(now).year else "j M Y"),
        hour=date_format(local, "H:i"),
        zone=local.strftime("%Z"),
        distance=distance(at, now),
        is_past=at <= now,
        is_soon=now < at <= now + SOON,
    )


def distance(at: datetime, now: datetime) -> str:
    """How far off, in few words."""
    if abs(at - now) < timedelta(minutes=1):
        return _("just now") if at <= now else _("in a minute")
    if at > now:
        return _("in {time}").format(time=_ahead(at - now))
    return _("{time} ago").format(time=timesince(at, now, depth=1))


def _ahead(span: timedelta) -> str:
    """To the nearest day; less than a day is never made longer, and weeks are told with their days."""
    now, is_days = timezone.now(), span >= timedelta(days=1)
    rounded = span + timedelta(hours=12) if is_days else span
    return timeuntil(now + rounded, now, depth=2 if span >= timedelta(weeks=1) else 1)
