"""Times as people read them."""

from __future__ import annotations

from django.utils import timezone
from django.utils.formats import date_format


def moment(at: object) -> str:
    """A time in the reader's zone, with the zone's name: "Tue 17 Nov, 18:00 (Europe/Warsaw)"."""
    told = date_format(timezone.localtime(at), "D j M, H:i")  # type: ignore[arg-type]
    return f"{told} ({timezone.get_current_timezone_name()})"
