"""`manage.py mail_gateway`: the SMTP door for replies."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from post.gateway import serve

log = logging.getLogger(__name__)


class Command(BaseCommand):
    """Listens where GATEWAY says, behind the host's mail server."""

    requires_system_checks = ()  # they load every page and every rule; the web process makes them
    help = "Receives players' replies by SMTP. Put it behind a mail server, not on the internet."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--bind", default=settings.GATEWAY, help="host:port, by default %(default)s")

    def handle(self, *args: Any, **options: Any) -> None:
        host, _, port = str(options["bind"]).rpartition(":")
        log.info("Mail gateway listens on %s:%s", host, port)
        try:
            asyncio.run(serve(host.strip("[]") or "127.0.0.1", int(port)))
        except KeyboardInterrupt:
            log.info("Mail gateway stopped")
