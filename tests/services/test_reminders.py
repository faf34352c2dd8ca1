"""Each reminder once, in one email for all that is due, at an hour that its reader likes."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from functools import partial

import pytest
import time_machine
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.models import Match, Seat
from games.services import resolve, storage
from games.services.access import seats_of
from games.services.deadlines.reminders import (
    LEASE,
    claim_due,
    quiet_until,
    send_due_reminders,
    write_reminders,
)
from games.services.matches.new import Place, Terms, open_match
from games.services.orders import NewOrder, accept
from post.models import OutgoingEmail
from tests.services.conftest import on_turn
from tests.services.together import together

HOUR = timedelta(hours=1)
NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)


def duel_at(moment: datetime, *players: User) -> Seat:
    """A match that began at a moment; the seat that it waits for."""
    with time_machine.travel(moment, tick=False):
        match = open_match(players[0], Terms("scrappers", "Duel", {}), [Place(player) for player in players])
    return match.seats.select_related("user", "match").get(number=on_turn(match))


def sweep_at(moment: datetime) -> int:
    """The reminders of one tick."""
    with time_machine.travel(moment, tick=False):
        return remind()


def remind() -> int:
    """The sweep, and the workers that it wakes; how many emails were queued."""
    return sum(map(write_reminders, claim_due(timezone.now())))


def emails() -> list[OutgoingEmail]:
    """All reminders so far."""
    return list(OutgoingEmail.objects.filter(kind="reminder").order_by("pk"))


def test_reminders_come_at_half_time_a_day_and_two_hours_before(alice: User, bob: User) -> None:
    seat = duel_at(NOON, alice, bob)
    sent = [hour for hour in range(80) if sweep_at(NOON + hour * HOUR)]
    assert sent == [36, 48, 70]
    assert [(mail.user, mail.facts) for mail in emails()] == [(seat.user, {"seats": [seat.pk]})] * 3
    seat.refresh_from_db()
    assert seat.reminder_at is None


def test_a_reader_chooses_which(alice: User, bob: User) -> None:
    User.objects.update(remind_half=False, remind_hours=False)
    duel_at(NOON, alice, bob)
    assert [hour for hour in range(80) if sweep_at(NOON + hour * HOUR)] == [48]


@pytest.mark.parametrize("field", ["mail_reminders", "is_active"])
def test_who_wants_none_gets_none(alice: User, bob: User, field: str) -> None:
    seat = duel_at(NOON, alice, bob)
    User.objects.update(**{field: False})
    assert sweep_at(NOON + 40 * HOUR) == 0
    seat.refresh_from_db()
    assert seat.reminder_at is None


def test_a_muted_match_reminds_nobody(alice: User, bob: User) -> None:
    seat = duel_at(NOON, alice, bob)
    Seat.objects.filter(pk=seat.pk).update(is_muted=True)
    assert sweep_at(NOON + 40 * HOUR) == 0


def test_several_due_matches_are_one_email(alice: User, bob: User) -> None:
    seats = [duel_at(NOON, alice, bob) for _ in range(8)]
    assert sweep_at(NOON + 36 * HOUR) == len({seat.user_id for seat in seats})
    told = {mail.user_id: sorted(mail.facts["seats"]) for mail in emails()}
    for user in (alice, bob):
        assert told.get(user.pk, []) == sorted(seat.pk for seat in seats if seat.user_id == user.pk)


def test_a_reminder_tells_nothing_but_that_one_is_waited_for(alice: User, bob: User) -> None:
    """E9: nothing of what others have done or sent."""
    seat = duel_at(NOON, alice, bob)
    sweep_at(NOON + 36 * HOUR)
    (email,) = emails()
    assert (email.facts, email.mailbox) == ({"seats": [seat.pk]}, seat.pk)


def test_who_has_answered_is_not_reminded(alice: User, bob: User) -> None:
    """E9: and nobody is reminded of another's turn."""
    seat = duel_at(NOON, alice, bob)
    with time_machine.travel(NOON + 30 * HOUR, tick=False):
        accept(seat, NewOrder("orders", "web", "k", "end"))
        resolve.resolve(seat.match_id)
    assert sweep_at(NOON + 40 * HOUR) == 0


@pytest.mark.parametrize("change", [{"paused_at": NOON}, {"stuck": "why"}])
def test_a_match_that_stands_still_reminds_nobody(alice: User, bob: User, change: dict[str, object]) -> None:
    seat = duel_at(NOON, alice, bob)
    Match.objects.filter(pk=seat.match_id).update(**change)
    assert sweep_at(NOON + 40 * HOUR) == 0
    seat.refresh_from_db()
    assert seat.reminder_at is None  # set anew when it goes on


def test_a_scheduler_that_was_dead_sends_one_reminder_not_all_it_missed(alice: User, bob: User) -> None:
    """F7: missed reminders at most once."""
    duel_at(NOON, alice, bob)
    assert sweep_at(NOON + 71 * HOUR) == 1
    assert sweep_at(NOON + 71.5 * HOUR) == 0


def test_a_reminder_of_a_deadline_that_has_passed_is_dropped(alice: User, bob: User) -> None:
    """F7: stale ones are dropped."""
    seat = duel_at(NOON, alice, bob)
    assert sweep_at(NOON + 72 * HOUR) == 0
    seat.refresh_from_db()
    assert seat.reminder_at is None


# Quiet hours.


def test_quiet_hours_postpone_to_their_end(alice: User, bob: User) -> None:
    User.objects.update(quiet_from=time(22), quiet_to=time(7), time_zone="Europe/Warsaw")
    seat = duel_at(NOON, alice, bob)  # half time is at one in the night in Warsaw
    assert sweep_at(NOON + 36 * HOUR) == 0
    seat.refresh_from_db()
    assert seat.reminder_at == datetime(2026, 3, 6, 6, tzinfo=UTC)
    assert sweep_at(NOON + 41.9 * HOUR) == 0
    assert sweep_at(NOON + 42 * HOUR) == 1
    seat.refresh_from_db()
    assert seat.reminder_at == NOON + 48 * HOUR


def test_quiet_hours_do_not_last_past_the_deadline(alice: User, bob: User) -> None:
    User.objects.update(quiet_from=time(8), quiet_to=time(23), remind_half=False, remind_day=False)
    seat = duel_at(NOON, alice, bob)  # two hours before is ten o'clock, and the deadline is noon
    User.objects.update(time_zone="UTC")
    assert sweep_at(NOON + 70 * HOUR) == 0
    seat.refresh_from_db()
    assert seat.reminder_at == NOON + 71 * HOUR
    assert sweep_at(NOON + 71 * HOUR) == 1


@pytest.mark.parametrize(
    ("now", "until"),
    [
        (datetime(2026, 3, 4, 21, 30, tzinfo=UTC), datetime(2026, 3, 5, 6, tzinfo=UTC)),
        (datetime(2026, 3, 5, 5, 59, tzinfo=UTC), datetime(2026, 3, 5, 6, tzinfo=UTC)),
        (datetime(2026, 3, 5, 6, tzinfo=UTC), None),
        (datetime(2026, 3, 4, 20, 59, tzinfo=UTC), None),
        # In the night in which clocks go forward, and in the one in which they go back.
        (datetime(2026, 3, 28, 22, tzinfo=UTC), datetime(2026, 3, 29, 5, tzinfo=UTC)),
        (datetime(2026, 10, 24, 22, tzinfo=UTC), datetime(2026, 10, 25, 6, tzinfo=UTC)),
    ],
)
def test_quiet_hours_are_those_of_the_readers_wall_clock(now: datetime, until: datetime | None) -> None:
    assert quiet_until(now, "Europe/Warsaw", time(22), time(7)) == until


def test_quiet_hours_within_a_day() -> None:
    assert quiet_until(NOON, "UTC", time(9), time(17)) == NOON.replace(hour=17)
    assert quiet_until(NOON, "UTC", time(13), time(17)) is None
    assert quiet_until(NOON, "UTC", time(13), time(13)) is None
    assert quiet_until(NOON, "UTC", None, time(13)) is None


# Two at once, and many.


@pytest.mark.django_db(transaction=True)
def test_two_schedulers_send_each_reminder_once(alice: User, bob: User) -> None:
    """F6: each due thing once, also if each call reaches two workers."""
    seats = [duel_at(NOON, *pair) for pair in ((alice, bob), (bob, alice)) * 3]
    with time_machine.travel(NOON + 36 * HOUR, tick=False):
        for _ in range(20):
            Seat.objects.filter(pk__in=[seat.pk for seat in seats]).update(reminder_at=timezone.now())
            OutgoingEmail.objects.filter(kind="reminder").delete()
            moments = [timezone.now() + timedelta(microseconds=scheduler) for scheduler in range(3)]
            claims = together([partial(claim_due, moment) for moment in moments])
            leases = [lease for claim in claims for lease in claim]  # type: ignore[attr-defined]
            together([partial(write_reminders, lease) for lease in leases * 2])
            told = [pk for mail in emails() for pk in mail.facts["seats"]]
            assert sorted(told) == sorted(seat.pk for seat in seats)


def test_a_call_that_no_worker_heard_is_made_again(alice: User, bob: User) -> None:
    """F1: the lease ends, and the reminder is due again."""
    duel_at(NOON, alice, bob)
    with time_machine.travel(NOON + 36 * HOUR, tick=False):
        assert send_due_reminders() == 1
    assert sweep_at(NOON + 36 * HOUR + LEASE / 2) == 0
    assert sweep_at(NOON + 36 * HOUR + LEASE) == 1


def test_a_worker_that_comes_after_the_lease_writes_nothing(alice: User, bob: User) -> None:
    """F5: another has the lease by then."""
    duel_at(NOON, alice, bob)
    (early,) = claim_due(NOON + 36 * HOUR)
    assert sweep_at(NOON + 37 * HOUR) == 1
    with time_machine.travel(NOON + 37 * HOUR, tick=False):
        assert write_reminders(early) == 0


def test_who_answers_between_sweep_and_email_is_not_reminded(alice: User, bob: User) -> None:
    seat = duel_at(NOON, alice, bob)
    with time_machine.travel(NOON + 36 * HOUR, tick=False):
        (lease,) = claim_due(timezone.now())
        accept(seat, NewOrder("orders", "web", "k", "end"))
        resolve.resolve(seat.match_id)
        assert write_reminders(lease) == 0


def test_a_worker_that_writes_meanwhile_does_not_bring_a_reminder_back(alice: User, bob: User) -> None:
    """F6: what was claimed stays claimed."""
    seat = duel_at(NOON, alice, bob)
    match = seat.match
    seats = seats_of(match)
    run = storage.load(match, seats)
    assert sweep_at(NOON + 36 * HOUR) == 1
    storage.store(match, seats, run, [])  # loaded before the sweep, written after it
    assert sweep_at(NOON + 36.1 * HOUR) == 0


def test_hundreds_of_due_seats_take_one_statement(alice: User, bob: User) -> None:
    match = duel_at(NOON, alice, bob).match
    due = {"waiting_since": NOON, "due_at": NOON + 72 * HOUR, "reminder_at": NOON + 36 * HOUR}
    Seat.objects.bulk_create(Seat(match=match, number=number, **due) for number in range(10, 600))
    with CaptureQueriesContext(connection) as queries:
        claims = claim_due(NOON + 37 * HOUR)
    assert len(queries) == 1
    assert list(claims.values()) == [591]
    with CaptureQueriesContext(connection) as queries:
        write_reminders(*claims)
    assert len(queries) <= 10


@pytest.mark.skipif("sqlite" not in settings.DATABASE["ENGINE"], reason="a plan of SQLite")
def test_the_sweeps_begin_with_what_is_due_not_with_all_matches(db: None) -> None:
    assert (
        "seats_to_be_reminded" in Seat.objects.filter(reminder_at__lte=NOON).order_by("reminder_at").explain()
    )
    assert "seats_with_a_deadline" in Seat.objects.late(NOON).order_by("due_at").explain()
