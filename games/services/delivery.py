"""Draining the outbox: each letter is claimed, written, handed over and noted; a crash costs a repeat."""

from __future__ import annotations

import logging
from datetime import timedelta
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException

from django.conf import settings
from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.mail.outgoing import NotNeeded, compose
from games.models import OutgoingMail
from games.services import heartbeat, undelivered
from games.services.undelivered import LITTLE, MUCH

log = logging.getLogger(__name__)

BATCH = 4  # letters in one task: with their reports they take seconds, and orders wait behind them
MOST_ATTEMPTS = 14  # with waits that double from half a minute: two days
LONGEST_WAIT = timedelta(hours=6)
State = OutgoingMail.State


def deliver_due(most: int = BATCH) -> int:
    """Send what is due; how many letters were handled. Another worker may do the same at the same time."""
    handled = 0
    connection = get_connection()
    try:
        heartbeat.beat_now_and_then("postman")
        for pk in _due(most):
            heartbeat.beat_now_and_then("postman")  # a slow mail server is no dead postman
            if _claim(pk):
                _deliver(OutgoingMail.objects.select_related("user", "match", "seat").get(pk=pk), connection)
                handled += 1
    finally:
        connection.close()
    return handled


def _due(most: int) -> list[int]:
    """Letters that wait, and those whose sender died: a lease has an end."""
    due = OutgoingMail.objects.filter(state__in=[State.WAITING, State.SENDING], due_at__lte=timezone.now())
    return list(due.order_by("due_at").values_list("pk", flat=True)[:most])


def _claim(pk: int) -> bool:
    """Take a letter in hand, unless somebody else has. The state is written before anything is sent."""
    now = timezone.now()
    free = OutgoingMail.objects.filter(pk=pk, state__in=[State.WAITING, State.SENDING], due_at__lte=now)
    return bool(
        free.update(
            state=State.SENDING,
            due_at=now + timedelta(seconds=settings.LEASE_SECONDS),
            attempts=F("attempts") + 1,
        )
    )


def _deliver(mail: OutgoingMail, connection: BaseEmailBackend) -> None:
    try:
        connection.send_messages([compose(mail)])
    except NotNeeded as why:
        _note(mail, State.DROPPED, str(why))
    except SMTPRecipientsRefused as refused:
        _refused(mail, refused)
        connection.close()
    except (OSError, SMTPException) as trouble:
        _try_again(mail, trouble)
        connection.close()  # it may be half-way through a letter: the next one needs a new conversation
    except Exception as fault:  # one letter that cannot be written must not hold up the others
        log.exception("mail %s could not be written", mail.pk)
        _try_again(mail, fault)
    else:
        _note(mail, State.SENT)


def _refused(mail: OutgoingMail, refused: SMTPRecipientsRefused) -> None:
    """The receiving server knows no such mailbox (5xx), or wants us to come back later (4xx)."""
    code, text = next(iter(refused.recipients.values()), (550, b""))
    if code >= 500:
        _give_up(mail, f"{code} {text.decode(errors='replace')}", MUCH)
    else:
        _try_again(mail, refused)


def _try_again(mail: OutgoingMail, trouble: Exception) -> None:
    error = trouble.smtp_error if isinstance(trouble, SMTPResponseException) else trouble
    if mail.attempts >= MOST_ATTEMPTS:
        _give_up(mail, f"{type(trouble).__name__}: {error!s}", LITTLE)
        return
    wait = min(timedelta(seconds=settings.MAIL_RETRY_SECONDS) * 2 ** max(mail.attempts - 1, 0), LONGEST_WAIT)
    _note(mail, State.WAITING, f"{type(trouble).__name__}: {error!s}", wait)


def _give_up(mail: OutgoingMail, error: str, weight: int) -> None:
    """It will not arrive: noted, and weighed against what its reader's mailbox did before."""
    with transaction.atomic():
        if _note(mail, State.FAILED, error):
            undelivered.count(mail, weight)


def _note(mail: OutgoingMail, state: str, error: str = "", wait: timedelta = timedelta()) -> bool:
    now = timezone.now()
    sending = OutgoingMail.objects.filter(pk=mail.pk, state=State.SENDING)
    return bool(
        sending.update(
            state=state, error=error[:2_000], due_at=now + wait, sent_at=now if state == State.SENT else None
        )
    )
