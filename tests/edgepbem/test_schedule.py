"""The beat goes by the steady clock."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
import time_machine
from django.conf import settings

from edgepbem.schedule import SteadyScheduler, app


class Calls(SteadyScheduler):
    """Takes down what it would call."""

    def __init__(self, **options):
        self.calls = []
        super().__init__(app=app, lazy=True, **options)
        self.setup_schedule()

    def apply_entry(self, entry, producer=None):
        self.calls.append(entry.name)

    @property
    def producer(self):
        return None


@pytest.mark.parametrize("to", ["2020-01-01", "2040-01-01"])
def test_the_beat_goes_on_whatever_the_wall_clock_says(to, monkeypatch):
    """F6, F7: each call once, in its time."""
    seconds = [100.0]
    monkeypatch.setattr("edgepbem.schedule.time.monotonic", lambda: seconds[0])
    beat = Calls()
    beat.max_interval = 1_000
    every = settings.TICK_SECONDS
    assert beat.tick() == every
    with time_machine.travel(to):
        assert beat.tick() == every
        seconds[0] += every - 1
        assert beat.tick() == 1
        assert beat.calls == ["tick"]
        seconds[0] += 1
        beat.tick()
    assert beat.calls == ["tick", "tick"]


def library() -> str:
    """Debian's libfaketime, if it is here."""
    found = list(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"))
    return str(found[0]) if found else ""


@pytest.mark.skipif(not library(), reason="needs libfaketime")
def test_a_real_beat_goes_on_when_the_clock_is_set_back(tmp_path):
    """The clock of the process is set three hours back while it runs."""
    stamp = tmp_path / "time"
    stamp.write_text("+0")
    environment = dict(
        os.environ,
        LD_PRELOAD=library(),
        FAKETIME_TIMESTAMP_FILE=str(stamp),
        FAKETIME_NO_CACHE="1",
        FAKETIME_DONT_FAKE_MONOTONIC="1",
        TICK_SECONDS="1",
        REDIS_URL="memory://",
        VAR_DIR=str(tmp_path),
    )
    command = [sys.executable, "-m", "celery", "-A", "edgepbem.schedule", "beat", "--loglevel", "INFO"]
    log = tmp_path / "log"
    with (
        log.open("wb") as file,
        subprocess.Popen(command, env=environment, cwd=settings.BASE_DIR, stdout=file, stderr=file) as beat,
    ):
        try:
            assert wait_for_calls(log, 2) >= 2
            before = log.read_text().count("Sending due task")
            stamp.write_text("-3h")
            assert wait_for_calls(log, before + 3) >= before + 3
        finally:
            beat.terminate()


def wait_for_calls(log: Path, count: int, seconds: float = 30.0) -> int:
    until = time.monotonic() + seconds
    while time.monotonic() < until and log.read_text().count("Sending due task") < count:
        time.sleep(0.1)
    return log.read_text().count("Sending due task")
