"""What one piece of work may cost in this process: it is measured, and ended when it has had enough.

Three walls, one behind the other. A signal ends the work with `Overrun`, which no `except Exception` catches;
in a thread that gets no signals, a watchman does the same. Both say it again until it is heard, since Python
drops what is raised in `__del__` or when a weak reference is called back. Neither reaches a loop inside a
library written in C. So in a process that may be replaced at any time, a worker's, the system ends the whole
process, a little later; and no such process gets more memory than it was granted.
"""

from __future__ import annotations

import os
import resource
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from types import FrameType
from typing import TypeVar

from post.children.watchman import AGAIN, WATCHMAN, Overrun, Watched, is_deaf

__all__ = ["Allowance", "Overrun", "become_expendable", "budget", "within"]

T = TypeVar("T")

GRACE = 2  # seconds of the processor between the signal and the end of the process
LEAST = 0.01  # seconds between two looks


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a piece of work may take."""

    cpu: float  # seconds of the processor
    clock: float  # seconds by the clock: it may wait for a database or a busy machine
    memory: int  # bytes, on top of what the process has already


def become_expendable() -> None:
    """This process may be ended at any time, and another takes its place: nothing but its job is lost."""
    _process.is_expendable = True
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # no picture of its memory on the disk


@contextmanager
def budget(allowance: Allowance) -> Iterator[None]:
    """Do what is done in here within an allowance; raises Overrun. A budget within another adds nothing."""
    if _here.is_counting:
        yield
        return
    with ExitStack() as walls:
        walls.enter_context(_counting())
        if _process.is_expendable:
            walls.enter_context(_limited(allowance))
        if threading.current_thread() is threading.main_thread():
            walls.enter_context(_alarm(allowance))
        else:
            walls.enter_context(WATCHMAN.watching(allowance.cpu, allowance.clock))
        yield


def within(allowance: Allowance, work: Callable[[], T]) -> T | None:
    """What a small piece of work gives, or None if it would take longer than this.

    It may be a part of work that has a budget, which goes on counting.
    """
    watched: Watched | None = None
    is_counting, _here.is_counting = _here.is_counting, True  # a budget in here adds nothing
    try:
        if threading.current_thread() is threading.main_thread():
            with _alarm(allowance):
                return work()
        with WATCHMAN.watching(allowance.cpu, allowance.clock) as watched:
            return work()
    except Overrun:
        if watched is not None and not watched.is_ended:
            raise  # it is the work around this that has had enough
        return None
    finally:
        _here.is_counting = is_counting


class _Here(threading.local):
    """What this thread is doing."""

    is_counting = False


class _Process:
    """What this process is."""

    is_expendable = False


_here, _process = _Here(), _Process()


@contextmanager
def _counting() -> Iterator[None]:
    _here.is_counting = True
    try:
        yield
    finally:
        _here.is_counting = False


@contextmanager
def _alarm(allowance: Allowance) -> Iterator[None]:
    """A signal when the time is over; a timer that was running before goes on afterwards.

    It is set by the clock, and set again while there is time of the processor left. The system has a timer
    for that too, but while it runs, the clock of the whole process moves only every few milliseconds.
    """
    began, used = time.monotonic(), time.thread_time()

    def ring(number: int, frame: FrameType | None) -> None:
        cpu, clock = time.thread_time() - used, time.monotonic() - began
        left = min(allowance.cpu - cpu, allowance.clock - clock)
        if left <= 0 and not is_deaf(frame):
            signal.setitimer(signal.ITIMER_REAL, AGAIN)
            raise Overrun
        signal.setitimer(signal.ITIMER_REAL, max(left, LEAST))

    before = signal.signal(signal.SIGALRM, ring)
    left, again = signal.setitimer(signal.ITIMER_REAL, min(allowance.cpu, allowance.clock))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if left:
            signal.setitimer(signal.ITIMER_REAL, max(LEAST, left - (time.monotonic() - began)), again)


@contextmanager
def _limited(allowance: Allowance) -> Iterator[None]:
    """What the system itself does not let this process exceed."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = int(used.ru_utime + used.ru_stime + allowance.cpu) + GRACE
    with _soft(resource.RLIMIT_CPU, seconds), _soft(resource.RLIMIT_AS, _in_use() + allowance.memory):
        yield


@contextmanager
def _soft(what: int, most: int) -> Iterator[None]:
    """A limit for a while. Systems that do not know it go without."""
    before = resource.getrlimit(what)
    with suppress(ValueError, OSError):
        resource.setrlimit(what, (most, before[1]))
    try:
        yield
    finally:
        with suppress(ValueError, OSError):
            resource.setrlimit(what, before)


def _in_use() -> int:
    """Bytes of address space that this process has; where nobody tells, a generous guess."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 2 << 30
