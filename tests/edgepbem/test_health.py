"""The health page: green when all is well, red with a reason when not, and no secrets."""

from __future__ import annotations

import time
from datetime import timedelta

import pytest
from django.db import DatabaseError, connection
from django.utils import timezone

from edgepbem import health
from games.models import Match, Order, Seat
from post.mailbox_fetch import fetch_new
from post.models import Heartbeat, IncomingEmail, OutgoingEmail
from tests.post.imap_server import serving


@pytest.fixture(autouse=True)
def asked_anew(monkeypatch):
    """No answer of another test is kept, and Redis is not what these tests are about."""
    monkeypatch.setattr(health, "_kept", {})
    monkeypatch.setitem(health.PARTS, "redis", lambda: health.FINE)


@pytest.fixture
def alive(db):
    """All parts have just been heard of."""
    for part in ("tick", "postman", "gateway"):
        Heartbeat.objects.create(part=part)


@pytest.fixture
def long_ago(monkeypatch):
    """The web server was started an hour ago."""
    monkeypatch.setattr(health, "STARTED", time.monotonic() - 3600)


def ask(client, query=""):
    health._kept.clear()
    answer = client.get(f"/healthz{query}")
    return answer.status_code, answer.json()


def test_all_is_well(client, alive):
    code, told = ask(client)
    assert (code, told["status"]) == (200, "ok")
    assert list(told["parts"]) == list(health.PARTS)
    assert {part["status"] for part in told["parts"].values()} == {"ok"}


def test_nobody_keeps_the_answer_but_us(client, alive, monkeypatch):
    asked = []

    def look():
        asked.append(1)
        return health.FINE

    monkeypatch.setitem(health.PARTS, "redis", look)
    for _ in range(5):
        assert "no-cache" in client.get("/healthz").headers["Cache-Control"]
    assert len(asked) == 1
    monkeypatch.setattr(health, "KEPT_SECONDS", 0.0)
    client.get("/healthz")
    assert len(asked) == 2


def test_a_server_that_has_just_been_started_is_starting(client, db, monkeypatch):
    monkeypatch.setattr(health, "STARTED", time.monotonic())
    code, told = ask(client)
    assert (code, told["status"]) == (503, "starting")
    assert told["parts"]["worker"] == {"status": "starting", "why": "no sign of beat or worker yet"}


@pytest.mark.parametrize(
    ("beat", "part"), [("tick", "worker"), ("postman", "postman"), ("gateway", "gateway")]
)
def test_a_part_that_has_been_silent_for_two_minutes_is_down(client, alive, long_ago, beat, part):
    Heartbeat.objects.filter(part=beat).update(at=timezone.now() - timedelta(seconds=115))
    assert ask(client)[0] == 200
    Heartbeat.objects.filter(part=beat).update(at=timezone.now() - timedelta(seconds=125))
    code, told = ask(client)
    assert (code, told["parts"][part]["status"]) == (503, "down")
    Heartbeat.objects.filter(part=beat).delete()
    assert ask(client)[1]["parts"][part]["status"] == "down"


def test_who_gets_mail_from_a_provider_needs_no_gateway(client, alive, long_ago, settings):
    Heartbeat.objects.filter(part="gateway").delete()
    settings.ANYMAIL = {"WEBHOOK_SECRET": "name:password"}
    assert ask(client)[0] == 200


def test_a_folder_for_reports_that_is_none_is_down(db, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"
    assert health.media() == health.FINE
    settings.MEDIA_ROOT.write_text("a file")
    assert health.media().status == "down"


def test_who_fetches_mail_from_a_mailbox_needs_no_gateway_but_the_mailbox(client, alive, long_ago, settings):
    Heartbeat.objects.filter(part="gateway").delete()
    settings.IMAP_URL = "imaps://user:password@mail.example.org/INBOX"
    status, told = ask(client)
    assert (status, told["parts"]["gateway"]["status"]) == (200, "attention")
    assert "mailbox" in told["parts"]["gateway"]["why"]
    with serving() as account:
        settings.IMAP_URL = account.url()
        fetch_new()
    assert ask(client)[1]["parts"]["gateway"] == {"status": "ok"}


def test_a_redis_that_does_not_answer_is_down(settings):
    settings.REDIS_URL = "redis://:secret@127.0.0.1:1/0"
    told = health.broker().data()
    assert told == {"status": "down", "why": "no answer: ConnectionError"}


def test_a_database_that_does_not_answer_takes_down_what_it_knows(client, alive, monkeypatch):
    def broken(*_):
        raise DatabaseError("password of db.example.org is secret")

    with monkeypatch.context() as outage:
        outage.setattr(connection, "cursor", broken)
        code, told = ask(client)
    assert (code, told["status"]) == (503, "down")
    assert told["parts"]["database"]["why"] == "no answer: DatabaseError"
    assert told["parts"]["orders"]["why"] == "cannot be checked: the database is down"
    assert "secret" not in str(told)


def test_a_database_without_the_newest_tables_is_down(client, alive, monkeypatch):
    monkeypatch.setattr(health, "_up_to_date", False)
    executor = "django.db.migrations.executor.MigrationExecutor.migration_plan"
    monkeypatch.setattr(executor, lambda *_: [("one", False)])
    code, told = ask(client)
    assert code == 503
    assert told["parts"]["database"]["why"] == "1 migrations to apply: manage.py migrate"


def test_a_full_disk_is_down(client, alive, monkeypatch):
    monkeypatch.setattr(health, "LEAST_FREE", 2**62)
    code, told = ask(client)
    assert (code, told["parts"]["media"]["status"]) == (503, "down")


@pytest.fixture
def match(alice):
    """Running, with Alice in it."""
    match = Match.objects.create(game="scrappers", name="A match", host=alice, status=Match.Status.RUNNING)
    Seat.objects.create(match=match, number=1, user=alice)
    return match


def attention(client, part):
    code, told = ask(client)
    return code, told["status"], told["parts"][part].get("why")


def test_what_waits_too_long_asks_for_attention(client, alive, match):
    old, older = (timezone.now() - timedelta(minutes=minutes) for minutes in (6, 31))
    Order.objects.create(
        match=match, seat=match.seats.get(), kind="orders", door="web", key="1", received_at=old
    )
    assert attention(client, "orders")[:2] == (200, "attention")
    Order.objects.all().delete()
    OutgoingEmail.objects.create(
        kind="turn", key="1", message_id="<1>", address="alice@example.org", created_at=older
    )
    assert attention(client, "outbox")[:2] == (200, "attention")
    OutgoingEmail.objects.update(state=OutgoingEmail.State.SENT)
    IncomingEmail.objects.create(key="1", source="smtp", raw=b"", received_at=old)
    assert attention(client, "inbox")[:2] == (200, "attention")
    IncomingEmail.objects.update(state=IncomingEmail.State.HANDLED)
    Match.objects.update(stuck="a replay disagrees: secret cards")
    assert attention(client, "matches") == (200, "attention", "1 matches are stuck: see the admin pages")


def test_what_has_just_come_does_not(client, alive, match):
    Order.objects.create(match=match, seat=match.seats.get(), kind="orders", door="web", key="1")
    OutgoingEmail.objects.create(kind="turn", key="1", message_id="<1>", address="alice@example.org")
    IncomingEmail.objects.create(key="1", source="smtp", raw=b"")
    assert ask(client)[1]["status"] == "ok"


def test_a_load_balancer_asks_for_what_it_needs(client, db, long_ago):
    code, told = ask(client, "?parts=database,media")
    assert (code, list(told["parts"])) == (200, ["database", "media"])


def test_it_is_for_looking_only(client, alive):
    assert client.post("/healthz").status_code == 405
