"""Celery on a Redis that runs no scripts, such as the one that `bin/play` starts."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from kombu.transport import redis as transport
from redis import WatchError


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
    if not client.set(name, mine, nx=True, px=int(expire * 1000)):
        raise transport.MutexHeld
    try:
        yield
    finally:
        _give_back(client, name, mine)


def _give_back(client: Any, name: str, mine: bytes) -> None:
    """Delete the lock, unless it has expired and is somebody else's by now."""
    with client.pipeline() as pipe:
        try:
            pipe.watch(name)
            if pipe.get(name) == mine:
                pipe.multi()
                pipe.delete(name)
                pipe.execute()
        except WatchError:
            pass


def use_no_scripts() -> None:
    """Called by every process that takes messages."""
    transport.Mutex = mutex
