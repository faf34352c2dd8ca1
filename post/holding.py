"""Emails that wait: for others to the same reader, for the reader's one email a day, for the reader to act.

An email waits as a row of the outbox with a `not_before`. As long as nobody has tried to send it, whoever
queued it can withdraw it. When it leaves, it takes along what waits in the same bundle: from then on it is
their carrier, and what belongs to it never changes, so that a repeat after a crash is the same email.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from operator import itemgetter
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import QuerySet
from django.utils import timezone

from post import rows
from post.kinds import Kind, Pace
from post.models import OutgoingEmail
from post.readers import readers

LITTLE_WHILE = timedelta(minutes=1)  # that the clocks of two machines may differ
LONGEST = timedelta(days=1, hours=1)  # that any email is held: a day, and an hour where clocks change
MOST_TOGETHER = 40  # emails in one
DAILY = "daily"
State = OutgoingEmail.State


def company() -> timedelta:
    """How long an email waits for others, unless its reader waits for it."""
    return timedelta(seconds=settings.MAIL_COMPANY_SECONDS)


@dataclass(frozen=True, slots=True)
class Hold:
    """What the sender of an email says about waiting."""

    wait: timedelta = timedelta()  # its reader will probably act without it
    latest: datetime | None = None  # it must not leave later than this, whatever its reader prefers


NO_HOLD = Hold()


@dataclass(frozen=True, slots=True)
class Place:
    """How long an email waits, and with which others it travels."""

    until: datetime | None = None
    bundle: str = ""


def place(kind: Kind, user: Any, mailbox: int | None, hold: Hold = NO_HOLD) -> Place:
    """Where a new email belongs. What its reader waits for leaves at once."""
    if kind.pace is Pace.ALONE or user is None:
        return Place()
    now = timezone.now()
    daily = readers().next_daily(user, now)
    if daily is not None and (hold.latest is None or daily <= hold.latest):
        return Place(daily, f"{DAILY} {user.pk}")
    wait = max(hold.wait, company() if kind.pace is Pace.WAITING else timedelta())
    bundle = f"mailbox {mailbox}" if mailbox is not None else ""
    return Place(now + wait if wait else None, bundle)


def join(email: OutgoingEmail) -> int:
    """Make an email that leaves for the first time the carrier of what waits in its bundle.

    For the transaction that claims it. Rows that another postman holds are left to that one.
    """
    if not email.bundle or email.attempts > 1 or email.parts.exists():
        return 0  # it may have arrived without them
    soon = timezone.now() + company()
    waiting = (
        _untried().filter(bundle=email.bundle, address=email.address, due_at__lte=soon).exclude(pk=email.pk)
    )
    others = list(waiting.order_by("pk").select_for_update(skip_locked=True, of=("self",))[:MOST_TOGETHER])
    return _untried().filter(pk__in=[one.pk for one in others]).update(state=State.JOINED, carrier=email)


def withdraw(mailbox: int, kinds: Collection[str], why: str) -> list[dict[str, Any]]:
    """Drop the emails to a mailbox that nobody has tried to send yet; their facts."""
    untried = {"state": State.WAITING, "attempts": 0}
    waiting = rows.read(OutgoingEmail, ("pk", "kind", "facts"), {"mailbox": mailbox, **untried})
    return [
        _FACTS.from_db_value(facts, None, connection)
        for pk, kind, facts in sorted(waiting, key=itemgetter(0))
        if kind in kinds
        and rows.update(OutgoingEmail, {"pk": pk, **untried}, {"state": State.DROPPED, "error": why})
    ]


_FACTS: Any = OutgoingEmail._meta.get_field("facts")


def hold_back(mailbox: int, kinds: Collection[str], until: datetime) -> None:
    """Let the emails to a mailbox that wait for their reader wait longer: the reader is acting."""
    held = _untried().filter(mailbox=mailbox, kind__in=kinds, not_before__gt=timezone.now())
    held.filter(not_before__lt=until).update(not_before=until, due_at=until)


def release(user: Any) -> None:
    """Send what waited for a reader's one email a day: the reader has changed that."""
    _untried().filter(bundle=f"{DAILY} {user.pk}").update(not_before=None, due_at=timezone.now())


def bring_forward(now: datetime) -> None:
    """No email is held longer than it can be: it was queued before the clock was set back."""
    held = _untried().exclude(not_before=None)
    held.filter(created_at__gt=now + LITTLE_WHILE).update(not_before=None, due_at=now)
    held.filter(not_before__gt=now + LONGEST).update(not_before=None, due_at=now)


def _untried() -> QuerySet[OutgoingEmail]:
    return OutgoingEmail.objects.filter(state=State.WAITING, attempts=0)
