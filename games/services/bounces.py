"""Letters that came back: the address is marked, and the last letter to it shows that it did not arrive."""

from __future__ import annotations

from django.utils import timezone

from accounts.models import User
from games.mail.bounces import Bounced
from games.models import OutgoingMail


def note(bounced: Bounced) -> None:
    """Only failures for good count: a full mailbox is the provider's business, which tries again."""
    for address in bounced.permanent:
        User.objects.filter(email=address).update(bounced_at=timezone.now())
        last = OutgoingMail.objects.filter(address=address, state=OutgoingMail.State.SENT).order_by(
            "-sent_at"
        )
        OutgoingMail.objects.filter(pk__in=last.values("pk")[:1]).update(state=OutgoingMail.State.BOUNCED)
