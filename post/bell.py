"""Waking workers. A bell that nobody hears costs half a minute: the sweep finds the work."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from celery import current_app
from django.db import transaction
from kombu.exceptions import ChannelError, OperationalError
from redis import RedisError

log = logging.getLogger(__name__)
PATIENCE = 10.0  # seconds
MANY = 200  # calls that wait to be heard
LONGEST_GATHERING = 0.1


def ring(task: str, *ids: int | str) -> None:
    """Wake a worker when the transaction is committed; nothing depends on its being heard.

    Tasks are called by name: they know services, not the other way round.
    """
    transaction.on_commit(lambda: _heard(task, *ids), robust=True)


def ring_now(task: str, *ids: int | str) -> None:
    """The same at once, outside of any transaction."""
    if time.monotonic() < _silence.until:
        return
    try:
        current_app.send_task(task, args=ids)
    except (OperationalError, OSError) as silence:
        _silence.until = time.monotonic() + PATIENCE
        log.warning("nobody hears the bell, the sweep will do it: %s", type(silence).__name__)


def is_busy() -> bool:
    """Whether workers have more than enough to do: what they were called for is probably not lost.

    The list with the plain name of the queue holds what is urgent; turns of bots can wait and have others.
    """
    try:
        with current_app.connection_for_read() as connection:
            return _urgent(connection.default_channel, current_app.conf.task_default_queue) > MANY
    except (ChannelError, OperationalError, RedisError, OSError):  # no such queue: nothing waits in it
        return False


def _urgent(channel: Any, queue: str) -> int:
    redis = getattr(channel, "client", None)
    return int(redis.llen(queue) if redis else channel.queue_declare(queue, passive=True).message_count)


class _Gathering(threading.local):
    """Bells that are rung together: many emails about one thing need one worker, not one each."""

    bells: dict[tuple[int | str, ...], None] | None = None
    since = 0.0


_gathering = _Gathering()


@contextmanager
def gathered() -> Iterator[Callable[[], None]]:
    """Ring each bell once for all that is done in here; call what is given after each thing done."""
    _gathering.bells = {}
    try:
        yield _ring_what_waits_too_long
    finally:
        _ring_gathered()
        _gathering.bells = None


def _heard(task: str, *ids: int | str) -> None:
    if _gathering.bells is None:
        ring_now(task, *ids)
        return
    if not _gathering.bells:
        _gathering.since = time.monotonic()
    _gathering.bells[task, *ids] = None


def _ring_what_waits_too_long() -> None:
    if _gathering.bells and time.monotonic() - _gathering.since > LONGEST_GATHERING:
        _ring_gathered()


def _ring_gathered() -> None:
    bells, _gathering.bells = list(_gathering.bells or ()), {}
    for task, *ids in bells:
        ring_now(str(task), *ids)


class _Silence(threading.local):
    """A broker that does not answer is left alone for a while: each ring may cost a player two seconds."""

    until = 0.0


_silence = _Silence()
