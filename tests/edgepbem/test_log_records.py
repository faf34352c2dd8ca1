"""No token in a log, whoever writes it and whatever formats it."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator

import pytest
from celery.app.log import TaskFormatter
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from accounts.models import User
from accounts.services import calendar, sign_in, tokens
from edgepbem.log_records import redacted
from games.models import Match
from games.services import access
from games.services.access import REPLY, seat_secret
from games.services.matches.new import Place, Terms, open_match
from post import addresses

LETTERS = "abcdefghijklmnopqrstuvwxyz234567"


@pytest.fixture(
    params=[logging.Formatter(), TaskFormatter("%(task_name)s %(message)s")], ids=["plain", "celery"]
)
def log(request: pytest.FixtureRequest) -> Iterator[io.StringIO]:
    """Everything that is logged, as Django or as Celery writes it."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(request.param)
    logging.getLogger().addHandler(handler)
    yield stream
    logging.getLogger().removeHandler(handler)


def patterns(found: URLResolver) -> Iterator[str]:
    """Every address of the server, as it is written in urls.py."""
    for one in found.url_patterns:
        if isinstance(one, URLResolver):
            yield from (f"{one.pattern}{rest}" for rest in patterns(one))
        elif isinstance(one, URLPattern):
            yield str(one.pattern)


def test_every_page_that_a_token_opens_is_known() -> None:
    """B7: a new one must be added to those whose tokens are hidden."""
    found = [address for address in patterns(get_resolver()) if ":token" in address]
    assert len(found) > 10
    for address in found:
        path = "/" + address.replace("<str:token>", "CUT").replace("<path:token>", "CUT").replace(
            "<str:token_key>", "CUT"
        )
        assert "CUT" not in redacted(path), address


def test_tokens_of_all_kinds_are_hidden(alice: User, bob: User, log: io.StringIO) -> None:
    """B7, E5: in messages, in their values, and in tracebacks."""
    match: Match = open_match(alice, Terms("scrappers", "A duel", {}), [Place(alice), Place(bob)])
    seat = match.seats.select_related("match").get(user=alice)
    asked = sign_in.ask("dora@example.org", "b", "", "c")
    assert asked is not None
    secrets = [
        reverse("seat_link", args=[access.link_token(seat)]),
        addresses.reply_address(seat_secret(REPLY, seat)),
        calendar.calendar_path(alice),
        sign_in.sign_in_link(asked),
        tokens.make(alice, "phone"),
    ]
    for secret in secrets:
        logging.getLogger("games").warning("about %s", secret)
        logging.getLogger("celery.task").error(f"it is {secret}")
        logging.getLogger("gunicorn.access").warning("%(r)s", {"r": f"GET {secret} HTTP/1.1"})
        try:
            raise ValueError(secret)
        except ValueError:
            logging.getLogger("post").exception("failed")
    told = log.getvalue()
    assert told.count("***") >= 4 * len(secrets)
    for secret in secrets:
        assert secret.strip("/").rpartition("-")[2].partition("@")[0].removesuffix(".ics") not in told


def test_a_request_that_fails_is_logged_without_its_token(log: io.StringIO, db: None) -> None:
    Client().get(f"/seat/12-3-{LETTERS}/")
    Client().get(f"/unsubscribe/turns-1-{LETTERS[:-2]}/")
    assert "/seat/***/" in log.getvalue()
    assert LETTERS[:20] not in log.getvalue()


def test_what_is_no_secret_is_logged_as_it_is() -> None:
    for text in (
        "Not Found: /matches/12/",
        "user 7 signed in",
        "email 12 could not be written",
        "CompressedManifest",
    ):
        assert redacted(text) == text


def test_a_record_with_wrong_values_is_left_for_the_handler_to_report() -> None:
    record = logging.getLogRecordFactory()("games", logging.WARNING, "file", 1, "%d", ("x",), None)
    assert (record.msg, record.args) == ("%d", ("x",))


def test_no_page_tells_more_than_the_host_where_its_reader_came_from(db: None) -> None:
    for page in (f"/seat/1-{LETTERS}/", "/", "/sign-in/", f"/invitation/1-{LETTERS}/"):
        answer = Client().get(page)
        assert answer["Referrer-Policy"] == "strict-origin"
        title = answer.content.decode().partition("<title>")[2].partition("</title>")[0]
        assert LETTERS not in title
