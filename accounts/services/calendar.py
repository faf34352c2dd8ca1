"""The address of a user's calendar feed: a secret, known to the user's own programs."""

from __future__ import annotations

import re

from django.urls import reverse

from accounts.models import User, new_nonce
from post import secrets

_CALENDAR = "calendar"  # the purpose of its secret
_TOKEN = re.compile(r"([0-9]{1,18})-([a-z2-7]{32})")


def calendar_path(user: User) -> str:
    """The address of a user's own feed, known only to that user."""
    return reverse("calendar", args=[f"{user.pk}-{secrets.secret(_CALENDAR, user.pk, user.feed_nonce)}"])


def renew(user: User) -> None:
    """Give the feed a new address; the old one stops working."""
    user.feed_nonce = new_nonce()
    user.save(update_fields=["feed_nonce"])


def user_of(token: str) -> User | None:
    """The user whose feed this is; None for old, altered and invented addresses alike."""
    parts = _TOKEN.fullmatch(token.lower())
    if parts is None:
        return None
    user = User.objects.filter(pk=int(parts[1]), is_active=True).first()
    nonce = user.feed_nonce if user is not None else ""
    return user if secrets.fits(parts[2], _CALENDAR, int(parts[1]), nonce) else None
