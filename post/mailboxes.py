"""Where emails come in: each is kept, and its sender may forget it. A worker reads it later.

The mail gateway needs no more than this: no rules of any game are loaded for it. The room that
registers here as the owner knows whose a mailbox is, and what to do with its emails.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Protocol

from django.db import connection, transaction
from django.utils import timezone
from django.utils.module_loading import import_string

from post import limiter, rows
from post.addresses import is_ours, token_in
from post.bell import ring
from post.identity import identify, next_key
from post.models import IncomingEmail
from post.parsing.limits import MAX_MAIL

if TYPE_CHECKING:
    from post.parsing.reader import Reading

READ = "post.tasks.read_emails"
# Servers send an email again for days; but what bears neither an id nor a date and says the same again is
# more likely meant again, unless it comes at once.
SAME_WORDS = timedelta(hours=1)
# What everybody together may send to our public address: stray emails, and bounces, which say at their top
# what they are about.
STRANGERS = ("300/hour", "2000/day")
STRANGERS_SIZE = 64 * 1024


class NoSuchMailbox(Exception):
    """Nobody here has this address."""


class TooLarge(Exception):
    """No email of a player is that long."""


class Busy(Exception):
    """Our public address has had its share of emails for now; servers keep the others and come again."""


@dataclass(frozen=True, slots=True)
class Mailbox:
    """An address of ours; without a number it is the one that emails come from."""

    address: str
    number: int | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of an email."""

    state: IncomingEmail.State
    note: str = ""
    result: int | None = None  # what it brought about, by the owner's own number


class Reply(Protocol):
    """An email as the owner of its mailbox understands it."""

    @property
    def takes_long(self) -> bool:
        """Whether it must not share a transaction with others."""
        ...

    def prepare(self) -> None:
        """Outside of any transaction. Safe to run again."""
        ...

    def finish(self) -> Outcome:
        """In the transaction that files the email."""
        ...


Finder = Callable[[str], int | None]  # from a token to the number of its mailbox; None for any other token


class Owner(Protocol):
    """Whose the mailboxes are, and who acts on what is sent to them."""

    def look_up(self, numbers: Collection[int]) -> Mapping[int, Any]:
        """Whose these mailboxes are, by number: asked once for many emails."""
        ...

    def understand(
        self, email: IncomingEmail, reading: Reading, whose: Any, *, confirmed: bool = False
    ) -> Reply:
        """Read an email that a person wrote, or may have written. Changes nothing yet."""
        ...


_registered: list[tuple[Finder, str]] = []


def register(find: Finder, path: str) -> None:
    """Called once, when Django starts. The owner is only imported to read emails: the gateway needs none."""
    _registered[:] = [(find, path)]


def owner() -> Owner:
    """Whose the mailboxes are."""
    [(_, path)] = _registered
    found: Owner = import_string(path)()
    return found


def _find(token: str) -> int | None:
    [(find, _)] = _registered
    return find(token)


def mailbox(address: str) -> Mailbox:
    """Whose an address is. Raises NoSuchMailbox for all others alike."""
    token = token_in(address)
    number = _find(token) if token else None
    if number is None and not is_ours(address):
        raise NoSuchMailbox
    return Mailbox(address, number)


def receive(raw: bytes, to: str, sender: str, source: str) -> IncomingEmail:
    """Keep an email. When this returns it is committed; the same email again is the same row."""
    return keep(raw, mailbox(to), sender, source)


def keep(
    raw: bytes,
    to: Mailbox,
    sender: str,
    source: str,
    *,
    received_at: datetime | None = None,
    rings: bool = True,
) -> IncomingEmail:
    """Keep an email for a mailbox that is known; a worker is woken, unless the caller sees to that."""
    email, is_named = _made(Arrival(raw, to, sender, received_at or timezone.now()), source)
    return _saved(email, rings=rings, is_named=is_named)


@dataclass(frozen=True, slots=True)
class Arrival:
    """An email at the door."""

    raw: bytes
    to: Mailbox
    sender: str
    received_at: datetime


def keep_all(arrivals: Sequence[Arrival], source: str) -> list[Exception | None]:
    """Keep several emails with one commit; what is wrong with each, or None. Nobody is woken.

    Whatever keeps the commit from happening is raised: then none of them was kept.
    """
    made = [_made_or_refused(arrival, source) for arrival in arrivals]
    with transaction.atomic():
        for one in made:
            if not isinstance(one, Exception):
                _saved(one[0], rings=False, is_named=one[1])
    return [one if isinstance(one, Exception) else None for one in made]


def _made_or_refused(arrival: Arrival, source: str) -> tuple[IncomingEmail, bool] | Exception:
    try:
        return _made(arrival, source)
    except (TooLarge, Busy) as refusal:
        return refusal


def _made(arrival: Arrival, source: str) -> tuple[IncomingEmail, bool]:
    """The row of an email, not saved yet, and whether it bears a name. Raises TooLarge or Busy."""
    raw, to = arrival.raw, arrival.to
    if len(raw) > MAX_MAIL:
        raise TooLarge
    kept = _without_secret(raw, to.address) if to.number is not None else _of_stranger(raw)
    identity = identify(kept, to.number)
    email = IncomingEmail(
        key=identity.key,
        content=identity.content,
        source=source,
        raw=kept,
        envelope_from=_plain(arrival.sender)[:320],
        mailbox=to.number,
        received_at=arrival.received_at,
    )
    return email, identity.is_named


def _saved(email: IncomingEmail, *, rings: bool, is_named: bool) -> IncomingEmail:
    """The row of an email, which may be there already."""
    with nullcontext() if connection.in_atomic_block else transaction.atomic():
        if rows.add(email):
            if rings:
                ring(READ)
            return email
    known = IncomingEmail.objects.get(key=email.key)
    if is_named or email.received_at - known.received_at < SAME_WORDS:
        return known
    email.key = email.content = next_key(email.key)
    return _saved(email, rings=rings, is_named=is_named)


def _of_stranger(raw: bytes) -> bytes:
    """So much of an email to our public address as says what it is about. Raises Busy for too many."""
    if not all(limiter.allow("strangers", rate=rate) for rate in STRANGERS):
        raise Busy
    return raw[:STRANGERS_SIZE]


def _without_secret(raw: bytes, to: str) -> bytes:
    """The email without the secret of the address it was sent to, wherever it is quoted."""
    secret = to.rpartition("@")[0].rpartition("-")[2]
    if len(secret) < 16:
        return raw
    return re.sub(re.escape(secret.encode()), b"*" * 8, raw, flags=re.IGNORECASE)


def _plain(text: str) -> str:
    return text.encode("utf-8", "replace").decode().replace("\x00", "")
