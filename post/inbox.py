"""Email in: what was kept is read by a worker, in a sandbox, and handed to the owner of its mailbox."""

from __future__ import annotations

import logging
import secrets
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, nullcontext, suppress
from datetime import timedelta
from operator import attrgetter
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.models import F, Q
from django.utils import timezone

from post import failures, rows
from post.addresses import own_addresses
from post.bell import gathered
from post.children.budget import Allowance, Overrun, budget
from post.mailboxes import Outcome, Reply, owner
from post.models import IncomingEmail
from post.parsing.automatic import Verdict
from post.parsing.limits import Malformed
from post.parsing.reader import Reading
from post.parsing.sandbox import ReadAhead, TooHard, read_email
from post.retention import kept_until
from post.unavailable import is_unavailable

log = logging.getLogger(__name__)

BATCH = 100
LONGEST_WAIT = 0.1  # seconds that an email waits for others to share a commit with
AT_ONCE = 25  # emails claimed together; if their reader dies, they wait for the end of the lease
MOST_ATTEMPTS = 3
RETRY = timedelta(minutes=1)
MOST_CLAIMS = 2 * MOST_ATTEMPTS  # so often only an email is claimed whose readers die of it
HANDLING = Allowance(cpu=10, clock=100, memory=512 << 20)  # of one email: its commands may run rules
FAIR_SHARE = 50  # emails of one mailbox in a batch; after that, those to other mailboxes go first
State = IncomingEmail.State


def read_due(most: int = BATCH) -> int:
    """Read what waits; how many were handled. An email that cannot be read does not hold up the others."""
    handled = 0
    read: Counter[int | None] = Counter()
    with gathered() as ring_in_time:
        while handled < most and (emails := _claim_fairly(min(AT_ONCE, most - handled), read)):
            with _given_back(emails):
                _read_all([email for email in emails if not _is_given_up(email)], ring_in_time)
            handled += len(emails)
            read.update(email.mailbox for email in emails)
    return handled


def bring_forward() -> None:
    """No email waits longer than for the end of a lease: it came before the clock was set back."""
    now = timezone.now()
    longest = max(timedelta(seconds=settings.LEASE_SECONDS + 1), RETRY)
    later = IncomingEmail.objects.filter(state=State.WAITING, due_at__gt=now + longest + RETRY)
    later.update(due_at=now + longest)
    IncomingEmail.objects.filter(state=State.WAITING, attempts=0, due_at__gt=now + RETRY).update(due_at=now)


def _claim_fairly(most: int, read: Counter[int | None]) -> list[IncomingEmail]:
    """A flood to one mailbox waits while emails to others do."""
    flooded = [mailbox for mailbox, count in read.items() if count >= FAIR_SHARE]
    return (flooded and _claim(most, flooded)) or _claim(most)


def _claim(most: int, flooded: Collection[int | None] = ()) -> list[IncomingEmail]:
    """Reserve some emails for a while, with one commit. Each counts how often it was claimed."""
    now = timezone.now()
    # No lease is that long: what seems due later came before the clock was set back.
    never = now + timedelta(seconds=2 * settings.LEASE_SECONDS)
    due = IncomingEmail.objects.filter(Q(due_at__lte=now) | Q(due_at__gt=never), state=State.WAITING)
    for mailbox in flooded:
        due = due.exclude(mailbox=mailbox)  # one by one: no list holds None, the mailbox of nobody
    waiting = _alone_if_tried(list(due.order_by("due_at")[:most]))
    if not waiting:
        return []
    numbers = [email.pk for email in waiting]
    # What tells my claims from those of another worker who looked at the same moment.
    lease = now + timedelta(seconds=settings.LEASE_SECONDS, microseconds=secrets.randbelow(1_000_000))
    if due.filter(pk__in=numbers).update(due_at=lease, attempts=F("attempts") + 1) < len(waiting):
        mine = IncomingEmail.objects.filter(pk__in=numbers, state=State.WAITING, due_at=lease)
        numbers = list(mine.values_list("pk", flat=True))
    claimed = sorted((email for email in waiting if email.pk in numbers), key=attrgetter("pk"))
    for email in claimed:
        email.due_at, email.attempts = lease, email.attempts + 1
    return claimed


@contextmanager
def _given_back(emails: list[IncomingEmail]) -> Iterator[None]:
    """While nothing can be written, no email is to blame: it waits, and the attempt does not count."""
    try:
        yield
    except Exception as fault:
        if is_unavailable(fault):
            soon = timezone.now() + RETRY
            unread = IncomingEmail.objects.filter(pk__in=[email.pk for email in emails], state=State.WAITING)
            with suppress(DatabaseError):  # then they wait for the end of the lease
                unread.filter(attempts__gt=0).update(due_at=soon, attempts=F("attempts") - 1)
        raise


def _alone_if_tried(due: list[IncomingEmail]) -> list[IncomingEmail]:
    """An email that was claimed before may have killed its reader: no other is read along with it."""
    return [email for email in due if email.attempts][:1] or due


def _look_up(emails: list[IncomingEmail]) -> dict[int | None, Any]:
    """Whose the emails' mailboxes are."""
    found = owner().look_up({email.mailbox for email in emails if email.mailbox is not None})
    return dict(found.items())


class _Batch:
    """Emails that were read and not handled yet: a commit waits for the disk, and several can share one."""

    def __init__(self) -> None:
        self.replies: list[tuple[IncomingEmail, Reply]] = []
        self.since = time.monotonic()

    def add(self, email: IncomingEmail, reply: Reply) -> None:
        """Handle an email soon, after those before it; one that may take long by itself."""
        if reply.takes_long:
            self.handle()
            _handle_safely(email, reply)
        else:
            self.replies.append((email, reply))
        if time.monotonic() - self.since > LONGEST_WAIT:
            self.handle()

    def handle(self) -> None:
        """Handle all with one commit; one that fails takes back nothing but its own."""
        if self.replies:
            with transaction.atomic():
                for email, reply in self.replies:
                    _handle_safely(email, reply)
        self.replies, self.since = [], time.monotonic()


def _is_given_up(email: IncomingEmail) -> bool:
    """Whether an email was claimed too often, and is parked."""
    if email.attempts <= MOST_CLAIMS:
        return False
    _file(email, Outcome(State.PARKED, "its reader ended each time"))
    return True


def _read_all(emails: list[IncomingEmail], ring_in_time: Callable[[], None]) -> None:
    batch, whose = _Batch(), _look_up(emails)
    with ReadAhead([bytes(email.raw) for email in emails], own_addresses()) as ahead:
        for email in emails:
            _read_into(batch, email, ahead, whose.get(email.mailbox))
            ring_in_time()
    batch.handle()


def _read_into(batch: _Batch, email: IncomingEmail, ahead: ReadAhead, whose: Any) -> None:
    """Put what the next email means into the batch; one that cannot be read is noted."""
    try:
        batch.add(email, _understood(email, ahead.read(), whose))
    except Malformed as why:
        _file(email, Outcome(State.MALFORMED, why.reason))
    except TooHard as why:
        _later(email, str(why))
    except Exception as fault:
        if is_unavailable(fault):
            raise
        log.exception("incoming email %s could not be understood", email.pk)
        _later(email, "our fault; see the log")


def _understood(email: IncomingEmail, reading: Reading, whose: Any) -> Reply:
    if reading.verdict is Verdict.AUTOMATIC:
        return _Automatic(reading)
    return owner().understand(email, reading, whose)


class _Automatic:
    """A machine wrote it: an out-of-office note, a bounce. It is filed, and never answered."""

    takes_long = False

    def __init__(self, reading: Reading) -> None:
        self.reading = reading

    def prepare(self) -> None:
        """Nothing."""

    def finish(self) -> Outcome:
        """A bounce counts against the address that it names."""
        failures.note_bounces(self.reading.bounced)
        return Outcome(State.AUTOMATIC, self.reading.why)


def _handle_safely(email: IncomingEmail, reply: Reply) -> None:
    try:
        with transaction.atomic() if connection.in_atomic_block else nullcontext(), budget(HANDLING):
            _handle(email, reply)
    except (Overrun, Exception) as fault:
        if is_unavailable(fault):
            raise
        log.exception("incoming email %s could not be handled", email.pk)
        _later(email, "our fault; see the log")


def _handle(email: IncomingEmail, reply: Reply) -> None:
    """What it brings about and the note that it is handled are one commit."""
    reply.prepare()
    with nullcontext() if connection.in_atomic_block else transaction.atomic():
        _file(email, reply.finish())


def _later(email: IncomingEmail, why: str) -> None:
    if email.attempts >= MOST_ATTEMPTS:
        _file(email, Outcome(State.PARKED, why))
    else:
        next_try = timezone.now() + RETRY
        IncomingEmail.objects.filter(pk=email.pk).update(due_at=next_try, note=why)


def _file(email: IncomingEmail, outcome: Outcome) -> None:
    filed = {
        "state": outcome.state,
        "note": outcome.note[:2_000],
        "handled_at": timezone.now(),
        "kept_until": kept_until(email.mailbox, outcome.state, email.received_at),
        "outcome": outcome.result,
    }
    rows.update(IncomingEmail, {"pk": email.pk}, filed)


def text_of(email: IncomingEmail) -> str:
    """What an email says, for the person who is asked to confirm it."""
    try:
        return read_email(bytes(email.raw), own_addresses()).new_text
    except (Malformed, TooHard):
        return ""


def confirm(email: IncomingEmail) -> None:
    """The owner of the mailbox says that an email from another address is theirs: it is handled as such."""
    claimed = IncomingEmail.objects.filter(pk=email.pk, state=State.UNCONFIRMED).update(state=State.HANDLED)
    if claimed and email.mailbox is not None:
        reading = read_email(bytes(email.raw), own_addresses())
        whose = _look_up([email]).get(email.mailbox)
        _handle(email, owner().understand(email, reading, whose, confirmed=True))


def forget(address: str, mailboxes: list[int]) -> None:
    """Blank out what someone who leaves has sent, and drop what was not read yet."""
    for came in (
        IncomingEmail.objects.filter(mailbox__in=mailboxes),
        IncomingEmail.objects.filter(envelope_from__iexact=address),
    ):
        came.filter(state=State.WAITING).delete()
        came.update(raw=b"", envelope_from="", note="")
