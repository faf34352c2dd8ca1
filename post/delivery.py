"""Draining the outbox: each email is claimed, written, sent and noted; a crash costs a repeat."""

from __future__ import annotations

import logging
from datetime import timedelta
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException

from django.conf import settings
from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import DatabaseError, transaction
from django.db.models import F
from django.utils import timezone

from post import failures, heartbeat
from post.children.budget import Allowance, Overrun, budget
from post.compose import compose
from post.failures import LITTLE, MUCH
from post.kinds import NotNeeded
from post.mime import Envelope
from post.models import OutgoingEmail

log = logging.getLogger(__name__)

BATCH = 4  # emails in one task: with their reports they take seconds
MOST_ATTEMPTS = 14  # with waits that double from half a minute: two days
MOST_WRITINGS = 5  # of an email that cannot be written; the staff see it, and can have it tried again
MOST_CLAIMS = 2 * MOST_ATTEMPTS  # so often only an email is claimed whose writers die of it
WRITING = Allowance(cpu=20, clock=200, memory=1 << 30)
LONGEST_WAIT = timedelta(hours=6)
State = OutgoingEmail.State


class Unwritten(Exception):
    """There is a fault in what the email tells, or in its writer."""


def deliver_due(most: int = BATCH) -> int:
    """Send what is due; how many emails were handled. Another worker may do the same at the same time."""
    handled = 0
    connection = get_connection()
    try:
        heartbeat.beat_now_and_then("postman")
        for pk in _due(most):
            heartbeat.beat_now_and_then("postman")  # a slow mail server is no dead postman
            if _claim(pk):
                _deliver(OutgoingEmail.objects.select_related("user").get(pk=pk), connection)
                handled += 1
    finally:
        connection.close()
    return handled


def _due(most: int) -> list[int]:
    """Emails that wait, and those whose sender died: a lease has an end."""
    due = OutgoingEmail.objects.filter(state__in=[State.WAITING, State.SENDING], due_at__lte=timezone.now())
    return list(due.order_by("due_at").values_list("pk", flat=True)[:most])


def _claim(pk: int) -> bool:
    """Claim an email, unless another worker has. The state is written before anything is sent."""
    now = timezone.now()
    free = OutgoingEmail.objects.filter(pk=pk, state__in=[State.WAITING, State.SENDING], due_at__lte=now)
    return bool(
        free.update(
            state=State.SENDING,
            due_at=now + timedelta(seconds=settings.LEASE_SECONDS),
            attempts=F("attempts") + 1,
        )
    )


def _deliver(email: OutgoingEmail, connection: BaseEmailBackend) -> None:
    try:
        connection.send_messages([_written(email)])
    except NotNeeded as why:
        _note(email, State.DROPPED, str(why))
    except SMTPRecipientsRefused as refused:
        _refused(email, refused)
        connection.close()
    except (OSError, SMTPException) as trouble:
        _try_again(email, trouble)
        connection.close()  # it may be half-way through an email: the next one needs a new session
    except Unwritten as fault:  # one email that cannot be written must not hold up the others
        log.exception("email %s could not be written", email.pk)
        _write_again(email, fault)
    except Exception as fault:
        log.exception("email %s could not be sent", email.pk)
        _try_again(email, fault)
    else:
        _note(email, State.SENT)


def _written(email: OutgoingEmail) -> Envelope:
    """The email, within limits: what it tells of may be too much for its writer. Raises Unwritten."""
    if email.attempts > MOST_CLAIMS:
        raise Unwritten("its writer ended each time")
    try:
        with budget(WRITING):
            return compose(email)
    except (NotNeeded, DatabaseError):
        raise
    except (Overrun, Exception) as fault:
        raise Unwritten(f"{type(fault).__name__}: {fault!s}") from fault


def _write_again(email: OutgoingEmail, fault: Unwritten) -> None:
    """That is no fault of the address: nothing is held against its reader."""
    if email.attempts < MOST_WRITINGS:
        _try_again(email, fault)
    else:
        _note(email, State.FAILED, f"it could not be written: {fault!s}")


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
