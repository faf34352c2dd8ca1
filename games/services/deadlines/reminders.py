"""When a reminder is due: half time, a day and two hours before a deadline, as its reader chose."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import F
from django.db.models.expressions import Combinable
from django.utils import timezone

from accounts.services.absences import absent_now
from games.models import Seat
from post import outbox
from post.bell import ring
from post.models import OutgoingEmail

DAY = timedelta(hours=24)

HOURS = timedelta(hours=2)


def ring_reminders(lease: datetime) -> None:
    """Wake a worker once the transaction is committed: there are reminders to write, under this lease."""
    ring("games.tasks.write_reminders", lease.isoformat())


def reminder_times(seat: Seat) -> list[datetime]:
    """When the player in a seat wants to be reminded of its deadline, earliest first."""
    user, since, due = seat.user, seat.waiting_since, seat.due_at
    if user is None or since is None or due is None or not user.mail_reminders or seat.is_muted:
        return []
    return chosen_times(since, due, half=user.remind_half, day=user.remind_day, hours=user.remind_hours)


def chosen_times(since: datetime, due: datetime, *, half: bool, day: bool, hours: bool) -> list[datetime]:
    """The reminder times that a reader chose and that lie before the deadline, earliest first."""
    choices = [(half, since + (due - since) / 2), (day, due - DAY), (hours, due - HOURS)]
    return sorted({at for wanted, at in choices if wanted and since < at < due})


def first_reminder(seat: Seat, after: datetime | None = None) -> datetime | None:
    """The next time to remind, after a moment; None if there is none."""
    floor = after or seat.waiting_since
    return next((at for at in reminder_times(seat) if floor is not None and at > floor), None)


REMINDER = "reminder"

BATCH = 1_000  # seats under one lease

MOST_BATCHES = 20  # in one sweep; the next tick takes the next ones

LEASE = timedelta(minutes=10)

LITTLE = timedelta(hours=1)  # this close to a deadline, even quiet hours are disturbed


# The sweep.


def send_due_reminders() -> int:
    """Claim what is due and wake workers to write; how many seats were claimed."""
    claims = claim_due(timezone.now())
    for lease in claims:
        ring_reminders(lease)
    return sum(claims.values())


def claim_due(now: datetime) -> dict[datetime, int]:
    """Lease what is due now; how many seats are under each lease. Two processes at once share the work."""
    claims: dict[datetime, int] = {}
    for number in range(MOST_BATCHES):
        lease = now + LEASE + timedelta(microseconds=number)
        claimed = _claim(now, lease)
        if claimed:
            claims[lease] = claimed
        if claimed < BATCH:
            break
    return claims


def _claim(now: datetime, lease: datetime) -> int:
    """One statement finds the seats by their index and leases those that are still free."""
    due = Seat.objects.filter(reminder_at__lte=now)
    return due.filter(pk__in=due.order_by("reminder_at").values("pk")[:BATCH]).update(reminder_at=lease)


# The emails.


class Due(NamedTuple):
    """A seat whose reminder is due, and its reader's settings."""

    seat: int
    match: int
    since: datetime | None
    due: datetime | None
    is_muted: bool
    user: int | None
    address: str | None
    is_active: bool | None
    wanted: bool | None
    half: bool
    day: bool
    hours: bool
    zone: str
    quiet_from: time | None
    quiet_to: time | None
    absent_until: datetime | None


SEAT = ("pk", "match_id", "waiting_since", "due_at", "is_muted", "user_id")

READER = ("email", "is_active", "mail_reminders", "remind_half", "remind_day", "remind_hours")

HABITS = ("time_zone", "quiet_from", "quiet_to", "absent_until")

COLUMNS = [*SEAT, *(f"user__{name}" for name in (*READER, *HABITS))]


def write_reminders(lease: datetime) -> int:
    """Write to the readers of the seats under a lease; how many emails were queued."""
    now = timezone.now()
    with transaction.atomic():
        due = _give_up(lease)
        wanted = [one for one in due if _is_wanted(one, now)]
        absent = absent_now(_with_absences(wanted, now), now)
        postponed = {one.seat: until for one in wanted if (until := _postponed(one, absent, now)) is not None}
        told = [one for one in wanted if one.seat not in postponed]
        _set_next(due, postponed, {one.seat for one in told}, now)
        emails = list(_emails(told, lease))
        if emails:
            outbox.queue_all(emails)
    return len(emails)


def _give_up(lease: datetime) -> list[Due]:
    """End a lease, so that nobody else writes; reminders of a paused or stuck match are dropped."""
    leased = Seat.objects.filter(reminder_at=lease).select_for_update()
    held = list(leased.order_by("pk").values_list("pk", flat=True))
    Seat.objects.filter(pk__in=held).update(reminder_at=None)
    running = Seat.objects.filter(pk__in=held).with_running_clock()
    return [Due._make(row) for row in running.order_by("due_at").values_list(*COLUMNS)]


def _is_wanted(one: Due, now: datetime) -> bool:
    """A reminder that is out of date or unwanted is dropped."""
    wants = one.is_active and one.wanted and not one.is_muted
    return bool(wants) and one.since is not None and one.due is not None and one.due > now


def _with_absences(due: list[Due], now: datetime) -> set[int]:
    """The readers who may be absent: most never were, and need no query."""
    some = (one for one in due if one.absent_until is not None and one.absent_until > now)
    return {one.user for one in some if one.user is not None}


def _postponed(one: Due, absent: Mapping[int, datetime], now: datetime) -> datetime | None:
    """The end of the reader's absence or quiet hours, but early enough to leave time to act."""
    quiet = quiet_until(now, one.zone, one.quiet_from, one.quiet_to)
    until = absent.get(one.user or 0, quiet)
    if until is None or one.due is None:
        return None
    until = min(until, one.due - LITTLE)
    return until if until > now else None


def quiet_until(now: datetime, zone: str, begin: time | None, end: time | None) -> datetime | None:
    """When the quiet hours around `now` end, if any; they may span midnight."""
    if begin is None or end is None or begin == end:
        return None
    local = now.astimezone(ZoneInfo(zone))
    at = local.time()
    is_quiet = begin <= at < end if begin < end else at >= begin or at < end
    if not is_quiet:
        return None
    day = local.date() if at < end else local.date() + timedelta(days=1)
    return datetime.combine(day, end, tzinfo=local.tzinfo).astimezone(UTC)


def _set_next(due: list[Due], postponed: dict[int, datetime], told: set[int], now: datetime) -> None:
    """When each is to be reminded next; seats with the same answer share a statement."""
    groups: dict[datetime | str, list[int]] = defaultdict(list)
    for one in due:
        later = postponed.get(one.seat) or (_next(one, now) if one.seat in told else None)
        if later is not None:
            groups[later].append(one.seat)
    for later, seats in groups.items():
        value = _EXPRESSIONS[later] if isinstance(later, str) else later
        Seat.objects.filter(pk__in=seats).update(reminder_at=value)


def _next(one: Due, now: datetime) -> datetime | str | None:
    """The next time, as an expression where many seats share one."""
    if one.since is None or one.due is None:
        return None
    times = chosen_times(one.since, one.due, half=one.half, day=one.day, hours=one.hours)
    later = next((at for at in times if at > now), None)
    if later is None:
        return None
    return {one.due - DAY: "day", one.due - HOURS: "hours"}.get(later, later)


_EXPRESSIONS: dict[str, Combinable] = {"day": F("due_at") - DAY, "hours": F("due_at") - HOURS}


def _emails(told: list[Due], lease: datetime) -> Iterator[OutgoingEmail]:
    by_reader: dict[int, list[Due]] = defaultdict(list)
    for one in told:
        if one.user is not None:  # nobody is reminded of an empty seat
            by_reader[one.user].append(one)
    for reader, ones in by_reader.items():
        first = ones[0]
        yield OutgoingEmail(
            kind=REMINDER,
            key=f"{REMINDER} {first.seat} {lease.isoformat()}",
            message_id=outbox.new_message_id(REMINDER),
            user_id=reader,
            address=first.address or "",
            mailbox=first.seat if len(ones) == 1 else None,
            conversation=first.match if len(ones) == 1 else None,
            facts={"seats": [one.seat for one in ones]},
        )
