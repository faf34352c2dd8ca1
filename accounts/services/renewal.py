"""All secrets of a user made new at once: what was sent before opens nothing any more."""

from __future__ import annotations

from django.db import transaction
from django.dispatch import Signal
from django.utils import timezone

from accounts.models import AddressChange, ApiToken, SignIn, User, new_nonce
from post import outbox

# Sent in the same transaction, with `user` and the `former` address, empty if it stays. Others renew theirs.
renewed = Signal()

_NONCES = ("session_nonce", "feed_nonce", "mail_nonce")


def renew(user: User, former: str = "") -> None:
    """End sessions, API tokens, the calendar's address, links, codes and reply addresses, wherever they are.

    What waits to be sent goes to the present address; its secrets are computed then, and are new.
    """
    with transaction.atomic():
        for name in _NONCES:
            setattr(user, name, new_nonce())
        user.save(update_fields=_NONCES)
        ApiToken.objects.filter(user=user).delete()
        SignIn.objects.filter(address__in={user.email, former or user.email}).delete()
        now = timezone.now()
        AddressChange.objects.filter(user=user, done_at=None, expires_at__gt=now).update(expires_at=now)
        if former:
            outbox.readdress(user, user.email)
        renewed.send(sender=User, user=user, former=former)
