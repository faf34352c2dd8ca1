"""The mail gateway: an SMTP server behind the host's own, on loopback unless told otherwise."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from aiosmtpd.smtp import SMTP, Envelope, Session
from django.db import Error as DatabaseError
from django.db import connection
from django.utils import timezone

from post import heartbeat
from post.bell import ring_now
from post.desk import Desk
from post.mailboxes import READ, Arrival, Busy, Mailbox, NoSuchMailbox, TooLarge, keep_all, mailbox
from post.models import IncomingEmail
from post.parsing.limits import MAX_MAIL

T = TypeVar("T")
log = logging.getLogger(__name__)

MOST_RECIPIENTS = 10  # a reply has one
BEAT_SECONDS = 30
RING_SECONDS = 0.05


class Gateway:
    """Refuses unknown recipients early, and says 250 only when the email is committed."""

    def __init__(self) -> None:
        # One thread with one connection: an email takes a few milliseconds, and SQLite has one writer.
        self.database = ThreadPoolExecutor(1)
        self.bell: asyncio.TimerHandle | None = None
        self.recipients = Desk(self.database, _mailboxes)
        self.arrivals = Desk(self.database, _kept)

    async def handle_RCPT(  # noqa: N802 (aiosmtpd calls it so)
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return "452 4.5.3 too many recipients"
        try:
            found = await self.recipients.ask(address)
        except NoSuchMailbox:
            return "550 5.1.1 no such mailbox"
        except DatabaseError:
            log.exception("the database does not answer")
            return "451 4.3.0 try again later"
        envelope.rcpt_tos.append(found)  # type: ignore[arg-type]  # read by handle_DATA alone
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        raw = envelope.content if isinstance(envelope.content, bytes) else b""
        received_at = timezone.now()  # before it waits for the thread: a deadline may pass meanwhile
        try:
            for found in envelope.rcpt_tos:
                await self.arrivals.ask(Arrival(raw, found, envelope.mail_from or "", received_at))  # type: ignore[arg-type]
                self.ring_soon()
        except TooLarge:
            return "552 5.3.4 message too large"
        except Busy:
            return "452 4.3.1 too many emails to this address, try again later"
        except Exception:  # whatever it is, the sender must keep the email and come again
            log.exception("an email could not be kept")
            return "451 4.3.0 try again later"
        return "250 2.0.0 kept"

    def ring_soon(self) -> None:
        """Wake a worker once for all emails of a moment, and after the last of them."""
        if self.bell is None:
            self.bell = asyncio.get_running_loop().call_later(RING_SECONDS, self._ring)

    def _ring(self) -> None:
        self.bell = None
        self.database.submit(ring_now, READ)

    async def in_database_thread(self, function: Callable[..., T], *arguments: object) -> T:
        """Database work, outside of the loop that serves all conversations."""
        return await asyncio.get_running_loop().run_in_executor(self.database, _fresh, function, arguments)


def _mailboxes(addresses: Sequence[str]) -> list[Mailbox | Exception]:
    """Whose each address is."""
    return [_mailbox(address) for address in addresses]


def _mailbox(address: str) -> Mailbox | Exception:
    try:
        return mailbox(address)
    except NoSuchMailbox as nobody:
        return nobody


def _kept(arrivals: Sequence[Arrival]) -> list[Exception | None]:
    """Keep emails that arrived while the disk was busy, with one commit."""
    return keep_all(arrivals, IncomingEmail.Source.SMTP)


def _fresh(function: Callable[..., T], arguments: tuple[object, ...]) -> T:
    """A connection that broke is not used again; one that works is kept."""
    try:
        return function(*arguments)
    except DatabaseError:
        connection.close()
        raise


async def serve(host: str, port: int) -> None:
    """Listen until cancelled."""
    loop = asyncio.get_running_loop()
    gateway = Gateway()
    server = await loop.create_server(
        lambda: SMTP(gateway, data_size_limit=MAX_MAIL, enable_SMTPUTF8=True, ident="edgepbem", loop=loop),
        host,
        port,
    )
    try:
        async with server:
            await asyncio.gather(server.serve_forever(), _beat(gateway))
    finally:
        await gateway.in_database_thread(connection.close)
        gateway.database.shutdown()


async def _beat(gateway: Gateway) -> None:
    while True:
        try:
            await gateway.in_database_thread(heartbeat.beat, "gateway")
        except DatabaseError:
            log.warning("no heartbeat: the database does not answer")
        await asyncio.sleep(BEAT_SECONDS)
