"""Waiting for what other processes do."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from tests.timing import PATIENCE

T = TypeVar("T")


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
