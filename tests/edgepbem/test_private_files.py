"""What the server writes is for its owner alone, also what it finds from earlier."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from edgepbem import private_files

ROOT = Path(__file__).parents[2]
WRITE = """
import django; django.setup()
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import call_command
from django.db import connection
call_command("migrate", "contenttypes", verbosity=0)
default_storage.save("reports/2026/11/turn.pdf", ContentFile(b"%PDF"))
call_command("backup", "copy.sqlite3")
connection.cursor().execute("create table kept (x)")
import os; os.kill(os.getpid(), 9)  # before SQLite puts its files away
"""


def open_to_others(folder: Path) -> list[str]:
    """What is in a folder and not for its owner alone."""
    return [str(path) for path in folder.rglob("*") if path.stat().st_mode & 0o077]


def served(var: Path, code: str) -> None:
    """A process of a server with a generous umask."""
    environment = {
        "VAR_DIR": str(var),
        "DJANGO_SETTINGS_MODULE": "edgepbem.settings",
        "PATH": os.environ["PATH"],
    }
    command = ["-c", code]
    subprocess.run(
        [sys.executable, *command],
        env=environment | {"PYTHONPATH": str(ROOT)},
        cwd=var,
        umask=0o002,
        check=False,
    )


def test_database_keys_reports_and_backups_are_their_owners_alone(tmp_path: Path) -> None:
    served(tmp_path, WRITE)
    made = {path.name for path in tmp_path.rglob("*")}
    expected = {"edgepbem.sqlite3", "edgepbem.sqlite3-wal", "edgepbem.sqlite3-shm", "secret_key", "turn.pdf"}
    assert expected | {"copy.sqlite3"} <= made
    assert not open_to_others(tmp_path)


def test_what_was_open_is_closed_at_the_next_start(tmp_path: Path) -> None:
    served(tmp_path, WRITE)
    for path in tmp_path.rglob("*"):
        path.chmod(0o777 if path.is_dir() else 0o666)
    (tmp_path / "copy.sqlite3").unlink()  # a host's own file, wherever the host wants it
    (tmp_path / "static").chmod(0o755)  # no secret
    served(tmp_path, "import django; django.setup()")
    assert open_to_others(tmp_path) == [str(tmp_path / "static")]


def test_a_folder_that_is_closed_is_not_searched_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "media").mkdir(mode=0o700)
    monkeypatch.setattr(os, "walk", lambda *_: pytest.fail("searched"))
    private_files.tighten(tmp_path)


def test_what_a_link_points_to_stays_as_it_is(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    elsewhere.chmod(0o755)
    (tmp_path / "var").mkdir()
    (tmp_path / "var" / "media").symlink_to(elsewhere)
    private_files.tighten(tmp_path / "var")
    assert elsewhere.stat().st_mode & 0o777 == 0o755
