"""Kombu's lock, without a script."""

from __future__ import annotations

import pytest
from kombu.transport import redis as transport

from edgepbem.broker import mutex
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
