"""Draining the outbox: each email is claimed, written, sent and noted; a crash costs a repeat."""

from __future__ import annotations

import logging
from contextlib import suppress
from datetime import datetime, timedelta
from smtplib import SMTPDataError, SMTPException

from anymail.exceptions import AnymailError
from django.conf import settings
from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import DatabaseError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from post import clock, failures, heartbeat, holding, size
from post.children.budget import Allowance, Overrun, budget
from post.compose import compose
from post.failures import LITTLE, MUCH
from post.kinds import NotNeeded
from post.mime import Envelope
from post.models import OutgoingEmail
from post.rejections import Rejection, rejection, words
from post.unavailable import is_unavailable

log = logging.getLogger(__name__)

BATCH = 4  # emails in one task: with their reports they take seconds
MOST_ATTEMPTS = 14  # with waits that double from half a minute: two days
MOST_WRITINGS = 5  # of an email that cannot be written; the staff see it, and can have it tried again
MOST_CLAIMS = 2 * MOST_ATTEMPTS  # so often only an email is claimed whose writers die of it
WRITING = Allowance(cpu=20, clock=200, memory=1 << 30)
LONGEST_WAIT = timedelta(hours=6)
LITTLE_WHILE = timedelta(minutes=1)  # that the clocks of two machines may differ
State = OutgoingEmail.State


class Unwritten(Exception):
    """There is a fault in what the email tells, or in its writer."""


def deliver_due(most: int = BATCH) -> int:
    """Send what is due; how many emails were handled. Another worker may do the same at the same time."""
    handled, began = 0, timezone.now()
    connection = get_connection()
    try:
        heartbeat.beat_now_and_then(heartbeat.machine_part("postman"))
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
    due = OutgoingEmail.objects.filter(state__in=_states(), due_at__lte=now)
    return due.order_by("due_at")


def bring_forward() -> None:
    """No email is due later than it can be: it was queued before the clock was set back."""
    now = timezone.now()
    later = OutgoingEmail.objects.filter(state=State.WAITING, due_at__gt=now + LITTLE_WHILE)
    later.filter(attempts=0, not_before=None).update(due_at=now)
    holding.bring_forward(now)
    later.filter(attempts__gt=0, due_at__gt=now + LONGEST_WAIT).update(due_at=now)
    lease = now + timedelta(seconds=settings.LEASE_SECONDS)
    OutgoingEmail.objects.filter(state=State.SENDING, due_at__gt=lease + LITTLE_WHILE).update(due_at=lease)


def _states() -> list[State]:
    """Emails of a sender that seems to be dead are left alone while the clock may be wrong about that."""
    return [State.WAITING, State.SENDING] if clock.is_steady() else [State.WAITING]


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
            holding.join(email)
    return email


def _deliver(email: OutgoingEmail, connection: BaseEmailBackend) -> None:
    if email.pk in _unnoted:  # it went out, and the database could not take that down
        _note_sent(email)
        return
    try:
        _send(email, connection)
    except NotNeeded as why:
        _note(email, State.DROPPED, str(why))
    except (OSError, SMTPException, AnymailError) as trouble:
        _rejected(email, trouble)
    except Unwritten as fault:  # one email that cannot be written must not hold up the others
        log.exception("email %s could not be written", email.pk)
        _write_again(email, fault)
    except Exception as fault:
        log.exception("email %s could not be sent", email.pk)
        _try_again(email, fault)
    else:
        _note_sent(email)


def _send(email: OutgoingEmail, connection: BaseEmailBackend) -> None:
    """Hand over an email; one that is too large goes again with less in it."""
    while True:
        envelope = _written(email)
        trouble = _handed_over(envelope, connection)
        if trouble is None:
            return
        if not size.reduce(email, envelope):
            raise trouble
        log.warning("email %s is too large for its receiver and goes again with less in it", email.pk)


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
        if is_unavailable(fault):
            raise  # a full disk says nothing about this email
        raise Unwritten(f"{type(fault).__name__}: {fault!s}") from fault


def _write_again(email: OutgoingEmail, fault: Unwritten) -> None:
    """That is no fault of the address: nothing is held against its reader."""
    if email.attempts < MOST_WRITINGS:
        _try_again(email, fault)
    else:
        _note(email, State.FAILED, f"it could not be written: {fault!s}")


def _handed_over(envelope: Envelope, connection: BaseEmailBackend) -> Exception | None:
    """None, or that the email is too large; any other trouble is raised."""
    try:
        if not size.has_room(connection, envelope):
            return SMTPDataError(552, b"5.3.4 larger than the size that the server announces")
        connection.send_messages([envelope])
    except (SMTPException, AnymailError) as refusal:
        if rejection(refusal) is not Rejection.TOO_LARGE:
            raise
        return refusal
    finally:
        _hang_up(connection)
    return None


def _hang_up(connection: BaseEmailBackend) -> None:
    """What happens after the email was taken or refused changes nothing about that."""
    with suppress(OSError, SMTPException):
        connection.close()


_unnoted: set[int] = set()  # sent by this process, but still "being sent" in the database


def _note_sent(email: OutgoingEmail) -> None:
    """A note that fails must not send the email again and again, as often as its lease ends."""
    _unnoted.add(email.pk)
    _note(email, State.SENT)
    _unnoted.discard(email.pk)


_WEIGHTS = {Rejection.NO_MAILBOX: MUCH, Rejection.FULL: LITTLE, Rejection.CONTENT: LITTLE}


def _rejected(email: OutgoingEmail, trouble: Exception) -> None:
    """Come again later, or give up and count it: what was refused for good stays refused."""
    found = rejection(trouble)
    if found is Rejection.LATER:
        _try_again(email, trouble)
    else:
        _give_up(email, words(trouble), _WEIGHTS.get(found, LITTLE))


def _try_again(email: OutgoingEmail, trouble: Exception) -> None:
    if email.attempts >= MOST_ATTEMPTS:
        _give_up(email, words(trouble), LITTLE)
        return
    wait = min(timedelta(seconds=settings.MAIL_RETRY_SECONDS) * 2 ** max(email.attempts - 1, 0), LONGEST_WAIT)
    _note(email, State.WAITING, words(trouble), wait)


def _give_up(email: OutgoingEmail, error: str, weight: int) -> None:
    """It will not arrive: note it, and tell the listeners."""
    with transaction.atomic():
        if _note(email, State.FAILED, error):
            failures.report(email, weight)


def _note(email: OutgoingEmail, state: str, error: str = "", wait: timedelta = timedelta()) -> bool:
    now = timezone.now()
    sent_at = now if state == State.SENT else None
    sending = OutgoingEmail.objects.filter(pk=email.pk, state=State.SENDING)
    noted = sending.update(state=state, error=error[:2_000], due_at=now + wait, sent_at=sent_at)
    if noted and sent_at is not None and email.bundle:
        OutgoingEmail.objects.filter(carrier=email.pk, state=State.JOINED).update(sent_at=sent_at)
    return bool(noted)
