"""Signs of life: each part of the server leaves one, and the health page reads them."""

from __future__ import annotations

import socket
import time
from datetime import datetime

from django.utils import timezone

from post.models import Heartbeat

PAUSE = 10.0  # seconds
NAME = 40  # letters of a part
MACHINE = " on "  # "web on play-2": parts that each machine has for itself


def beat(part: str) -> None:
    """This part is alive."""
    Heartbeat.objects.update_or_create(part=part, defaults={"at": timezone.now()})


def machine_part(part: str) -> str:
    """The name of a part on this machine.

    >>> machine_part("web").startswith("web on ")
    True
    """
    return f"{part}{MACHINE}{socket.gethostname()}"[:NAME]


_last: dict[str, float] = {}


def beat_now_and_then(part: str) -> None:
    """This part is alive, for one that is too busy to write so each time."""
    if time.monotonic() - _last.get(part, -PAUSE) >= PAUSE:
        beat(part)
        _last[part] = time.monotonic()


def last_beat(part: str) -> datetime | None:
    """When a part was last alive."""
    return Heartbeat.objects.filter(part=part).values_list("at", flat=True).first()
