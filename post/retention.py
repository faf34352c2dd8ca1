"""How long emails that came in are kept: until nobody needs them, and those of strangers not for long."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone

from post.models import IncomingEmail

OF_STRANGERS = timedelta(days=7)  # sent to our public address
WITHOUT_RESULT = timedelta(days=30)  # notes of machines, what nobody confirmed, what could not be read
OF_PLAYERS = timedelta(days=90)  # the orders in them are kept with their match
BATCH = 500
MOST_BATCHES = 20  # in one sweep; the next one goes on
State = IncomingEmail.State


def kept_until(mailbox: int | None, state: str, received_at: datetime) -> datetime:
    """When an email that was handled is no longer needed."""
    return received_at + period(mailbox, state)


def period(mailbox: int | None, state: str) -> timedelta:
    """How long an email is kept."""
    if mailbox is None:
        return OF_STRANGERS
    return OF_PLAYERS if state == State.HANDLED else WITHOUT_RESULT


def prune() -> int:
    """Delete what is no longer needed; how many emails that were."""
    pruned = 0
    for _ in range(MOST_BATCHES):
        due = IncomingEmail.objects.filter(kept_until__lte=timezone.now())
        batch = list(due.order_by("kept_until").values_list("pk", flat=True)[:BATCH])
        _forget(batch)
        pruned += len(batch)
        if len(batch) < BATCH:
            break
    return pruned


def _forget(batch: list[int]) -> None:
    """Of a player's email the row stays without its words: sent again years later, it is still the same."""
    emails = IncomingEmail.objects.filter(pk__in=batch)
    emails.filter(state=State.HANDLED, mailbox__isnull=False).update(
        raw=b"", envelope_from="", note="", kept_until=None
    )
    emails.filter(kept_until__isnull=False).delete()
