"""Mail in: a letter is kept first, read later by a worker, and answered line by line."""

from __future__ import annotations

import hashlib
import logging
import re
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.mail.addresses import is_ours, own_addresses, seat_of
from games.mail.automatic import Verdict
from games.mail.limits import MAX_MAIL, Malformed
from games.mail.reading import Reading
from games.mail.sandbox import TooHard, read_letter
from games.mail.senders import is_from_player
from games.models import IncomingMail, Seat
from games.services import bounces, letters_in, mail_answers
from games.services.doorbell import ring_inbox

log = logging.getLogger(__name__)

BATCH = 100
MOST_ATTEMPTS = 3
State = IncomingMail.State

_MESSAGE_ID = re.compile(rb"^message-id:[ \t\r\n]*(<[^<>\s]{1,500}>)", re.IGNORECASE | re.MULTILINE)
_HEADERS = 64 * 1024


class NoSuchMailbox(Exception):
    """Nobody here has this address."""


class TooLarge(Exception):
    """No letter of a player is that long."""


@dataclass(frozen=True, slots=True)
class Mailbox:
    """An address of ours; without a seat it is the one that letters come from."""

    address: str
    seat: Seat | None


def mailbox(address: str) -> Mailbox:
    """Whose an address is. Raises NoSuchMailbox for all others alike."""
    seat = seat_of(address)
    if seat is None and not is_ours(address):
        raise NoSuchMailbox
    return Mailbox(address, seat)


def receive(raw: bytes, to: str, sender: str, source: str) -> IncomingMail:
    """Keep a letter. When this returns it is committed; the same letter again is the same row."""
    return keep(raw, mailbox(to), sender, source)


def keep(raw: bytes, to: Mailbox, sender: str, source: str) -> IncomingMail:
    """Keep a letter for a mailbox that is known."""
    if len(raw) > MAX_MAIL:
        raise TooLarge
    key = _key(raw, to.seat)
    mail = IncomingMail(
        key=key,
        source=source,
        raw=_blotted(raw, to.address),
        envelope_from=_plain(sender)[:320],
        seat=to.seat,
    )
    try:
        with transaction.atomic():
            mail.save(force_insert=True)
            ring_inbox()
    except IntegrityError:
        return IncomingMail.objects.get(key=key)
    return mail


def _key(raw: bytes, seat: Seat | None) -> str:
    """What tells letters apart: a server that sends one again may have added headers, never a new id."""
    found = _MESSAGE_ID.search(raw[:_HEADERS])
    name = found[1] if found else raw
    return hashlib.sha256(f"{seat.pk if seat else 0} ".encode() + name).hexdigest()


def _blotted(raw: bytes, to: str) -> bytes:
    """The letter without the secret of the address it was sent to, wherever it is quoted."""
    secret = to.rpartition("@")[0].rpartition("-")[2]
    if len(secret) < 16:
        return raw
    return re.sub(re.escape(secret.encode()), b"*" * 8, raw, flags=re.IGNORECASE)


def _plain(text: str) -> str:
    return text.encode("utf-8", "replace").decode().replace("\x00", "")


# Reading.


def read_due(most: int = BATCH) -> int:
    """Read what waits; how many letters were handled. One that cannot be read does not hold up the others."""
    now = timezone.now()
    waiting = IncomingMail.objects.filter(state=State.WAITING, due_at__lte=now)
    handled = 0
    for mail in waiting.select_related("seat__match", "seat__user").order_by("due_at")[:most]:
        if _claim(mail):
            read_one(mail)
            handled += 1
    return handled


def _claim(mail: IncomingMail) -> bool:
    """Take a letter in hand for a while; who dies over it three times leaves it to the host."""
    mine = IncomingMail.objects.filter(pk=mail.pk, state=State.WAITING, due_at=mail.due_at)
    mail.attempts += 1
    mail.due_at = timezone.now() + timedelta(seconds=settings.LEASE_SECONDS)
    return bool(mine.update(due_at=mail.due_at, attempts=mail.attempts))


def read_one(mail: IncomingMail) -> None:
    """Read a letter and do what it says."""
    try:
        reading = read_letter(bytes(mail.raw), own_addresses())
        _handle(mail, reading)
    except Malformed as why:
        _file(mail, State.MALFORMED, why.reason)
    except TooHard as why:
        _later(mail, str(why))
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
        order = letters_in.act(mail.seat, reading, mail)
        _file(mail, State.HANDLED, "", order)


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
        _file(mail, State.HANDLED, "confirmed by its owner", letters_in.act(mail.seat, reading, mail))


def _file(mail: IncomingMail, state: str, note: str, order: object = None) -> None:
    IncomingMail.objects.filter(pk=mail.pk).update(
        state=state, note=note[:2_000], handled_at=timezone.now(), order=order
    )
