"""What strangers see when something goes wrong inside."""

from __future__ import annotations

import socket
import urllib.error
import urllib.parse
import urllib.request

import pytest

from edgepbem.log_records import PAGES
from edgepbem.ready import health_of
from tests.timing import wait_for


@pytest.fixture(scope="module")
def production(launch):
    """A web server as the public sees it, but for https."""
    server = launch(
        parts=["web"],
        wait=False,
        DEBUG="0",
        DJANGO_SETTINGS_MODULE="tests.real.broken_settings",
        GUNICORN_CMD_ARGS="--access-logfile -",
    )
    wait_for(lambda: health_of(server.site), 40, "the web server")
    yield server
    server.stop()


def get(url):
    try:
        with urllib.request.urlopen(url) as answer:  # noqa: S310
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


def test_an_internal_error_shows_a_neutral_page_and_tells_the_log(production):
    """C15: no trace, no settings, no values; the host finds all of it in the log."""
    code, page = get(f"{production.site}/break-down/")
    assert code == 500
    for inside in ("Traceback", "RuntimeError", "dice", "break_down", ".py", "Django", "SETTINGS", "secret"):
        assert inside not in page
    assert production.environment["SECRET_KEY"] not in page
    log = production.parts["web"].words()
    assert "RuntimeError: the dice of match 7" in log
    assert "/break-down/" in log


def test_an_address_that_leads_nowhere_tells_none_that_do(production):
    code, page = get(f"{production.site}/nowhere/")
    assert code == 404
    assert "urlpatterns" not in page
    assert "break-down" not in page


LETTERS = "abcdefghijklmnopqrstuvwxyz234567"


def test_no_token_gets_into_the_log_of_the_web_server(production):
    """B7, E5: neither of requests nor of errors, whole or cut, as page, query or referrer."""
    pages = [
        f"{page}/7-{end}"
        for page in PAGES
        for end in (f"1-{LETTERS}", LETTERS, LETTERS[:-1], LETTERS.upper())
    ]
    pages += [f"sign-in/?next=/invitation/7-{LETTERS}/", f"sign-in/?next=%2Finvitation%2F7-{LETTERS}%2F"]
    pages += [f"seat/7-1-{LETTERS}/break-down/?again={LETTERS}", f"nowhere/play+7-{LETTERS}@example.org"]
    for page in pages:
        before = f"{production.site}/{page}"
        get(urllib.request.Request(before if "?" in before else f"{before}/", headers={"Referer": before}))  # noqa: S310
    log = production.parts["web"].words()
    assert log.count('"GET /') >= len(pages)
    assert "RuntimeError: nothing is behind /seat/***/break-down/" in log
    assert LETTERS[:20] not in log.lower().replace(f"again={LETTERS}", "")


def answered(production, head):
    """The first line of the answer to the head of a request, whose body never comes."""
    place = urllib.parse.urlsplit(production.site)
    with socket.create_connection((place.hostname, place.port), timeout=20) as line:
        line.sendall(head.replace("\n", "\r\n").encode() + b"\r\n\r\n")
        return line.recv(100).decode().partition("\r\n")[0]


@pytest.mark.parametrize("page", ["/sign-in/", "/matches/new/", "/api/v1/matches/", "/seat/1-1-a/orders/"])
def test_a_body_that_is_too_large_is_refused_before_it_comes(production, page):
    """C14: nothing is read, so nothing is written to the disk."""
    head = f"POST {page} HTTP/1.1\nHost: localhost\nContent-Type: multipart/form-data; boundary=x\n"
    assert " 413 " in answered(production, f"{head}Content-Length: 314572800")
    assert " 411 " in answered(production, f"{head}Transfer-Encoding: chunked")
