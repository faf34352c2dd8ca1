"""Reads strangers' emails in a child process with little memory and time: none can stop the intake."""

from __future__ import annotations

import resource
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress

import msgspec

from post.children import child
from post.children.pool import Job, JobFailed, Pool, Work
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
    with _told_as_hard():
        return _reading(READERS.ask(_request(raw, own_addresses)))


class ReadAhead:
    """Reads one email after the other; while what one says is carried out, a child reads the next.

    Use it in a `with`: at its end, what was begun in vain is dropped.
    """

    def __init__(self, raws: Sequence[bytes], own_addresses: Iterable[str] = ()) -> None:
        self._waiting, self._own = deque(raws), tuple(own_addresses)
        self._job: Job | None = None

    def read(self) -> Reading:
        """The next one, or why it cannot be read: raises `Malformed` or `TooHard`, as `read_email` does."""
        raw, job, self._job = self._waiting.popleft(), self._job, None
        with _told_as_hard():
            try:
                answer = job.result() if job is not None else READERS.ask(_request(raw, self._own))
            finally:
                self._begin_next()
        return _reading(answer)

    def _begin_next(self) -> None:
        """Whatever is in the way of the next email is told when its turn comes."""
        with suppress(OSError, Malformed):
            self._job = READERS.begin(_request(self._waiting[0], self._own)) if self._waiting else None

    def __enter__(self) -> ReadAhead:
        return self

    def __exit__(self, *fault: object) -> None:
        if self._job is not None:
            self._job.drop()


def _request(raw: bytes, own_addresses: Iterable[str]) -> bytes:
    if len(raw) > MAX_MAIL:
        raise Malformed("the mail is too large")
    return msgspec.msgpack.encode(ReadRequest(raw, tuple(own_addresses)))


def _reading(answer: bytes) -> Reading:
    response = _response.decode(answer)
    if response.reading is None:
        raise Malformed(response.malformed)
    return response.reading


@contextmanager
def _told_as_hard() -> Iterator[None]:
    try:
        yield
    except JobFailed as failed:
        raise TooHard(f"the email could not be read: {failed.reason}") from failed


_response = msgspec.msgpack.Decoder(ReadResponse)


if __name__ == "__main__":
    child.limit(LIMITS)
    child.serve(answer, CPU_SECONDS)
