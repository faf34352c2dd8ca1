"""The link in an email: it serves the question of that email, in that turn, and nothing after it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from games.models import Match, Order, Seat
from post import secrets

PURPOSE = "turn link"
_TOKEN = re.compile(r"([1-9][0-9]{0,17})-([0-9]{1,9})-([a-z2-7]{32})")


@dataclass(frozen=True, slots=True)
class SeatLink:
    """A seat, and the turn that the link was written for."""

    seat: Seat
    turn: int

    @property
    def is_open(self) -> bool:
        """Whether its question can be answered: the turn goes on, and the match waits for this player."""
        match = self.seat.match
        if match.status != Match.Status.RUNNING or match.turn != self.turn:
            return False
        return self.seat.waiting_since is not None or Order.objects.filter(seat=self.seat).waiting().exists()


def token(seat: Seat) -> str:
    """What an email to the player in a seat carries. Needs `match` selected."""
    return f"{seat.pk}-{seat.match.turn}-{_letters(seat, seat.match.turn)}"


def found(token: str) -> SeatLink | None:
    """What a token stands for; None for damaged, ended and invented ones alike."""
    parts = _TOKEN.fullmatch(token.strip().lower())
    if parts is None:
        return None
    seat, turn = Seat.objects.select_related("match", "user").filter(pk=int(parts[1])).first(), int(parts[2])
    fit = secrets.fits(parts[3], PURPOSE, *_about(seat, turn))
    return SeatLink(seat, turn) if seat is not None and fit else None


def _letters(seat: Seat, turn: int) -> str:
    return secrets.secret(PURPOSE, *_about(seat, turn))


def _about(seat: Seat | None, turn: int) -> tuple[object, ...]:
    """A turn that is played again after a rewind is another turn."""
    if seat is None:
        return 0, "", turn, 0  # compared all the same: time must not tell which seats exist
    return seat.pk, seat.nonce, turn, seat.match.rewinds or 0
