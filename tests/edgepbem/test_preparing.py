"""What bin/play makes before it starts anything."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from edgepbem import preparation


@pytest.fixture
def environment(tmp_path):
    """A server on this machine whose database has seen one migration."""
    apply(tmp_path / "edgepbem.sqlite3", "0001_initial")
    return {"VAR_DIR": str(tmp_path), "SITE_URL": "http://localhost:8000"}


def apply(path, migration):
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE IF NOT EXISTS django_migrations (app, name, applied)")
        database.execute("INSERT INTO django_migrations VALUES ('games', ?, '2026-11-16')", [migration])
        database.commit()


def test_fresh_puts_former_data_aside_and_keeps_the_keys(environment, tmp_path, capsys, monkeypatch):
    monkeypatch.delenv("DATABASE_URL", raising=False)
    (tmp_path / "secret_key").write_text("key")
    preparation.put_aside(tmp_path)
    (aside,) = tmp_path.glob("before-*")
    assert (aside / "edgepbem.sqlite3").exists()
    assert not (tmp_path / "edgepbem.sqlite3").exists()
    assert (tmp_path / "secret_key").exists()
    assert str(aside) in capsys.readouterr().out
    preparation.put_aside(tmp_path)
    assert len(list(tmp_path.glob("before-*"))) == 1


def test_what_was_prepared_is_not_prepared_again(environment, tmp_path):
    (tmp_path / "prepared").write_text(preparation._fingerprint(environment))
    assert preparation.prepare(environment) is True


def test_other_tables_or_new_migrations_are_prepared(environment, tmp_path, monkeypatch):
    before = preparation._fingerprint(environment)
    assert before == preparation._fingerprint(environment)
    apply(tmp_path / "edgepbem.sqlite3", "0002_doors")
    after = preparation._fingerprint(environment)
    assert after != before
    root = tmp_path / "root"
    (root / "games" / "migrations").mkdir(parents=True)
    for name in ("requirements.txt", "constraints.txt"):
        (root / name).write_text((preparation.ROOT / name).read_text())
    monkeypatch.setattr(preparation, "ROOT", root)
    assert preparation._fingerprint(environment) != after


def test_a_file_that_is_no_database_is_prepared_like_an_empty_one(environment, tmp_path):
    before = preparation._fingerprint(environment)
    (tmp_path / "edgepbem.sqlite3").write_text("nonsense")
    assert preparation._fingerprint(environment) != before


@pytest.mark.parametrize("name", sorted(preparation.SETTINGS_OF_HOSTS))
def test_a_server_with_settings_of_its_own_is_always_prepared(environment, name):
    assert preparation._fingerprint(environment | {name: "something"}) == ""


def test_a_public_server_is_always_prepared(environment):
    assert preparation._fingerprint(environment | {"SITE_URL": "https://play.example.org"}) == ""


def test_what_is_missing_on_the_machine_is_told(monkeypatch):
    monkeypatch.setattr(
        "games.reports.fonts.problems", lambda: ["PDF reports need pango: apt-get install it"]
    )
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    with pytest.raises(SystemExit, match="apt-get install it"):
        preparation.ensure_printing()


def test_root_on_debian_gets_what_is_missing(monkeypatch, capsys):
    missing, ran = ["PDF reports need pango"], []

    def run(command, **_):
        ran.append(command)
        missing.clear()

    monkeypatch.setattr("games.reports.fonts.problems", lambda: list(missing))
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr("subprocess.run", run)
    preparation.ensure_printing()
    assert [command[:2] for command in ran] == [["apt-get", "-qq"]] * 2
    assert "libpango-1.0-0" in ran[1]
    assert "Installing" in capsys.readouterr().out
