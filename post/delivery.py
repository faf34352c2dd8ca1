"""Draining the outbox: each email is claimed, written, sent and noted; a crash costs a repeat."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException

from django.conf import settings
from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from post import failures, heartbeat
from post.compose import compose
from post.failures import LITTLE, MUCH
from post.kinds import NotNeeded
from post.models import OutgoingEmail

log = logging.getLogger(__name__)

BATCH = 4  # emails in one task: with their reports they take seconds
MOST_ATTEMPTS = 14  # with waits that double from half a minute: two days
LONGEST_WAIT = timedelta(hours=6)
State = OutgoingEmail.State


def deliver_due(most: int = BATCH) -> int:
    """Send what is due; how many emails were handled. Another worker may do the same at the same time."""
    handled, began = 0, timezone.now()
    connection = get_connection()
    try:
        heartbeat.beat_now_and_then("postman")
        while handled < most and (email := _claim(began)) is not None:
            _deliver(email, connection)
            handled += 1
            heartbeat.beat_now_and_then("postman")  # a slow mail server does not mean a dead postman
    finally:
        connection.close()
    return handled


def is_any_due() -> bool:
    """Whether there is an email to send that nobody has in hand."""
    return _due(timezone.now()).exists()


def _due(now: datetime) -> QuerySet[OutgoingEmail]:
    """Emails that wait, and those whose sender died: a lease has an end."""
    due = OutgoingEmail.objects.filter(state__in=[State.WAITING, State.SENDING], due_at__lte=now)
    return due.order_by("due_at")


def _claim(now: datetime) -> OutgoingEmail | None:
    """Claim the email that has waited longest. The state is written before anything is sent.

    Another postman who looks at the same moment skips the locked row and takes the next one; SQLite, which
    skips nothing, lets one writer after the other look.
    """
    with transaction.atomic():
        email = _due(now).select_related("user").select_for_update(skip_locked=True, of=("self",)).first()
        if email is not None:
            email.state, email.attempts = State.SENDING, email.attempts + 1
            email.due_at = timezone.now() + timedelta(seconds=settings.LEASE_SECONDS)
            email.save(update_fields=["state", "attempts", "due_at"])
    return email


def _deliver(email: OutgoingEmail, connection: BaseEmailBackend) -> None:
    try:
        connection.send_messages([compose(email)])
    except NotNeeded as why:
        _note(email, State.DROPPED, str(why))
    except SMTPRecipientsRefused as refused:
        _refused(email, refused)
        connection.close()
    except (OSError, SMTPException) as trouble:
        _try_again(email, trouble)
        connection.close()  # it may be half-way through an email: the next one needs a new session
    except Exception as fault:  # one email that cannot be written must not hold up the others
        log.exception("email %s could not be written", email.pk)
        _try_again(email, fault)
    else:
        _note(email, State.SENT)


def _refused(email: OutgoingEmail, refused: SMTPRecipientsRefused) -> None:
    """The receiving server knows no such mailbox (5xx), or wants us to come back later (4xx)."""
    code, text = next(iter(refused.recipients.values()), (550, b""))
    if code >= 500:
        _give_up(email, f"{code} {text.decode(errors='replace')}", MUCH)
    else:
        _try_again(email, refused)


def _try_again(email: OutgoingEmail, trouble: Exception) -> None:
    error = trouble.smtp_error if isinstance(trouble, SMTPResponseException) else trouble
    if email.attempts >= MOST_ATTEMPTS:
        _give_up(email, f"{type(trouble).__name__}: {error!s}", LITTLE)
        return
    wait = min(timedelta(seconds=settings.MAIL_RETRY_SECONDS) * 2 ** max(email.attempts - 1, 0), LONGEST_WAIT)
    _note(email, State.WAITING, f"{type(trouble).__name__}: {error!s}", wait)


def _give_up(email: OutgoingEmail, error: str, weight: int) -> None:
    """It will not arrive: note it, and tell the listeners."""
    with transaction.atomic():
        if _note(email, State.FAILED, error):
            failures.report(email, weight)


def _note(email: OutgoingEmail, state: str, error: str = "", wait: timedelta = timedelta()) -> bool:
    now = timezone.now()
    sending = OutgoingEmail.objects.filter(pk=email.pk, state=State.SENDING)
    return bool(
        sending.update(
            state=state, error=error[:2_000], due_at=now + wait, sent_at=now if state == State.SENT else None
        )
    )
