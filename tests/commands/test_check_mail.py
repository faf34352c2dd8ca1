"""`manage.py check_mail`."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core import mail
from django.core.management import CommandError, call_command

from post import inbox, mailboxes, self_test
from post.addresses import own_address
from post.models import IncomingEmail, OutgoingEmail
from tests.mailboxes import reply_address
from tests.post.inbox import email_to
from tests.services.conftest import duel  # noqa: F401

RESULTS = b"""Authentication-Results: mx.example.org; spf=pass smtp.mailfrom=edgepbem@example.org;\r
 dkim=fail header.d=example.org\r
Received: from out.example.org by mx.example.org; Wed, 18 Nov 2026 10:00:00 +0000\r
"""


def checked(seconds: float = 1) -> str:
    out = StringIO()
    call_command("check_mail", seconds=seconds, stdout=out)
    return out.getvalue()


@pytest.fixture
def returning(db, monkeypatch):
    """A mail server that brings what was sent back to the gateway, with its verdict above it."""
    above = [RESULTS]

    def wait(seconds: float) -> None:
        raw = above[0] + mail.outbox[-1].message().as_bytes(linesep="\r\n")
        mailboxes.receive(raw, own_address(), own_address(), IncomingEmail.Source.SMTP)

    monkeypatch.setattr(self_test, "sleep", wait)
    return above


def test_it_tells_what_came_back_and_what_servers_found(returning, settings):
    settings.MAIL_RECEIVER = "mx.example.org"
    told = checked()
    assert f"Out: an email to {own_address()} was accepted" in told
    assert "In: it came back by mail gateway." in told
    assert "SPF: pass (says mx.example.org)" in told
    assert "DKIM: fail (says mx.example.org)" in told
    assert "DMARC: nobody has checked it" in told
    assert "MAIL_RECEIVER" not in told


def test_it_tells_that_the_checks_bear_another_name(returning, settings):
    settings.MAIL_RECEIVER = "play.example.org"
    assert "MAIL_RECEIVER is play.example.org, but the checks are by mx.example.org" in checked()


def test_an_email_that_never_left_the_mail_server_says_nothing_about_replies(returning, settings):
    settings.MAIL_RECEIVER = "play.example.org"
    returning[0] = b""
    told = checked()
    assert "It never left your mail server" in told
    assert "MAIL_RECEIVER" not in told
    assert "No player has answered an email yet." in told


@pytest.mark.parametrize(
    ("signed", "told"),
    [
        (b"", "Not signed (DKIM)"),
        (b"h=From:Subject;", "Signed by example.org, selector mail, but not the headers of the unsubscribe"),
        (b"h=From:List-Unsubscribe:\r\n List-Unsubscribe-Post;", "Signed by example.org, selector mail.\n"),
    ],
)
def test_it_tells_who_signed_it_and_whether_the_unsubscribe_button_is_signed(returning, signed, told):
    returning[0] = b"DKIM-Signature: v=1; d=example.org; s=mail; " + signed + b" b=x\r\n" if signed else b""
    assert told in checked()


@pytest.mark.parametrize(
    ("receiver", "told"),
    [
        ("mx.example.org", "Its sender is believed."),
        ("other.example.org", "Its sender is not believed"),
        ("", "the From header is believed"),
    ],
)
def test_it_tells_whether_the_last_answer_of_a_player_was_believed(returning, settings, duel, receiver, told):  # noqa: F811
    settings.MAIL_RECEIVER = receiver
    seat = duel.seats.get(number=1)
    raw = RESULTS.replace(b"dkim=fail header.d=example.org", b"dkim=pass header.d=example.org") + email_to(
        seat, "status"
    )
    mailboxes.receive(raw, reply_address(seat), "alice@example.org", IncomingEmail.Source.SMTP)
    assert told in checked()


def test_the_email_is_neither_played_nor_answered(returning):
    """P6: the server does not write to itself."""
    checked()
    inbox.read_due()
    assert IncomingEmail.objects.get().state == IncomingEmail.State.AUTOMATIC
    assert not OutgoingEmail.objects.exists()


def test_what_does_not_come_back_is_a_failure(db, monkeypatch):
    monkeypatch.setattr(self_test, "sleep", lambda seconds: None)
    with pytest.raises(CommandError, match="has not come back within 3 seconds"):
        checked(3)


def test_what_is_not_accepted_is_a_failure(db, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    with pytest.raises(CommandError, match="Out: the email was not accepted"):
        checked()
