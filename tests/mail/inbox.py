"""Letters to seats, as mail programs send them."""

from __future__ import annotations

from email.message import EmailMessage
from email.utils import make_msgid

from games.mail.addresses import reply_address
from games.models import IncomingMail, Match, Seat
from games.services import inbox, letterbox


def seat_of(match: Match, number: int) -> Seat:
    """A seat, fresh from the database."""
    return match.seats.select_related("match", "user").get(number=number)


def letter(seat: Seat, text: str, sender: str = "", **headers: str) -> bytes:
    """A plain letter to the seat's secret address, from its player unless another sender is given."""
    message = EmailMessage()
    message["From"] = sender or (seat.user.email if seat.user else "")
    message["To"] = reply_address(seat)
    message["Subject"] = headers.pop("subject", "Re: your turn")
    message["Message-ID"] = headers.pop("message_id", make_msgid())
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    message.set_content(text)
    return message.as_bytes()


def post(seat: Seat, text: str, sender: str = "", **headers: str) -> IncomingMail:
    """A letter through the door, read at once."""
    raw = letter(seat, text, sender, **headers)
    sender = sender or (seat.user.email if seat.user else "")
    mail = letterbox.receive(raw, reply_address(seat), sender, IncomingMail.Source.SMTP)
    inbox.read_due()
    mail.refresh_from_db()
    return mail
