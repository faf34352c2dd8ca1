"""Mails that come back, through the whole inbox; whom they name is shown in test_reply_text.py."""

from __future__ import annotations

from games.models import Match, Order
from post import inbox, mailboxes
from post.addresses import own_address
from post.models import IncomingEmail, OutgoingEmail
from tests.mailboxes import reply_address
from tests.mails.builder import Mail, corpus
from tests.post.inbox import seat_of

RETURNED = [mail for mail in corpus() if mail.name.startswith("returned: ")]


def receive(mail: Mail, to: str) -> IncomingEmail:
    """As a mail server hands it over; each has an id of its own."""
    named = mail.raw.replace(b"<reply-1@", f"<{abs(hash((mail.name, to)))}@".encode())
    return mailboxes.receive(named, to, "", IncomingEmail.Source.SMTP)


def test_there_are_enough_shapes() -> None:
    """A2."""
    assert len(RETURNED) >= 50
    assert sum(bool(mail.delayed) for mail in RETURNED) >= 5


def test_nothing_that_comes_back_is_an_order_or_is_answered(duel: Match) -> None:
    """A2, P6: at the address of a seat, and at the one that emails come from."""
    before = OutgoingEmail.objects.count()
    for mail in RETURNED:
        receive(mail, reply_address(seat_of(duel, 1)))
        receive(mail, own_address())
    while inbox.read_due():
        pass
    states = set(IncomingEmail.objects.values_list("state", flat=True))
    assert (IncomingEmail.objects.count(), states) == (2 * len(RETURNED), {IncomingEmail.State.AUTOMATIC})
    assert not Order.objects.exists()
    assert OutgoingEmail.objects.count() == before
