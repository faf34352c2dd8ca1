"""Emails that come together share commits and bells, and nothing else."""

from __future__ import annotations

import smtplib
import time

import pytest
from celery import current_app
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Match, Order, Press, Seat
from games.services import orders
from games.services.orders import NewOrder
from games.services.replies import players
from games.services.seat_emails import mailbox
from games.services.storage import ring_match
from post import bell, inbox, mailboxes
from post.models import IncomingEmail, OutgoingEmail
from tests.catalogue import many
from tests.mailboxes import reply_address
from tests.post.inbox import email_to, seat_of
from tests.services.conftest import on_turn
from tests.services.together import together
from tests.timing import wait_for

State = IncomingEmail.State


@pytest.fixture
def mover(duel: Match) -> Seat:
    return seat_of(duel, on_turn(duel))


def put_in(seat: Seat, *texts: str) -> None:
    """Emails that wait to be read."""
    for number, text in enumerate(texts):
        raw = email_to(seat, text, message_id=f"<{number}.{len(texts)}@example.org>")
        sender = seat.user.email if seat.user is not None else ""
        mailboxes.receive(raw, reply_address(seat), sender, "smtp")


@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, tuple[int, ...]]]:
    """What workers were woken for."""
    bells: list[tuple[str, tuple[int, ...]]] = []
    monkeypatch.setattr(current_app, "send_task", lambda task, args=(): bells.append((task, tuple(args))))
    monkeypatch.setattr(bell._silence, "until", 0.0)
    return bells


@pytest.mark.django_db(transaction=True)
def test_orders_of_many_emails_are_few_commits(mover: Seat) -> None:
    put_in(mover, *(f"end {number}" for number in range(10)))
    with CaptureQueriesContext(connection) as queries:
        assert inbox.read_due() == 10
    begun = [query["sql"] for query in queries if query["sql"].startswith("BEGIN")]
    assert len(begun) <= 4  # more than one where reading took long
    assert Order.objects.count() == 10
    assert [order.text for order in Order.objects.order_by("pk")] == [f"end {number}" for number in range(10)]


def test_seats_are_looked_up_once_for_emails_that_come_together(mover: Seat) -> None:
    put_in(mover, *(f"end {number}" for number in range(8)))
    with CaptureQueriesContext(connection) as queries:
        inbox.read_due()
    assert sum('FROM "games_seat"' in query["sql"] for query in queries) == 1


def test_an_email_that_fails_takes_back_nothing_but_its_own(
    mover: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    accept = orders.accept

    def failing(seat: Seat, wanted: NewOrder) -> Order:
        order = accept(seat, wanted)
        if wanted.text == "recruit poison":
            raise RuntimeError("a fault of ours")
        return order

    monkeypatch.setattr(players, "accept", failing)
    put_in(mover, "recruit first", "recruit poison", "recruit third")
    inbox.read_due()
    assert [order.text for order in Order.objects.order_by("pk")] == ["recruit first", "recruit third"]
    states = [mail.state for mail in IncomingEmail.objects.order_by("pk")]
    assert states == [State.HANDLED, State.WAITING, State.HANDLED]


@pytest.mark.catalogue
def test_an_email_that_always_fails_is_set_aside_after_three_tries(
    mover: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A22: and all the others are read meanwhile."""

    def failing(seat: Seat, wanted: NewOrder) -> Order:
        if wanted.text == "recruit poison":
            raise RuntimeError("a fault of ours")
        return accept(seat, wanted)

    accept = orders.accept
    monkeypatch.setattr(players, "accept", failing)
    others_waiting = many(30, 5_000)
    put_in(mover, "recruit poison", *(f"end {number}" for number in range(others_waiting)))
    for _ in range(4 + others_waiting // inbox.BATCH):
        inbox.read_due()
        IncomingEmail.objects.filter(state=State.WAITING).update(due_at=timezone.now())
    poison, *others = IncomingEmail.objects.order_by("pk")
    assert (poison.state, poison.attempts) == (State.PARKED, 3)
    assert {mail.state for mail in others} == {State.HANDLED}


def test_a_flood_to_one_mailbox_does_not_hold_up_another(mover: Seat, duel: Match) -> None:
    """A23: the others go first, and the flood is read afterwards."""
    waiter = seat_of(duel, 3 - mover.number)
    put_in(mover, *(f"end {number}" for number in range(inbox.FAIR_SHARE + 40)))
    put_in(waiter, "status")
    inbox.read_due(inbox.FAIR_SHARE + 11)
    assert IncomingEmail.objects.get(mailbox=waiter.pk).state == State.HANDLED
    flood = IncomingEmail.objects.filter(mailbox=mover.pk)
    assert flood.filter(state=State.WAITING).count() == 30
    inbox.read_due()
    assert not flood.filter(state=State.WAITING).exists()


def test_emails_are_handled_as_they_came_commands_or_not(mover: Seat) -> None:
    put_in(mover, "end", "say after the end", "end again")
    inbox.read_due()
    handled = list(IncomingEmail.objects.order_by("handled_at").values_list("pk", flat=True))
    assert handled == sorted(handled)
    assert (Order.objects.count(), Press.objects.count()) == (2, 1)


@pytest.mark.django_db(transaction=True)
def test_two_readers_at_once_handle_each_email_once(duel: Match) -> None:
    mover = seat_of(duel, on_turn(duel))
    put_in(mover, *(f"end {number}" for number in range(25)))
    handled = together([inbox.read_due, inbox.read_due])
    assert sum(count for count in handled if isinstance(count, int)) == 25, handled
    assert Order.objects.count() == 25
    assert set(IncomingEmail.objects.values_list("attempts", flat=True)) == {1}


@pytest.mark.django_db(transaction=True)
def test_one_bell_rings_for_many_emails_to_a_match(
    duel: Match, rung: list[tuple[str, tuple[int, ...]]]
) -> None:
    put_in(seat_of(duel, on_turn(duel)), *(f"end {number}" for number in range(8)))
    rung.clear()
    inbox.read_due()
    played = [bell for bell in rung if bell == ("games.tasks.resolve_match", (duel.pk,))]
    assert 1 <= len(played) <= 3


@pytest.mark.django_db(transaction=True)
def test_what_is_gathered_too_long_is_rung_meanwhile(
    rung: list[tuple[str, tuple[int, ...]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bell, "LONGEST_GATHERING", 0.0)
    with bell.gathered() as ring_in_time:
        ring_match(1)
        ring_match(1)
        time.sleep(0.01)
        ring_in_time()
        assert rung == [("games.tasks.resolve_match", (1,))]
        ring_match(2)
    assert rung[1:] == [("games.tasks.resolve_match", (2,))]
    ring_match(3)
    assert len(rung) == 3


@pytest.mark.django_db(transaction=True)
def test_the_gateway_rings_after_the_last_email(
    port: int,
    duel: Match,
    rung: list[tuple[str, tuple[int, ...]]],
) -> None:
    seat = seat_of(duel, 1)
    with smtplib.SMTP("127.0.0.1", port) as smtp:
        for number in range(6):
            raw = email_to(seat, "end", message_id=f"<{number}@example.org>")
            smtp.sendmail("alice@example.org", [reply_address(seat)], raw)
    before = len(rung)
    assert IncomingEmail.objects.count() == 6
    wait_for(lambda: len(rung) > before, what="the bell")
    assert rung[-1] == ("post.tasks.read_emails", ())
    assert len(rung) <= 6


def test_what_was_half_done_for_an_email_that_fails_is_undone(
    mover: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue = mailbox.queue_for_seat

    def failing(kind: str, seat: Seat, key: str, facts: dict[str, int]) -> None:
        queue(kind, seat, key, facts)
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(mailbox, "queue_for_seat", failing)
    raw = email_to(mover, "end", sender="stranger@example.org")
    mailboxes.receive(raw, reply_address(mover), "stranger@example.org", "smtp")
    inbox.read_due()
    assert not OutgoingEmail.objects.filter(kind="confirm_mail").exists()
    assert IncomingEmail.objects.get().state == State.WAITING
