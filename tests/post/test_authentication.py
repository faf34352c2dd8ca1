"""Who vouches for a sender: the lines of our own receiver, read by their grammar."""

from __future__ import annotations

import pytest

from games.models import Match, Order
from post import inbox, mailboxes
from post.models import IncomingEmail
from post.parsing.server_lines import parse_results, received_by
from tests.mailboxes import reply_address
from tests.post.inbox import email_to, seat_of
from tests.services.conftest import on_turn

AR = "Authentication-Results: "
MX = "mx.club.example"
OURS = f"Received: from mail.example.org (mail.example.org [192.0.2.1])\r\n\tby {MX} (Postfix) with ESMTPS"
THEIRS = "Received: from laptop by mail.example.org with ESMTPSA"


def is_played(match: Match, *lines: str) -> bool:
    """Whether an email under these lines is taken for its player's."""
    seat = seat_of(match, on_turn(match))
    address = seat.user.email if seat.user is not None else ""
    raw = "".join(f"{line}\r\n" for line in lines).encode() + email_to(seat, "end")
    mailboxes.receive(raw, reply_address(seat), address, "smtp")
    inbox.read_due()
    played = Order.objects.exists()
    assert IncomingEmail.objects.latest("pk").state == ("handled" if played else "unconfirmed")
    return played


@pytest.fixture(autouse=True)
def receiver(settings):
    settings.MAIL_RECEIVER = MX


@pytest.mark.parametrize(
    "lines",
    [
        # OpenDMARC and OpenDKIM write a header each, above or below the line of the server.
        [f"{AR}{MX}; dmarc=none", f"{AR}{MX}; dkim=pass header.d=example.org", OURS, THEIRS],
        [OURS, f"{AR}{MX}; dmarc=none (p=none)", f"{AR}{MX}; dkim=pass header.d=example.org", THEIRS],
        [f"{AR}{MX}; dmarc=none", OURS, f"{AR}{MX}; dkim=pass header.i=@example.org", THEIRS],
        [f"{AR}{MX}; spf=fail; dkim=fail header.d=list.example; dkim=pass header.d=example.org"],
        [f'{AR}"{MX.upper()}" 1; dkim/1 = pass\r\n (good (really) \\) signature) header.d\r\n =example.org;'],
        [f'{AR}{MX}; dkim=pass reason="a \\" ; b" header.d=example.org header.b=abc='],
        [f"{AR}{MX}; none", f"{AR}{MX}; dmarc=pass header.from=example.org"],
        [f"{AR}{MX}; dmarc=temperror header.from=example.org", f"{AR}{MX}; dkim=pass header.d=example.org"],
        [f"{AR}{MX}; spf=pass smtp.mailfrom=", f"{AR}{MX}; dmarc=pass"],
    ],
)
def test_all_lines_of_our_receiver_together_vouch_for_a_sender(duel: Match, lines: list[str]) -> None:
    """A17, A18: also for a domain without DMARC, by its signature."""
    assert is_played(duel, *lines)


@pytest.mark.parametrize(
    "lines",
    [
        [f'{AR}{MX}; spf=pass reason="; dmarc=pass" smtp.mailfrom="x; dmarc=pass"@evil.example'],
        [f'{AR}{MX}; spf=none (a \\) ; dmarc=pass (") ; dkim=pass header.d=example.org)'],
        [f"{AR}{MX} (; dmarc=pass"],
        [f'{AR}{MX}; spf=none reason="; dmarc=pass'],
        [f'{AR}{MX}; "dmarc=pass"'],
        [f"{AR}{MX}; spf=none dmarc=pass"],
        [f"{AR}{MX}; dmarc=pass pass"],
        [f"{AR}{MX} 2; dmarc=pass"],
        [f"{AR}; dmarc=pass", f"{AR}{MX}; dmarc=pass"],
        [f"{AR}(mx.club.example;) evil.example; dmarc=pass"],
        [f"{AR}{MX}; dmarc=fail; dkim=pass header.d=example.org"],
        [f"{AR}{MX}; dmarc=none", f"{AR}{MX}; dkim=none", f"{AR}{MX}; dkim=pass header.d=example.org"],
        [f"{AR}{MX}; dmarc=none; dkim=pass header.d=ample.org"],
        [f"{AR}{MX}; dmarc=none; dkim=pass header.d=mail.example.org"],
        [f"{AR}{MX}; dmarc=none; x-dkim=pass header.d=example.org"],
        [f"{AR}{MX}; dmarc=none; dkim=pass; spf=pass header.d=example.org"],
        [THEIRS, f"{AR}{MX}; dmarc=pass"],
        [OURS, f"Received: from by {MX} (x) by evil.example", f"{AR}{MX}; dmarc=pass"],
        [f"Received: from ({MX}) x (by {MX}) by evil.example", f"{AR}{MX}; dmarc=pass"],
    ],
)
def test_the_words_of_a_sender_vouch_for_nobody(duel: Match, lines: list[str]) -> None:
    """A17: in quotes, comments, reasons, properties, or below the line of another server."""
    assert not is_played(duel, *lines)


@pytest.mark.parametrize("text", ["(" * 8_000, '"' * 8_001, "a" + "=" * 8_000, ";" * 8_000, "\\" * 8_000, ""])
def test_odd_lines_are_read_or_not_but_never_an_error(text: str) -> None:
    parse_results(text)
    parse_results(f"mx; dkim={text}")
    received_by(text)
