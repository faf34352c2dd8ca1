"""Emails are kept as long as someone needs them, and those of strangers are few and small."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.services import cleanup
from games.models import Match, Order, Seat
from post import inbox, mailboxes, retention
from post.addresses import own_address
from post.models import IncomingEmail
from tests.mailboxes import reply_address
from tests.post.inbox import email_to, order_of, post, seat_of
from tests.services.conftest import on_turn


@pytest.fixture
def mover(duel: Match) -> Seat:
    """The seat whose turn it is."""
    return seat_of(duel, on_turn(duel))


def stray(number: int, text: str = "hello") -> IncomingEmail:
    """A stranger's email to our public address."""
    raw = f"From: eve@example.com\r\nMessage-ID: <s{number}@example.com>\r\n\r\n{text}\r\n".encode()
    return mailboxes.receive(raw, own_address(), "eve@example.com", "smtp")


def after(days: int) -> None:
    """The hourly tidying, some days later."""
    with time_machine.travel(timezone.now() + timedelta(days=days)):
        cleanup.tidy()


def test_emails_of_strangers_are_deleted_after_a_week(duel: Match) -> None:
    stray(1)
    inbox.read_due()
    after(6)
    assert IncomingEmail.objects.count() == 1
    after(8)
    assert not IncomingEmail.objects.exists()


def test_what_nobody_confirmed_and_notes_of_machines_are_deleted_after_a_month(mover: Seat) -> None:
    post(mover, "end", sender="eve@example.com")
    post(mover, "I am away", Auto_Submitted="auto-replied")
    after(29)
    assert IncomingEmail.objects.count() == 2
    after(31)
    assert not IncomingEmail.objects.exists()


def test_a_players_email_loses_its_words_after_three_months_and_is_still_known(mover: Seat) -> None:
    raw = email_to(mover, "end", message_id="<once@example.org>")
    address = mover.user.email if mover.user is not None else ""
    email = mailboxes.receive(raw, reply_address(mover), address, "smtp")
    inbox.read_due()
    after(89)
    email.refresh_from_db()
    assert bytes(email.raw)
    after(91)
    email.refresh_from_db()
    assert (bytes(email.raw), email.envelope_from, email.kept_until) == (b"", "", None)
    assert order_of(email) == Order.objects.get()
    assert mailboxes.receive(raw, reply_address(mover), address, "smtp").pk == email.pk


def test_an_email_that_was_not_read_yet_is_never_deleted(mover: Seat) -> None:
    mailboxes.receive(email_to(mover, "end"), reply_address(mover), "", "smtp")
    after(400)
    assert IncomingEmail.objects.get().state == "waiting"


def test_a_heap_is_deleted_piece_by_piece(mover: Seat, monkeypatch) -> None:
    monkeypatch.setattr(retention, "BATCH", 2)
    for number in range(5):
        stray(number)
    inbox.read_due()
    with time_machine.travel(timezone.now() + timedelta(days=8)):
        assert retention.prune() == 5
    assert not IncomingEmail.objects.exists()


def test_strangers_have_a_budget_and_players_do_not_wait_for_it(mover: Seat, monkeypatch) -> None:
    """A23: at our public address; a server that is told to wait keeps the email and comes again."""
    monkeypatch.setattr(mailboxes, "STRANGERS", ("3/hour", "100/day"))
    for number in range(3):
        stray(number)
    with pytest.raises(mailboxes.Busy):
        stray(3)
    assert post(mover, "end").state == "handled"
    with time_machine.travel(timezone.now() + timedelta(hours=2)):
        stray(3)


def test_of_a_strangers_email_only_the_beginning_is_kept(duel: Match) -> None:
    """A13."""
    email = stray(1, "x" * 500_000)
    assert len(email.raw) == mailboxes.STRANGERS_SIZE
    assert stray(1, "x" * 500_000).pk == email.pk
