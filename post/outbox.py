"""The outbox: everything a user is told by email leaves through it, in the transaction of what it tells."""

from __future__ import annotations

import secrets
from typing import Any

from django.conf import settings
from django.utils import timezone

from post import holding, rows
from post.bell import ring
from post.holding import NO_HOLD, Hold
from post.kinds import all_kinds
from post.models import OutgoingEmail

DELIVER = "post.tasks.deliver_emails"


def queue(kind: str, address: str, key: str, **about: Any) -> None:
    """Put an email into the outbox, once per key; a worker is woken when the transaction is committed."""
    queue_all([new_email(kind, address, key, **about)])


def new_email(
    kind: str,
    address: str,
    key: str,
    *,
    user: Any = None,
    conversation: int | None = None,
    mailbox: int | None = None,
    facts: dict[str, Any] | None = None,
    hold: Hold = NO_HOLD,
) -> OutgoingEmail:
    """An email, not queued yet.

    `facts` are plain values and ids for the kind's writer, never a secret: secrets are computed when it is
    sent.
    """
    if kind not in all_kinds():
        raise ValueError(f"there is no kind of email named {kind}")
    waits = holding.place(all_kinds()[kind], user, mailbox, hold)
    return OutgoingEmail(
        kind=kind,
        key=key,
        message_id=new_message_id(kind),
        user=user,
        address=address,
        conversation=conversation,
        mailbox=mailbox,
        facts=facts or {},
        not_before=waits.until,
        due_at=waits.until or timezone.now(),
        bundle=waits.bundle,
    )


def new_message_id(kind: str) -> str:
    """Fixed before an email is sent for the first time: a repeat is recognisable."""
    return f"<{kind}.{secrets.token_hex(12)}@{settings.MAIL_DOMAIN}>"


def queue_all(emails: list[OutgoingEmail]) -> None:
    """Put emails into the outbox, each once per key."""
    rows.add_all(emails)
    ring(DELIVER)


def readdress(user: Any, address: str) -> None:
    """Send what waits for a user to another address."""
    states = [OutgoingEmail.State.WAITING, OutgoingEmail.State.SENDING]
    OutgoingEmail.objects.filter(user=user, state__in=states).update(address=address)


def forget(address: str, user: Any) -> None:
    """Delete all that was written, or waits to be written, to someone who leaves."""
    OutgoingEmail.objects.filter(user=user).delete()
    OutgoingEmail.objects.filter(address=address).delete()
