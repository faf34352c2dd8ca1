"""Mail in: letters that were kept are read by a worker, and answered line by line."""

from __future__ import annotations

import logging
import secrets
import time
from contextlib import nullcontext
from datetime import timedelta

from django.conf import settings
from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone

from games.mail.addresses import own_addresses
from games.mail.automatic import Verdict
from games.mail.limits import Malformed
from games.mail.reading import Reading
from games.mail.sandbox import TooHard, read_letter
from games.mail.senders import is_from_player
from games.models import IncomingMail, Seat
from games.services import bounces, letters_in, mail_answers
from games.services.doorbell import gathered

log = logging.getLogger(__name__)

BATCH = 100
LONGEST_WAIT = 0.1  # seconds that a letter waits for others to share a commit with
AT_ONCE = 10  # letters taken in hand together; if their reader dies, they wait for the end of the lease
MOST_ATTEMPTS = 3
State = IncomingMail.State


def read_due(most: int = BATCH) -> int:
    """Read what waits; how many letters were handled. One that cannot be read does not hold up the others."""
    handled = 0
    with gathered() as ring_in_time:
        while handled < most and (mails := _claim(min(AT_ONCE, most - handled))):
            desk = _Desk()
            for mail in mails:
                desk.take(mail, _reading_of(mail))
                ring_in_time()
            desk.clear()
            handled += len(mails)
    return handled


def _claim(most: int) -> list[IncomingMail]:
    """Take some letters in hand for a while, with one commit. Each counts how often it was taken."""
    now = timezone.now()
    due = IncomingMail.objects.filter(state=State.WAITING, due_at__lte=now)
    waiting = list(due.order_by("due_at").values_list("pk", flat=True)[:most])
    if not waiting:
        return []
    # What tells my claims from those of another worker who looked at the same moment.
    lease = now + timedelta(seconds=settings.LEASE_SECONDS, microseconds=secrets.randbelow(1_000_000))
    due.filter(pk__in=waiting).update(due_at=lease, attempts=F("attempts") + 1)
    mine = IncomingMail.objects.filter(pk__in=waiting, state=State.WAITING, due_at=lease)
    return list(mine.select_related("seat__match", "seat__user").order_by("pk"))


def _reading_of(mail: IncomingMail) -> Reading | None:
    """What a letter says; None if it could not be read, which is noted."""
    try:
        return read_letter(bytes(mail.raw), own_addresses())
    except Malformed as why:
        _file(mail, State.MALFORMED, why.reason)
    except TooHard as why:
        _later(mail, str(why))
    return None


class _Desk:
    """Letters that were read and not handled yet: a commit waits for the disk, and several can share one."""

    def __init__(self) -> None:
        self.letters: list[tuple[IncomingMail, Reading]] = []
        self.since = time.monotonic()

    def take(self, mail: IncomingMail, reading: Reading | None) -> None:
        """Handle a letter soon, after those before it; one with commands, which may take long, by itself."""
        if reading is not None and letters_in.has_commands(reading):
            self.clear()
            _handle_safely(mail, reading)
        elif reading is not None:
            self.letters.append((mail, reading))
        if time.monotonic() - self.since > LONGEST_WAIT:
            self.clear()

    def clear(self) -> None:
        """Handle all with one commit; one that fails takes back nothing but its own."""
        if self.letters:
            with transaction.atomic():
                for mail, reading in self.letters:
                    _handle_safely(mail, reading)
        self.letters, self.since = [], time.monotonic()


def _handle_safely(mail: IncomingMail, reading: Reading) -> None:
    try:
        with transaction.atomic() if connection.in_atomic_block else nullcontext():
            _handle(mail, reading)
    except Exception:
        log.exception("incoming mail %s could not be handled", mail.pk)
        _later(mail, "a fault of ours; see the log")


def _later(mail: IncomingMail, why: str) -> None:
    if mail.attempts >= MOST_ATTEMPTS:
        _file(mail, State.PARKED, why)
    else:
        IncomingMail.objects.filter(pk=mail.pk).update(due_at=timezone.now() + timedelta(minutes=1), note=why)


def _handle(mail: IncomingMail, reading: Reading) -> None:
    if reading.verdict is Verdict.AUTOMATIC:
        bounces.note(reading.bounced)
        _file(mail, State.AUTOMATIC, reading.why)
    elif reading.verdict is Verdict.DOUBTFUL:
        _file(mail, State.AUTOMATIC, reading.why)
        mail_answers.help_once(mail, reading.letter)
    elif mail.seat is None:
        _file(mail, State.REFUSED, "not sent to the address of a seat")
        mail_answers.help_once(mail, reading.letter)
    elif not is_from_player(reading.letter, mail.seat):
        mail_answers.ask_owner(mail)
        _file(mail, State.UNCONFIRMED, "from another sender than the player")
    else:
        _obey(mail, mail.seat, reading, "")


def _obey(mail: IncomingMail, seat: Seat, reading: Reading, note: str) -> None:
    """Do what a player's letter says. Its orders and the note that it is handled are one commit."""
    done = letters_in.obey_commands(seat, reading, mail)
    with transaction.atomic():
        _file(mail, State.HANDLED, note, letters_in.take_orders(seat, reading, mail, done))


def text_of(mail: IncomingMail) -> str:
    """What a letter says, for the one who is asked to confirm it."""
    try:
        return read_letter(bytes(mail.raw), own_addresses()).new_text
    except (Malformed, TooHard):
        return ""


def confirm(mail: IncomingMail) -> None:
    """The owner says that a letter from elsewhere is theirs: it is read as if they had sent it."""
    claimed = IncomingMail.objects.filter(pk=mail.pk, state=State.UNCONFIRMED).update(state=State.HANDLED)
    if claimed and mail.seat is not None:
        reading = read_letter(bytes(mail.raw), own_addresses())
        _obey(mail, mail.seat, reading, "confirmed by its owner")


def _file(mail: IncomingMail, state: str, note: str, order: object = None) -> None:
    IncomingMail.objects.filter(pk=mail.pk).update(
        state=state, note=note[:2_000], handled_at=timezone.now(), order=order
    )
