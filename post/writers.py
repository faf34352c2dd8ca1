"""SQLite has one writer at a time. Who finds it taken looks again after 1, 2, 5, up to 100 milliseconds.

With a dozen threads that do so, the one writer's place stands empty half of the time. Threads of one process
queue up here instead, and are woken one after the other.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

PATIENCE = 2.0  # seconds; then the database itself decides who waits for whom, as it would without this
_turn = threading.Lock()


@contextmanager
def in_turn() -> Iterator[None]:
    """Write in here, outside of any transaction; inside of one the thread has its turn already."""
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        yield
        return
    has_turn = _turn.acquire(timeout=PATIENCE)
    try:
        yield
    finally:
        if has_turn:
            _turn.release()
