"""Deletes what is no longer needed, now and then, when the tick calls."""

from __future__ import annotations

from datetime import timedelta

from django.contrib.sessions.models import Session
from django.db.models import Q
from django.utils import timezone

from accounts.models import Absence, AddressChange, SignIn
from accounts.services import absences, deletion, guests, sign_in
from post import retention
from post.limiter import allow
from post.models import OutgoingEmail

_DAY = timedelta(days=1)
_ENDED = [OutgoingEmail.State.SENT, OutgoingEmail.State.FAILED, OutgoingEmail.State.DROPPED]  # never joined


def sweep() -> None:
    """Tidy up about once an hour, however often the clock ticks."""
    if allow("tidying", rate="1/hour"):
        tidy()


def tidy() -> None:
    """Delete what is old: sign-ins (they hold strangers' addresses), address changes, absences, emails, …"""
    now = timezone.now()
    SignIn.objects.filter(expires_at__lt=now - _DAY).delete()
    AddressChange.objects.filter(expires_at__lt=now - 30 * _DAY).delete()
    Absence.objects.filter(ends_at__lt=now - absences.KEPT).delete()
    Session.objects.filter(expire_date__lt=now).delete()
    emails = Q(kind=sign_in.EMAIL, created_at__lt=now - 7 * _DAY) | Q(
        kind=deletion.EMAIL, created_at__lt=now - _DAY, state__in=_ENDED
    )
    OutgoingEmail.objects.filter(emails).delete()
    guests.prune()
    retention.prune()
