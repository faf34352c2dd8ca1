"""Reports in a folder of one machine: others would print each of them again, and say nothing."""

from __future__ import annotations

import logging
import socket
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.core.files.storage import FileSystemStorage, default_storage
from django.db import Error
from django.utils import timezone

from post import heartbeat
from post.models import Heartbeat

log = logging.getLogger(__name__)

LATELY = timedelta(minutes=10)
_PARTS = ("web", "postman")  # those that make or serve reports


def introduce(part: str) -> None:
    """A part starts: leave a mark in the folder for reports, and say so if others leave theirs elsewhere."""
    if not isinstance(default_storage, FileSystemStorage):
        return
    try:
        _mark(socket.gethostname()).parent.mkdir(parents=True, exist_ok=True)
        _mark(socket.gethostname()).touch()
        heartbeat.beat(heartbeat.machine_part(part))
        if others := machines_elsewhere():
            log.warning(explanation(others))
    except (OSError, Error):
        log.exception("cannot tell whether other machines share the folder for reports")


def machines_elsewhere() -> list[str]:
    """Machines that work lately and have left no mark in our folder for reports."""
    if not isinstance(default_storage, FileSystemStorage):
        return []
    beats = Heartbeat.objects.filter(part__contains=heartbeat.MACHINE, at__gt=timezone.now() - LATELY)
    names = {
        name
        for part, _, name in (
            beat.partition(heartbeat.MACHINE) for beat in beats.values_list("part", flat=True)
        )
        if part in _PARTS
    }
    ours = heartbeat.machine_part("").partition(heartbeat.MACHINE)[2]
    with suppress(OSError):
        return sorted(name for name in names if name != ours and not any(_marks(name)))
    return []


def explanation(others: list[str]) -> str:
    """What is wrong, for logs and the health page."""
    return (
        f"{', '.join(others)} does not share the folder for reports: every PDF is printed on each machine. "
        "Set STORAGE, or mount one folder on all of them"
    )


def _folder() -> Path:
    return Path(settings.MEDIA_ROOT) / "machines"


def _mark(name: str) -> Path:
    return _folder() / name


def _marks(name: str) -> list[Path]:
    """A heartbeat may hold a name in part only."""
    return [path for path in _folder().iterdir() if path.name.startswith(name)]
