"""Whether email reaches a user: failures are counted by weight, and forgotten after a while."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.dispatch import Signal
from django.utils import timezone

from accounts.models import User
from post.models import OutgoingEmail

TOO_MUCH = 5
FORGETTING = timedelta(days=7)  # the weight drops by one after each of these

unreachable = Signal()  # user, email: too many failures; sent in the transaction that counts them


def count_failure(sender: Any, email: OutgoingEmail, weight: int, **more: Any) -> None:
    """An email did not arrive: add its weight to what is left of earlier failures."""
    with transaction.atomic():
        user = User.objects.select_for_update().filter(pk=email.user_id or 0, is_active=True).first()
        if user is None:
            return
        _weigh(user, weight)
        if user.bounced_at is not None:
            unreachable.send(User, user=user, email=email)


def _weigh(user: User, weight: int) -> None:
    now = timezone.now()
    was = _remaining(user, now)
    if was < TOO_MUCH:
        user.bounced_at = None  # the old trouble is over; a new one is reported again
    user.mail_failures, user.mail_failed_at = was + weight, now
    if user.mail_failures >= TOO_MUCH and user.bounced_at is None:
        user.bounced_at = now
    user.save(update_fields=["mail_failures", "mail_failed_at", "bounced_at"])


def _remaining(user: User, now: datetime) -> int:
    """What earlier failures still weigh."""
    if user.mail_failed_at is None:
        return 0
    return min(max(0, user.mail_failures - (now - user.mail_failed_at) // FORGETTING), 4 * TOO_MUCH)
