"""Shapes: what msgspec would otherwise build at first use, built before there are threads.

It learns how to read a type when the type is first needed, and keeps what it learned with the type. Two
threads that come to the same type at once write over each other, and the process crashes.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

import msgspec
from django.conf import settings

# With what these import, all is there that reads or writes anything.
DOORS = ("games.emails", "games.tasks", "post.tasks")


def build_shapes() -> None:
    """Import all doors of the server, and let msgspec learn every type there is."""
    for door in (settings.ROOT_URLCONF, *DOORS):
        import_module(door)
    for shape in shapes():
        msgspec.msgpack.Decoder(shape)


def shapes() -> Iterator[type[msgspec.Struct]]:
    """All types of ours that are known to msgspec, as far as they have been imported."""
    waiting = [msgspec.Struct]
    while waiting:
        found = waiting.pop().__subclasses__()
        waiting += found
        yield from found
