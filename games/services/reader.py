"""The language and the zone of whoever reads, outside of a request."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone, translation

from accounts.models import User


@contextmanager
def reading_as(user: User | None) -> Iterator[None]:
    """Say things in the user's language, and times in the user's zone; the server's own for nobody."""
    language = user.language if user is not None else settings.LANGUAGE_CODE
    zone = ZoneInfo(user.time_zone) if user is not None else ZoneInfo("UTC")
    with translation.override(language), timezone.override(zone):
        yield
