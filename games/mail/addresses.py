"""Our own addresses: the one that letters come from, and the secret one of each seat that replies go to."""

from __future__ import annotations

from email.utils import parseaddr

from django.conf import settings

from games.models import Seat
from games.services.access import REPLY, seat_id_by_secret, seat_secret

REPLY_NAME = "play"


def reply_address(seat: Seat) -> str:
    """Where the player in a seat writes to. Many uses, until the seat changes hands."""
    return f"{REPLY_NAME}+{seat_secret(REPLY, seat)}@{settings.MAIL_DOMAIN}"


def own_address() -> str:
    """Where letters come from."""
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1].lower()


def own_addresses() -> tuple[str, ...]:
    """All of ours, as `games.mail.automatic.is_own` understands them."""
    return (own_address(), f"{REPLY_NAME}@{settings.MAIL_DOMAIN}")


def seat_id_of(address: str) -> int | None:
    """The seat that an address belongs to; None for any other, without saying how near it was."""
    name, _, domain = address.strip().lower().rpartition("@")
    prefix, _, token = name.partition("+")
    if prefix != REPLY_NAME or domain != settings.MAIL_DOMAIN.lower():
        return None
    return seat_id_by_secret(REPLY, token)


def is_ours(address: str) -> bool:
    """Whether it is the address that letters come from: bounces and stray mail arrive there."""
    return address.strip().lower() == own_address()
