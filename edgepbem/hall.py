"""The hall: connections that wait for news of a match. They take no thread, only a file and a little memory.

One thread keeps all of them: it notices who leaves and shows the others that we are still here. What there is
to tell comes from the lookout. This file knows no match: gunicorn reads it before Django is ready.
"""

from __future__ import annotations

import logging
import selectors
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

log = logging.getLogger(__name__)

MOST = 5_000  # connections of one process
MOST_OF_PLAYER = 40
MOST_OF_ADDRESS = 400  # of people who are not signed in: a club may watch from one address
LIFETIME = 600.0  # seconds; a client that comes back proves again who it is
PULSE = 25.0  # seconds between two signs of life: proxies end what is silent for a minute
PLAYER = "user "  # see `user_key` in post/limiter.py
HOLD = "edgepbem.hold"  # in a request: the offer to hold its connection
HEARTBEAT = ":\n\n"


class Waiting(Protocol):
    """What someone waits for; see `Watch` in games/services/watches.py."""

    match: int
    who: str


W = TypeVar("W", bound=Waiting)


@dataclass(eq=False, slots=True)
class Guest(Generic[W]):
    """A connection in the hall."""

    sock: socket.socket
    watch: W
    is_chunked: bool
    since: float
    told_at: float

    def send(self, text: str) -> bool:
        """Whether it was taken. Nobody who does not read is waited for."""
        data = text.encode()
        framed = b"%X\r\n%b\r\n" % (len(data), data) if self.is_chunked else data
        try:
            return self.sock.send(framed) == len(framed)
        except OSError:
            return False

    def dismiss(self) -> None:
        """The end of the answer."""
        with suppress(OSError):
            if self.is_chunked:
                self.sock.send(b"0\r\n\r\n")
        self.sock.close()


class Hall(Generic[W]):
    """All connections of a process that wait."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._guests: dict[int, set[Guest[W]]] = {}  # by match
        self._count: Counter[str] = Counter()
        self._selector: selectors.BaseSelector = selectors.SelectSelector()  # replaced after the fork
        self._came = threading.Event()
        self._started = False
        self.helpers: list[Callable[[], None]] = []  # who find out what there is to tell

    def has_room(self, who: str) -> bool:
        """Whether one more may wait."""
        most = MOST_OF_PLAYER if who.startswith(PLAYER) else MOST_OF_ADDRESS
        with self._lock:
            return self._count.total() < MOST and self._count[who] < most

    def take(self, sock: socket.socket, watch: W, is_chunked: bool) -> None:
        """Keep a connection from now on; its answer has begun."""
        now = time.monotonic()
        sock.setblocking(False)
        guest = Guest(sock, watch, is_chunked, now, now)
        with self._lock:
            self._start()
            self._guests.setdefault(watch.match, set()).add(guest)
            self._count[watch.who] += 1
            self._selector.register(sock, selectors.EVENT_READ, guest)
        self._came.set()

    def _start(self) -> None:
        """The threads begin with the first guest: a process that forks has none before."""
        if not self._started:
            self._started = True
            self._selector = selectors.DefaultSelector()
            for work in (self._keep, *self.helpers):
                threading.Thread(target=work, name=work.__qualname__, daemon=True).start()

    def leave(self, guest: Guest[W], *, is_over: bool = False) -> None:
        """A connection ends: by itself, or because we end it."""
        with self._lock:
            here = self._guests.get(guest.watch.match, set())
            if guest not in here:
                return
            here.discard(guest)
            if not here:
                del self._guests[guest.watch.match]
            self._count -= Counter([guest.watch.who])
            self._selector.unregister(guest.sock)
        guest.dismiss() if is_over else guest.sock.close()

    def guests(self, match: int | None = None) -> list[Guest[W]]:
        """Who waits for news of a match, or at all."""
        with self._lock:
            if match is not None:
                return list(self._guests.get(match, ()))
            return [guest for some in self._guests.values() for guest in some]

    @property
    def is_empty(self) -> bool:
        """Whether nobody waits."""
        return not self._guests

    def wait(self, seconds: float) -> None:
        """Until someone comes."""
        self._came.clear()
        if self.is_empty:
            self._came.wait(seconds)

    def _keep(self) -> None:
        next_pulse = time.monotonic() + 1
        while True:
            try:
                for key, _ in self._selector.select(timeout=1.0):
                    self._hear(key.data)
                if time.monotonic() >= next_pulse:
                    next_pulse = time.monotonic() + 1
                    self._pulse(time.monotonic())
            except Exception:
                log.exception("the hall")
                time.sleep(1)

    def _hear(self, guest: Guest[W]) -> None:
        """Guests say nothing; one who does, or hangs up, leaves: nobody listens to somebody who talks on."""
        try:
            guest.sock.recv(1)
        except BlockingIOError:
            return
        except OSError:
            pass
        self.leave(guest)

    def _pulse(self, now: float) -> None:
        for guest in self.guests():
            if now - guest.since > LIFETIME:
                self.leave(guest, is_over=True)
            elif now - guest.told_at > PULSE:
                guest.told_at = now
                if not guest.send(HEARTBEAT):
                    self.leave(guest)

    def tell(self, guest: Guest[W], text: str, *, is_last: bool = False) -> None:
        """Send something to a guest; one who cannot take it leaves."""
        guest.told_at = time.monotonic()
        is_told = guest.send(text)
        if is_last or not is_told:
            self.leave(guest, is_over=is_told)


HALL: Hall[Any] = Hall()
