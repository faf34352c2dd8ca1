"""Work that never ends: what limits are tried on."""

from __future__ import annotations


def spin() -> None:
    """A rule that never ends, and swallows whatever it can."""
    while True:
        try:
            sum(range(1000))
        except Exception:  # noqa: S112
            continue
