"""Reads foreign mail in a child process with little memory and time, so that no mail can stop the intake.

Starting Python costs as much as a hundred mails, so a child is kept and used again. It is a program of its
own (`python -m games.mail.sandbox`), not a fork: workers of Celery may have no children of multiprocessing,
and it neither loads Django nor holds a connection, a secret or a file of ours.
"""

from __future__ import annotations

import atexit
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterable
from pathlib import Path

import msgspec

from games.mail.limits import MAX_MAIL, Malformed
from games.mail.reading import Answer, Question, Reading, answer
from games.mail.wire import receive, send

ROOT = Path(__file__).resolve().parents[2]

WALL_SECONDS = 5.0
CPU_SECONDS = 5
MEMORY = 512 * 1024 * 1024
MAILS_PER_CHILD = 500
MAX_IDLE = 2
# A machine that is busy may take long to start a program; that is not the mail's fault.
START_SECONDS = 30.0


class TooHard(Exception):
    """Reading the mail took too long, too much memory, or broke the reader."""


def read_letter(raw: bytes, own_addresses: Iterable[str] = ()) -> Reading:
    """Parse a mail, find what is new in it, and judge who wrote it; raises `Malformed` or `TooHard`."""
    if len(raw) > MAX_MAIL:
        raise Malformed("the mail is too large")
    reply = _children.ask(msgspec.msgpack.encode(Question(raw, tuple(own_addresses))))
    if reply.malformed:
        raise Malformed(reply.malformed)
    if reply.reading is None:
        raise TooHard(reply.failed)
    return reply.reading


class Child:
    """One process that reads mails, one at a time."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "games.mail.sandbox"],
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd=ROOT,
                env=_environment(),
                start_new_session=True,  # the end of the server reaches it as the end of its input
            )
        self.socket = ours
        self.read = 0
        self._await_start()

    def _await_start(self) -> None:
        try:
            receive(self.socket, time.monotonic() + START_SECONDS)
        except (OSError, EOFError) as error:
            self.kill()
            raise TooHard("the reader did not start") from error

    def ask(self, question: bytes) -> Answer:
        """Its answer; `TooHard` if there is none in time, and then it is not alive any more."""
        self.read += 1
        deadline = time.monotonic() + WALL_SECONDS
        try:
            send(self.socket, question, deadline)
            return msgspec.msgpack.decode(receive(self.socket, deadline), type=Answer)
        except TimeoutError as error:
            raise TooHard("reading took too long") from error
        except (OSError, EOFError, msgspec.MsgspecError) as error:
            raise TooHard("the reader died") from error

    def kill(self) -> None:
        """End it now and wait for it, so that it leaves nothing behind."""
        self.socket.close()
        self.process.kill()
        self.process.wait()

    def forget(self) -> None:
        """After a fork: it belongs to the other process. Close our end only and do not wait for it."""
        self.socket.close()
        self.process.returncode = 0


def _environment() -> dict[str, str]:
    """What Python needs to start, and nothing else: the settings in ours are secret."""
    kept = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ}
    return kept | {"PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"}


class Children:
    """The children that wait for the next mail, of this process alone."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.idle: list[Child] = []

    def ask(self, question: bytes) -> Answer:
        child = self.take()
        try:
            reply = child.ask(question)
        except BaseException:
            child.kill()
            raise
        self.give_back(child, is_sound=not reply.failed)
        return reply

    def take(self) -> Child:
        with self.lock:
            while self.idle:
                child = self.idle.pop()
                if child.process.poll() is None:
                    return child
                child.kill()
        return Child()

    def give_back(self, child: Child, is_sound: bool) -> None:
        with self.lock:
            if is_sound and child.read < MAILS_PER_CHILD and len(self.idle) < MAX_IDLE:
                self.idle.append(child)
                return
        child.kill()

    def close(self) -> None:
        """End all that wait."""
        with self.lock:
            while self.idle:
                self.idle.pop().kill()

    def forget(self) -> None:
        """In a fork of the process: leave the children to their parent."""
        self.lock = threading.Lock()
        while self.idle:
            self.idle.pop().forget()


_children = Children()
close = _children.close
atexit.register(close)
os.register_at_fork(after_in_child=_children.forget)


def _limit_memory() -> None:
    """From here on this process can hold little memory and can write no file and start no program."""
    import resource

    for what, limit in (
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_NPROC, 0),
    ):
        resource.setrlimit(what, (limit, limit))


def _limit_time() -> None:
    """The next mail gets its own seconds of the processor; what was used before does not count."""
    import resource

    used = resource.getrusage(resource.RUSAGE_SELF)
    limit = int(used.ru_utime + used.ru_stime) + CPU_SECONDS + 1
    resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))


def serve(channel: socket.socket) -> None:
    """Answer questions until the other end closes."""
    _limit_memory()
    send(channel, b"ready")
    while True:
        try:
            question = receive(channel)
        except EOFError:
            return
        _limit_time()
        send(channel, answer(question))


if __name__ == "__main__":
    serve(socket.socket(fileno=0))
