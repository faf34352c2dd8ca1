"""Deadlines that pass: who is late and who is not, because an email is unread or nobody could reach us."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, F, OuterRef
from django.utils import timezone

from accounts.refusals import Refused
from games.engine.contract.events import EXTENDED
from games.engine.play.run import AnyRun
from games.models import Match, Order, Seat
from games.models.seat import SeatQuerySet
from games.services.deadlines.due_times import catch_up, extend, move
from games.services.interventions import OpenMatch, intervene
from games.services.orders import NewOrder, accept
from post import clock
from post.clock import Astray
from post.heartbeat import last_beat
from post.models import Heartbeat, IncomingEmail

log = logging.getLogger(__name__)

BATCH = 500  # seats handled in one tick; the next tick takes the next ones
TICK = "tick"  # the heartbeat that tells of an outage
BEGAN, ENDED = "outage began", "outage ended"  # kept until every seat has its extra time
OUTAGE = timedelta(minutes=15)
LONGEST_OUTAGE = timedelta(days=7)  # a longer one may be a clock that was years off: no match stops for years
GRACE = timedelta(hours=6)  # at least, for a deadline that passed while nobody could reach us


def late_key(seat: Seat) -> str:
    """The key of the order "deadline passed": one per deadline."""
    return f"late {seat.due_at.isoformat()}" if seat.due_at is not None else ""


def still_counts(order: Order, seat: Seat, run: AnyRun) -> bool:
    """Whether an order still counts: nobody is late if the deadline was moved or the turn is over."""
    if order.kind != Order.Kind.LATE:
        return True
    is_running = seat.match.paused_at is None and run.turn == seat.match.turn
    return is_running and order.key == late_key(seat)


def has_passed(seat: Seat, moment: datetime) -> bool:
    """Whether something that came in at a moment missed the seat's deadline."""
    if seat.due_at is None or min(moment, timezone.now()) <= seat.due_at:
        return False  # a moment still to come means that the clock was set back
    if seat.match.paused_at is not None or seat.match.stuck:
        return False  # the clock stands still
    return not (is_outage_unnoticed() or _open_outage())  # then there will be more time


def in_sequence(orders: list[Order], seats: list[Seat]) -> list[Order]:
    """Orders as they are to be played: a passed deadline comes after what its player sent in time.

    While an email that came in time is unread, nobody knows whether its player is late: the deadline waits.
    """
    due = {seat.pk: seat.due_at for seat in seats}
    late = [order for order in orders if order.kind == Order.Kind.LATE]
    if not late:
        return orders
    unread = set(Seat.objects.filter(Exists(_UNREAD), pk__in=due).values_list("pk", flat=True))
    sequence = [order for order in orders if order not in late]
    for call in (call for call in late if call.seat_id not in unread):
        before = [
            at for at, order in enumerate(sequence) if order.pk < call.pk or _is_in_time(order, call, due)
        ]
        sequence.insert(max(before, default=-1) + 1, call)
    return sequence


def _is_in_time(order: Order, call: Order, due: Mapping[int, datetime | None]) -> bool:
    deadline = due.get(call.seat_id)
    is_same = order.seat_id == call.seat_id and order.kind != Order.Kind.LATE
    return is_same and deadline is not None and order.received_at <= deadline


# Emails that came in time, as far as is known before they are read.
_UNREAD = IncomingEmail.objects.filter(
    mailbox=OuterRef("pk"), state=IncomingEmail.State.WAITING, received_at__lte=OuterRef("due_at")
)


def give_grace() -> int:
    """After an outage, move deadlines that fell into it or soon after it; how many seats were told."""
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
    """Claim an outage once, and move what is due soon after it by its length."""
    now, last = timezone.now(), last_beat(TICK)
    if last is None or not is_outage_unnoticed():
        return
    with transaction.atomic():
        if not Heartbeat.objects.filter(part=TICK, at=last).update(at=now):
            return  # another scheduler has noticed it too
        _take_down(last, now)


def _take_down(last: datetime, now: datetime) -> None:
    """What is due soon is moved by the length of an outage, what was due in it is kept to be told."""
    gap = min(now - last, LONGEST_OUTAGE)
    soon = Seat.objects.filter(due_at__gt=now, due_at__lte=now + gap).with_running_clock()
    absent = list(soon.filter(user__absent_until__gt=now - gap).select_related("match", "user"))
    for seat in absent:  # nothing is given twice: for these the clock may have stood still anyway
        catch_up(seat, now - gap, now)
    soon = soon.exclude(pk__in=[seat.pk for seat in absent])
    soon.update(due_at=F("due_at") + gap, reminder_at=F("reminder_at") + gap)
    began = min([last, *Heartbeat.objects.filter(part=BEGAN).values_list("at", flat=True)])
    Heartbeat.objects.update_or_create(part=BEGAN, defaults={"at": began})
    Heartbeat.objects.update_or_create(part=ENDED, defaults={"at": now})


def is_outage_unnoticed() -> bool:
    """Whether the last tick was so long ago that players may have been locked out."""
    last, silence = last_beat(TICK), clock.gap()
    if silence is not None and silence <= OUTAGE:
        return False  # the clock was set, or another machine has another idea of the time
    return last is not None and timezone.now() - last > OUTAGE


def trust_clock() -> timedelta:
    """The host says that this machine's clock is right; by how much it had been set."""
    step = clock.trust()
    if step:
        after_step(step)
    return step


def after_step(step: timedelta) -> None:
    """The clock was set, and is right now: nobody loses time by it.

    Set forward it is like an outage. Set back, players who began to wait by the wrong clock keep the time
    that they had left.
    """
    now = timezone.now()
    with transaction.atomic():
        if step > timedelta():
            Heartbeat.objects.filter(part=TICK).update(at=now)  # the gap before it is this step
            _take_down(now - step, now)
        else:
            ahead = Seat.objects.filter(waiting_since__gt=now).with_running_clock()
            ahead.update(
                due_at=F("due_at") + step,
                waiting_since=F("waiting_since") + step,
                reminder_at=F("reminder_at") + step,
            )


def after_error(astray: Astray) -> None:
    """The clock was wrong for a while: whoever began to wait meanwhile has the time they were promised."""
    began = Seat.objects.filter(waiting_since__range=(astray.began, astray.ended), due_at__isnull=False)
    began.with_running_clock().update(
        due_at=F("due_at") - astray.ahead,
        waiting_since=F("waiting_since") - astray.ahead,
        reminder_at=F("reminder_at") - astray.ahead,
    )


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
        return  # it is over or stuck anyway
    except Exception:  # a match that fails must not cost others their extra time
        log.exception("seat %s could not be given more time", seat.pk)


def _move(moment: OpenMatch, pk: int, began: datetime, ended: datetime) -> None:
    seat = moment.seat(pk)
    if seat.due_at is None or not began < seat.due_at <= ended:
        return  # another scheduler was faster
    now = timezone.now()
    hours = extend(seat, max(seat.due_at + min(ended - began, LONGEST_OUTAGE), now + GRACE))
    if seat.user_id is not None:
        move(seat, seat.due_at, now)  # players who were cut off are told, in one email with all that is due
    moment.run.note(EXTENDED, {"seat": seat.number, "hours": hours})


def call_late_seats() -> int:
    """Accept an order "deadline passed" for each late seat, once per deadline."""
    if is_outage_unnoticed() or _open_outage() is not None:
        return 0  # seats whose time ran out in an outage get more time first
    called = 0
    late = Seat.objects.late(timezone.now()).exclude(Exists(_UNREAD))
    for seat in late.select_related("match").order_by("due_at")[:BATCH]:
        wish = NewOrder(Order.Kind.LATE, Order.Door.CLOCK, late_key(seat))
        try:
            accept(seat, wish)
        except Refused:
            continue  # the match has ended since
        called += 1
    return called


def matches_left_behind() -> list[int]:
    """Running matches with orders that nobody has played or bots that nobody woke: a message was lost."""
    orders = Order.objects.filter(played_at=None)
    bots = Seat.objects.filter(user=None, waiting_since__isnull=False).exclude(bot="")
    found = Match.objects.among(orders.values("match"), bots.values("match"))
    return list(found.running().filter(stuck="", paused_at=None).values_list("pk", flat=True)[:BATCH])
