"""Ends work in threads that takes too long: signals reach the main thread alone."""

from __future__ import annotations

import _weakrefset
import ctypes
import os
import sys
import threading
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from types import FrameType

PAUSE = 0.1  # seconds between two looks
AGAIN = 0.5  # seconds until work that goes on all the same is told again
_CALLED_BACK = (_weakrefset.__file__, weakref.__file__)  # whose functions run when something is gone


class Overrun(BaseException):
    """A piece of work has had all that it was allowed. Not an Exception: nothing catches it by mistake."""


@dataclass(slots=True, eq=False)
class Watched:
    """Work in a thread, and until when it may go on."""

    thread: int
    clock_id: int  # of the processor's time that this thread has had
    cpu_until: float
    until: float
    is_ended: bool = False
    told_at: float = -inf

    def is_too_long(self) -> bool:
        return time.monotonic() > self.until or time.clock_gettime(self.clock_id) > self.cpu_until

    def is_to_be_told(self) -> bool:
        return self.is_too_long() and time.monotonic() > self.told_at + AGAIN


class Watchman:
    """One thread that looks after all others of the process; it sleeps while there is nothing to watch."""

    def __init__(self) -> None:
        self.start_over()
        os.register_at_fork(after_in_child=self.start_over)

    def start_over(self) -> None:
        """Watch nothing: a fork leaves this thread and all that it watched behind."""
        self._changed = threading.Condition()
        self._watched: set[Watched] = set()
        self._thread: threading.Thread | None = None

    @contextmanager
    def watching(self, cpu: float, clock: float) -> Iterator[Watched]:
        """Raises Overrun in here when one of the times is over. Within such work there may be more of it."""
        me = threading.get_ident()
        own = time.pthread_getcpuclockid(me)
        work = Watched(me, own, time.clock_gettime(own) + cpu, time.monotonic() + clock)
        self._begin(work)
        try:
            yield work
        finally:
            self._end(work)

    def _begin(self, work: Watched) -> None:
        with self._changed:
            self._watched.add(work)
            if self._thread is None:
                self._thread = threading.Thread(target=self._look, name="watchman", daemon=True)
                self._thread.start()
            self._changed.notify()

    def _end(self, work: Watched) -> None:
        """From here on nothing is raised, not even what was on its way, unless it is for the work around."""
        with self._changed:
            self._watched.discard(work)
            if work.is_ended:
                around = any(one.is_ended and one.thread == work.thread for one in self._watched)
                _raise_in(work.thread, Overrun if around else None)

    def _look(self) -> None:
        while True:
            with self._changed:
                while not self._watched:
                    self._changed.wait()
                frames = sys._current_frames()
                for work in [work for work in self._watched if work.is_to_be_told()]:
                    if not is_deaf(frames.get(work.thread)):
                        work.is_ended, work.told_at = True, time.monotonic()
                        _raise_in(work.thread, Overrun)
            time.sleep(PAUSE)


def is_deaf(frame: FrameType | None) -> bool:
    """Whether Python would print what is raised here, and go on: something is being cleared away."""
    while frame is not None:
        if frame.f_code.co_name == "__del__" or frame.f_code.co_filename in _CALLED_BACK:
            return True
        frame = frame.f_back
    return False


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    """Let a thread find an exception at its next step; with None, take back what it has not found yet."""
    told = ctypes.py_object(error) if error is not None else ctypes.c_void_p(None)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), told)


WATCHMAN = Watchman()
