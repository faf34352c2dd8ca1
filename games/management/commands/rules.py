"""Which rules there are, and which tests show them: `manage.py rules --untested --game scrappers`."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.services.texts import rule_ids, rulebooks
from games.tools.citations import citations


class Command(BaseCommand):
    """Reads docs/rules/<game>.md and the marks of the tests."""

    help = "List the numbered rules and the tests that cite them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """All rules of all games, unless said otherwise."""
        parser.add_argument("--untested", action="store_true", help="only rules that no test cites")
        parser.add_argument("--game", help="only the rules of this game")

    def handle(self, *args: Any, **options: Any) -> None:
        """One line for each rule."""
        books = rulebooks(settings.BASE_DIR / "docs" / "rules")
        if options["game"] not in (None, *books):
            raise CommandError(f"there are rules of: {', '.join(books)}")
        cited = citations(settings.BASE_DIR / "tests")
        known: set[str] = set()
        for game, page in books.items():
            ids = rule_ids(page)
            known.update(ids)
            if options["game"] in (None, game):
                self._list(ids, cited, untested=options["untested"])
        for stray in sorted(set(cited) - known):
            self.stderr.write(f"{stray}: cited by {cited[stray][0]}, but in no rulebook")

    def _list(self, ids: list[str], cited: dict[str, list[str]], *, untested: bool) -> None:
        for rule in ids:
            tests = cited.get(rule, [])
            if not untested:
                self.stdout.write(f"{rule:<10} {', '.join(tests) or '-'}")
            elif not tests:
                self.stdout.write(rule)
