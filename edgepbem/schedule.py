"""The Celery app of the beat. It calls tasks by name, so it loads neither tasks nor rules."""

from __future__ import annotations

import os
import time
from typing import Any

from celery import Celery
from celery.beat import Scheduler

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "edgepbem.settings")
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")  # they load every page; the web process runs them

app = Celery("edgepbem", fixups=[], set_as_current=False)
app.config_from_object("django.conf:settings", namespace="CELERY")

LONGEST = 60.0  # seconds between two looks


class SteadyScheduler(Scheduler):
    """Calls each task every so many seconds of the steady clock; the first time at once.

    Celery's own looks at the wall clock: when that is set back by hours, nothing is called for hours.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        self._due: dict[str, float] = {}
        super().__init__(*args, **options)

    def tick(self, *args: Any, **options: Any) -> float:
        """Call what is due; seconds until the next call."""
        now = time.monotonic()
        for name, entry in self.schedule.items():
            if now >= self._due.get(name, now):
                self._due[name] = now + entry.schedule.run_every.total_seconds()  # type: ignore[union-attr]
                self.apply_entry(entry, producer=self.producer)
        waits = [due - time.monotonic() for due in self._due.values()]
        return max(0.0, min([float(self.max_interval or LONGEST), *waits]))
