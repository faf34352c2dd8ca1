"""Becoming a user, and a user's settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction

from accounts.models import User
from post import holding
from post.limiter import Limit

SETTINGS = (
    "mail_turns",
    "mail_every_turn",
    "mail_press",
    "mail_host_acts",
    "mail_invitations",
    "mail_daily_at",
    "mail_pdf",
    "mail_reminders",
    "remind_half",
    "remind_day",
    "remind_hours",
    "quiet_from",
    "quiet_to",
)
CHANGES = Limit("changes", 60, "minute")  # of settings and the like, by one user
PROFILE = ("name", "time_zone", "language")


def welcome(address: str, profile: Mapping[str, str]) -> User:
    """A new user, whose address is proved. Two forms sent at once make one user."""
    try:
        with transaction.atomic():
            user = User(email=address, **{name: profile[name] for name in PROFILE})
            user.set_unusable_password()
            user.full_clean(validate_unique=False, validate_constraints=False)
            user.save()
            return user
    except IntegrityError:
        return User.objects.get(email=address)


def change(user: User, values: Mapping[str, Any]) -> None:
    """Save a user's settings: fields of the profile and of emails, nothing else."""
    names = [name for name in (*PROFILE, *SETTINGS) if name in values]
    daily = user.mail_daily_at, user.time_zone
    for name in names:
        setattr(user, name, values[name])
    user.clean_fields(exclude={field.name for field in User._meta.fields} - set(names))
    user.save(update_fields=names)
    if (user.mail_daily_at, user.time_zone) != daily:
        holding.release(user)


def try_mail_again(user: User) -> None:
    """The owner says that email arrives again, or shows it by using what was in one."""
    if user.bounced_at is not None or user.mail_failures:
        user.bounced_at, user.mail_failures = None, 0
        user.save(update_fields=["bounced_at", "mail_failures"])
