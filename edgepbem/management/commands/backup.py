"""`manage.py backup FILE`: a copy of the built-in database, whole even while it is written to."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection


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
        draft = target.with_name(f"{target.name}.part")
        connection.ensure_connection()
        os.close(os.open(draft, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600))  # it holds people's addresses
        with closing(sqlite3.connect(draft)) as copy:
            connection.connection.backup(copy)
            (verdict,) = copy.execute("PRAGMA integrity_check").fetchone()
        if verdict != "ok":
            raise CommandError(f"the copy is damaged: {verdict}")
        draft.replace(target)
        self.stdout.write(f"{target}: {target.stat().st_size // 1024} KB")
