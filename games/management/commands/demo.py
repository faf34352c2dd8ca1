"""`manage.py demo`: players and matches to look at, for a server on one's own machine."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import Match
from games.services.demo import make_demo
from games.services.refusals import Refused


class Command(BaseCommand):
    """Says something only if there was something to make."""

    help = "Make demo players and matches, once."

    def handle(self, *args: Any, **options: Any) -> None:
        before = Match.objects.count()
        try:
            matches = make_demo()
        except Refused as why:
            raise CommandError(str(why)) from None
        if Match.objects.count() > before:
            self.stdout.write(f"Made a demo: four players and {len(matches)} matches")
