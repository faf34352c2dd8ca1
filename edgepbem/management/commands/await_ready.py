"""`manage.py await_ready`: for scripts that start a server and go on when people can play."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from edgepbem.ready import await_ready, complaints, is_well


class Command(BaseCommand):
    """Ends with 0 when all is well, with 1 and what is not well when the time is up."""

    help = "Wait until the health page of the server says that everything is up."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--site", default=settings.SITE_URL, help="address of the server, by default %(default)s"
        )
        parser.add_argument("--seconds", type=float, default=60.0, help="how long to wait (60)")

    def handle(self, *args: Any, **options: Any) -> None:
        health = await_ready(options["site"], options["seconds"])
        if not is_well(health):
            raise CommandError("\n".join(complaints(health)))
        self.stdout.write(f"{options['site']} is ready")
