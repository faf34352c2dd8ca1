"""What `bin/play` makes before it starts anything: libraries, tables, a demo."""

from __future__ import annotations

import hashlib
import logging
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
DEBIAN_PACKAGES = ["libpango-1.0-0", "libpangoft2-1.0-0", "libharfbuzz-subset0"]  # for the PDF reports
SETTINGS_OF_HOSTS = {"DATABASE_URL", "DEBUG", "EMAIL_URL", "EMAIL_BACKEND"}
DATA = ["edgepbem.sqlite3", "edgepbem.sqlite3-wal", "edgepbem.sqlite3-shm", "media", "redis"]


def say(text: str) -> None:
    """Print a line."""
    print(text, flush=True)


def stop(*lines: str) -> NoReturn:
    """Exit with a reason."""
    raise SystemExit("\n".join(lines))


def put_aside(var: Path) -> None:
    """Nothing is deleted: the old data is moved to a folder beside it."""
    if "DATABASE_URL" in os.environ:
        stop("--fresh is for the built-in database, but DATABASE_URL names another one. Nothing was changed.")
    old = [var / name for name in DATA if (var / name).exists()]
    if old:
        aside = var / f"before-{datetime.now(UTC):%Y%m%d-%H%M%S}"
        aside.mkdir(mode=0o700)
        for path in old:
            path.replace(aside / path.name)
        say(f"The old matches and emails are now in {aside}")


def ensure_printing() -> None:
    """WeasyPrint needs system libraries. They are installed for root on Debian; others are told how."""
    from games.reports.fonts import problems

    found = problems()
    if found and os.geteuid() == 0 and shutil.which("apt-get"):
        say(f"Installing {' '.join(DEBIAN_PACKAGES)}")
        quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        for command in (["update"], ["install", "-y", "--no-install-recommends", *DEBIAN_PACKAGES]):
            subprocess.run(["apt-get", "-qq", *command], env=quiet, stdout=subprocess.DEVNULL, check=False)  # noqa: S603, S607
        found = problems()
    if found:
        stop("Something is missing on this machine:", *(f"  {problem}" for problem in found))


def prepare(environment: dict[str, str]) -> bool:
    """Tables, style sheets and a demo, unless they exist already; True if there is a demo."""
    stamp = Path(environment["VAR_DIR"]) / "prepared"
    known = _fingerprint(environment)
    if known and stamp.exists() and stamp.read_text() == known:
        return True
    os.environ.update(environment | {"DJANGO_SETTINGS_MODULE": "edgepbem.settings"})
    import django
    from django.conf import settings
    from django.core.management import call_command

    django.setup()
    _migrate()
    if not settings.DEBUG:
        call_command("collectstatic", interactive=False, verbosity=0)
    if settings.MAIL_ROOM:
        _make_demo()
        stamp.write_text(_fingerprint(environment))
    return bool(settings.MAIL_ROOM)


def _fingerprint(environment: Mapping[str, str]) -> str:
    """What the preparations depend on, if all is built in: tables, migrations, packages; else empty.

    Asking Django instead takes two seconds of every start.
    """
    database = Path(environment["VAR_DIR"]) / "edgepbem.sqlite3"
    is_local = environment["SITE_URL"].startswith("http://localhost:")
    if SETTINGS_OF_HOSTS & environment.keys() or not is_local or not database.exists():
        return ""
    names = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("*/migrations/*.py"))
    packages = [(ROOT / name).read_text() for name in ("requirements.txt", "constraints.txt")]
    text = "\n".join([_applied(database), *names, *packages])
    return hashlib.sha256(text.encode()).hexdigest()


def _applied(database: Path) -> str:
    """The migrations that a database has seen, and when."""
    with closing(sqlite3.connect(database)) as connection:
        try:
            return str(connection.execute("SELECT app, name, applied FROM django_migrations").fetchall())
        except sqlite3.DatabaseError:
            return ""


def _migrate() -> None:
    from django.core.management import call_command
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        say("Preparing the database")
        call_command("migrate", interactive=False, verbosity=0)
    connection.close()


def _make_demo() -> None:
    """No Redis runs yet, and none is needed: the first tick finds what the demo left to do."""
    from django.core.management import call_command

    from edgepbem.celery import app

    app.conf.update(broker_url="memory://localhost/")
    logging.disable(logging.WARNING)
    call_command("demo", stdout=sys.stdout)
    logging.disable(logging.NOTSET)
