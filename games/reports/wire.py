"""Between a process that wants a report and the one that prints it: messages, each after its length."""

from __future__ import annotations

import struct

import msgspec

LENGTH = struct.Struct(">I")
LARGEST = 16 * 1024 * 1024


class Job(msgspec.Struct, frozen=True):
    """A document in XHTML, its picture and its colour."""

    document: bytes
    board: str
    ink: str


class Done(msgspec.Struct, frozen=True, omit_defaults=True):
    """The PDF, or the kind of error that kept it from being made."""

    pdf: bytes = b""
    error: str = ""
