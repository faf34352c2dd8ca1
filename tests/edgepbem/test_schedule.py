"""The beat goes by the steady clock."""

from __future__ import annotations

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
