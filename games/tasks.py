"""Celery tasks: an id in, a service called, nothing else. Each is safe to run twice, late, or never."""

from __future__ import annotations

from celery import shared_task
from django.db import OperationalError

from games.services import clock, resolve
from games.services.refusals import LostRace


@shared_task(autoretry_for=(LostRace, OperationalError), retry_backoff=True, max_retries=8)
def resolve_match(match_id: int) -> None:
    """Play the waiting orders of a match."""
    resolve.resolve(match_id)


@shared_task
def tick() -> None:
    """The one scheduled task: call who is late, and find what lost messages left behind."""
    clock.call_late_seats()
    for match_id in clock.matches_left_behind():
        resolve_match.delay(match_id)
