"""Absences: times in which a user does not play, declared before they begin. Other rooms make of them what
they promise; see `changed`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Max, QuerySet
from django.dispatch import Signal
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import Absence, User
from accounts.refusals import Refused
from accounts.services.dates import Days

LONGEST = 92  # days of one absence
AHEAD = timedelta(days=366)  # that an absence may begin from now
MOST = 12  # of one user that are not over
KEPT = timedelta(days=2 * 366)  # what was taken counts for a year

# Sent in the same transaction, with `user` and a `Change`.
changed = Signal()


class Span(NamedTuple):
    """A time, its end not included."""

    begin: datetime
    end: datetime


@dataclass(frozen=True, slots=True)
class Change:
    """What a user has changed: all absences as they were, as they are, and the one it is about."""

    before: list[Span]
    after: list[Span]
    absence: Absence
    is_declared: bool  # else it was ended or called off


def not_over(user: User) -> QuerySet[Absence]:
    """The user's absences, now and to come, the first one first."""
    return Absence.objects.filter(user=user, ends_at__gt=timezone.now())


def now_or_to_come(user: User | None) -> list[Absence]:
    """The same as a list; it asks the database only for those who have some."""
    if user is None or user.absent_until is None or user.absent_until <= timezone.now():
        return []
    return list(not_over(user))


def has_begun(absence: Absence) -> bool:
    """Whether its user is absent already."""
    return absence.begins_at <= timezone.now()


def spans_of(user: User) -> list[Span]:
    """All absences that are known, the first one first."""
    return [Span(*row) for row in Absence.objects.filter(user=user).values_list("begins_at", "ends_at")]


def absent_now(users: Collection[int], now: datetime) -> dict[int, datetime]:
    """Who of these users is absent, and until when."""
    if not users:
        return {}
    rows = Absence.objects.filter(user__in=users, begins_at__lte=now, ends_at__gt=now)
    return dict(rows.values_list("user_id", "ends_at"))


def declare(user: User, days: Days) -> Absence:
    """The user will not play on these days. The same days again change nothing."""
    if user.is_guest:
        raise Refused(_("sign up first: guests cannot declare an absence"))
    with _changing(user) as change:
        there = _same(user, days)
        if there is not None:
            return there
        now = timezone.now()
        absence = not_over(user).filter(begins_at__lte=now).first() if days.first is None else None
        if absence is not None:  # "until": a new end
            days = Days(days_of(absence, user)[0], days.last)
        span = _span(user, days, now)
        _check_free(user, span, besides=absence)
        absence = absence or Absence(user=user, begins_at=span.begin)
        absence.ends_at = span.end
        absence.save()
        change(absence, True)
        return absence


def end(user: User) -> Absence:
    """The user is back, before the end."""
    absence = not_over(user).filter(begins_at__lte=timezone.now()).first()
    if absence is None:
        raise Refused(_("you are not absent now"))
    return call_off(user, absence)


def beginning_on(user: User, first: date) -> Absence:
    """The user's absence with this first day."""
    found = next((one for one in not_over(user) if days_of(one, user)[0] == first), None)
    if found is None:
        raise Refused(_("there is no such absence"))
    return found


def call_off(user: User, absence: Absence) -> Absence:
    """An absence that has begun ends now; one to come never was."""
    with _changing(user) as change:
        if not not_over(user).filter(pk=absence.pk).exists():
            raise Refused(_("this absence is over"))
        now = timezone.now()
        if absence.begins_at < now:
            absence.ends_at = now
            absence.save(update_fields=["ends_at"])
        else:
            absence.delete()
        change(absence, False)
        return absence


@contextmanager
def _changing(user: User) -> Iterator[_Tell]:
    """One change at a time of one user; it is told to others when it is made, in the same transaction."""
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        yield _Tell(user, spans_of(user))


@dataclass(frozen=True, slots=True)
class _Tell:
    """Call it with what was changed."""

    user: User
    before: list[Span]

    def __call__(self, absence: Absence, is_declared: bool) -> None:
        user = self.user
        user.absent_until = not_over(user).aggregate(last=Max("ends_at"))["last"] or timezone.now()
        user.save(update_fields=["absent_until"])
        change = Change(self.before, spans_of(user), absence, is_declared)
        changed.send(sender=User, user=user, change=change)


def _span(user: User, days: Days, now: datetime) -> Span:
    """The days as moments in the user's zone. An absence never begins in the past."""
    today = today_of(user)
    first = days.first or today
    if days.last < first:
        raise Refused(_("the last day is before the first"))
    if days.last < today:
        raise Refused(_("these days are over: an absence has to be declared before it ends"))
    if first > today + AHEAD:
        raise Refused(_("an absence must begin within a year from now"))
    if (days.last - first).days >= LONGEST:
        raise Refused(_("an absence can last at most {days} days").format(days=LONGEST))
    return Span(max(_midnight(first, user), now), _midnight(days.last + timedelta(days=1), user))


def today_of(user: User) -> date:
    """Today, where the user is."""
    return timezone.now().astimezone(ZoneInfo(user.time_zone)).date()


def _midnight(day: date, user: User) -> datetime:
    return datetime.combine(day, time(), tzinfo=ZoneInfo(user.time_zone)).astimezone(ZoneInfo("UTC"))


def _same(user: User, days: Days) -> Absence | None:
    """The absence of just these days, if it was declared before."""
    return next((one for one in not_over(user) if _is_of(one, days, user)), None)


def _is_of(absence: Absence, days: Days, user: User) -> bool:
    zone = ZoneInfo(user.time_zone)
    first, last = days_of(absence, user)
    if days.first is None:
        return last == days.last and absence.begins_at <= timezone.now()
    return (max(days.first, absence.created_at.astimezone(zone).date()), days.last) == (first, last)


def _check_free(user: User, span: Span, besides: Absence | None = None) -> None:
    """No day is taken twice."""
    others = [one for one in not_over(user) if besides is None or one.pk != besides.pk]
    there = next((one for one in others if one.begins_at < span.end and one.ends_at > span.begin), None)
    if there is not None:
        told = _("you have declared an absence for some of these days: {days}. Cancel that one first")
        raise Refused(told.format(days=days_in_words(there, user)))
    if len(others) >= MOST:
        raise Refused(_("you have declared {most} absences: cancel one first").format(most=MOST))


def days_of(absence: Absence, reader: User | None) -> tuple[date, date]:
    """The first and the last day, in the zone of a reader."""
    zone = ZoneInfo(reader.time_zone if reader is not None else "UTC")
    last = absence.ends_at - timedelta(microseconds=1)
    return absence.begins_at.astimezone(zone).date(), last.astimezone(zone).date()


def days_in_words(absence: Absence, reader: User | None) -> str:
    """ "Mon 3 August 2026 to Mon 17 August 2026", or one day."""
    first, last = days_of(absence, reader)
    told = _("{first} to {last}") if first != last else "{last}"
    return told.format(first=_day(first), last=_day(last))


def _day(day: date) -> str:
    return date_format(day, "D j F Y")
