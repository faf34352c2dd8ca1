"""The SMTP door, with a real conversation."""

from __future__ import annotations

import smtplib
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from unittest.mock import patch

import pytest
from django.db import DatabaseError

from games.models import Match
from post import gateway, mailboxes
from post.addresses import own_address
from post.models import Heartbeat, IncomingEmail
from post.parsing.limits import MAX_MAIL
from tests.mailboxes import reply_address
from tests.post.inbox import email_to, seat_of

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_reply_is_kept_before_the_sender_is_told_so(port: int, duel: Match) -> None:
    seat = seat_of(duel, 1)
    with smtplib.SMTP("127.0.0.1", port) as smtp:
        smtp.sendmail("alice@example.org", [reply_address(seat)], email_to(seat, "end"))
        assert IncomingEmail.objects.get().mailbox == seat.pk
    assert Heartbeat.objects.filter(part="gateway").exists()


def test_unknown_mailboxes_are_refused_before_the_email_is_sent(port: int, duel: Match) -> None:
    with smtplib.SMTP("127.0.0.1", port) as smtp, pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
        smtp.sendmail("alice@example.org", ["play+1-wrong@edgepbem.localhost"], b"Subject: x\r\n\r\nend\r\n")
    ((code, _),) = refused.value.recipients.values()
    assert code == 550
    assert not IncomingEmail.objects.exists()


def test_thirty_megabytes_are_refused_by_their_size_alone(port: int, duel: Match) -> None:
    """A13."""
    seat = seat_of(duel, 1)
    with smtplib.SMTP("127.0.0.1", port) as smtp:
        smtp.ehlo()
        code, _ = smtp.mail("alice@example.org", [f"size={30 * MAX_MAIL}"])
        assert code == 552
        smtp.rset()
        with pytest.raises(smtplib.SMTPException):
            smtp.sendmail("alice@example.org", [reply_address(seat)], b"x\r\n" * (MAX_MAIL // 2))
    assert not IncomingEmail.objects.exists()


def test_odd_line_ends_smuggle_no_second_email_in(port: int, duel: Match) -> None:
    """A24: only CR LF dot CR LF ends an email, so that two servers cannot disagree about where it ends."""
    seat = seat_of(duel, 1)
    second = f"MAIL FROM:<bob@example.org>\r\nRCPT TO:<{reply_address(seat)}>\r\nDATA\r\nresign\r\n".encode()
    for number, odd in enumerate((b"\n.\r\n", b"\n.\n", b"\r.\r\n", b"\r\n.\n", b"\r.\r")):
        with smtplib.SMTP("127.0.0.1", port) as smtp:
            smtp.ehlo()
            smtp.mail("alice@example.org")
            smtp.rcpt(reply_address(seat))
            smtp.docmd("DATA")
            smtp.send(f"Message-ID: <{number}@example.org>\r\n\r\nend".encode() + odd + second + b"\r\n.\r\n")
            smtp.getreply()
        assert IncomingEmail.objects.count() <= number + 1
        assert not IncomingEmail.objects.filter(envelope_from="bob@example.org").exists()


def test_bounces_come_to_our_own_address(port: int) -> None:
    with smtplib.SMTP("127.0.0.1", port) as smtp:
        smtp.sendmail(
            "", [own_address()], b"From: mailer-daemon@example.org\r\nSubject: failure\r\n\r\nno\r\n"
        )
    assert IncomingEmail.objects.get().mailbox is None


def test_strangers_beyond_their_budget_are_told_to_come_again(port: int, duel: Match, monkeypatch) -> None:
    """A23: their servers keep the email; a player's reply is taken all the same."""
    monkeypatch.setattr(mailboxes, "STRANGERS", ("1/hour",))
    seat = seat_of(duel, 1)
    with smtplib.SMTP("127.0.0.1", port) as smtp:
        smtp.sendmail("eve@example.com", [own_address()], b"From: eve@example.com\r\n\r\none\r\n")
        with pytest.raises(smtplib.SMTPDataError) as refused:
            smtp.sendmail("eve@example.com", [own_address()], b"From: eve@example.com\r\n\r\ntwo\r\n")
        smtp.sendmail("alice@example.org", [reply_address(seat)], email_to(seat, "end"))
    assert refused.value.smtp_code == 452
    assert IncomingEmail.objects.count() == 2


def test_emails_that_arrive_together_share_a_commit_and_are_all_kept(port: int, duel: Match) -> None:
    """P1: each sender is told so after that commit."""
    box = reply_address(seat_of(duel, 1))
    commits = Counter[str]()
    original = mailboxes.keep_all

    def counted(arrivals: Sequence[mailboxes.Arrival], source: str) -> list[Exception | None]:
        commits["calls"] += 1
        commits["emails"] += len(arrivals)
        time.sleep(0.05)  # a slow disk
        return original(arrivals, source)

    def send(number: int) -> None:
        with smtplib.SMTP("127.0.0.1", port) as smtp:
            smtp.sendmail("bob@example.org", [box], f"Message-ID: <{number}@x>\r\n\r\nend {number}\r\n")

    with patch.object(gateway, "keep_all", counted), ThreadPoolExecutor(12) as senders:
        list(senders.map(send, range(12)))
    assert commits["emails"] == 12
    assert commits["calls"] < 12
    assert IncomingEmail.objects.count() == 12


def test_if_the_shared_commit_fails_every_sender_keeps_its_email(port: int, duel: Match) -> None:
    """P1: a full disk is nobody's fault, and nobody is told that anything was kept."""
    box = reply_address(seat_of(duel, 1))

    def fails(arrivals: Sequence[mailboxes.Arrival], source: str) -> list[Exception | None]:
        time.sleep(0.05)
        raise DatabaseError("database or disk is full")

    def send(number: int) -> int:
        with smtplib.SMTP("127.0.0.1", port) as smtp, pytest.raises(smtplib.SMTPDataError) as refused:
            smtp.sendmail("bob@example.org", [box], f"Message-ID: <{number}@x>\r\n\r\nend\r\n")
        return refused.value.smtp_code

    with patch.object(gateway, "keep_all", fails), ThreadPoolExecutor(6) as senders:
        assert list(senders.map(send, range(6))) == [451] * 6
    assert not IncomingEmail.objects.exists()
    with smtplib.SMTP("127.0.0.1", port) as smtp:
        smtp.sendmail("bob@example.org", [box], "Message-ID: <1@x>\r\n\r\nend\r\n")
    assert IncomingEmail.objects.count() == 1
