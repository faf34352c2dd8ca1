"""Runs the processes of the Procfile: logs in files, warnings on the screen, nothing left at the end."""

from __future__ import annotations

import ctypes
import os
import re
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TextIO

from honcho import manager
from honcho.environ import parse_procfile
from honcho.manager import SYSTEM_PRINTER_NAME, Manager
from honcho.printer import Message
from honcho.process import Popen, Process

# [2026-11-16 06:00:00: WARNING/MainProcess], [...: ERROR], [...] [7] [CRITICAL]: what our parts write
WARNING = re.compile(rb"^\[.{0,60}\b(WARNING|ERROR|CRITICAL)\b")
STOPPED = re.compile(r"(\w+) stopped \(rc=(-?\d+)\)")
PR_SET_PDEATHSIG = 1
manager.KILL_WAIT = 40  # seconds, in place of five: what is in hand is finished first


def procfile(path: Path) -> dict[str, str]:
    """The commands of the parts by name."""
    return dict(parse_procfile(path.read_text()).processes)


def die_with_parent(number: int = signal.SIGTERM) -> None:
    """Linux ends this process when its parent dies, even by kill -9: nothing is left running."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, number)


class TiedPopen(Popen):  # type: ignore[misc]
    """A process that ends with the one that started it."""

    def __init__(self, command: str, **options: Any) -> None:
        super().__init__(command, preexec_fn=die_with_parent, stdin=subprocess.DEVNULL, **options)


class Part(Process):  # type: ignore[misc]
    """One line of the Procfile, watched by its own process, which ends with the manager."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._child_ctor = TiedPopen

    def run(self, events: Any = None, ignore_signals: bool = False) -> None:
        die_with_parent(signal.SIGKILL)
        super().run(events, ignore_signals)


class Logs:
    """Honcho's printer: each part has a file; warnings are shown, and a part's last lines are kept."""

    width = 0

    def __init__(self, folder: Path, screen: TextIO) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.folder, self.screen = folder, screen
        self.first_stop: tuple[str, int] | None = None
        self._files: dict[str, Any] = {}
        self._last: dict[str, deque[str]] = {}

    def write(self, message: Message) -> None:
        """Take a line."""
        line = message.data if isinstance(message.data, bytes) else message.data.encode()
        with suppress(OSError):  # a full disk costs lines of the log, never the parts
            self._file(message.name).write(line)
        text = line.decode(errors="replace").rstrip()
        self._last.setdefault(message.name, deque(maxlen=15)).append(text)
        if message.name == SYSTEM_PRINTER_NAME:
            self._note_stop(text)
        elif WARNING.match(line):
            self.say(f"{message.name:<8}| {text}")

    def _file(self, name: str) -> Any:
        """A new file at each start; the previous one is kept beside it."""
        if name not in self._files:
            path = self.folder / f"{name}.log"
            if path.exists():
                path.replace(path.with_suffix(".old.log"))
            self._files[name] = path.open("ab", buffering=0)
        return self._files[name]

    def _note_stop(self, text: str) -> None:
        stopped = STOPPED.match(text)
        if stopped and self.first_stop is None:
            self.first_stop = stopped[1], int(stopped[2])

    def say(self, text: str) -> None:
        """Print a line, unless the terminal has been closed."""
        with suppress(OSError, ValueError):
            print(text, file=self.screen, flush=True)

    def last_words(self, name: str) -> list[str]:
        """The last lines of a part."""
        return list(self._last.get(name, []))

    def close(self) -> None:
        for file in self._files.values():
            file.close()


def is_over(pid: int) -> bool:
    """Whether a process has ended, even if nobody has asked for its result yet."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return sys.platform == "linux" or not _exists(pid)


def _exists(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True


class Leaders:
    """Asks only the first process of each part to end: its children would die in the middle of an email."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def terminate(self, pid: int) -> None:
        self.asked.append(pid)
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGTERM)

    def kill(self, pid: int) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)

    def sweep(self) -> None:
        """End what a part that is over has left running."""
        for pid in self.asked:
            if is_over(pid):
                self.kill(pid)


class Parts(Manager):  # type: ignore[misc]
    """Starts all, stops all: when one part ends, or on Ctrl-C, SIGTERM or a closed terminal."""

    def __init__(self, logs: Logs, on_started: Callable[[], None]) -> None:
        super().__init__(printer=logs)
        self._process_ctor = Part
        self._procmgr = self._leaders = Leaders()
        self._on_started = on_started
        self.is_over = False

    def _start(self) -> None:
        super()._start()
        self._on_started()

    def terminate(self) -> None:
        """Stop all parts; one that has not reported yet cannot be stopped yet."""
        self.is_over = True
        if self._all_started():
            super().terminate()
            self._leaders.sweep()
        later = threading.Timer(0.1, self.terminate)
        later.daemon = True
        later.start()


def run(
    commands: Mapping[str, str],
    environment: Mapping[str, str],
    logs: Logs,
    on_started: Callable[[Parts], None] = lambda parts: None,
) -> int:
    """Run all parts until one ends or they are stopped; the exit code."""
    parts = Parts(logs, lambda: on_started(parts))
    for name, command in commands.items():
        parts.add_process(name, command, env=dict(environment))
    signal.signal(signal.SIGHUP, lambda *_: os.kill(os.getpid(), signal.SIGTERM))
    try:
        parts.loop()
    finally:
        parts.terminate()
    return int(parts.returncode or 0)
