"""Letters that come together share commits and bells, and nothing else."""

from __future__ import annotations

import smtplib
import time

import pytest
from celery import current_app
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.mail.addresses import reply_address
from games.mail.reading import Reading
from games.models import IncomingMail, Match, Order, OutgoingMail, Press, Seat
from games.services import doorbell, inbox, letterbox, letters_in, mail_answers
from tests.mail.inbox import letter, seat_of
from tests.mail.test_gateway import port  # noqa: F401
from tests.services.conftest import on_turn
from tests.services.together import together

State = IncomingMail.State


@pytest.fixture
def mover(duel: Match) -> Seat:
    return seat_of(duel, on_turn(duel))


def put_in(seat: Seat, *texts: str) -> None:
    """Letters that wait to be read."""
    for number, text in enumerate(texts):
        raw = letter(seat, text, message_id=f"<{number}.{len(texts)}@example.org>")
        sender = seat.user.email if seat.user is not None else ""
        letterbox.receive(raw, reply_address(seat), sender, "smtp")


@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, tuple[int, ...]]]:
    """What workers were woken for."""
    bells: list[tuple[str, tuple[int, ...]]] = []
    monkeypatch.setattr(current_app, "send_task", lambda task, args=(): bells.append((task, tuple(args))))
    monkeypatch.setattr(doorbell._silence, "until", 0.0)
    return bells


@pytest.mark.django_db(transaction=True)
def test_orders_of_many_letters_are_few_commits(mover: Seat) -> None:
    put_in(mover, *(f"end {number}" for number in range(10)))
    with CaptureQueriesContext(connection) as queries:
        assert inbox.read_due() == 10
    begun = [query["sql"] for query in queries if query["sql"].startswith("BEGIN")]
    assert len(begun) <= 4  # more than one where reading took long
    assert Order.objects.count() == 10
    assert [order.text for order in Order.objects.order_by("pk")] == [f"end {number}" for number in range(10)]


def test_a_letter_that_fails_takes_back_nothing_but_its_own(
    mover: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    take = letters_in.take_orders

    def taking(seat: Seat, reading: Reading, mail: IncomingMail, answers: list[str]) -> Order | None:
        order = take(seat, reading, mail, answers)
        if "poison" in reading.new_text:
            raise RuntimeError("a fault of ours")
        return order

    monkeypatch.setattr(letters_in, "take_orders", taking)
    put_in(mover, "first", "poison", "third")
    inbox.read_due()
    assert [order.text for order in Order.objects.order_by("pk")] == ["first", "third"]
    states = [mail.state for mail in IncomingMail.objects.order_by("pk")]
    assert states == [State.HANDLED, State.WAITING, State.HANDLED]


def test_letters_are_handled_as_they_came_commands_or_not(mover: Seat) -> None:
    put_in(mover, "end", "say after the end", "end again")
    inbox.read_due()
    handled = list(IncomingMail.objects.order_by("handled_at").values_list("pk", flat=True))
    assert handled == sorted(handled)
    assert (Order.objects.count(), Press.objects.count()) == (2, 1)


@pytest.mark.django_db(transaction=True)
def test_two_readers_at_once_handle_each_letter_once(duel: Match) -> None:
    mover = seat_of(duel, on_turn(duel))
    put_in(mover, *(f"end {number}" for number in range(25)))
    handled = together([inbox.read_due, inbox.read_due])
    assert sum(count for count in handled if isinstance(count, int)) == 25, handled
    assert Order.objects.count() == 25
    assert set(IncomingMail.objects.values_list("attempts", flat=True)) == {1}


@pytest.mark.django_db(transaction=True)
def test_one_bell_rings_for_many_letters_to_a_match(
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
    monkeypatch.setattr(doorbell, "LONGEST_GATHERING", 0.0)
    with doorbell.gathered() as ring_in_time:
        doorbell.ring(1)
        doorbell.ring(1)
        time.sleep(0.01)
        ring_in_time()
        assert rung == [("games.tasks.resolve_match", (1,))]
        doorbell.ring(2)
    assert rung[1:] == [("games.tasks.resolve_match", (2,))]
    doorbell.ring(3)
    assert len(rung) == 3


@pytest.mark.django_db(transaction=True)
def test_the_gateway_rings_after_the_last_letter(
    port: int,  # noqa: F811
    duel: Match,
    rung: list[tuple[str, tuple[int, ...]]],
) -> None:
    seat = seat_of(duel, 1)
    with smtplib.SMTP("127.0.0.1", port) as smtp:
        for number in range(6):
            raw = letter(seat, "end", message_id=f"<{number}@example.org>")
            smtp.sendmail("alice@example.org", [reply_address(seat)], raw)
    before = len(rung)
    assert IncomingMail.objects.count() == 6
    until = time.monotonic() + 5
    while len(rung) == before and time.monotonic() < until:
        time.sleep(0.02)
    assert rung[-1] == ("games.tasks.read_mails", ())
    assert len(rung) <= 6


def test_what_was_half_done_for_a_letter_that_fails_is_undone(
    mover: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask = mail_answers.ask_owner

    def asking(mail: IncomingMail) -> None:
        ask(mail)
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(mail_answers, "ask_owner", asking)
    raw = letter(mover, "end", sender="stranger@example.org")
    letterbox.receive(raw, reply_address(mover), "stranger@example.org", "smtp")
    inbox.read_due()
    assert not OutgoingMail.objects.filter(kind="confirm_mail").exists()
    assert IncomingMail.objects.get().state == State.WAITING
