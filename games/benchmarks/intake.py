"""Emails a second, from the SMTP conversation to the order, against an SMTP server that throws them away."""

from __future__ import annotations

import asyncio
import smtplib
import threading
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from email.message import EmailMessage
from email.policy import SMTP as SMTP_POLICY
from statistics import median
from typing import Any

from aiosmtpd.smtp import SMTP

from accounts.models import User
from games.benchmarks.scratch import scratch_database
from games.models import Order, Seat
from games.services.access import REPLY, seat_secret
from games.services.matches.new import Place, Terms, open_match
from post import inbox
from post.addresses import reply_address
from post.gateway import Gateway
from post.models import IncomingEmail

EMAILS = 80  # in one round
CONNECTIONS = 8  # at a time: a mail server that has several emails for us opens that many, and more


class Nowhere:
    """Takes everything and keeps nothing."""

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        return "250 OK"


def intake_vs_aiosmtpd(rounds: int) -> float:
    """Received, stored and parsed into orders, against received."""
    with scratch_database(), _serving(Gateway()) as ours, _serving(Nowhere()) as theirs:
        seat = _a_seat()
        _post(ours, seat, "warm", 3)
        inbox.read_due()
        fast, slow = [], []
        for number in range(rounds):
            slow.append(_ours(ours, seat, f"round{number}"))
            fast.append(_timed(lambda number=number: _post(theirs, seat, f"bare{number}", EMAILS)))
        _check(rounds)
        return median(fast) / median(slow)


def _ours(port: int, seat: Seat, name: str) -> float:
    def work() -> None:
        _post(port, seat, name, EMAILS)
        while inbox.read_due():
            pass

    return _timed(work)


def _check(rounds: int) -> None:
    wanted = rounds * EMAILS + 3
    states = IncomingEmail.objects.filter(state=IncomingEmail.State.HANDLED).count()
    if (states, Order.objects.count()) != (wanted, wanted):
        raise AssertionError(f"{states} emails and {Order.objects.count()} orders in place of {wanted}")


def _timed(work: Any) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _a_seat() -> Seat:
    people = [User.objects.create_user(f"{name}@example.org", name) for name in ("ann", "ben")]
    match = open_match(people[0], Terms("scrappers", "Bench", {}), [Place(person) for person in people])
    return Seat.objects.select_related("match", "user").get(match=match, waiting_since__isnull=False)


def _post(port: int, seat: Seat, name: str, count: int) -> None:
    """Hand over some emails, by several connections at once."""
    address = reply_address(seat_secret(REPLY, seat))
    sender = seat.user.email if seat.user is not None else ""
    emails = [_email(sender, address, f"{name}.{number}") for number in range(count)]

    def converse(place: int) -> None:
        with smtplib.SMTP("127.0.0.1", port) as smtp:
            for email in emails[place::CONNECTIONS]:
                smtp.sendmail(sender, [address], email)

    with ThreadPoolExecutor(CONNECTIONS) as senders:
        list(senders.map(converse, range(min(CONNECTIONS, count))))


def _email(sender: str, address: str, name: str) -> bytes:
    """A reply as people send them: an order or two, and the email it answers below."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, address, "Re: your turn"
    message["Message-ID"] = f"<{name}@example.org>"
    quoted = "\n".join(f"> line {number} of the email that is answered" for number in range(80))
    message.set_content(f"end\n\nOn Mon, 16 Nov 2026 at 10:00, edgepbem wrote:\n{quoted}\n")
    return message.as_bytes(policy=SMTP_POLICY)


@contextmanager
def _serving(handler: object) -> Iterator[int]:
    """An SMTP server on a free port of loopback, in a thread."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    server = asyncio.run_coroutine_threadsafe(_listen(handler, loop), loop).result()
    yield server.sockets[0].getsockname()[1]
    asyncio.run_coroutine_threadsafe(_close(server), loop).result()
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


def _listen(handler: object, loop: asyncio.AbstractEventLoop) -> Coroutine[Any, Any, asyncio.Server]:
    return loop.create_server(lambda: SMTP(handler, loop=loop), "127.0.0.1", 0)


async def _close(server: asyncio.Server) -> None:
    server.close()
    await server.wait_closed()
