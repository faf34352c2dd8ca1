"""Which attacks and faults are tried, and by which tests: `manage.py cases --untested`."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from games.tools.cases import Case, cases, named_by_tests


class Command(BaseCommand):
    """Reads docs/cases.md and the docstrings of the tests."""

    help = "List the attack and fault cases and the tests that name them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """All of them, unless said otherwise."""
        parser.add_argument("--untested", action="store_true", help="only cases that no test names")

    def handle(self, *args: Any, **options: Any) -> None:
        """One line for each case."""
        named = named_by_tests(settings.BASE_DIR / "tests")
        for case in cases(settings.BASE_DIR / "docs" / "cases.md"):
            tests = named.get(case.name, [])
            if not (tests and options["untested"]):
                self.stdout.write(f"{case.name:<4} {_said(case, tests)}")


def _said(case: Case, tests: list[str]) -> str:
    return ", ".join(tests) or (f"not tested: {case.excuse}" if case.excuse else "no test")
