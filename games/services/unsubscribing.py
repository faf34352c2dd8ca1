"""Links that end mails: each knows whose and which, and one click does it."""

from __future__ import annotations

from dataclasses import dataclass

from accounts import secrets
from accounts.models import User
from games.models import Seat
from games.services.access import MUTE, seat_by_secret, seat_secret

PURPOSE = "unsubscribe"
TURNS, REPORTS, PRESS, REMINDERS, HOST_ACTS = "turns", "reports", "press", "reminders", "hosts"
FIELDS = {
    TURNS: "mail_turns",
    REPORTS: "mail_every_turn",
    PRESS: "mail_press",
    REMINDERS: "mail_reminders",
    HOST_ACTS: "mail_host_acts",
}
_MATCH = "match"


@dataclass(frozen=True, slots=True)
class Wish:
    """No more mails of one category, or of one match."""

    category: str = ""
    user: User | None = None
    seat: Seat | None = None

    @property
    def reader(self) -> User | None:
        """Whose mails these are."""
        return self.seat.user if self.seat is not None else self.user

    def is_granted(self) -> bool:
        """Whether it is so already."""
        if self.seat is not None:
            return self.seat.is_muted
        return self.user is not None and not getattr(self.user, FIELDS[self.category])

    def grant(self) -> None:
        """Make it so; twice is as good as once."""
        if self.seat is not None:
            mute(self.seat)
        elif self.user is not None:
            User.objects.filter(pk=self.user.pk).update(**{FIELDS[self.category]: False})
            setattr(self.user, FIELDS[self.category], False)


def mute(seat: Seat, *, is_muted: bool = True) -> None:
    """No more letters about the match that a seat is in; or letters again."""
    Seat.objects.filter(pk=seat.pk).update(is_muted=is_muted)
    seat.is_muted = is_muted


def category_token(user: User, category: str) -> str:
    """For no more mails of a category."""
    return f"{category}-{user.pk}-{secrets.secret(PURPOSE, user.pk, category, user.mail_nonce)}"


def match_token(seat: Seat) -> str:
    """For no more mails of the match that the seat is in."""
    return f"{_MATCH}-{seat_secret(MUTE, seat)}"


def wish_of(token: str) -> Wish | None:
    """What a token asks for; None for any that is wrong."""
    category, _, rest = token.strip().lower().partition("-")
    if category == _MATCH:
        seat = seat_by_secret(MUTE, rest)
        return Wish(seat=seat) if seat is not None else None
    number, _, letters = rest.partition("-")
    if category not in FIELDS or not (number.isascii() and number.isdigit() and len(number) <= 18):
        return None
    user = User.objects.filter(pk=int(number)).first()
    nonce = user.mail_nonce if user is not None else ""
    if not secrets.fits(letters, PURPOSE, number, category, nonce) or user is None:
        return None
    return Wish(category, user)
