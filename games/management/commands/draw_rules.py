"""Draw the pictures of the rules anew, after something on the tables has changed its looks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from games.services.engines import offered
from games.tools.illustrate import drawn, path_of
from games.tools.samples import sample_path, sampled


class Command(BaseCommand):
    """`manage.py draw_rules`."""

    help = "Draws the pictures of the rules from the positions that the games give."

    def add_arguments(self, parser: CommandParser) -> None:
        """What else to draw."""
        parser.add_argument(
            "--boards", action="store_true", help="the boards of the front page too: bots play for a minute"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Write every picture whose drawing has changed."""
        for engine in offered().values():
            for number, illustration in enumerate(engine.illustrations, 1):
                self._write(path_of(engine.slug, number, illustration), drawn(engine, illustration))
            if options["boards"]:
                self._write(sample_path(engine.slug), sampled(engine))

    def _write(self, path: Path, picture: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != picture:
            path.write_text(picture, encoding="utf-8")
            self.stdout.write(str(path.relative_to(settings.BASE_DIR)))
