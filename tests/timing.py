"""Limits of time in tests: generous, since machines are busy. What they find takes for ever."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 60.0  # seconds that a test waits, at least, for what another thread or process does
BUSY = 4  # times as long as on a quiet machine: the processor is shared, and so are its caches


@contextmanager
def quick(seconds: float, what: object = "it") -> Iterator[None]:
    """What is done in here takes this thread so little of the processor on a quiet machine."""
    began = time.thread_time()
    yield
    spent = time.thread_time() - began
    assert spent < BUSY * seconds, f"{what} took {spent:.1f} seconds of the processor"


def wait_for(look: Callable[[], T], seconds: float = PATIENCE, what: str = "") -> T:
    """What `look` finds, as soon as it is something; fails when the time is up."""
    until = time.monotonic() + max(seconds, PATIENCE)
    while True:
        found = look()
        if found:
            return found
        if time.monotonic() > until:
            raise AssertionError(
                f"{what or look} did not come within {seconds:g} seconds; last seen: {found!r}"
            )
        time.sleep(0.05)
