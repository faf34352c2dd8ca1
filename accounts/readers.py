"""The people who read: their language and time zone, and which emails they want."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import User

# The email setting that switches a category off. Categories are named by the rooms that send them.
SWITCHES = {
    "turns": "mail_turns",
    "reports": "mail_every_turn",
    "press": "mail_press",
    "reminders": "mail_reminders",
    "hosts": "mail_host_acts",
    "invitations": "mail_invitations",
}


@contextmanager
def reading_as(user: User | None) -> Iterator[None]:
    """Use the user's language and time zone; without a user, the server's own."""
    language = user.language if user is not None else settings.LANGUAGE_CODE
    zone = ZoneInfo(user.time_zone) if user is not None else ZoneInfo("UTC")
    with translation.override(language), timezone.override(zone):
        yield


def next_at(hour: time | None, zone: str, after: datetime) -> datetime | None:
    """The next time that clocks in a zone show this hour; None for none."""
    if hour is None:
        return None
    local = after.astimezone(ZoneInfo(zone))
    today = datetime.combine(local.date(), hour, tzinfo=local.tzinfo)
    return (today if today > local else today + timedelta(days=1)).astimezone(UTC)


class UserReaders:
    """What `post` asks about a user: see post.readers.Readers."""

    def reading_as(self, user: User | None) -> AbstractContextManager[None]:
        return reading_as(user)

    def has_left(self, user: User) -> bool:
        return not user.is_active or user.is_guest

    def wants(self, user: User, category: str) -> bool:
        switch = SWITCHES.get(category)
        return switch is None or bool(getattr(user, switch))

    def switch_off(self, user: User, category: str) -> None:
        User.objects.filter(pk=user.pk).update(**{SWITCHES[category]: False})
        setattr(user, SWITCHES[category], False)

    def next_daily(self, user: User, after: datetime) -> datetime | None:
        return next_at(user.mail_daily_at, user.time_zone, after)

    def nonce(self, user: User) -> str:
        return user.mail_nonce

    def settings_path(self) -> str:
        return reverse("account")
