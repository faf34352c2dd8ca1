"""Draw the pictures of the rules anew, after something on the tables has changed its looks."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games.services.engines import ENGINES
from games.tools.illustrate import drawn, path_of


class Command(BaseCommand):
    """`manage.py draw_rules`."""

    help = "Draws the pictures of the rules from the positions that the games give."

    def handle(self, *args: Any, **options: Any) -> None:
        """Write every picture whose drawing has changed."""
        for engine in ENGINES.values():
            for number, illustration in enumerate(engine.illustrations, 1):
                path, picture = path_of(engine.slug, number, illustration), drawn(engine, illustration)
                path.parent.mkdir(parents=True, exist_ok=True)
                if not path.exists() or path.read_text(encoding="utf-8") != picture:
                    path.write_text(picture, encoding="utf-8")
                    self.stdout.write(str(path.relative_to(path.parents[3])))
