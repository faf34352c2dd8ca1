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
    """Count a report against the email of ours that it names, and no other: anyone can write a report.

    The id of an email is known to nobody but its reader and the servers on the way. Permanent failures of the
    reader's own address count much. A full mailbox counts little, and so does an address that the reader's
    emails are passed on to: the email may have arrived elsewhere.
    """
    since = timezone.now() - RECENT
    sent = OutgoingEmail.objects.filter(message_id__in=bounced.ids, state=State.SENT, sent_at__gt=since)
    for email in sent:
        if email.address not in bounced.permanent:
            report(email, LITTLE)
        elif OutgoingEmail.objects.filter(pk=email.pk, state=State.SENT).update(state=State.BOUNCED):
            report(email, MUCH)
