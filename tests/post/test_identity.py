"""Which emails are the same email: one row, one order, by whichever door and however often it comes."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from importlib import import_module

import pytest
import time_machine
from django.apps import apps
from django.db import connection
from django.utils import timezone

from games.models import Match, Order, Seat
from post import inbox, mailboxes
from post.identity import identify
from post.models import IncomingEmail, OutgoingEmail
from tests.mailboxes import reply_address
from tests.mails.builder import corpus
from tests.post.inbox import email_to, seat_of
from tests.services.conftest import on_turn

MX = "mx.club.example"
VERDICT = b"Authentication-Results: mx.club.example; dmarc=pass header.from=example.org\r\n"


@pytest.fixture
def mover(duel: Match) -> Seat:
    """The seat whose turn it is."""
    return seat_of(duel, on_turn(duel))


def come(seat: Seat, raw: bytes, source: str = "smtp", sender: str = "") -> IncomingEmail:
    """An email comes in, and is read."""
    address = sender or (seat.user.email if seat.user is not None else "")
    email = mailboxes.receive(raw, reply_address(seat), address, source)
    inbox.read_due()
    email.refresh_from_db()
    return email


def texts() -> list[str]:
    return list(Order.objects.order_by("pk").values_list("text", flat=True))


def with_id(seat: Seat, line: bytes, text: str = "end", more: bytes = b"") -> bytes:
    """An email whose Message-ID line is as given."""
    address = seat.user.email if seat.user is not None else ""
    return line + more + f"From: {address}\r\nSubject: Re: your turn\r\n\r\n{text}\r\n".encode()


TRACES = {
    "received": b"Received: from a by b; Mon, 16 Nov 2026 10:00:00 +0000\r\n",
    "delivered": b"Delivered-To: play@example.org\r\nReturn-Path: <srs0=x@forwarder.example>\r\n",
    "sealed": b"ARC-Seal: i=1; cv=none; d=x.example\r\nARC-Message-Signature: i=1; bh=abc=\r\n",
    "judged": b"Authentication-Results: elsewhere.example;\r\n\tdmarc=fail\r\n",
    "marked": b"X-Spam-Score: 3\r\nX-Received: by 10.0.0.1\r\nX-Original-To: a@example.org\r\n",
}


@pytest.mark.parametrize("trace", TRACES)
@pytest.mark.parametrize("line", [b"Message-ID: <one@example.org>\r\n", b""])
def test_other_lines_of_servers_make_no_other_email(mover: Seat, trace: str, line: bytes) -> None:
    raw = with_id(mover, line)
    for copy in (raw, TRACES[trace] + raw, raw.replace(b"Subject", TRACES[trace] + b"Subject")):
        come(mover, copy, sender=f"bounces+{len(copy)}@forwarder.example")
    assert IncomingEmail.objects.count() == 1
    assert texts() == ["end"]


def test_line_ends_folds_and_encodings_make_no_other_email(mover: Seat) -> None:
    plain = with_id(mover, b"Message-ID: <one@example.org>\r\n", "recruit TER1\r\nsay café")
    folded = plain.replace(b"Message-ID: <one", b"message-id:\r\n\t<one").replace(
        b"Re: your", b"Re:\r\n your"
    )
    quoted = plain.replace(b"\r\n\r\n", b"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n")
    wrapped = quoted.replace(b"recruit TER1", b"recruit=20TE=\r\nR1")
    latin = b"Content-Type: text/plain; charset=iso-8859-1\r\n" + plain.decode().encode("latin-1")
    for copy in (plain, plain.replace(b"\r\n", b"\n"), plain + b"\r\n\r\n", folded, wrapped, latin):
        come(mover, copy)
    assert IncomingEmail.objects.count() == 1


def test_a_provider_that_writes_the_parts_anew_each_time_makes_no_other_email(mover: Seat) -> None:
    """A19: some pass on fields, from which the email is put together with new boundaries."""
    for mark in (b"aaa", b"bbb"):
        kind = b"Content-Type: multipart/alternative; boundary=" + mark + b"\r\n"
        parts = b"--%b\r\n\r\nend\r\n--%b\r\nContent-Type: text/html\r\n\r\n<p>end</p>\r\n--%b--" % (
            (mark,) * 3
        )
        come(mover, with_id(mover, b"Message-ID: <p@example.org>\r\n", parts.decode(), kind), "webhook")
    assert IncomingEmail.objects.count() == 1


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"Message-ID:\r\n",
        b"Message-ID: <>\r\n",
        b"Message-ID: no brackets at all\r\n",
        b"Message-ID: <with spaces @ example . org>\r\n",
        b"Message-ID:\r\n <folded@\r\n example.org>\r\n",
        b"Message-ID: =?utf-8?q?=3Cencoded=40example.org=3E?=\r\n",
        b"Message-ID: <" + b"x" * 5_000 + b"@example.org>\r\n",
        b"Message-ID: <a@example.org>\r\nMessage-ID: <b@example.org>\r\n",
        "Message-ID: <grüße@exämple.org>\r\n".encode(),
        b"Message-ID: <gr\xfc\xdfe@example.org>\r\n",
        b"Message-ID: <nul\x00@example.org>\r\n",
    ],
)
def test_an_odd_id_is_as_good_as_any(duel: Match, mover: Seat, line: bytes) -> None:
    raw = with_id(mover, line, "recruit nonsense")
    come(mover, raw)
    come(mover, b"Received: from elsewhere\r\n" + raw)
    come(mover, with_id(mover, line, "end"))
    assert texts() == ["recruit nonsense", "end"]


def test_an_id_that_is_quoted_in_the_text_is_no_id(mover: Seat) -> None:
    quoting = b"Message-ID: <turn@example.org>\n\nrecruit nonsense"
    come(mover, with_id(mover, b"", quoting.decode()))
    come(mover, with_id(mover, b"", "Message-ID: <turn@example.org>\nend"))
    come(mover, with_id(mover, b"Message-ID: <turn@example.org>\r\n", "end"))
    assert IncomingEmail.objects.count() == 3


def test_the_same_id_with_another_text_is_a_new_version(mover: Seat) -> None:
    for text in ("recruit nonsense", "end", "recruit nonsense"):
        come(mover, with_id(mover, b"Message-ID: <same@example.org>\r\n", text))
    assert texts() == ["recruit nonsense", "end"]


def test_a_strangers_email_with_the_id_of_the_players_suppresses_nothing(settings, mover: Seat) -> None:
    """Not even one with the same sender, date and words: our receiver does not vouch for it."""
    settings.MAIL_RECEIVER = MX
    raw = email_to(mover, "end", message_id="<next@example.org>")
    stranger = email_to(mover, "end", "mallory@example.com", message_id="<next@example.org>")
    assert come(mover, stranger).state == "unconfirmed"
    assert come(mover, raw).state == "unconfirmed"
    assert come(mover, VERDICT + raw).state == "handled"
    assert texts() == ["end"]


def test_a_copy_that_lost_its_verdict_on_the_way_asks_nobody(settings, mover: Seat) -> None:
    settings.MAIL_RECEIVER = MX
    raw = email_to(mover, "end", message_id="<next@example.org>")
    assert come(mover, VERDICT + raw).state == "handled"
    assert come(mover, raw).state == "handled"
    assert texts() == ["end"]
    assert not OutgoingEmail.objects.filter(kind="confirm_mail").exists()


def test_the_same_email_to_two_seats_is_two(duel: Match, mover: Seat) -> None:
    raw = email_to(mover, "end")
    keys = {mailboxes.receive(raw, reply_address(seat_of(duel, number)), "", "smtp").key for number in (1, 2)}
    assert len(keys) == 2


@pytest.mark.django_db(transaction=True)
def test_the_same_email_by_two_doors_at_once_is_one(duel: Match) -> None:
    seat = seat_of(duel, on_turn(duel))
    raw = email_to(seat, "end")

    def send(number: int) -> int:
        try:
            trace = f"Received: from {number}\r\n".encode()
            return mailboxes.receive(trace + raw, reply_address(seat), "", ["smtp", "webhook"][number % 2]).pk
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as pool:
        assert len(set(pool.map(send, range(6)))) == 1
    inbox.read_due()
    assert (IncomingEmail.objects.count(), Order.objects.count()) == (1, 1)


def test_words_without_id_and_date_are_a_copy_at_once_and_meant_again_later(mover: Seat) -> None:
    raw = with_id(mover, b"", "status")
    first = come(mover, raw)
    assert come(mover, raw).pk == first.pk
    with time_machine.travel(timezone.now() + timedelta(days=2)):
        second = come(mover, raw)
        assert second.pk != first.pk
        assert come(mover, raw).pk == second.pk
    dated = with_id(mover, b"Date: Mon, 16 Nov 2026 10:00:00 +0000\r\n", "status")
    third = come(mover, dated)
    with time_machine.travel(timezone.now() + timedelta(days=2)):
        assert come(mover, dated).pk == third.pk


def test_any_bytes_have_an_identity() -> None:
    """P5: at the door nothing may fail."""
    for mail in corpus()[::5]:
        for raw in (
            mail.raw,
            mail.raw[: len(mail.raw) // 2],
            mail.raw[::-1],
            mail.raw.replace(b" ", b"\xff"),
        ):
            assert identify(raw, 1) == identify(raw.replace(b"\r\n", b"\n"), 1) != identify(raw, 2)


def test_an_email_from_before_the_upgrade_is_known_after_it(mover: Seat) -> None:
    """F17: it is not read again, and its order keeps its key."""
    raw = email_to(mover, "end", message_id="<old@example.org>")
    email = come(mover, raw)
    IncomingEmail.objects.update(key="a" * 64, content="", kept_until=None)
    Order.objects.update(key="mail " + "a" * 64)
    migration = import_module("post.migrations.0002_identity_and_retention")
    migration.name_recent(apps, None)
    migration.date_all(apps, None)
    assert come(mover, b"Received: again\r\n" + raw).pk == email.pk
    email.refresh_from_db()
    assert (email.name, email.key != email.name) == ("a" * 64, True)
    assert email.kept_until == email.received_at + timedelta(days=90)
