"""Becoming a user, and a user's settings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import time
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.refusals import Refused
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


# Settings that their owner can change by a word in an email, or in the box for orders.

_OFF = ("off", "no", "none", "never")
_HOUR = re.compile(r"(?:at )?([01]?\d|2[0-3])(?:[:.h]([0-5]\d))?(?: h| uhr)?")


def change_language(user: User | None, wanted: str) -> str:
    """Write to the player in another language from now on."""
    known = dict(settings.LANGUAGES)
    code = next((code for code, name in known.items() if wanted.lower() in (code, str(name).lower())), "")
    if user is None or not code:
        raise Refused(_("the languages are: {known}").format(known=", ".join(known)))
    change(user, {"language": code})
    return _("You will get emails in this language from now on: {language}.").format(language=known[code])


def change_daily(user: User | None, wanted: str) -> str:
    """One email a day from now on, at an hour; or each on its own again."""
    said = wanted.strip().lower()
    found = _HOUR.fullmatch(said)
    if user is None or (found is None and said not in _OFF):
        raise Refused(_("write an hour, such as “daily 18:00”, or “daily off”"))
    if found is None:
        change(user, {"mail_daily_at": None})
        return _("From now on you will get each email separately.")
    hour = time(int(found[1]), int(found[2] or 0))
    change(user, {"mail_daily_at": hour})
    told = _(
        "From now on you will get one email a day, at {hour} ({zone}). Anything that cannot wait that "
        "long is sent at once."
    )
    return told.format(hour=f"{hour:%H:%M}", zone=user.time_zone)


def is_about_daily(text: str) -> bool:
    """Whether what follows the word `daily` makes it a command; a sentence may begin with that word."""
    said = text.strip().lower()
    return not said or said in _OFF or _HOUR.fullmatch(said) is not None
