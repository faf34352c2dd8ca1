"""Warm children for one kind of work, with little time for each job.

Starting Python costs as much as a hundred emails, so a child is kept and used again. It is a program of its
own (`python -m …`), not a fork: Celery's workers may have no children of multiprocessing, and a program that
starts afresh neither loads Django nor holds a connection, a secret or a file of ours.
"""

from __future__ import annotations

import atexit
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from weakref import WeakSet

from post.children.wire import BROKEN, receive, send

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 60.0  # a busy machine may take long to start a program; that is not the job's fault
# What Python and the libraries for print need to start, and nothing else: our settings are secret.
ENVIRONMENT = (
    *("PATH", "LANG", "HOME", "XDG_CACHE_HOME", "LD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH"),
    *("FONTCONFIG_FILE", "FONTCONFIG_PATH"),
)


_MANY = 1_000_000


class JobFailed(Exception):
    """There is no result: the job took too long, or its child broke or died."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


TOO_SLOW, ENDED, BUSY = "it took too long", "the child process ended", "too many want it done right now"


@dataclass(frozen=True, slots=True)
class Work:
    """A kind of work, and what its children are allowed."""

    module: str  # run as a program; see `serve` in child.py
    seconds: float  # by the clock, for one job
    jobs: int  # by one child: what its libraries leak is given back then
    children: int = 1  # at the same time, for each process of ours
    callers: int = 0  # that have a child or wait for one; more are refused at once. 0: as many as want


class Pool:
    """The children of this process for one kind of work."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self._idle: list[Child] = []
        self._renew_locks()
        _pools.add(self)

    def ask(self, question: bytes, seconds: float | None = None) -> bytes:
        """Have a job done. A child that fails in any way is not used again. Raises JobFailed."""
        if not self._admitted.acquire(blocking=not self.work.callers):
            raise JobFailed(BUSY)
        try:
            with self._free:
                return self._done(question, self.work.seconds if seconds is None else seconds)
        finally:
            self._admitted.release()

    def begin(self, question: bytes) -> Job | None:
        """Have a job done meanwhile, or None if no child is free for it. Ends with `result` or `drop`."""
        if not self._admitted.acquire(blocking=False):
            return None
        if not self._free.acquire(blocking=False):
            self._admitted.release()
            return None
        try:
            return Job(self, self._take(), question)
        except BaseException:
            self._leave()
            raise

    def end(self, child: Child, *, is_sound: bool) -> None:
        """A job that was begun is over."""
        if is_sound:
            self._give_back(child)
        else:
            child.kill()
        self._leave()

    def _leave(self) -> None:
        self._free.release()
        self._admitted.release()

    def warm(self) -> None:
        """Start a child before the first job, and do not wait for it."""
        self._give_back(self._take())

    def _done(self, question: bytes, seconds: float) -> bytes:
        child = self._take()
        try:
            result = child.ask(question, seconds)
        except BaseException:
            child.kill()
            raise
        self._give_back(child)
        return result

    def pids(self) -> list[int]:
        """The children that wait for a job."""
        return [child.process.pid for child in self._idle]

    def close(self) -> None:
        """End all that wait."""
        with self._lock:
            while self._idle:
                self._idle.pop().kill()

    def forget(self) -> None:
        """After a fork: the children are the parent's."""
        self._renew_locks()
        while self._idle:
            self._idle.pop().forget()

    def _renew_locks(self) -> None:
        self._lock = threading.Lock()
        self._free = threading.BoundedSemaphore(self.work.children)
        self._admitted = threading.Semaphore(self.work.callers or _MANY)

    def _take(self) -> Child:
        with self._lock:
            while self._idle:
                child = self._idle.pop()
                if child.process.poll() is None:
                    return child
                child.kill()
        return Child(self.work.module)

    def _give_back(self, child: Child) -> None:
        if child.jobs < self.work.jobs:
            with self._lock:
                self._idle.append(child)
        else:
            child.kill()


class Child:
    """One process, one job at a time."""

    def __init__(self, module: str) -> None:
        self.folder = mkdtemp(prefix="edgepbem-")  # its temporary files; a child that is killed leaves some
        self.jobs = 0
        self.socket, theirs = socket.socketpair()
        with theirs:
            self.process = subprocess.Popen(  # noqa: S603 -- a program of our own
                [sys.executable, "-m", module],
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                cwd=ROOT,
                env=environment() | {"TMPDIR": self.folder},
                start_new_session=True,  # the end of the server reaches it as the end of its input
            )

    def ask(self, question: bytes, seconds: float) -> bytes:
        """The result. Raises JobFailed, and then the child is of no more use."""
        return self.hear(self.tell(question, seconds))

    def tell(self, question: bytes, seconds: float) -> float:
        """Hand over a job; until when there has to be a result."""
        with _told_as_failure():
            if not self.jobs:
                receive(self.socket, time.monotonic() + START_SECONDS)  # it says so when it is ready
            self.jobs += 1
            deadline = time.monotonic() + seconds
            send(self.socket, question, deadline)
        return deadline

    def hear(self, deadline: float) -> bytes:
        """The result of the job."""
        with _told_as_failure():
            answer = receive(self.socket, deadline)
        if answer[:1] == BROKEN:
            raise JobFailed(answer[1:].decode())
        return answer[1:]

    def kill(self) -> None:
        """End it now, wait for it, and leave nothing behind."""
        self.socket.close()
        self.process.kill()
        self.process.wait()
        rmtree(self.folder, ignore_errors=True)

    def forget(self) -> None:
        """It belongs to another process: close our end only, and do not wait for it."""
        self.socket.close()
        self.process.returncode = 0


@contextmanager
def _told_as_failure() -> Iterator[None]:
    try:
        yield
    except TimeoutError as error:
        raise JobFailed(TOO_SLOW) from error
    except (OSError, EOFError) as error:
        raise JobFailed(ENDED) from error


class Job:
    """A job that a child does while its caller does something else."""

    def __init__(self, pool: Pool, child: Child, question: bytes) -> None:
        self._pool, self._child = pool, child
        self._failure: JobFailed | None = None
        try:
            child.tell(question, pool.work.seconds)
        except JobFailed as failed:
            self._failure = failed
        except BaseException:
            child.kill()
            raise

    def result(self) -> bytes:
        """Wait for it. Raises JobFailed, as `ask` does."""
        is_sound = False
        try:
            if self._failure is not None:
                raise self._failure
            # From now on, not from its begin: a long result stays with the child until somebody takes it.
            answer = self._child.hear(time.monotonic() + self._pool.work.seconds)
            is_sound = True
            return answer
        finally:
            self._pool.end(self._child, is_sound=is_sound)

    def drop(self) -> None:
        """Nobody waits for it any more."""
        self._pool.end(self._child, is_sound=False)


def environment() -> dict[str, str]:
    """What a child gets to know."""
    kept = {name: os.environ[name] for name in ENVIRONMENT if name in os.environ}
    return kept | {"PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"}


_pools: WeakSet[Pool] = WeakSet()


def _close_all() -> None:
    for pool in list(_pools):
        pool.close()


def _forget_all() -> None:
    for pool in list(_pools):
        pool.forget()


atexit.register(_close_all)
os.register_at_fork(after_in_child=_forget_all)
