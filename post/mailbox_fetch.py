"""Email from a mailbox, by IMAP: for servers that have no mail server and no provider of their own.

An email is marked as read when its row is committed, and not before. If the worker dies in between, it stays
unread: it is fetched again, and is the same row. No number of the mailbox is remembered: if all its emails
get new ones (another UIDVALIDITY), that makes no difference.
"""

from __future__ import annotations

import imaplib
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from ssl import create_default_context
from typing import Any
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.utils import timezone

from post import heartbeat
from post.mailboxes import Busy, Mailbox, NoSuchMailbox, TooLarge, keep, mailbox
from post.models import IncomingEmail
from post.parsing.limits import MAX_MAIL
from post.recipients import head_of, recipients

log = logging.getLogger(__name__)

BATCH = 50
PART = "mailbox"  # of the server: it is alive when the mailbox could be opened
TIMEOUT = 20
_SIZE = re.compile(rb"RFC822\.SIZE (\d+)")
_DATE = re.compile(rb'INTERNALDATE "([^"]+)"')
_LOOPBACK = ("localhost", "127.0.0.1", "::1")


class BadUrl(ValueError):
    """IMAP_URL cannot be understood."""


@dataclass(frozen=True, slots=True)
class Place:
    """Which mailbox, and how to open it."""

    host: str
    port: int
    user: str
    password: str
    folder: str = "INBOX"
    is_encrypted: bool = True

    @classmethod
    def at(cls, url: str) -> Place:
        """From `imaps://user:password@host/folder`; without encryption only on this machine."""
        parts = urlsplit(url)
        if parts.scheme not in ("imaps", "imap") or not parts.hostname or not parts.username:
            raise BadUrl("IMAP_URL must look like imaps://user:password@host/INBOX; write @ in a user as %40")
        if parts.scheme == "imap" and parts.hostname not in _LOOPBACK:
            raise BadUrl(
                "IMAP_URL must begin with imaps: a password is not sent over the internet in the clear"
            )
        is_encrypted = parts.scheme == "imaps"
        return cls(
            parts.hostname,
            parts.port or (993 if is_encrypted else 143),
            unquote(parts.username),
            unquote(parts.password or ""),
            unquote(parts.path.strip("/")) or "INBOX",
            is_encrypted,
        )


def fetch_new(most: int = BATCH) -> int:
    """Keep the unread emails of the mailbox; how many there were. Raises OSError or imaplib.IMAP4.error."""
    with _opened(Place.at(settings.IMAP_URL)) as connection:
        heartbeat.beat(PART)
        numbers = _data(connection.uid("SEARCH", "UNSEEN"))[0].split()[:most]
        for number in numbers:
            try:
                _take(connection, number.decode("ascii"))
            except Busy:
                break  # the others stay unread, and are fetched later
    return len(numbers)


@contextmanager
def _opened(place: Place) -> Iterator[imaplib.IMAP4]:
    connection = _connection(place)
    try:
        connection.login(place.user, place.password)
        _data(connection.select('"' + place.folder.replace("\\", "\\\\").replace('"', '\\"') + '"'))
        yield connection
    finally:
        connection.shutdown()


def _connection(place: Place) -> imaplib.IMAP4:
    if place.is_encrypted:
        secure = create_default_context()
        return imaplib.IMAP4_SSL(place.host, place.port, ssl_context=secure, timeout=TIMEOUT)
    return imaplib.IMAP4(place.host, place.port, timeout=TIMEOUT)


def _take(connection: imaplib.IMAP4, number: str) -> None:
    """Keep one email and mark it as read; one that is not for us, or too large, is marked alone."""
    [about] = _data(connection.uid("FETCH", number, "(RFC822.SIZE INTERNALDATE)"))[:1]
    size = _SIZE.search(about or b"")
    if size is None:
        return  # someone has deleted it meanwhile
    if int(size[1]) <= MAX_MAIL:
        _keep(connection, number, about)
    else:
        log.info("an email in the mailbox is too large")
    _data(connection.uid("STORE", number, "+FLAGS.SILENT", r"(\Seen)"))


def _keep(connection: imaplib.IMAP4, number: str, about: bytes) -> None:
    found = _data(connection.uid("FETCH", number, "(BODY.PEEK[])"))
    raw = next((part[1] for part in found if isinstance(part, tuple)), None)
    if raw is None:
        return
    head = head_of(raw)
    sender = str(head.get("return-path", "")).strip("<> ")
    try:
        to = _recipient(recipients(head))
        keep(raw, to, sender, IncomingEmail.Source.IMAP, received_at=_received_at(about))
    except (NoSuchMailbox, TooLarge):
        log.info("an email in the mailbox is not for us")


def _recipient(addresses: list[str]) -> Mailbox:
    """Which of our addresses it was sent to: that of a seat before the public one. Raises NoSuchMailbox."""
    ours: list[Mailbox] = []
    for address in addresses:
        try:
            ours.append(mailbox(address))
        except NoSuchMailbox:
            continue
    if not ours:
        raise NoSuchMailbox
    return next((one for one in ours if one.number is not None), ours[0])


def _received_at(about: bytes) -> datetime:
    """When it came into the mailbox: while it waited there for us, a deadline may have passed."""
    now = timezone.now()
    found = _DATE.search(about)
    try:
        told = datetime.strptime(found[1].decode("ascii").strip(), "%d-%b-%Y %H:%M:%S %z") if found else now
    except ValueError:
        return now
    return min(told.astimezone(UTC), now)


def _data(answer: tuple[str, list[Any]]) -> list[Any]:
    """What a server answers. Raises imaplib.IMAP4.error if it refuses."""
    state, data = answer
    if state != "OK":
        raise imaplib.IMAP4.error(f"the mailbox refuses: {data!r}"[:200])
    return [part if part is not None else b"" for part in data]
