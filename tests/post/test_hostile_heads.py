"""Headers that stop those who read them as the standards say, by the doors that have no envelope."""

from __future__ import annotations

import time

import pytest
from django.test import Client

from games.models import Match, Order
from post import inbox
from post.mailbox_fetch import fetch_new
from post.models import IncomingEmail
from tests.mailboxes import reply_address
from tests.post.imap_server import serving
from tests.post.inbox import email_to, seat_of
from tests.post.test_webhook import body, credentials, hook
from tests.services.conftest import on_turn

__all__ = ["hook"]

HOSTILE = {
    "brackets": "(" * 20_000,
    "quotes": '"' * 20_000,
    "commas": ",a@example.org" * 20_000,
    "encoded words": "=?utf-8?q?=41?= " * 20_000,
    "short lines": "x\r\n " * 60_000,
}


@pytest.fixture
def account(settings):
    """A mailbox that the server looks into."""
    with serving() as account:
        settings.IMAP_URL = account.url()
        yield account


def hostile(name: str, to: str = "nobody@example.org") -> bytes:
    return f"From: a@example.org\r\nTo: {to}, {HOSTILE[name]}\r\n\r\nend\r\n".encode()


@pytest.mark.parametrize("name", HOSTILE)
def test_an_email_in_the_mailbox_that_cannot_be_read_holds_up_nobody(account, duel: Match, name: str) -> None:
    """P5, A12, A22: it is set aside at once, and the order behind it is played."""
    poison = account.add(hostile(name))
    account.add(email_to(seat_of(duel, on_turn(duel)), "end"))
    began = time.thread_time()
    assert fetch_new() == 2
    assert time.thread_time() - began < 3
    inbox.read_due()
    assert poison.is_read
    assert Order.objects.count() == 1


@pytest.mark.parametrize("envelope", [True, False])
@pytest.mark.parametrize("name", HOSTILE)
def test_a_call_of_a_provider_takes_no_web_thread_for_long(
    hook: str, duel: Match, name: str, envelope: bool
) -> None:
    """P5, A12: read in time or not at all; and never answered by an error, which would bring it back."""
    call = body(duel)
    call["body-mime"] = hostile(name, call["recipient"]).decode()
    if not envelope:
        call["recipient"] = ""
    began = time.thread_time()
    assert Client().post(hook, call, headers=credentials()).status_code == 200
    assert time.thread_time() - began < 3
    inbox.read_due()
    assert [one.state for one in IncomingEmail.objects.all()] == [IncomingEmail.State.MALFORMED]
    assert not Order.objects.exists()


def test_an_email_that_a_provider_has_taken_apart_has_a_budget_too(
    hook: str, duel: Match, monkeypatch
) -> None:
    """P5: not all of them send emails as they came."""
    call = body(duel)
    del call["body-mime"]
    call |= {"message-headers": '[["To", "%s"]]' % ("(" * 20_000), "body-plain": "end"}
    call |= {"from": '"' * 20_000, "subject": "x"}
    began = time.thread_time()
    assert Client().post(hook.replace("_mime", ""), call, headers=credentials()).status_code == 200
    assert time.thread_time() - began < 3


def test_an_email_from_a_provider_is_kept_as_it_was_sent(hook: str, duel: Match) -> None:
    """P4: nobody writes it anew, so its signature and its odd lines stay."""
    call = body(duel)
    call["body-mime"] = call["body-mime"].replace("\nSubject:", "\nX-Odd:   two  spaces\nSubject:")
    assert Client().post(hook, call, headers=credentials()).status_code == 200
    assert b"X-Odd:   two  spaces" in bytes(IncomingEmail.objects.get().raw)
    assert reply_address(seat_of(duel, on_turn(duel))).encode() not in bytes(IncomingEmail.objects.get().raw)
