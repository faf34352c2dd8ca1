"""What nobody needs any more is not kept: asked for by the tick, now and then."""

from __future__ import annotations

from datetime import timedelta

from django.contrib.sessions.models import Session
from django.db.models import Q
from django.utils import timezone

from accounts.models import AddressChange, SignIn
from accounts.services import leaving, sign_in
from edgepbem.limiter import allow
from games.models import OutgoingMail

_DAY = timedelta(days=1)
_ENDED = [OutgoingMail.State.SENT, OutgoingMail.State.FAILED, OutgoingMail.State.DROPPED]


def sweep() -> None:
    """Tidy up about once an hour, however often the clock ticks."""
    if allow("tidying", rate="1/hour"):
        tidy()


def tidy() -> None:
    """Forget old sign-ins with the addresses of strangers in them, old changes, ended sessions."""
    now = timezone.now()
    SignIn.objects.filter(expires_at__lt=now - _DAY).delete()
    AddressChange.objects.filter(expires_at__lt=now - 30 * _DAY).delete()
    Session.objects.filter(expire_date__lt=now).delete()
    letters = Q(kind=sign_in.LETTER, created_at__lt=now - 7 * _DAY) | Q(
        kind=leaving.LETTER, created_at__lt=now - _DAY, state__in=_ENDED
    )
    OutgoingMail.objects.filter(letters).delete()
