"""The clock is set, by mistake or for good: nothing is done early or twice, and nobody loses a turn."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from accounts.models import SignIn, User
from accounts.services import sign_in
from edgepbem import health
from games import tasks
from games.models import Order, Seat
from games.services import lateness, orders, resolve
from games.services.deadlines import reminders
from games.services.matches.new import Place, Terms, open_match
from games.services.orders import NewOrder
from post import clock, delivery, outbox
from post.models import Clock, Heartbeat, IncomingEmail, OutgoingEmail

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
PACE = 5 * MINUTE


class Hands:
    """The two clocks of a machine: `passes` moves both, `is_set` the wall clock alone."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.wall, self.counted = NOON, 1_000.0
        monkeypatch.setattr(clock, "steady", lambda: self.counted)

    def passes(self, time: timedelta) -> None:
        """Time passes, with ticks: all of them in the last minutes, as good as all before that."""
        if time > HOUR:
            self.stops(time - HOUR)
            Heartbeat.objects.filter(part="tick").update(at=self.wall)
            Clock.objects.update(seen=self.counted)
        for _ in range(min(time, HOUR) // PACE or 1):
            self.stops(min(time, PACE))
            self.tick()

    def is_set(self, step: timedelta) -> None:
        self.wall += step

    def stops(self, time: timedelta) -> None:
        """The server is away."""
        self.wall, self.counted = self.wall + time, self.counted + time.total_seconds()

    def tick(self) -> None:
        with self.now():
            tasks.tick()

    def now(self) -> time_machine.travel:
        return time_machine.travel(self.wall, tick=False)


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch, db: None) -> Hands:
    return Hands(monkeypatch)


@pytest.fixture
def seat(hands: Hands, alice: User, bob: User) -> Seat:
    """The player on turn, with 72 hours from noon on; the server has ticked."""
    with hands.now():
        match = open_match(alice, Terms("scrappers", "Duel", {}, turn_hours=72), [Place(alice), Place(bob)])
    hands.passes(2 * MINUTE)
    return match.seats.get(waiting_since__isnull=False)


def due(seat: Seat) -> datetime:
    seat.refresh_from_db()
    assert seat.due_at is not None
    return seat.due_at


def late_orders() -> int:
    return Order.objects.filter(kind=Order.Kind.LATE).count()


def reminders_queued() -> int:
    return OutgoingEmail.objects.filter(kind="reminder").count()


@pytest.mark.parametrize("step", [73 * HOUR, 24 * 365 * HOUR, 10 * MINUTE + 72 * HOUR])
def test_a_clock_that_is_set_forward_and_back_times_nobody_out(hands, seat, step):
    before = due(seat)
    hands.is_set(step)
    hands.passes(10 * MINUTE)
    hands.is_set(-step)
    hands.passes(30 * MINUTE)
    assert (due(seat), late_orders(), reminders_queued()) == (before, 0, 0)
    assert not Heartbeat.objects.filter(part__startswith="outage").exists()


def test_a_clock_that_is_set_back_and_forth_does_nothing_twice(hands, seat):
    hands.passes(50 * HOUR)
    reminders.write_reminders(Seat.objects.get(pk=seat.pk).reminder_at or hands.wall)
    told = reminders_queued()
    hands.is_set(-40 * HOUR)
    hands.passes(10 * MINUTE)
    hands.is_set(40 * HOUR)
    hands.passes(10 * MINUTE)
    assert (reminders_queued(), late_orders()) == (told, 0)
    hands.passes(22 * HOUR)
    assert late_orders() == 1


@pytest.mark.parametrize("steps", [(3,), (-5,), (-400 * 24,), (26,), (7, -7, 7), (2, 4)])
def test_who_began_to_wait_by_a_clock_that_was_wrong_for_a_while_has_the_full_time(hands, seat, steps):
    """Before, whoever got a turn from a clock that was days behind was late as soon as it was right again."""
    for step in steps:
        hands.is_set(step * HOUR)
        hands.passes(PACE)
    with hands.now():
        order = orders.accept(seat, NewOrder("orders", "web", "key", "end"))
        resolve.resolve(seat.match_id)
    assert Order.objects.get(pk=order.pk).played_at
    hands.is_set(-sum(steps) * HOUR)
    hands.passes(PACE)
    [other] = seat.match.seats.filter(waiting_since__isnull=False)
    assert abs(due(other) - (hands.wall + 72 * HOUR)) <= 2 * PACE
    assert abs(other.waiting_since - hands.wall) <= 2 * PACE
    assert not Order.objects.filter(kind=Order.Kind.LATE).exists()


def test_a_step_forward_that_stays_is_like_an_outage(hands, seat):
    """P12: the deadline fell into hours that never were."""
    hands.is_set(73 * HOUR)
    hands.passes(MINUTE)
    assert late_orders() == 0
    hands.passes(30 * MINUTE)
    assert late_orders() == 0
    assert due(seat) >= hands.wall + lateness.GRACE - 15 * MINUTE
    hands.passes(timedelta(days=8))
    assert late_orders() == 1  # the match goes on


def test_a_step_of_years_stops_no_match_for_years(hands, seat):
    hands.is_set(timedelta(days=3650))
    hands.passes(HOUR)
    assert timedelta() < due(seat) - hands.wall <= lateness.LONGEST_OUTAGE + 72 * HOUR


def test_who_began_to_wait_by_a_clock_that_was_ahead_keeps_the_time_that_was_left(hands, alice, bob):
    hands.passes(2 * MINUTE)
    hands.is_set(24 * HOUR)
    hands.passes(25 * MINUTE)  # it is believed
    with hands.now():
        match = open_match(alice, Terms("scrappers", "Duel", {}, turn_hours=72), [Place(alice), Place(bob)])
    seat = match.seats.get(waiting_since__isnull=False)
    hands.is_set(-24 * HOUR)
    hands.passes(25 * MINUTE)
    assert abs(due(seat) - (hands.wall + 72 * HOUR - 25 * MINUTE)) < 2 * MINUTE


def test_the_host_may_say_that_the_clock_is_right(hands, seat):
    hands.is_set(73 * HOUR)
    hands.passes(MINUTE)
    with hands.now():
        assert not clock.is_steady()
        call_command("trust_clock")
        assert clock.is_steady()
    hands.passes(2 * MINUTE)
    assert late_orders() == 0
    assert due(seat) >= hands.wall + 5 * HOUR


def test_an_outage_is_still_an_outage(hands, seat):
    """F16, P12: time that has passed on both clocks."""
    hands.passes(70 * HOUR)
    hands.stops(5 * HOUR)
    hands.passes(2 * MINUTE)
    assert due(seat) >= hands.wall + 5 * HOUR
    assert late_orders() == 0


def test_a_machine_that_starts_with_a_clock_that_is_behind_waits(hands, seat, monkeypatch):
    """Its battery is empty: it says 2020 until it has asked for the time."""
    monkeypatch.setattr(clock, "machine", lambda: "another start")
    before = due(seat)
    hands.is_set(-timedelta(days=2000))
    hands.passes(5 * MINUTE)
    with hands.now():
        assert not clock.is_steady()
    hands.is_set(timedelta(days=2000))
    hands.passes(5 * MINUTE)
    assert (due(seat), late_orders()) == (before, 0)


def test_two_machines_that_disagree_extend_no_deadline_for_ever(hands, seat, monkeypatch):
    """One of them is five hours ahead; both tick."""
    before = due(seat)
    for number in range(40):
        name, ahead = [("one", 0 * HOUR), ("two", 5 * HOUR)][number % 2]
        monkeypatch.setattr(clock, "machine", lambda name=name: name)
        hands.is_set(ahead)
        hands.passes(MINUTE)
        hands.is_set(-ahead)
    assert due(seat) <= before + 5 * HOUR + MINUTE
    assert late_orders() == 0


def test_emails_that_waited_before_the_clock_was_set_back_do_not_wait_for_it(hands, seat):
    OutgoingEmail.objects.all().delete()
    with hands.now():
        outbox.queue("help", "dora@example.org", "one", facts={})
        IncomingEmail.objects.create(key="k", source="smtp", raw=b"x")
    hands.is_set(-5 * HOUR)
    hands.passes(2 * MINUTE)
    with hands.now():
        assert OutgoingEmail.objects.filter(due_at__lte=timezone.now()).count() == 1
        assert IncomingEmail.objects.filter(due_at__lte=timezone.now()).count() == 1


def test_an_email_in_hand_is_not_sent_by_another_because_the_clock_was_set(hands, seat):
    """F5: its lease has not ended, whatever the clock says."""
    OutgoingEmail.objects.all().delete()
    with hands.now():
        outbox.queue("help", "dora@example.org", "one", facts={})
        assert delivery._claim(timezone.now())
    hands.is_set(5 * HOUR)
    with hands.now():
        assert delivery.deliver_due() == 0
    hands.tick()
    with hands.now():
        assert delivery.deliver_due() == 0


def test_ticks_that_have_piled_up_are_one_tick(hands, seat, monkeypatch):
    """F7: a worker that was away finds hundreds of them."""
    ran = []
    monkeypatch.setattr(tasks, "SWEEPS", [lambda: ran.append(1), tasks.sweep_heartbeat])
    hands.stops(MINUTE)
    for _ in range(20):
        hands.tick()
    assert len(ran) == 1


@pytest.mark.parametrize("step", [-3 * HOUR, -timedelta(days=300)])
def test_a_sign_of_life_from_the_future_is_no_good_sign(hands, seat, step, monkeypatch):
    """P21: all parts are dead, and the clock was set back."""
    monkeypatch.setattr(health, "_kept", {})
    monkeypatch.setattr(health, "STARTED", -1e9)
    hands.is_set(step)
    with hands.now():
        told = Client().get("/healthz?parts=worker").json()
    assert (told["status"], "future" in told["parts"]["worker"]["why"]) == ("down", True)
    hands.passes(MINUTE)
    monkeypatch.setattr(health, "_kept", {})
    with hands.now():
        told = Client().get("/healthz?parts=worker,clock").json()
    assert (told["parts"]["worker"]["status"], told["parts"]["clock"]["status"]) == ("ok", "attention")


def test_a_sign_in_code_does_not_outlive_its_quarter_of_an_hour_because_the_clock_was_set_back(hands):
    """B5."""
    with hands.now():
        asked = sign_in.ask("dora@example.org", "browser", "", "127.0.0.1")
        assert asked is not None
        code = sign_in.sign_in_code(asked)
    hands.is_set(-5 * HOUR)
    with hands.now():
        assert sign_in.waiting_in("browser") == []
        assert sign_in.use_code(SignIn.objects.all(), code) is None
    hands.is_set(5 * HOUR)
    with hands.now():
        assert sign_in.use_code(sign_in.waiting_in("browser"), code) is not None


def test_small_corrections_are_no_step(hands, seat):
    for _ in range(100):
        hands.is_set(timedelta(seconds=20))
        hands.passes(MINUTE)
    with hands.now():
        assert clock.is_steady()
