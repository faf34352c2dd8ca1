"""Where the player in a seat writes to."""

from __future__ import annotations

from games.models import Seat
from games.services.access import REPLY, seat_secret
from post import addresses


def reply_address(seat: Seat) -> str:
    """The secret address of a seat."""
    return addresses.reply_address(seat_secret(REPLY, seat))
