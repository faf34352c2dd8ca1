"""Celery tasks: an id in, a service called, nothing else. Each is safe to run twice, late, or never."""

from __future__ import annotations

import logging
from contextlib import suppress
from datetime import datetime

from celery import current_app, shared_task
from django.conf import settings
from django.db import OperationalError

from accounts.services import cleanup
from games.services import lateness, resolve
from games.services.deadlines import reminders
from games.services.resolve import RulesFailed
from games.services.storage import LostRace
from post import bell, clock, delivery, heartbeat, inbox
from post.tasks import deliver_emails, fetch_emails, read_emails

log = logging.getLogger(__name__)


@shared_task(autoretry_for=(LostRace, RulesFailed, OperationalError), retry_backoff=True, max_retries=8)
def resolve_match(match_id: int) -> None:
    """Play the waiting orders of a match."""
    resolve.resolve(match_id)


@shared_task(autoretry_for=(RulesFailed, OperationalError), retry_backoff=True, max_retries=8)
def play_bots(match_id: int, version: int) -> None:
    """Play the next turn of a bot; if the match has changed since the bell was rung, another bell was."""
    if resolve.is_bot_turn_due(match_id, version):
        with suppress(LostRace):
            resolve.resolve(match_id)


@shared_task(autoretry_for=(RulesFailed, OperationalError), retry_backoff=True, max_retries=8)
def play_bots_alone(match_id: int, version: int) -> None:
    """The same in a match without people, after everything else."""
    play_bots(match_id, version)


@shared_task(autoretry_for=(OperationalError,), retry_backoff=True, max_retries=3)
def write_reminders(lease: str) -> None:
    """Remind the players in the seats that a sweep has claimed."""
    reminders.write_reminders(datetime.fromisoformat(lease))


@shared_task
def tick() -> None:
    """The one scheduled task: does what is due, and finds what lost messages left behind."""
    seen = clock.look()
    if seen.gap is not None and 0 <= seen.gap < settings.TICK_SECONDS / 2:
        return  # ticks have piled up, or there are two beats
    if seen.astray:
        lateness.after_error(seen.astray)
    if seen.step:
        lateness.after_step(seen.step)
    for sweep in SWEEPS:
        if sweep in BY_THE_CLOCK and not seen.is_trusted:
            continue
        try:
            sweep()
        except Exception:  # one failing sweep must not stop the others
            log.exception("the sweep %s failed", sweep.__name__)


def sweep_matches() -> None:
    """Accepted orders that nobody played, and bots that nobody woke."""
    if bell.is_busy():
        return  # they are waiting their turn: to ring again for each would make them wait longer
    found = lateness.matches_left_behind()
    bells = resolve.bells_for_bots(found)
    for match_id in found:
        if match_id not in bells:
            resolve_match.delay(match_id)
            continue
        task, version = bells[match_id]
        # While bots have much to do, bells gather; one that is out of date costs little, but not nothing.
        current_app.send_task(task, args=(match_id, version), expires=10 * settings.TICK_SECONDS)


def sweep_outbox() -> None:
    """Emails that nobody sent."""
    delivery.bring_forward()
    deliver_emails.delay()


def sweep_inbox() -> None:
    """Emails that nobody read."""
    inbox.bring_forward()
    read_emails.delay()


def sweep_mailbox() -> None:
    """Emails in the mailbox, if the server has one. A bell that nobody heard in time is not needed."""
    if settings.IMAP_URL:
        fetch_emails.apply_async(expires=settings.TICK_SECONDS)


def sweep_heartbeat() -> None:
    """The beat and a worker are alive, or this would not run."""
    if not lateness.is_outage_unnoticed():  # else the next tick must still see how long it was
        heartbeat.beat(lateness.TICK)
        clock.note_tick()


SWEEPS = [
    lateness.give_grace,  # before anyone is called late
    lateness.call_late_seats,
    reminders.send_due_reminders,
    sweep_matches,
    sweep_outbox,
    sweep_inbox,
    sweep_mailbox,
    cleanup.sweep,
    sweep_heartbeat,  # last: a tick that died half-way does not count
]

# What a clock that was set by mistake must not do.
BY_THE_CLOCK = {
    lateness.give_grace,
    lateness.call_late_seats,
    reminders.send_due_reminders,
    cleanup.sweep,
}
