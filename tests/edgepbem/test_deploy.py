"""A server that is set up for the public passes Django's own examination and ours."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from django.conf import settings
from django.core.checks import run_checks

from edgepbem.checks import check_sqlite

PRODUCTION = {
    "SITE_URL": "https://play.example.org",
    "SECRET_KEY": "a key of fifty characters or more, all its own: 4711!",
    "DATABASE_URL": "postgres://edgepbem:secret@db.example.org/edgepbem",
    "REDIS_URL": "redis://redis.example.org/0",
    "EMAIL_URL": "smtp+tls://user:secret@mail.example.org:587",
    "MAIL_RECEIVER": "mx.example.org",
    "PROXIES": "1",
}


def check_deploy(tmp_path, **environment):
    """What `manage.py check --deploy` says in a process that knows only this environment."""
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        env={"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path)} | environment,
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout + done.stderr


def test_a_server_that_is_set_up_has_nothing_to_be_warned_of(tmp_path):
    code, said = check_deploy(tmp_path, **PRODUCTION)
    assert (code, said.strip()) == (0, "System check identified no issues (0 silenced).")


def test_a_server_that_can_neither_send_nor_get_mail_is_warned(tmp_path):
    half = PRODUCTION | {"SITE_URL": "https://play", "MAIL_RECEIVER": ""}
    del half["EMAIL_URL"]
    code, said = check_deploy(tmp_path, **half)
    assert code == 1
    assert [f"edgepbem.W00{n}" in said for n in (4, 5, 6)] == [True, True, True]


def ids():
    return {message.id for message in run_checks()}


def test_the_settings_of_a_newcomer_are_fine(settings):
    settings.DEBUG = True  # which the test runner switches off
    assert ids() == set()


@pytest.mark.parametrize("left_out", ["transaction_mode", "init_command"])
def test_sqlite_without_its_options_is_refused(monkeypatch, left_out):
    sqlite = {"transaction_mode": "IMMEDIATE", "init_command": "PRAGMA journal_mode=WAL"}
    monkeypatch.setitem(settings.DATABASES["default"], "ENGINE", "django.db.backends.sqlite3")
    monkeypatch.setitem(settings.DATABASES["default"], "OPTIONS", sqlite)
    assert check_sqlite(None) == []
    del sqlite[left_out]
    assert [message.id for message in check_sqlite(None)] == ["edgepbem.E001"]


def test_a_public_server_refuses_to_show_its_insides_or_its_mail(settings):
    settings.SITE_HOST = "play.example.org"
    settings.DEBUG, settings.MAIL_ROOM = True, True
    assert ids() == {"edgepbem.E002", "edgepbem.E003"}
    settings.DEBUG, settings.MAIL_ROOM = False, False
    assert ids() == set()


def test_missing_libraries_are_told(settings, monkeypatch):
    monkeypatch.setattr("edgepbem.checks.problems", lambda: ["PDF reports need pango"])
    messages = run_checks(include_deployment_checks=True)
    assert "PDF reports need pango" in {message.msg for message in messages if message.id == "edgepbem.W007"}
