"""When an email counts: the moment it was received decides, not when it was read or says it was written."""

from __future__ import annotations

from datetime import datetime, timedelta
from email.utils import format_datetime

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from games.models import Match, Order, Seat
from games.services import lateness, resolve
from games.services.orders import NewOrder, accept
from games.services.seat_emails.mailbox import confirm_token
from post import heartbeat, inbox, mailboxes
from post.models import IncomingEmail, OutgoingEmail
from tests.mailboxes import reply_address
from tests.post.inbox import email_to, order_of, seat_of
from tests.services.conftest import on_turn

MINUTE = timedelta(minutes=1)


@pytest.fixture
def mover(duel: Match) -> Seat:
    """The seat whose turn it is; its deadline is an hour away."""
    seat = seat_of(duel, on_turn(duel))
    Seat.objects.filter(pk=seat.pk).update(due_at=timezone.now() + timedelta(hours=1))
    return seat_of(duel, seat.number)


def due(seat: Seat) -> datetime:
    assert seat.due_at is not None
    return seat.due_at


def receive(seat: Seat, at: datetime, text: str = "end", sender: str = "", **headers: str) -> IncomingEmail:
    """An email that comes in at a moment, and is not read yet."""
    with time_machine.travel(at, tick=False):
        sender = sender or (seat.user.email if seat.user is not None else "")
        raw = email_to(seat, text, sender, **headers)
        return mailboxes.receive(raw, reply_address(seat), sender, "smtp")


def tick() -> int:
    """What the clock does about deadlines; how many seats were called late."""
    heartbeat.beat(lateness.TICK)
    return lateness.call_late_seats()


def test_an_email_received_in_time_and_read_after_the_deadline_counts(duel: Match, mover: Seat) -> None:
    email = receive(mover, due(mover) - MINUTE)
    with time_machine.travel(due(mover) + 5 * MINUTE):
        assert tick() == 0  # while it is not read, nobody knows whether the player is late
        inbox.read_due()
        email.refresh_from_db()
        order = order_of(email)
        assert order is not None
        assert order.received_at == email.received_at
        assert tick() == 1
        resolve.resolve(duel.pk)
        resolve.resolve(duel.pk)
    order.refresh_from_db()
    assert order.receipt["done"]
    assert seat_of(duel, mover.number).missed == 0


@pytest.mark.parametrize("hours", [-3, 0, 3])
def test_an_email_received_late_and_read_before_the_tick_does_not_count(
    duel: Match, mover: Seat, hours: int
) -> None:
    """Whatever its Date header says."""
    date = format_datetime(due(mover) + timedelta(hours=hours))
    email = receive(mover, due(mover) + timedelta(seconds=1), Date=date)
    with time_machine.travel(due(mover) + timedelta(seconds=2)):
        inbox.read_due()
        assert not Order.objects.exists()
        assert tick() == 1
        resolve.resolve(duel.pk)
    email.refresh_from_db()
    assert email.state == IncomingEmail.State.HANDLED
    assert seat_of(duel, mover.number).missed == 1
    answer = OutgoingEmail.objects.get(kind="answer")
    assert "after the deadline" in answer.facts["text"]


def test_a_seat_that_was_called_late_waits_for_an_email_that_came_in_time(duel: Match, mover: Seat) -> None:
    """The clock looked just before the email was committed: what was sent in time is played first."""
    with time_machine.travel(due(mover) + MINUTE):
        accept(mover, NewOrder(Order.Kind.LATE, Order.Door.CLOCK, lateness.late_key(mover)))
        receive(mover, due(mover) - timedelta(seconds=1))
        assert not resolve.resolve(duel.pk)
        inbox.read_due()
        assert resolve.resolve(duel.pk)
        resolve.resolve(duel.pk)
    assert seat_of(duel, mover.number).missed == 0
    assert Order.objects.get(kind=Order.Kind.ORDERS).receipt["done"]


def test_an_email_that_cannot_be_read_does_not_hold_the_deadline_for_ever(duel: Match, mover: Seat) -> None:
    raw = b"To: " + b'"' * 20_000 + b"\r\nFrom: alice@example.org\r\n\r\nend"
    mailboxes.receive(raw, reply_address(mover), "alice@example.org", "smtp")
    with time_machine.travel(due(mover) + MINUTE):
        assert tick() == 0
        inbox.read_due()
        assert tick() == 1


def test_an_email_for_an_earlier_turn_does_not_play_the_present_one(duel: Match, mover: Seat) -> None:
    email = receive(mover, timezone.now())
    Seat.objects.filter(pk=mover.pk).update(waiting_since=timezone.now() + MINUTE)
    with time_machine.travel(timezone.now() + 2 * MINUTE):
        inbox.read_due()
    email.refresh_from_db()
    assert email.outcome is None
    assert "before your current turn began" in OutgoingEmail.objects.get(kind="answer").facts["text"]


def test_after_an_outage_an_email_that_came_late_through_our_fault_counts(duel: Match, mover: Seat) -> None:
    """P12: the deadline passed while nobody could reach us, and the clock has not ticked since."""
    heartbeat.beat(lateness.TICK)
    email = receive(mover, due(mover) + MINUTE)
    with time_machine.travel(due(mover) + 2 * MINUTE):
        inbox.read_due()
    email.refresh_from_db()
    assert order_of(email) is not None


def test_a_clock_that_was_set_back_costs_nobody_an_order(duel: Match, mover: Seat) -> None:
    Seat.objects.filter(pk=mover.pk).update(waiting_since=timezone.now() + timedelta(hours=3))
    early = receive(mover, timezone.now())
    ahead = receive(mover, due(mover) + timedelta(hours=3))  # before the clock was set back
    inbox.read_due()
    for email in (early, ahead):
        email.refresh_from_db()
        assert order_of(email) is not None


def test_an_email_that_must_be_confirmed_counts_when_it_is_confirmed(
    client, duel: Match, mover: Seat
) -> None:
    email = receive(mover, timezone.now(), sender="work@example.com")
    inbox.read_due()
    email.refresh_from_db()
    with time_machine.travel(due(mover) + MINUTE):
        heartbeat.beat(lateness.TICK)
        client.post(reverse("confirm_mail", args=[confirm_token(email)]))
    assert not Order.objects.exists()
    assert "after the deadline" in OutgoingEmail.objects.get(kind="answer").facts["text"]


def test_in_a_pause_no_deadline_passes(duel: Match, mover: Seat) -> None:
    Match.objects.filter(pk=duel.pk).update(paused_at=timezone.now())
    email = receive(mover, due(mover) + MINUTE)
    with time_machine.travel(due(mover) + 2 * MINUTE):
        inbox.read_due()
    email.refresh_from_db()
    assert order_of(email) is not None
