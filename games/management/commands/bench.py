"""The figures of docs/performance.md, measured here and now: `manage.py bench [--quick] [--json]`."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand

from games.benchmarks import orders

BENCHMARKS: dict[str, tuple[Callable[[int], float], float, str]] = {
    "order_flat": (orders.order_flat, 1.2, "an order at turn 500 against one at turn 5"),
    "order_vs_chess_scrappers": (orders.order_vs_chess, 4.0, "an order against a move of python-chess"),
    "state_vs_json": (orders.state_vs_json, 0.3, "a state encoded and decoded against json"),
}


class Command(BaseCommand):
    """Ratios against a peer in the same run; an absolute time means nothing from one run to the next."""

    help = "Measure what an order costs, as ratios."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How long, which, and for whom."""
        parser.add_argument("--quick", action="store_true", help="fewer rounds")
        parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
        parser.add_argument("--only", choices=sorted(BENCHMARKS), help="one figure only")

    def handle(self, *args: Any, **options: Any) -> None:
        """Measure and print."""
        rounds = 5 if options["quick"] else 21
        figures: dict[str, float] = {}
        for name, (measure, goal, about) in BENCHMARKS.items():
            if options["only"] in (None, name):
                figures[name] = round(measure(rounds), 3)
                if not options["json"]:
                    self.stdout.write(f"{name:<28} {figures[name]:>8.3f}  goal <= {goal:<5} {about}")
        if options["json"]:
            self.stdout.write(json.dumps(figures))
