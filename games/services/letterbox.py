"""Where letters come in: each is kept, and its sender may forget it. Reading it is a worker's work.

The mail gateway needs no more than this: no rules of any game are loaded for it.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from django.db import IntegrityError, transaction

from games.mail.addresses import is_ours, seat_id_of
from games.mail.limits import MAX_MAIL
from games.models import IncomingMail
from games.services.doorbell import ring_inbox

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
    seat_id: int | None


def mailbox(address: str) -> Mailbox:
    """Whose an address is. Raises NoSuchMailbox for all others alike."""
    seat_id = seat_id_of(address)
    if seat_id is None and not is_ours(address):
        raise NoSuchMailbox
    return Mailbox(address, seat_id)


def receive(raw: bytes, to: str, sender: str, source: str) -> IncomingMail:
    """Keep a letter. When this returns it is committed; the same letter again is the same row."""
    return keep(raw, mailbox(to), sender, source)


def keep(raw: bytes, to: Mailbox, sender: str, source: str, *, rings: bool = True) -> IncomingMail:
    """Keep a letter for a mailbox that is known; a worker is woken, unless the caller sees to that."""
    if len(raw) > MAX_MAIL:
        raise TooLarge
    key = _key(raw, to.seat_id)
    mail = IncomingMail(
        key=key,
        source=source,
        raw=_blotted(raw, to.address),
        envelope_from=_plain(sender)[:320],
        seat_id=to.seat_id,
    )
    try:
        with transaction.atomic():
            mail.save(force_insert=True)
            if rings:
                ring_inbox()
    except IntegrityError:
        return IncomingMail.objects.get(key=key)
    return mail


def _key(raw: bytes, seat_id: int | None) -> str:
    """What tells letters apart: a server that sends one again may have added headers, never a new id."""
    found = _MESSAGE_ID.search(raw[:_HEADERS])
    name = found[1] if found else raw
    return hashlib.sha256(f"{seat_id or 0} ".encode() + name).hexdigest()


def _blotted(raw: bytes, to: str) -> bytes:
    """The letter without the secret of the address it was sent to, wherever it is quoted."""
    secret = to.rpartition("@")[0].rpartition("-")[2]
    if len(secret) < 16:
        return raw
    return re.sub(re.escape(secret.encode()), b"*" * 8, raw, flags=re.IGNORECASE)


def _plain(text: str) -> str:
    return text.encode("utf-8", "replace").decode().replace("\x00", "")
