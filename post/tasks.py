"""Celery tasks of email. Each is safe to run twice, late, or never: the sweep asks for both again."""

from __future__ import annotations

from celery import shared_task
from django.db import OperationalError

from post import delivery, inbox


@shared_task(autoretry_for=(OperationalError,), retry_backoff=True, max_retries=8)
def deliver_emails() -> None:
    """Send a batch of what waits in the outbox, and call again while anything is due."""
    delivery.deliver_due()
    if delivery.is_any_due():
        deliver_emails.delay()


@shared_task(autoretry_for=(OperationalError,), retry_backoff=True, max_retries=8)
def read_emails() -> None:
    """Read what came in; a full batch calls for the next one."""
    if inbox.read_due() >= inbox.BATCH:
        read_emails.delay()
