"""Celery on a Redis that runs no scripts, such as the one that `bin/play` starts, and that may go away."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from kombu.transport import redis as transport
from kombu.transport import virtual
from redis import RedisError, ResponseError, WatchError

PAUSE = 1.0  # seconds


def broker_url(url: str) -> str:
    """An address of Redis in the words of Celery.

    >>> broker_url("unix:///run/redis.sock?db=1")
    'redis+socket:///run/redis.sock?virtual_host=1'
    """
    if url.startswith("unix://"):
        return "redis+socket://" + url.removeprefix("unix://").replace("db=", "virtual_host=")
    return url


@contextmanager
def mutex(client: Any, name: str, expire: int) -> Iterator[None]:
    """Kombu's lock for one worker at a time; its own is given back by a script."""
    mine = secrets.token_hex(8).encode()
    if not _take(client, name, mine, int(expire * 1000)):
        raise transport.MutexHeld
    try:
        yield
    finally:
        _give_back(client, name, mine)


def _take(client: Any, name: str, mine: bytes, milliseconds: int) -> bool:
    """Not from a Redis that is full, or a copy of another: those are asked again, but not at once."""
    try:
        return bool(client.set(name, mine, nx=True, px=milliseconds))
    except ResponseError:
        time.sleep(PAUSE)
        return False


def _give_back(client: Any, name: str, mine: bytes) -> None:
    """Delete the lock, unless it has expired and is someone else's by now."""
    with client.pipeline() as pipe:
        try:
            pipe.watch(name)
            if pipe.get(name) == mine:
                pipe.multi()
                pipe.delete(name)
                pipe.execute()
        except WatchError:
            pass


class Receipts(transport.QoS):
    """Which messages a worker has in hand, and what became of them.

    A worker has one in hand at a time. One that it could not acknowledge, because Redis went away at that
    moment, stayed in its hand for ever: it took no other, and did not even notice that Redis was back.
    """

    def ack(self, delivery_tag: str) -> None:
        with self._put_down(delivery_tag):
            super().ack(delivery_tag)

    def reject(self, delivery_tag: str, requeue: bool = False) -> None:
        with self._put_down(delivery_tag):
            super().reject(delivery_tag, requeue)

    @contextmanager
    def _put_down(self, delivery_tag: str) -> Iterator[None]:
        """Redis hands it out again later, and then there is nothing left to do for it."""
        try:
            yield
        except (RedisError, OSError):
            virtual.QoS.ack(self, delivery_tag)
            raise


def prepare() -> None:
    """Called by every process that takes messages."""
    transport.Mutex = mutex
    transport.Channel.QoS = Receipts
