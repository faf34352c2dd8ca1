"""Emails that do not arrive. Other rooms hear of each by a signal, and decide what follows."""

from __future__ import annotations

from datetime import timedelta

from django.dispatch import Signal
from django.utils import timezone

from post.models import OutgoingEmail
from post.parsing.bounces import Bounced

LITTLE, MUCH = 1, 5  # a full mailbox, a server that was away; an address that does not exist
RECENT = timedelta(days=7)  # servers give up after five; what comes later, or was never sent, is made up
State = OutgoingEmail.State

undelivered = Signal()  # email: OutgoingEmail, weight: LITTLE or MUCH; in the transaction that notes it


def report(email: OutgoingEmail, weight: int) -> None:
    """Tell the listeners that an email did not arrive."""
    undelivered.send(OutgoingEmail, email=email, weight=weight)


def note_bounces(bounced: Bounced) -> None:
    """Permanent failures count much; a full mailbox counts little, and its email may still arrive."""
    for address in bounced.permanent:
        email = _last_sent(address)
        if email is not None and OutgoingEmail.objects.filter(pk=email.pk, state=State.SENT).update(
            state=State.BOUNCED
        ):
            report(email, MUCH)
    for address in bounced.temporary:
        email = _last_sent(address)
        if email is not None:
            report(email, LITTLE)


def _last_sent(address: str) -> OutgoingEmail | None:
    """The last email to the address stands for what did not arrive."""
    since = timezone.now() - RECENT
    sent = OutgoingEmail.objects.filter(address=address, state=State.SENT, sent_at__gt=since)
    return sent.order_by("-sent_at").first()
