"""The figures of docs/performance.md, measured here and now: `manage.py bench [--quick] [--json]`."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.core.management.base import BaseCommand

from games.benchmarks import (
    intake,
    latency,
    mails,
    orders,
    pages,
    reports,
    resolves,
    submit,
    sweeps,
    thinking,
    turn_emails,
)


@dataclass(frozen=True)
class Figure:
    """One line of the table: what is measured, and what it should be."""

    measure: Callable[[int], float | dict[str, float]]
    goal: float | None  # None: for information
    about: str
    more_is_better: bool = False

    def __str__(self) -> str:
        sign = ">=" if self.more_is_better else "<="
        return f"{f'goal {sign} {self.goal}' if self.goal is not None else '':<13} {self.about}"


BENCHMARKS = {
    "order_flat": Figure(orders.order_flat, 1.1, "an order at turn 500 against one at turn 5"),
    "order_vs_chess_scrappers": Figure(
        orders.order_vs_chess_scrappers, 3.0, "an order of Star Scrappers against a move of python-chess"
    ),
    "order_vs_chess_dreamblade": Figure(
        orders.order_vs_chess_dreamblade, 5.0, "an order of DreamBlade against a move of python-chess"
    ),
    "order_vs_chess_edge": Figure(
        orders.order_vs_chess_edge, 8.0, "an order of The Edge against a move of python-chess"
    ),
    "state_vs_json": Figure(orders.state_vs_json, 0.3, "a state encoded and decoded against json"),
    "resolve_vs_engine": Figure(
        resolves.resolve_vs_engine, 2.0, "an order in a worker, with its database, against the bare rules"
    ),
    "pdf_vs_reportlab": Figure(reports.pdf_vs_reportlab, 2.2, "a turn report against the same by reportlab"),
    "pdf_kb": Figure(reports.pdf_kb, 50.0, "its size in thousands of bytes"),
    "mail_cpu_vs_pdf": Figure(
        turn_emails.mail_cpu_vs_pdf, 1.5, "a whole turn email with picture and PDF against the PDF alone"
    ),
    "mail_vs_django": Figure(mails.mail_vs_django, 0.25, "building turn mails against Django's EmailMessage"),
    "view_vs_state": Figure(pages.view_vs_state, 7.0, "the match page against the bare view as JSON"),
    "submit_vs_standin": Figure(
        submit.submit_vs_standin, 1.5, "orders a second by REST against a minimal view", more_is_better=True
    ),
    "turn_latency_vs_celery": Figure(
        latency.turn_latency_vs_celery, 4.0, "an order accepted to readable against an idle task"
    ),
    "intake_vs_aiosmtpd": Figure(
        intake.intake_vs_aiosmtpd, 0.4, "emails a second to orders against aiosmtpd", more_is_better=True
    ),
    "sweep_vs_sql": Figure(sweeps.sweep_vs_sql, 1.3, "the reminder sweep against its bare queries"),
    "sweep_flat": Figure(sweeps.sweep_flat, 1.2, "the sweep at 1,000,000 matches against 10,000"),
    "odds_ms": Figure(thinking.odds_ms, 300.0, "CPU of a preview of one fight, shot or strike"),
    "bot_ms": Figure(thinking.bot_ms, None, "CPU of a bot's decision, by game"),
    "waits_per_turn": Figure(thinking.waits_per_turn, 0.05, "waits for players not on turn, by game"),
}


class Command(BaseCommand):
    """Ratios against a peer in the same run, because absolute times vary between runs."""

    help = "Measure what things cost, as ratios."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How long, which, and for whom."""
        parser.add_argument("--quick", action="store_true", help="fewer rounds")
        parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
        parser.add_argument("--only", choices=sorted(BENCHMARKS), help="one figure only")

    def handle(self, *args: Any, **options: Any) -> None:
        """Measure and print."""
        rounds = 5 if options["quick"] else 21
        figures: dict[str, float | dict[str, float]] = {}
        for name, figure in BENCHMARKS.items():
            if options["only"] in (None, name):
                figures[name] = found = _rounded(figure.measure(rounds))
                if not options["json"]:
                    self.stdout.write(f"{name:<28} {found!s:>8}  {figure}")
        if options["json"]:
            self.stdout.write(json.dumps(figures))


def _rounded(found: float | dict[str, float]) -> float | dict[str, float]:
    if isinstance(found, dict):
        return {name: round(value, 3) for name, value in found.items()}
    return round(found, 3)
