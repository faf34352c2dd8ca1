"""One process of a server under test: started as the Procfile says, killed as a test wants."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from edgepbem.processes import die_with_parent
from tests.real.machine import ROOT
from tests.timing import PATIENCE

# Linux calls the thread that started a process its parent (see die_with_parent): what a test starts in a
# thread of its own would be asked to end as soon as that thread is done. This one lives as long as the tests.
STARTER = ThreadPoolExecutor(1, thread_name_prefix="starter")


class Part:
    """A command in a process group of its own. Its log is a file that outlives it."""

    def __init__(self, name: str, command: str, environment: Mapping[str, str], folder: Path) -> None:
        self.name, self.command, self.environment = name, command, dict(environment)
        self.log = folder / f"{name}.log"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start it, unless it runs."""
        if self.is_running:
            return
        self._reap()
        self._process = STARTER.submit(self._popen).result()

    def _popen(self) -> subprocess.Popen[bytes]:
        with self.log.open("ab") as log:
            return subprocess.Popen(
                ["/bin/sh", "-c", self.command],
                env=self.environment,
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=die_with_parent,
            )

    def kill(self) -> None:
        """kill -9, with all its children: no chance to tidy up."""
        self._signal(signal.SIGKILL)
        self._reap()

    def ask_to_end(self) -> None:
        """SIGTERM."""
        self._signal(signal.SIGTERM)

    def stop(self, seconds: float = 10.0) -> None:
        """Ask it to end; insist if it does not."""
        self.ask_to_end()
        if self._process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(seconds)
        self.kill()

    def _signal(self, number: int) -> None:
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, number)

    def _reap(self) -> None:
        if self._process is not None:
            self._process.wait(PATIENCE)

    def words(self) -> str:
        """All it has said."""
        return self.log.read_text(errors="replace") if self.log.exists() else ""
