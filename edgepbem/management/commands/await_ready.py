"""`manage.py await_ready`: for scripts that start a server and go on when people can play."""

from __future__ import annotations

import os
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from edgepbem.ready import await_ready, complaints, is_well


def own_address() -> str:
    """Where the web server listens on this machine: there may be no proxy in front of it yet.

    >>> own_address()
    'http://127.0.0.1:8000'
    """
    host, _, port = os.environ.get("BIND", "127.0.0.1:8000").rpartition(":")
    if not port.isdecimal():  # a socket file: only the proxy can ask there
        return settings.SITE_URL
    return f"http://{'127.0.0.1' if host in ('', '0.0.0.0', '[::]') else host}:{port}"  # noqa: S104


class Command(BaseCommand):
    """Ends with 0 when all is well, with 1 and what is not well when the time is up."""

    help = "Wait until the health page of the server says that everything is up."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--site", default=own_address(), help="address of the server, by default %(default)s"
        )
        parser.add_argument("--seconds", type=float, default=60.0, help="how long to wait (60)")

    def handle(self, *args: Any, **options: Any) -> None:
        health = await_ready(options["site"], options["seconds"], host=settings.SITE_HOST)
        if not is_well(health):
            raise CommandError("\n".join(complaints(health)))
        self.stdout.write(f"{options['site']} is ready")
