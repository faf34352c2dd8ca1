"""`manage.py trust_clock`: the clock of this machine was set, and is right now."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games.services import lateness


class Command(BaseCommand):
    """Deadlines that were held go on. Who would have lost time by the step is given it back."""

    help = "Say that this machine's clock is right, after it was set; deadlines are held until then."

    def handle(self, *args: Any, **options: Any) -> None:
        step = lateness.trust_clock()
        self.stdout.write(f"The clock is trusted; it had been set by {step.total_seconds():+.0f} seconds.")
