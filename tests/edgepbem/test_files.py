"""Files are whole or not there: reports, backups, secrets."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import OperationalError

from edgepbem.files import WholeFileStorage, write_whole
from edgepbem.kept_secret import kept_secret
from games.models import Match, Report
from games.services.access import match_for
from games.services.reports import report_for
from tests.post.conftest import media  # noqa: F401
from tests.services.conftest import duel  # noqa: F401


def files_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*") if path.is_file())


@pytest.fixture
def little_room():
    """No file may grow beyond 1,000 bytes: the next write fails, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)
    signal.signal(signal.SIGXFSZ, handler)


def test_a_full_disk_leaves_no_half_report(little_room, tmp_path):
    storage = WholeFileStorage(tmp_path)
    with pytest.raises(OSError, match="large"):
        storage.save("a/report.pdf", ContentFile(b"x" * 5_000))
    assert files_in(tmp_path) == []
    assert storage.save("a/report.pdf", ContentFile(b"short")) == "a/report.pdf"
    assert files_in(tmp_path) == ["report.pdf"]


def test_what_was_there_is_left_alone_by_a_write_that_fails(little_room, tmp_path):
    target = tmp_path / "kept"
    write_whole(target, lambda file: file.write(b"old"))
    with pytest.raises(OSError, match="large"):
        write_whole(target, lambda file: file.write(b"x" * 5_000))
    assert (target.read_bytes(), files_in(tmp_path)) == (b"old", ["kept"])


def test_two_files_of_one_name_are_two(tmp_path):
    storage = WholeFileStorage(tmp_path)
    first, second = (storage.save("a.pdf", ContentFile(text)) for text in (b"1", b"2"))
    assert first != second
    assert [Path(storage.path(name)).read_bytes() for name in (first, second)] == [b"1", b"2"]


def test_reports_are_kept_this_way(media):  # noqa: F811
    assert isinstance(default_storage, WholeFileStorage)


def test_a_report_without_a_row_leaves_no_file(duel: Match, media, tmp_path, alice, monkeypatch):  # noqa: F811
    monkeypatch.setattr("games.services.reports.render", lambda content: b"%PDF")

    def refuse(*_, **__):
        raise OperationalError("database or disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(Report, "save", refuse)
        with pytest.raises(OperationalError):
            report_for(match_for(alice, duel.pk), 0)
    assert files_in(tmp_path) == []
    report_for(match_for(alice, duel.pk), 0)
    assert len(files_in(tmp_path)) == 1


def test_an_empty_secret_is_made_anew(tmp_path):
    """A power cut may leave a name without its content."""
    path = tmp_path / "secret"
    path.touch()
    assert len(kept_secret(path)) > 50
    assert kept_secret(path) == path.read_text()


def test_a_secret_that_cannot_be_kept_leaves_nothing(little_room, tmp_path, monkeypatch):
    monkeypatch.setattr("edgepbem.kept_secret.secrets.token_urlsafe", lambda size: "x" * 5_000)
    with pytest.raises(OSError, match="large"):
        kept_secret(tmp_path / "secret")
    assert files_in(tmp_path) == []


def backup(var: Path, target: str, **options: Any) -> Any:
    return subprocess.run(
        [sys.executable, "manage.py", "backup", target],
        env={"PATH": os.environ["PATH"], "VAR_DIR": str(var)},
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        **options,
    )


def test_a_backup_that_fails_leaves_nothing_and_says_so(tmp_path):
    """F18, P19: a full disk, and a folder that is not there."""
    var, copies = tmp_path / "var", tmp_path / "copies"
    for folder in (var, copies):
        folder.mkdir()
    import sqlite3

    with sqlite3.connect(var / "edgepbem.sqlite3") as database:
        database.execute("CREATE TABLE filler AS SELECT randomblob(200000) AS data")
    database.close()

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

    for target, options in ((copies / "copy", {"preexec_fn": limit}), (copies / "none" / "copy", {})):
        done = backup(var, str(target), **options)
        assert done.returncode != 0
        assert "there is no backup" in done.stderr
        assert files_in(copies) == []
    assert backup(var, str(copies / "copy")).returncode == 0
    assert files_in(copies) == ["copy"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_costs_lines_of_the_log_and_nothing_else(tmp_path):
    """What `bin/play` writes down for its parts."""
    from honcho.printer import Message

    from edgepbem.processes import Logs

    logs = Logs(tmp_path / "log", sys.stdout)
    with Path("/dev/full").open("ab", buffering=0) as logs._files["web"]:
        logs.write(Message(type="line", data=b"[now: WARNING] lost\n", time=None, name="web", colour=None))
    assert logs.last_words("web") == ["[now: WARNING] lost"]
