"""`manage.py demo`: players and matches to look at, for a local server."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.refusals import Refused
from games.models import Match
from games.tools.demo import make_demo


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
