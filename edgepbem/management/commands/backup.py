"""`manage.py backup FILE`: a copy of the built-in database, whole even while it is written to."""

from __future__ import annotations

import signal
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import Error, connection

from edgepbem.files import draft_beside, put_in_place


class Command(BaseCommand):
    """Uses SQLite's backup interface: a plain copy of the file may be half of two states."""

    help = "Copy the SQLite database while the server runs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the file to write; it must not exist yet")

    def handle(self, *args: Any, **options: Any) -> None:
        if connection.vendor != "sqlite":
            raise CommandError(f"This is for SQLite; {connection.display_name} brings its own: pg_dump")
        target: Path = options["file"]
        if target.exists():
            raise CommandError(f"{target} exists already")
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that what was begun is cleared away
        try:
            _copy_to(target)
        except (OSError, sqlite3.Error, Error) as why:
            raise CommandError(f"there is no backup: {why}") from why
        self.stdout.write(f"{target}: {target.stat().st_size // 1024} KB")


def _copy_to(target: Path) -> None:
    """The draft is for its owner alone, as it holds people's addresses."""
    with draft_beside(target) as draft:
        connection.ensure_connection()
        with closing(sqlite3.connect(draft)) as copy:
            connection.connection.backup(copy)
            (verdict,) = copy.execute("PRAGMA integrity_check").fetchone()
        if verdict != "ok":
            raise CommandError(f"the copy is damaged: {verdict}")
        put_in_place(draft, target)
