import os
import sqlite3
import subprocess
import sys

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db.utils import ConnectionHandler

from edgepbem.celery import app
from edgepbem.checks import check_mailbox
from edgepbem.email_url import email_settings


def load_settings(tmp_path, **environment):
    """Import the settings in a fresh process that knows only this environment."""
    return subprocess.run(
        [sys.executable, "-c", "from edgepbem.settings import *; print(DEBUG, SECRET_KEY, *ALLOWED_HOSTS)"],
        env={"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path)} | environment,
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
    )


def test_a_newcomer_needs_no_settings_and_keeps_the_key_made_for_them(tmp_path):
    first = load_settings(tmp_path)
    assert first.returncode == 0, first.stderr
    debug, key, *_ = first.stdout.split()
    assert debug == "True"
    assert len(key) >= 50
    assert load_settings(tmp_path).stdout == first.stdout


def test_a_public_server_does_not_start_without_a_key_of_its_own(tmp_path):
    refused = load_settings(tmp_path, SITE_URL="https://play.example.org")
    assert refused.returncode != 0
    assert "SECRET_KEY" in refused.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_public_server_does_not_show_its_insides(tmp_path):
    started = load_settings(tmp_path, SITE_URL="https://play.example.org", SECRET_KEY="k" * 50)
    assert started.stdout.split()[:2] == ["False", "k" * 50]
    assert started.stdout.split()[-1] == "play.example.org"


@pytest.mark.django_db
@pytest.mark.skipif("sqlite" not in settings.DATABASE["ENGINE"], reason="DATABASE_URL names another database")
def test_a_transaction_on_sqlite_takes_its_turn_when_it_begins(tmp_path):
    path = tmp_path / "file.sqlite3"
    ours = ConnectionHandler({"default": settings.DATABASE | {"NAME": path}})["default"]
    other = sqlite3.connect(path, timeout=0)
    try:
        with ours.cursor() as cursor:
            assert cursor.execute("PRAGMA journal_mode").fetchone() == ("wal",)
            assert cursor.execute("PRAGMA busy_timeout").fetchone() == (20_000,)
        # The way transaction.atomic begins. Nothing is written yet, and still nobody else can get in between.
        ours.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
        ours.rollback()
    finally:
        other.close()
        ours.close()


def test_celery_repeats_what_a_dead_worker_left_and_nothing_that_still_runs():
    assert app.conf.task_acks_late
    assert app.conf.task_reject_on_worker_lost
    assert app.conf.worker_prefetch_multiplier == 1
    limit = app.conf.task_time_limit
    assert app.conf.task_soft_time_limit < limit
    assert limit * 2 < app.conf.broker_transport_options["visibility_timeout"]


WRONG = [
    "smtp+tls://user:pass/word@mail.example.org:587",
    "smtp+tls://user:pass#word@mail.example.org:587",
    "smtp+tls://user:pass?word@mail.example.org:587",
    "smtp+tls://mail.example.org:port",
    "smpt://mail.example.org",
    "smtp://:25",
    "mail.example.org:587",
    "",
]


@pytest.mark.parametrize("url", WRONG)
def test_an_email_url_that_cannot_be_read_is_explained_without_its_password(url):
    with pytest.raises(ImproperlyConfigured, match="write / as %2F") as why:
        email_settings(url)
    assert "word" not in str(why.value).replace("password", "")
    assert why.value.__cause__ is None


def test_an_email_url_may_have_any_sign_percent_encoded():
    found = email_settings("smtp+tls://me%40example.org:a%2Fb%23c%3Fd%3Ae%40f%25@mail.example.org:587")
    assert (found["EMAIL_HOST_USER"], found["EMAIL_HOST_PASSWORD"]) == ("me@example.org", "a/b#c?d:e@f%")
    assert (found["EMAIL_HOST"], found["EMAIL_PORT"], found["EMAIL_USE_TLS"]) == (
        "mail.example.org",
        587,
        True,
    )


def test_a_server_with_a_wrong_email_url_says_so_at_the_start(tmp_path):
    refused = load_settings(tmp_path, EMAIL_URL="smtp+tls://user:pass#word@mail.example.org:587")
    assert refused.returncode != 0
    assert (
        refused.stderr.strip()
        .splitlines()[-1]
        .startswith("django.core.exceptions.ImproperlyConfigured: EMAIL_URL must look like")
    )


def test_a_wrong_mailbox_stops_the_start(settings):
    settings.IMAP_URL = "imap://user:secret@mail.example.org/"
    assert [error.id for error in check_mailbox(None)] == ["edgepbem.E007"]
    settings.IMAP_URL = "imaps://user:secret@mail.example.org/INBOX"
    assert check_mailbox(None) == []


@pytest.mark.parametrize("environment", [{}, {"EMAIL_URL": "consolemail://"}])
def test_a_public_server_prints_no_email_into_its_log(tmp_path, environment):
    """B7: without a mail server emails wait; each of them has links in it that open a seat or an account."""
    script = (
        "import django; django.setup()\n"
        "from django.core.mail import send_mail\n"
        "send_mail('subject', 'https://play.example.org/s/secret-token', None, ['bob@example.org'])"
    )
    public = {"SITE_URL": "https://play.example.org", "SECRET_KEY": "k" * 50}
    ran = subprocess.run(
        [sys.executable, "-c", script],
        env={
            "PATH": os.environ["PATH"],
            "VAR_DIR": str(tmp_path),
            "DJANGO_SETTINGS_MODULE": "edgepbem.settings",
        }
        | public
        | environment,
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
    )
    assert "ConnectionError: no email can be sent: set EMAIL_URL" in ran.stderr
    assert "secret-token" not in ran.stdout + ran.stderr
