"""Signs of life: each part of the server leaves one, and the health page reads them."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from games.models import Heartbeat


def beat(part: str) -> None:
    """This part is alive."""
    Heartbeat.objects.update_or_create(part=part, defaults={"at": timezone.now()})


def last_beat(part: str) -> datetime | None:
    """When a part was last alive."""
    return Heartbeat.objects.filter(part=part).values_list("at", flat=True).first()
