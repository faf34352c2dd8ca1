"""The outbox: everything a player is told leaves through it, in the transaction of what it tells."""

from __future__ import annotations

import secrets
from typing import Any

from django.conf import settings

from accounts.models import User
from games.models import OutgoingMail, Seat
from games.services.doorbell import ring_outbox


def queue(
    kind: str,
    address: str,
    key: str,
    *,
    user: User | None = None,
    seat: Seat | None = None,
    facts: dict[str, Any] | None = None,
) -> None:
    """Put a letter into the outbox, once per key; a worker is woken when the transaction is committed."""
    queue_all([letter(kind, address, key, user=user, seat=seat, facts=facts)])


def letter(
    kind: str,
    address: str,
    key: str,
    *,
    user: User | None = None,
    seat: Seat | None = None,
    facts: dict[str, Any] | None = None,
) -> OutgoingMail:
    """A letter, not queued yet.

    `facts` are plain values and ids for the letter's writer, never a secret: secrets are computed when it is
    sent.
    """
    return OutgoingMail(
        kind=kind,
        key=key,
        message_id=new_message_id(kind),
        user=user,
        address=address,
        match=seat.match if seat is not None else None,
        seat=seat,
        facts=facts or {},
    )


def new_message_id(kind: str) -> str:
    """Fixed before a letter is sent for the first time: a repeat is recognisable."""
    return f"<{kind}.{secrets.token_hex(12)}@{settings.MAIL_DOMAIN}>"


def queue_all(letters: list[OutgoingMail]) -> None:
    """Put letters into the outbox, each once per key."""
    OutgoingMail.objects.bulk_create(letters, ignore_conflicts=True)
    ring_outbox()


def queue_for_seat(kind: str, seat: Seat, key: str, facts: dict[str, Any] | None = None) -> None:
    """A letter to whoever sits in a seat; nothing for bots, empty seats and those who want no mail of it."""
    if seat.user is not None and seat.user.is_active and not seat.is_muted:
        queue(kind, seat.user.email, key, user=seat.user, seat=seat, facts=facts)
