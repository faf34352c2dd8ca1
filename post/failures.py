"""Emails that do not arrive. Other rooms hear of each by a signal, and decide what follows."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from django.db.models import QuerySet
from django.dispatch import Signal
from django.utils import timezone

from post import unsubscribe
from post.kinds import all_kinds
from post.models import OutgoingEmail
from post.parsing.bounces import Bounced

LITTLE, MUCH = 1, 5  # a full mailbox, a server that was away; an address that does not exist
RECENT = timedelta(days=7)  # servers give up after five; what comes later, or was never sent, is made up
State = OutgoingEmail.State

undelivered = Signal()  # email: OutgoingEmail, weight: LITTLE or MUCH; in the transaction that notes it


def report(email: OutgoingEmail, weight: int) -> None:
    """Tell the listeners that an email did not arrive."""
    undelivered.send(OutgoingEmail, email=email, weight=weight)


COMPLAINT = "its reader reported it as spam"


def note_complaint(ids: Iterable[str]) -> None:
    """A reader called an email spam: emails like it end, as by the link that they carry."""
    for email in _sent(ids):
        if not OutgoingEmail.objects.filter(pk=email.pk).exclude(error=COMPLAINT).update(error=COMPLAINT):
            continue  # told before
        kind = all_kinds().get(email.kind)
        ending = unsubscribe.subscription(email.user, email.address, kind.category if kind else None)
        if ending is not None:
            ending.end()
        else:
            report(email, LITTLE)


def note_failure(ids: Iterable[str], weight: int) -> None:
    """A provider has given an email up; however often that is told, it counts once."""
    for email in _sent(ids):
        if OutgoingEmail.objects.filter(pk=email.pk, state=State.SENT).update(state=State.BOUNCED):
            report(email, weight)


def _sent(ids: Iterable[str]) -> QuerySet[OutgoingEmail]:
    since = timezone.now() - RECENT
    ours = [one for one in ids if one.isascii() and one.isprintable()]  # what is no text no database takes
    sent = OutgoingEmail.objects.filter(message_id__in=ours, state=State.SENT, sent_at__gt=since)
    return sent.select_related("user")


def note_bounces(bounced: Bounced) -> None:
    """Count a report against the email of ours that it names, and no other: anyone can write a report.

    The id of an email is known to nobody but its reader and the servers on the way. Permanent failures of the
    reader's own address count much. A full mailbox counts little, and so does an address that the reader's
    emails are passed on to: the email may have arrived elsewhere.
    """
    if bounced.is_complaint:
        note_complaint(bounced.ids)
        return
    for email in _sent(bounced.ids):
        if email.address not in bounced.permanent:
            report(email, LITTLE)
        elif OutgoingEmail.objects.filter(pk=email.pk, state=State.SENT).update(state=State.BOUNCED):
            report(email, MUCH)
