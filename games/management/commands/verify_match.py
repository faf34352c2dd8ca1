"""Anyone can check a finished match: `manage.py verify_match 17`, from its rows, without running rules."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine.contract.dice import BadRoll
from games.engine.contract.events import BrokenChain
from games.models import Match
from games.services.fairness import NotOver, find_head, verify


class Command(BaseCommand):
    """Computes every roll and every link of the story again."""

    help = (
        "Check the dice and the story of a finished match against what was published before its first roll."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which match."""
        parser.add_argument("match", type=int, help="the number of the match")
        parser.add_argument(
            "--head", help="a head of the record from an email or PDF: is it still part of it?"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Say what was found to hold, or what does not."""
        match = Match.objects.filter(pk=options["match"]).first()
        if match is None:
            raise CommandError(f"there is no match {options['match']}")
        if options["head"]:
            self._look_up(match, options["head"])
            return
        try:
            found = verify(match)
        except (BadRoll, BrokenChain, NotOver) as wrong:
            raise CommandError(f"{match.name}: {wrong}") from None
        self.stdout.write(
            f"{match.name}: the seed is the one promised ({match.commitment}); "
            f"{found.rolls} rolls and {found.events} events are as they were told."
        )

    def _look_up(self, match: Match, head: str) -> None:
        """In a running match too: no secret is needed."""
        found = find_head(match, head)
        if found is None:
            raise CommandError(f"{match.name}: this head is not part of the record as it is today")
        self.stdout.write(
            f"{match.name}: this head is part of the record; it was the newest in turn {found.turn}."
        )
