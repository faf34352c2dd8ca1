"""Anyone can check a finished match: `manage.py verify_match 17`, from its rows, without running rules."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine.contract.dice import BadRoll
from games.engine.contract.events import BrokenChain
from games.models import Match
from games.services.history import NotOver, verify


class Command(BaseCommand):
    """Computes every roll and every link of the story again."""

    help = (
        "Check the dice and the story of a finished match against what was published before its first roll."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which match."""
        parser.add_argument("match", type=int, help="the number of the match")

    def handle(self, *args: Any, **options: Any) -> None:
        """Say what was found to hold, or what does not."""
        match = Match.objects.filter(pk=options["match"]).first()
        if match is None:
            raise CommandError(f"there is no match {options['match']}")
        try:
            found = verify(match)
        except (BadRoll, BrokenChain, NotOver) as wrong:
            raise CommandError(f"{match.name}: {wrong}") from None
        self.stdout.write(
            f"{match.name}: the seed is the one promised ({match.commitment}); "
            f"{found.rolls} rolls and {found.events} events are as they were told."
        )
