"""A database with all tables and no rows: migrating takes seconds, so all processes of a run share one."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

NAME = "edgepbem.sqlite3"


def copy_of_tables(folders: pytest.TempPathFactory, to: Path) -> Path:
    """A copy, on SQLite; whoever comes first makes the original, in a process of its own."""
    shutil.copy(_original(_of_this_run(folders)), to)
    return to


def _of_this_run(folders: pytest.TempPathFactory) -> Path:
    """The folder of all processes: each of several has one of its own in it."""
    base = folders.getbasetemp()
    return base.parent if base.name.startswith("popen-") else base


def _original(run: Path) -> Path:
    made = run / "tables"
    with (run / "tables.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            making = run / "tables-in-the-making"
            making.mkdir(exist_ok=True)
            migrate(f"sqlite:///{making / NAME}", making)
            making.rename(made)
    return made / NAME


def migrate(database: str, var: Path) -> None:
    """All tables, made as a host makes them."""
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    environment = {"PATH": os.environ["PATH"], "VAR_DIR": str(var), "DATABASE_URL": database}
    subprocess.run(command, env=environment, cwd=settings.BASE_DIR, check=True, capture_output=True)
