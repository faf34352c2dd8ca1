"""Deadlines: due times live in the database, a tick finds what is due."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.engine.events import EXTENDED
from games.models import Heartbeat, Match, Order, Seat
from games.models.seat import SeatQuerySet
from games.services import deadlines
from games.services.heartbeat import last_beat
from games.services.intake import Wish, accept
from games.services.interventions import Moment, intervene
from games.services.refusals import Refused

BATCH = 500  # seats handled in one tick; the next tick takes the next ones
TICK = "tick"  # the heartbeat that tells of an outage
BEGAN, ENDED = "outage began", "outage ended"  # kept until every seat has its grace
OUTAGE = timedelta(minutes=15)
GRACE = timedelta(hours=6)  # at least, for a deadline that passed while nobody could reach us


def give_grace() -> int:
    """After an outage: deadlines that fell into it, or soon after it, move. How many seats were told."""
    _notice_outage()
    outage = _open_outage()
    if outage is None:
        return 0
    began, ended = outage
    seats = list(_missed(began, ended).select_related("match")[:BATCH])
    for seat in seats:
        _give(seat, began, ended)
    if len(seats) < BATCH:
        Heartbeat.objects.filter(part__in=[BEGAN, ENDED]).delete()
    return len(seats)


def _notice_outage() -> None:
    """Claim an outage once, and move what was to be due soon after it by its length."""
    now, last = timezone.now(), last_beat(TICK)
    if last is None or not is_outage_unnoticed():
        return
    with transaction.atomic():
        if not Heartbeat.objects.filter(part=TICK, at=last).update(at=now):
            return  # another scheduler has noticed it too
        gap = now - last
        soon = Seat.objects.filter(due_at__gt=now, due_at__lte=now + gap)
        soon.with_running_clock().update(due_at=F("due_at") + gap, reminder_at=F("reminder_at") + gap)
        began = min([last, *Heartbeat.objects.filter(part=BEGAN).values_list("at", flat=True)])
        Heartbeat.objects.update_or_create(part=BEGAN, defaults={"at": began})
        Heartbeat.objects.update_or_create(part=ENDED, defaults={"at": now})


def is_outage_unnoticed() -> bool:
    """Whether the last tick was so long ago that somebody may have come to a closed door."""
    last = last_beat(TICK)
    return last is not None and timezone.now() - last > OUTAGE


def _open_outage() -> tuple[datetime, datetime] | None:
    times = dict(Heartbeat.objects.filter(part__in=[BEGAN, ENDED]).values_list("part", "at"))
    return (times[BEGAN], times[ENDED]) if len(times) == 2 else None


def _missed(began: datetime, ended: datetime) -> SeatQuerySet:
    """Seats whose deadline passed while nobody could reach us."""
    return Seat.objects.late(ended).filter(due_at__gt=began).order_by("due_at")


def _give(seat: Seat, began: datetime, ended: datetime) -> None:
    try:
        intervene(seat.match_id, lambda moment: _move(moment, seat.pk, began, ended))
    except Refused:
        return  # it cannot go on anyway: over, or stuck


def _move(moment: Moment, pk: int, began: datetime, ended: datetime) -> None:
    seat = moment.seat(pk)
    if seat.due_at is None or not began < seat.due_at <= ended:
        return  # another scheduler was faster
    now = timezone.now()
    hours = deadlines.extend(seat, max(seat.due_at + (ended - began), now + GRACE))
    if seat.user_id is not None:
        deadlines.move(seat, seat.due_at, now)  # who was cut off is told, in one letter with all that is due
    moment.run.note(EXTENDED, {"seat": seat.number, "hours": hours})


def call_late_seats() -> int:
    """Put an order "deadline passed" into the intake for each seat that is late, once per deadline."""
    if is_outage_unnoticed() or _open_outage() is not None:
        return 0  # whose time ran out in an outage gets more first
    called = 0
    for seat in Seat.objects.late(timezone.now()).select_related("match").order_by("due_at")[:BATCH]:
        wish = Wish(Order.Kind.LATE, Order.Door.CLOCK, deadlines.late_key(seat))
        try:
            accept(seat, wish)
        except Refused:
            continue  # the match has ended meanwhile
        called += 1
    return called


def matches_left_behind() -> list[int]:
    """Matches with accepted orders that nobody has played: a message was lost."""
    return list(Match.objects.with_work().values_list("pk", flat=True)[:BATCH])
