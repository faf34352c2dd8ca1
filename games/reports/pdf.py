"""Reports, printed by a child process: kept warm, bounded in time and memory, replaced when it fails."""

from __future__ import annotations

import atexit
import os
import selectors
import subprocess
import sys
import threading
import time
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import IO

import msgspec
from django.template.loader import get_template

from games.reports.content import Report, Table, board_size, trimmed
from games.reports.wire import LARGEST, LENGTH, Done, Job

WAIT = 20.0  # seconds for one report, by the clock
START = 60.0  # for a child to be ready, on a busy machine
REUSE = 200  # reports by one child: what its libraries leak is given back then
ENVIRONMENT = (
    "PATH", "LANG", "HOME", "XDG_CACHE_HOME", "LD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH",
    "FONTCONFIG_FILE", "FONTCONFIG_PATH",
)  # fmt: skip
ENDED = "the printing process ended"
ROOT = Path(__file__).resolve().parents[2]
# A4 less its margins, in millimetres, for a picture that lies and for one that stands.
WIDE, TALL = (281.0, 189.0), (194.0, 276.0)


class RenderFailed(Exception):
    """The report could not be printed; whoever sends it says so and goes on without it."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def render(report: Report, wait: float = WAIT) -> bytes:
    """The report as PDF. Raises RenderFailed; never anything else for what players write."""
    return PRESS.print(job_for(report), wait)


def job_for(report: Report) -> Job:
    """The document that the child is given. Raises RenderFailed for a picture that is none."""
    try:
        kept = trimmed(report)
        shape, width = _placed(kept.board)
    except ValueError as problem:
        raise RenderFailed(str(problem)) from problem
    context = {
        "report": kept,
        "shape": shape,
        "width": width,
        "columns": _columns(kept.seats),
        "offers": [_offer(line) for line in kept.asked.lines] if kept.asked else [],
        "ruled": range(kept.sheet.ruled if kept.sheet else 0),
    }
    return Job(get_template("reports/turn.html").render(context).encode(), kept.board, kept.ink)


def _columns(seats: Table | None) -> list[tuple[str, int]]:
    """Each column with its share of the width, after the longest of its texts."""
    if seats is None:
        return []
    texts = [
        (name, *(row[place] for row in seats.rows if place < len(row)))
        for place, name in enumerate(seats.columns)
    ]
    needs = [min(40, 3 + max(map(len, column))) for column in texts]
    return [(name, 100 * need // sum(needs)) for name, need in zip(seats.columns, needs, strict=True)]


def _offer(line: str) -> tuple[str, str]:
    """The word that an order begins with, and what is said of it."""
    word, colon, rest = line.partition(":")
    return word, colon + rest


def _placed(board: str) -> tuple[str, str]:
    """Which way the page is turned so that the picture is largest, and how wide it is then."""
    width, height = board_size(board)
    wide, tall = (min(room[0] / width, room[1] / height) for room in (WIDE, TALL))
    return ("wide" if wide > tall else "tall"), f"{width * max(wide, tall):.1f}"


class Press:
    """One child for each process that prints; one report at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._child: _Child | None = None

    def print(self, job: Job, wait: float) -> bytes:
        """Have it printed. A child that failed in any way is not used again."""
        with self._lock:
            child = self._child
            if child is None or not child.is_usable():
                self._stop()
                child = self._child = _Child()
            try:
                done = child.ask(job, wait)
            except BaseException:
                self._stop()
                raise
            if done.error:
                self._stop()
                raise RenderFailed(done.error)
            return done.pdf

    def close(self) -> None:
        """Let the child go; at exit nobody waits long for a report that is being printed."""
        if self._lock.acquire(timeout=1):
            self._stop()
            self._lock.release()

    def _stop(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.stop()

    def forget(self) -> None:
        """After a fork: the child is the parent's. Our copies of its pipes are closed, so that it can end."""
        self._lock = threading.Lock()
        child, self._child = self._child, None
        if child is not None:
            child.let_go()
            child.process.returncode = 0  # not ours to wait for


class _Child:
    """The process and the pipes to it. It is told nothing of our environment that it does not need."""

    def __init__(self) -> None:
        self.folder = mkdtemp(prefix="reports-")  # for its fonts, and removed by us: a child may be killed
        kept = {name: os.environ[name] for name in ENVIRONMENT if name in os.environ}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "games.reports.renderer"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, cwd=ROOT,
            env={**kept, "TMPDIR": self.folder}, start_new_session=True,
        )  # fmt: skip
        self.jobs = 0
        for pipe in self._pipes():
            os.set_blocking(pipe.fileno(), False)

    def _pipes(self) -> tuple[IO[bytes], IO[bytes]]:
        if self.process.stdin is None or self.process.stdout is None:
            raise RuntimeError("a child without pipes")
        return self.process.stdin, self.process.stdout

    def is_usable(self) -> bool:
        """It lives, and has not printed so much that it is due to be replaced."""
        return self.jobs < REUSE and self.process.poll() is None

    def ask(self, job: Job, wait: float) -> Done:
        """Raises RenderFailed if it does not answer in time, or not at all."""
        if not self.jobs:
            self._answer(time.monotonic() + START)  # it says so when it is ready
        self.jobs += 1
        due = time.monotonic() + wait
        data = msgspec.msgpack.encode(job)
        self._send(LENGTH.pack(len(data)) + data, due)
        return self._answer(due)

    def _send(self, data: bytes, due: float) -> None:
        pipe = self._pipes()[0].fileno()
        view = memoryview(data)
        while view:
            _wait_for(pipe, selectors.EVENT_WRITE, due)
            try:
                view = view[os.write(pipe, view) :]
            except BrokenPipeError as gone:
                raise RenderFailed(ENDED) from gone

    def _answer(self, due: float) -> Done:
        (length,) = LENGTH.unpack(self._receive(LENGTH.size, due))
        if length > LARGEST:
            raise RenderFailed("too large")
        return msgspec.msgpack.decode(self._receive(length, due), type=Done)

    def _receive(self, count: int, due: float) -> bytes:
        pipe = self._pipes()[1].fileno()
        parts = bytearray()
        while len(parts) < count:
            _wait_for(pipe, selectors.EVENT_READ, due)
            part = os.read(pipe, count - len(parts))
            if not part:
                raise RenderFailed(ENDED)
            parts += part
        return bytes(parts)

    def stop(self) -> None:
        """At once: it has nothing to save."""
        self.let_go()
        self.process.kill()
        self.process.wait()
        rmtree(self.folder, ignore_errors=True)

    def let_go(self) -> None:
        """Close the pipes; a child without them ends by itself."""
        for pipe in self._pipes():
            pipe.close()


def _wait_for(pipe: int, event: int, due: float) -> None:
    with selectors.DefaultSelector() as selector:
        selector.register(pipe, event)
        if not selector.select(max(0.0, due - time.monotonic())):
            raise RenderFailed("too slow")


PRESS = Press()
os.register_at_fork(after_in_child=PRESS.forget)
atexit.register(PRESS.close)
