"""Reads strangers' emails in a child process with little memory and time: none can stop the intake."""

from __future__ import annotations

import resource
from collections.abc import Iterable

import msgspec

from post.children import child
from post.children.pool import JobFailed, Pool, Work
from post.parsing.limits import MAX_MAIL, Malformed
from post.parsing.reader import Reading, ReadRequest, ReadResponse, answer

CPU_SECONDS = 5
# Little memory, no file to write, no program to start.
LIMITS = {
    resource.RLIMIT_AS: 512 * 1024 * 1024,
    resource.RLIMIT_CORE: 0,
    resource.RLIMIT_FSIZE: 0,
    resource.RLIMIT_NPROC: 0,
}
READERS = Pool(Work("post.parsing.sandbox", seconds=5.0, jobs=500, children=2))


class TooHard(Exception):
    """Reading the email took too long, too much memory, or broke the reader."""


def read_email(raw: bytes, own_addresses: Iterable[str] = ()) -> Reading:
    """Parse an email, find what is new in it, and judge who wrote it; raises `Malformed` or `TooHard`."""
    if len(raw) > MAX_MAIL:
        raise Malformed("the mail is too large")
    request = msgspec.msgpack.encode(ReadRequest(raw, tuple(own_addresses)))
    try:
        response = msgspec.msgpack.decode(READERS.ask(request), type=ReadResponse)
    except JobFailed as failed:
        raise TooHard(f"the email could not be read: {failed.reason}") from failed
    if response.reading is None:
        raise Malformed(response.malformed)
    return response.reading


if __name__ == "__main__":
    child.limit(LIMITS)
    child.serve(answer, CPU_SECONDS)
