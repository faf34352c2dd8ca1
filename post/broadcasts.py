"""What passes through Redis for open pages: that a conversation has news, and who was seen looking.

Nothing depends on it. While Redis is away pages are told by looking into the database, and nobody was seen.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import redis
from django.conf import settings
from django.db import transaction

from post.limiter import plain_url

log = logging.getLogger(__name__)
T = TypeVar("T")

CHANNEL = "edgepbem:changes"
SEEN = 600  # seconds for which we know that a player was seen
TIMEOUT = 0.5  # seconds; a Redis that does not answer must not hold up an order
PAUSE = 10.0  # seconds in which a Redis that failed is not asked again


def tell_pages(conversation: int) -> None:
    """Open pages about it look again once the transaction is committed: something may have changed."""
    transaction.on_commit(
        lambda: _line.ask(lambda client: client.publish(CHANNEL, conversation)), robust=True
    )


def note_seen(mailboxes: Iterable[int]) -> None:
    """The owners of these mailboxes are looking at their pages right now."""
    keys = [_seen_key(mailbox) for mailbox in mailboxes]
    if keys:
        _line.ask(lambda client: _note(client, keys))


def _note(client: Any, keys: list[str]) -> None:
    with client.pipeline(transaction=False) as pipe:
        for key in keys:
            pipe.set(key, int(time.time()), ex=SEEN)
        pipe.execute()


def seconds_since_seen(mailbox: int) -> float | None:
    """How long ago the owner of a mailbox looked at its page in a browser; None: not lately, or nobody knows.

    Only a page that is in front, with a hand on it, counts: an open tab sees nothing.
    """
    noted = _line.ask(lambda client: client.get(_seen_key(mailbox)))
    return max(0.0, time.time() - int(noted)) if noted is not None else None


def _seen_key(mailbox: int) -> str:
    return f"edgepbem:seen:{mailbox}"


class Subscription:
    """The changes that others tell of, as they come."""

    def __init__(self) -> None:
        self._pubsub: Any = None

    def wait(self, seconds: float) -> set[int] | None:
        """The conversations that changed, at once; None if that is unknown: the caller must look."""
        try:
            if self._pubsub is None:
                self._pubsub = _client(None).pubsub(ignore_subscribe_messages=True)
                self._pubsub.subscribe(CHANNEL)
            return self._heard(seconds)
        except (redis.RedisError, OSError, ValueError) as trouble:
            log.debug("changes are not heard: %s", type(trouble).__name__)
            self.close()
            return None

    def _heard(self, seconds: float) -> set[int]:
        """The first message, and what came with it: one that changed twice is looked at once."""
        found: set[int] = set()
        message = self._pubsub.get_message(timeout=seconds)
        while message is not None:
            found.add(int(message["data"]))
            message = self._pubsub.get_message(timeout=0)
        return found

    def close(self) -> None:
        """The next listener connects anew."""
        pubsub, self._pubsub = self._pubsub, None
        if pubsub is not None:
            pubsub.close()


def _client(timeout: float | None) -> Any:
    return redis.Redis.from_url(
        plain_url(settings.REDIS_URL), socket_timeout=timeout, socket_connect_timeout=TIMEOUT
    )


class _Line:
    """One connection to Redis for this process; after a failure it is left alone for a while."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._address = ""
        self._connected: Any = None
        self._again_at = 0.0

    def ask(self, question: Callable[[Any], T]) -> T | None:
        if time.monotonic() < self._again_at:
            return None
        try:
            return question(self._redis())
        except (redis.RedisError, OSError, ValueError) as trouble:
            log.debug("Redis is away: %s", type(trouble).__name__)
            self._again_at = time.monotonic() + PAUSE
            return None

    def _redis(self) -> Any:
        with self._lock:
            if self._connected is None or self._address != settings.REDIS_URL:
                self._address, self._connected = settings.REDIS_URL, _client(TIMEOUT)
            return self._connected

    def forget(self) -> None:
        self._connected, self._again_at = None, 0.0


_line = _Line()


def forget() -> None:
    """Start over, also with a Redis that failed: for tests."""
    _line.forget()
