"""The real parts themselves: they come up, and do what they are for."""

from __future__ import annotations

import smtplib
from pathlib import Path

import psycopg
import pytest
import redis

from edgepbem.ready import health_of
from post.models import Heartbeat


def test_the_bundled_redis_is_for_its_owner_alone_and_runs_no_scripts(redis_server):
    """E5: a socket file in a folder that nobody else can enter, and no port."""
    file = Path(redis_server.removeprefix("unix://"))
    assert file.parent.stat().st_mode & 0o077 == 0
    with redis.Redis.from_url(redis_server) as client:
        assert client.ping()
        assert client.info("server")["tcp_port"] == 0
        for command in (("EVAL", "return 1", "0"), ("SCRIPT", "FLUSH"), ("CONFIG", "GET", "dir")):
            with pytest.raises(redis.RedisError):
                client.execute_command(*command)


def test_a_database_of_postgres_is_new_each_time(postgres):
    first, second = postgres.new_database(), postgres.new_database()
    with psycopg.connect(first) as connection:
        connection.execute("CREATE TABLE mark (id int)")
    with psycopg.connect(second) as connection:
        assert connection.execute("SELECT to_regclass('mark')").fetchone() == (None,)


def test_the_mail_server_keeps_emails_and_refuses_on_demand(smtp_sink):
    smtp_sink.refusals["charlie@example.org"] = "550 no such user"
    with smtplib.SMTP("127.0.0.1", smtp_sink.port) as smtp:
        refused = smtp.sendmail("a@b.c", ["bob@example.org", "charlie@example.org"], "Subject: hi\r\n\r\nyou")
    assert list(refused) == ["charlie@example.org"]
    assert [email.text.strip() for email in smtp_sink.to("bob@example.org")] == ["you"]


def test_all_parts_of_a_server_come_up_and_say_so(server):
    health = health_of(server.site)
    assert health["status"] == "ok"
    assert {part["status"] for part in health["parts"].values()} == {"ok"}
    with server.at_hand():
        assert set(Heartbeat.objects.values_list("part", flat=True)) >= {"gateway", "postman", "tick"}


def test_a_browser_opens_the_first_page(server, page):
    page.goto(server.site)
    assert "edgepbem" in page.title()
