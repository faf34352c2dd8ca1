"""The other end of a pool: a program that does job after job, within its limits."""

from __future__ import annotations

import os
import resource
import socket
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress

from post.children.wire import BROKEN, DONE, receive, send


def serve(work: Callable[[bytes], bytes], cpu_seconds: int) -> None:
    """Say that all is ready, then do jobs until the other end closes."""
    channel = socket.socket(fileno=0)
    sys.addaudithook(forbid)
    send(channel, b"ready")
    _silence()
    while True:
        try:
            question = receive(channel)
        except EOFError:
            return
        limit_cpu(cpu_seconds)
        send(channel, _result(work, question))


def forbid(event: str, arguments: object) -> None:
    """An audit hook, which nothing can take off again: no connection is opened and no program started."""
    if event.startswith(("socket.", "subprocess.", "os.exec", "os.fork", "os.posix_spawn", "os.system")):
        raise PermissionError(event)


def limit(limits: Mapping[int, int]) -> None:
    """From here on this process can have no more than that; what the system does not know is left out."""
    for what, most in limits.items():
        with suppress(ValueError, OSError):
            resource.setrlimit(what, (most, most))


def limit_cpu(seconds: int) -> None:
    """The next job has seconds of the processor of its own; what was used before does not count."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    most = int(used.ru_utime + used.ru_stime) + seconds + 1
    resource.setrlimit(resource.RLIMIT_CPU, (most, resource.RLIM_INFINITY))


def _result(work: Callable[[bytes], bytes], question: bytes) -> bytes:
    try:
        return DONE + work(question)
    except Exception as error:
        return BROKEN + type(error).__name__.encode()  # its text might quote a secret


def _silence() -> None:
    """Why a child cannot start belongs in the log; what libraries say of a job does not."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    os.close(nowhere)
