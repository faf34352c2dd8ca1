"""Kombu on a Redis that runs no scripts and may go away."""

from __future__ import annotations

from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

import pytest
import redis
from kombu.transport import redis as transport
from kombu.transport import virtual

from edgepbem.broker import Receipts, mutex
from tests.edgepbem.test_limiter import bundled_redis  # noqa: F401


def test_one_worker_at_a_time_has_the_lock(bundled_redis):  # noqa: F811
    with (
        mutex(bundled_redis, "lock", 60),
        pytest.raises(transport.MutexHeld),
        mutex(bundled_redis, "lock", 60),
    ):
        raise AssertionError("two have it")
    with mutex(bundled_redis, "lock", 60):
        assert 0 < bundled_redis.pttl("lock") <= 60_000


def test_a_lock_that_has_expired_is_not_taken_from_the_next_one(bundled_redis):  # noqa: F811
    with mutex(bundled_redis, "lock", 60):
        bundled_redis.set("lock", "of another")
    assert bundled_redis.get("lock") == b"of another"


def test_our_workers_use_it():
    import edgepbem.celery  # noqa: F401

    assert transport.Mutex is mutex
    assert transport.Channel.QoS is Receipts


class Gone:
    """A Redis that went away."""

    def pipeline(self) -> Gone:
        return self

    def __getattr__(self, name: str) -> Any:
        if name == "execute":
            raise redis.ConnectionError("gone")
        return lambda *args, **more: self


@pytest.mark.parametrize("done", ["ack", "reject"])
def test_a_worker_that_cannot_acknowledge_a_message_takes_the_next_one(done: str) -> None:
    """F8, P13: with one message at a time, a message that stays in hand would be the last."""
    channel = SimpleNamespace(
        conn_or_acquire=lambda client=None: nullcontext(Gone()),
        unacked_index_key="index",
        unacked_key="unacked",
    )
    receipts = Receipts(channel, 1)
    receipts.restore_at_shutdown = False
    virtual.QoS.append(receipts, "a message", "tag")
    assert not receipts.can_consume()
    with pytest.raises(redis.ConnectionError):
        getattr(receipts, done)("tag")
    assert receipts.can_consume()
