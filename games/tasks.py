"""Celery tasks: an id in, a service called, nothing else. Each is safe to run twice, late, or never."""

from __future__ import annotations

import logging
from datetime import datetime

from celery import shared_task
from django.db import OperationalError

from accounts.services import housekeeping
from games.services import clock, delivery, heartbeat, inbox, reminders, resolve
from games.services.refusals import LostRace

log = logging.getLogger(__name__)


@shared_task(autoretry_for=(LostRace, OperationalError), retry_backoff=True, max_retries=8)
def resolve_match(match_id: int) -> None:
    """Play the waiting orders of a match."""
    resolve.resolve(match_id)


@shared_task(autoretry_for=(OperationalError,), retry_backoff=True, max_retries=8)
def deliver_mails() -> None:
    """Send what waits in the outbox; a full batch calls for the next one."""
    if delivery.deliver_due() >= delivery.BATCH:
        deliver_mails.delay()


@shared_task(autoretry_for=(OperationalError,), retry_backoff=True, max_retries=8)
def read_mails() -> None:
    """Read what came in; a full batch calls for the next one."""
    if inbox.read_due() >= inbox.BATCH:
        read_mails.delay()


@shared_task(autoretry_for=(OperationalError,), retry_backoff=True, max_retries=3)
def write_reminders(lease: str) -> None:
    """Remind the players in the seats that a sweep has claimed."""
    reminders.write_reminders(datetime.fromisoformat(lease))


@shared_task
def tick() -> None:
    """The one scheduled task: what is due is done, and what lost messages left behind is found."""
    for sweep in SWEEPS:
        try:
            sweep()
        except Exception:  # one sweep that fails must not keep the others from their work
            log.exception("the sweep %s failed", sweep.__name__)


def sweep_matches() -> None:
    """Accepted orders that nobody played, and bots that nobody woke."""
    for match_id in clock.matches_left_behind():
        resolve_match.delay(match_id)


def sweep_outbox() -> None:
    """Letters that nobody sent."""
    deliver_mails.delay()


def sweep_inbox() -> None:
    """Letters that nobody read."""
    read_mails.delay()


def sweep_heartbeat() -> None:
    """The beat and a worker are alive, or this would not run."""
    if not clock.is_outage_unnoticed():  # else the next tick must still see how long it was
        heartbeat.beat(clock.TICK)


SWEEPS = [
    clock.give_grace,  # before anybody is called late
    clock.call_late_seats,
    reminders.send_due_reminders,
    sweep_matches,
    sweep_outbox,
    sweep_inbox,
    housekeeping.sweep,
    sweep_heartbeat,  # last: a tick that died half-way was none
]
