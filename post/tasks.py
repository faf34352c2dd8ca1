"""Celery tasks of email. Each is safe to run twice, late, or never: the sweep asks for both again."""

from __future__ import annotations

import imaplib
import logging

from celery import shared_task
from django.db import OperationalError

from post import delivery, inbox, mailbox_fetch

log = logging.getLogger(__name__)


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


@shared_task
def fetch_emails() -> None:
    """Look into the mailbox; a full batch calls for the next one. The tick asks again if that fails."""
    try:
        if mailbox_fetch.fetch_new() >= mailbox_fetch.BATCH:
            fetch_emails.delay()
    except (OSError, imaplib.IMAP4.error) as trouble:
        log.warning("the mailbox cannot be read: %s", trouble)
