"""Emails to seats, as mail programs send them."""

from __future__ import annotations

from email.message import EmailMessage
from email.utils import make_msgid

from games.models import Match, Order, Seat
from post import inbox, mailboxes
from post.models import IncomingEmail
from tests.mailboxes import reply_address


def seat_of(match: Match, number: int) -> Seat:
    """A seat, fresh from the database."""
    return match.seats.select_related("match", "user").get(number=number)


def order_of(mail: IncomingEmail) -> Order | None:
    """The order that an email brought, if any."""
    return Order.objects.filter(pk=mail.outcome).first() if mail.outcome is not None else None


def email_to(seat: Seat, text: str, sender: str = "", **headers: str) -> bytes:
    """A plain email to the seat's secret address, from its player unless another sender is given."""
    message = EmailMessage()
    message["From"] = sender or (seat.user.email if seat.user else "")
    message["To"] = reply_address(seat)
    message["Subject"] = headers.pop("subject", "Re: your turn")
    message["Message-ID"] = headers.pop("message_id", make_msgid())
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    message.set_content(text)
    return message.as_bytes()


def keep(seat: Seat, text: str, sender: str = "", **headers: str) -> IncomingEmail:
    """An email through the door, not read yet."""
    raw = email_to(seat, text, sender, **headers)
    sender = sender or (seat.user.email if seat.user else "")
    return mailboxes.receive(raw, reply_address(seat), sender, IncomingEmail.Source.SMTP)


def post(seat: Seat, text: str, sender: str = "", **headers: str) -> IncomingEmail:
    """An email through the door, read at once."""
    mail = keep(seat, text, sender, **headers)
    inbox.read_due()
    mail.refresh_from_db()
    return mail
