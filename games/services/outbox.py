"""The outbox: everything a player is told leaves through it, in the transaction of what it tells."""

from __future__ import annotations

import secrets
from typing import Any

from django.conf import settings
from django.db import transaction

from accounts.models import User
from games.models import OutgoingMail, Seat


def queue(
    kind: str,
    address: str,
    key: str,
    *,
    user: User | None = None,
    seat: Seat | None = None,
    facts: dict[str, Any] | None = None,
) -> None:
    """Put a letter into the outbox, once per key; a worker is woken when the transaction is committed.

    `facts` are plain values and ids for the letter's writer, never a secret: secrets are computed when it is
    sent.
    """
    mail = OutgoingMail(
        kind=kind,
        key=key,
        message_id=f"<{kind}.{secrets.token_hex(12)}@{settings.MAIL_DOMAIN}>",
        user=user,
        address=address,
        match=seat.match if seat is not None else None,
        seat=seat,
        facts=facts or {},
    )
    OutgoingMail.objects.bulk_create([mail], ignore_conflicts=True)
    wake()


def queue_for_seat(kind: str, seat: Seat, key: str, facts: dict[str, Any] | None = None) -> None:
    """A letter to whoever sits in a seat; nothing for bots, empty seats and those who want no mail of it."""
    if seat.user is not None and seat.user.is_active and not seat.is_muted:
        queue(kind, seat.user.email, key, user=seat.user, seat=seat, facts=facts)


def wake() -> None:
    """Wake a worker; nothing depends on its being heard."""
    transaction.on_commit(_ring, robust=True)


def _ring() -> None:
    from games.tasks import deliver_mails  # tasks know services, not the other way round

    deliver_mails.delay()
