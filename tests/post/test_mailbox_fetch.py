"""Replies fetched from a mailbox by IMAP."""

from __future__ import annotations

import imaplib

import pytest
import time_machine
from django.utils import timezone

from games import tasks
from games.models import Order
from post import inbox, mailbox_fetch
from post.addresses import own_address
from post.mailbox_fetch import BadUrl, Place, fetch_new
from post.models import IncomingEmail
from post.parsing.limits import MAX_MAIL
from post.tasks import fetch_emails
from tests.post.imap_server import serving
from tests.post.inbox import email_to, seat_of
from tests.services.conftest import on_turn


@pytest.fixture
def account(settings):
    """A mailbox that the server looks into."""
    with serving() as account:
        settings.IMAP_URL = account.url()
        yield account


@pytest.fixture
def mover(duel):
    """The seat whose turn it is."""
    return seat_of(duel, on_turn(duel))


def test_an_unread_email_becomes_an_order_and_is_read_then(account, mover):
    kept = account.add(email_to(mover, "end"))
    with time_machine.travel(timezone.now(), tick=False):
        assert fetch_new() == 1
    inbox.read_due()
    email = IncomingEmail.objects.get()
    assert (email.source, email.mailbox, email.state) == ("imap", mover.pk, IncomingEmail.State.HANDLED)
    assert kept.is_read
    assert fetch_new() == 0


def test_an_email_counts_from_when_it_came_into_the_mailbox_but_never_from_the_future(account, mover):
    account.add(email_to(mover, "status"), "01-Nov-2026 10:00:00 +0200")
    account.add(email_to(mover, "board"), "01-Nov-2096 10:00:00 +0000")
    account.add(email_to(mover, "help"), "no date at all")
    fetch_new()
    first, second, third = IncomingEmail.objects.order_by("pk")
    assert first.received_at.isoformat() == "2026-11-01T08:00:00+00:00"
    assert max(second.received_at, third.received_at) <= timezone.now()


def test_a_fetch_that_dies_before_the_commit_loses_nothing(account, mover, monkeypatch):
    """A21: the email stays unread, and the next fetch brings it."""
    kept = account.add(email_to(mover, "end"))
    with monkeypatch.context() as broken:
        broken.setattr(mailbox_fetch, "keep", lambda *_, **__: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            fetch_new()
    assert not kept.is_read
    fetch_new()
    inbox.read_due()
    assert Order.objects.count() == 1


@pytest.mark.parametrize("is_rebuilt", [False, True])
def test_a_fetch_that_dies_after_the_commit_plays_nothing_twice(account, mover, is_rebuilt):
    """A21: fetched again, even under another number, it is the same email."""
    account.add(email_to(mover, "end"))
    account.breaks_at = b"STORE"
    with pytest.raises((imaplib.IMAP4.error, OSError)):
        fetch_new()
    inbox.read_due()
    account.breaks_at = b""
    if is_rebuilt:
        account.rebuild()
    fetch_new()
    inbox.read_due()
    assert (IncomingEmail.objects.count(), Order.objects.count()) == (1, 1)
    assert fetch_new() == 0


def test_the_secret_address_may_be_among_others_or_in_what_the_mailbox_notes(account, mover):
    raw = email_to(mover, "end")
    secret = raw.partition(b"To: ")[2].partition(b"\n")[0]
    account.add(
        b"Delivered-To: club@example.org\n"
        + raw.replace(b"To: " + secret, b"To: Bob <x@example.org>, " + secret)
    )
    account.add(
        b"Delivered-To: "
        + secret
        + b"\n"
        + email_to(mover, "status").replace(b"To: " + secret, b"To: x@example.org")
    )
    fetch_new()
    assert set(IncomingEmail.objects.values_list("mailbox", flat=True)) == {mover.pk}


def test_what_is_not_for_us_or_too_large_is_left_to_others(account, mover):
    other = account.add(b"From: a@example.org\r\nTo: club@example.org\r\n\r\nHello")
    large = account.add(email_to(mover, "end") + b"x" * MAX_MAIL)
    stray = account.add(f"From: a@example.org\r\nTo: {own_address()}\r\n\r\nHello".encode())
    fetch_new()
    assert list(IncomingEmail.objects.values_list("mailbox", flat=True)) == [None]
    assert all(kept.is_read for kept in (other, large, stray))


def test_a_flood_to_the_public_address_stays_in_the_mailbox(account, db, monkeypatch):
    """A23: nothing is lost; later fetches bring the rest."""
    monkeypatch.setattr("post.mailboxes.STRANGERS", ("1/hour",))
    kept = [account.add(f"To: {own_address()}\r\n\r\n{number}".encode()) for number in range(3)]
    fetch_new()
    assert [one.is_read for one in kept] == [True, False, False]


def test_the_tick_looks_into_the_mailbox_and_survives_one_that_cannot_be_opened(
    account, mover, settings, caplog
):
    settings.IMAP_URL = account.url("wrong")
    fetch_emails()
    assert "the mailbox cannot be read" in caplog.text
    assert "wrong" not in caplog.text.replace("wrong password", "")
    settings.IMAP_URL = ""
    asked = len(account.asked)
    tasks.sweep_mailbox()
    assert len(account.asked) == asked


@pytest.mark.parametrize(
    "url", ["", "pop3://a:b@example.org", "imaps://example.org", "imap://a:b@example.org/"]
)
def test_an_address_that_cannot_be_meant_is_explained(url):
    with pytest.raises(BadUrl, match="IMAP_URL must"):
        Place.at(url)


def test_an_address_may_have_signs_in_its_user_and_its_password():
    place = Place.at("imaps://club%40example.org:p%2Fw%3A%40@imap.example.org/Game%20mail")
    assert place == Place(
        "imap.example.org", 993, "club@example.org", "p/w:@", "Game mail", is_encrypted=True
    )
