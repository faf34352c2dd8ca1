"""Letters that came back: the last one to the address shows that it did not arrive, and is weighed."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from games.mail.bounces import Bounced
from games.models import OutgoingMail
from games.services import undelivered
from games.services.undelivered import LITTLE, MUCH

RECENT = timedelta(days=7)  # servers give up after five; what comes later, or was never sent, is made up
State = OutgoingMail.State


def note(bounced: Bounced) -> None:
    """Failures for good count much; a full mailbox counts little, and its letter may still arrive."""
    for address in bounced.permanent:
        mail = _last(address)
        if mail is not None and OutgoingMail.objects.filter(pk=mail.pk, state=State.SENT).update(
            state=State.BOUNCED
        ):
            undelivered.count(mail, MUCH)
    for address in bounced.temporary:
        mail = _last(address)
        if mail is not None:
            undelivered.count(mail, LITTLE)


def _last(address: str) -> OutgoingMail | None:
    sent = OutgoingMail.objects.filter(address=address, state=State.SENT, sent_at__gt=timezone.now() - RECENT)
    return sent.select_related("seat__match").order_by("-sent_at").first()
