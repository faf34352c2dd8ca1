"""What a player's absence means for matches: deadlines move, and the other players are told."""

from __future__ import annotations

import logging
from datetime import date, datetime
from typing import Any

from django.db import DatabaseError
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Absence, User
from accounts.refusals import Refused
from accounts.services import absences
from accounts.services.absences import Change, Span
from accounts.services.dates import OFF, read_days
from games.engine.contract.events import ABSENT, BACK
from games.models import Match, Seat
from games.services.deadlines import due_times, hours
from games.services.deadlines.reminders import first_reminder
from games.services.interventions import OpenMatch, intervene
from games.services.seat_emails import mailbox
from games.services.texts import moment

log = logging.getLogger(__name__)

AWAITED = "absent"  # the kind of email: the match waits for someone who is absent


def apply(sender: Any, user: User, change: Change, **more: Any) -> None:
    """Move the user's deadlines in all matches, in the transaction that changes the absence.

    Every match is claimed, even where nothing moves: a worker that started earlier must not write deadlines
    that ignore the absence.
    """
    seats = Seat.objects.filter(user=user, match__status=Match.Status.RUNNING, resigned_at=None)
    for pk, match_id in seats.order_by("match").values_list("pk", "match_id"):
        _apply_to(match_id, pk, change)


def _apply_to(match_id: int, pk: int, change: Change) -> None:
    if not Seat.objects.filter(match=match_id, user__isnull=False).exclude(pk=pk).exists():
        _by_the_clock_alone(match_id, pk, change)  # against bots: nobody to tell, however many there are
        return
    moved: list[Seat] = []

    def act(moment: OpenMatch) -> None:
        seat = moment.seat(pk)
        if _move(seat, change):
            moved.append(seat)
        first, last = absences.days_of(change.absence, seat.user)
        dates = {"first": first.isoformat(), "last": last.isoformat()}
        moment.run.note(ABSENT if change.is_declared else BACK, {"seat": seat.number, **dates})

    def tell(moment: OpenMatch) -> None:
        if moved and change.is_declared:
            _tell_others(moment, moved[0], change.absence)

    try:
        intervene(match_id, act, tell)
    except DatabaseError:
        raise
    except (
        Exception
    ) as fault:  # it cannot be loaded, or not in time: that must not keep anyone from a holiday
        log.warning("match %s was not told of an absence: %s", match_id, type(fault).__name__)
        _by_the_clock_alone(match_id, pk, change)


def _by_the_clock_alone(match_id: int, pk: int, change: Change) -> None:
    """Move a deadline without the rules; whoever has loaded the match before must start over."""
    running = Match.objects.running().filter(pk=match_id)
    if running.update(version=F("version") + 1):
        _move(Seat.objects.select_related("match", "user").get(pk=pk), change)


def _move(seat: Seat, change: Change) -> bool:
    """Give a seat its new deadline; True if it moved. One that has passed stays as it is."""
    now = timezone.now()
    paused_at = seat.match.paused_at
    if seat.due_at is None or seat.due_at <= (paused_at or now):
        return False
    start = max(paused_at or now, seat.waiting_since or now)
    due_at = _moved(seat, start, change.before, change.after)
    if due_at == seat.due_at:
        return False
    seat.due_at = due_at
    due_times.move(seat, due_at, first_reminder(seat, after=now))
    return True


def _moved(seat: Seat, start: datetime, before: list[Span], after: list[Span]) -> datetime:
    """The new deadline: the time that was left, counted again."""
    days = seat.match.absence_days
    if seat.due_at is None:
        raise ValueError(f"seat {seat.pk} has no deadline")
    left = hours.left(start, seat.due_at, hours.granted(before, days))
    return hours.after(start, left, hours.granted(after, days))


def _tell_others(moment: OpenMatch, absent: Seat, absence: Absence) -> None:
    """Tell the other players that the match waits for one who is absent."""
    for seat in moment.seats:
        is_told = seat.pk != absent.pk and seat.user is not None and seat.user.mail_host_acts
        if is_told and seat.resigned_at is None:
            key = f"{AWAITED} {seat.pk} {absence.pk} {moment.match.version}"
            facts = {"absence": absence.pk, "seat": absent.pk}
            mailbox.queue_for_seat(AWAITED, seat, key, facts)


def days_for(seat: Seat | None, pk: object, reader: User | None) -> str:
    """The days of an absence of the player in a seat, for a reader; nothing if it is over or cancelled."""
    there = absences.now_or_to_come(seat.user) if seat is not None else []
    found = next((one for one in there if one.pk == pk), None)
    return absences.days_in_words(found, reader) if found is not None else ""


# What players write.


def carry_out(user: User | None, text: str) -> str:
    """`absent`, with days or without: declares, lists and cancels."""
    wanted = text.strip().rstrip(".!").strip()
    if user is None:
        raise Refused(_("nobody plays this seat"))
    word, _space, rest = wanted.partition(" ")
    if not wanted or wanted.lower() == "list":
        return about(user)
    if word.lower() in OFF:
        return _call_off(user, rest)
    absence = absences.declare(user, read_days(wanted, absences.today_of(user)))
    days = absences.days_in_words(absence, user)
    told = _(
        "You are absent from {days}. Meanwhile your deadlines wait, as long as each match allows it, and you "
        "get no reminders. Your opponents are told. “back” ends an absence, “absent off” cancels it."
    )
    return "\n\n".join(filter(None, [told.format(days=days), about_limits(user, absence)]))


def come_back(user: User | None) -> str:
    """`back`: the absence ends now."""
    if user is None:
        raise Refused(_("nobody plays this seat"))
    absences.end(user)
    return _("Welcome back! Your deadlines are running again; “status” shows them.")


def _call_off(user: User, rest: str) -> str:
    """All absences, or the one that a day belongs to."""
    there = absences.now_or_to_come(user)
    if rest:
        days = read_days(rest, absences.today_of(user))
        day = days.first or days.last
        there = [one for one in there if _covers(one, day, user)]
    if not there:
        raise Refused(_("there is no such absence"))
    for one in there:
        absences.call_off(user, one)
    return _("Cancelled: {days}.").format(days=", ".join(absences.days_in_words(one, user) for one in there))


def _covers(absence: Absence, day: date, user: User) -> bool:
    first, last = absences.days_of(absence, user)
    return first <= day <= last


def about(user: User) -> str:
    """The user's absences, now and to come."""
    there = absences.now_or_to_come(user)
    if not there:
        return _("You have declared no absence. Write for example “absent 3-17 August”.")
    days = "\n".join(f"  {absences.days_in_words(one, user)}" for one in there)
    return _("Your absences:") + "\n" + days


def about_limits(user: User, absence: Absence) -> str:
    """The matches that do not wait for all of an absence, and until when they do."""
    spans = absences.spans_of(user)
    seats = Seat.objects.filter(user=user, match__status=Match.Status.RUNNING, resigned_at=None)
    return "\n".join(
        line
        for seat in seats.select_related("match").order_by("match")
        if (line := _about_limit(seat.match, absence, spans))
    )


def _about_limit(match: Match, absence: Absence, spans: list[Span]) -> str:
    """Nothing, if the match waits for all of it."""
    held = hours.granted(spans, match.absence_days)
    until = max((one.end for one in held if one.begin == absence.begins_at), default=None)
    if until is None:
        told = _("{match}: deadlines do not wait (it allows {days} days of absence a year).")
        return told.format(match=match.name, days=match.absence_days)
    if until < absence.ends_at:
        told = _("{match}: deadlines wait until {until} (it allows {days} days of absence a year).")
        return told.format(match=match.name, until=moment(until), days=match.absence_days)
    return ""
