"""What is turned away at the door, before any view or the check against forged forms reads it."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from accounts.models import User
from edgepbem.doorkeeper import FORM, MOST_BYTES
from games.models import Match

NEITHER = "multipart/form-data; boundary=x"


@pytest.fixture
def browser(alice: User) -> Client:
    """Alice's, with the check against forged forms as in service."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    return client


def forms() -> Iterator[str]:
    """Some addresses that take forms."""
    yield from (reverse("sign_in"), reverse("new_match"), reverse("account_profile"), reverse("roster_new"))


@pytest.mark.parametrize(
    "data",
    [b"name=%00", b"name=a%00b", b"name=%ff", b"name=%ED%A0%80", b"\xff=1", b"name=%1b[2J", b"a=%C2%80"],
)
def test_a_form_that_is_no_text_is_refused_with_a_reason(browser: Client, data: bytes) -> None:
    for address in forms():
        answer = browser.post(address, data, content_type=FORM)
        assert answer.status_code == 400
        assert "cannot be read: " in answer.content.decode()


@pytest.mark.parametrize("name", ["\x00", "a\x07b", "\x9f", "\ufffe"])
def test_a_form_in_parts_is_refused_likewise(browser: Client, name: str) -> None:
    for address in forms():
        assert browser.post(address, {"name": name}).status_code == 400


def test_a_part_that_is_packed_hides_nothing(browser: Client) -> None:
    part = 'Content-Disposition: form-data; name="name"\r\nContent-Transfer-Encoding: base64\r\n\r\nYQBi\r\n'
    for address in forms():
        assert (
            browser.generic("POST", address, f"--x\r\n{part}--x--\r\n", content_type=NEITHER).status_code
            == 400
        )


@pytest.mark.parametrize("charset", ["foo", "utf-16", "utf-7", "zlib", "latin-1", "idna", "\xff"])
@pytest.mark.parametrize("kind", [FORM, NEITHER, "application/json"])
def test_another_charset_than_utf_8_is_refused(browser: Client, charset: str, kind: str) -> None:
    for address in (*forms(), "/api/v1/matches/"):
        answer = browser.generic("POST", address, b"{}", content_type=f"{kind}; charset={charset}")
        assert answer.status_code == 400
        assert b"UTF-8" in answer.content


@pytest.mark.parametrize("charset", ["utf-8", "UTF-8", '"utf-8"'])
def test_utf_8_may_be_named(client: Client, db: None, charset: str) -> None:
    answer = client.post(reverse("sign_in"), b"address=a%40x.org", content_type=f"{FORM}; charset={charset}")
    assert answer.status_code == 302


@pytest.mark.parametrize("query", ["q=%00", "q=%ff", "q=%ED%A0%80", "%C3=1", "q=%07"])
def test_a_query_that_is_no_text_is_refused(client: Client, db: None, query: str) -> None:
    """C13: whatever is asked."""
    for address in ("/", "/lobby/", "/sign-in/", "/rules/edge/", "/api/v1/games/", "/static/edgepbem.css"):
        answer = client.get(f"{address}?{query}")
        assert answer.status_code == 400
        assert b"cannot be read" in answer.content


@pytest.mark.parametrize("path", ["%00", "a%0Ab", "%FF", "%ED%A0%80", "a%1B"])
def test_a_path_that_is_no_text_is_refused(client: Client, db: None, path: str) -> None:
    """B3: there is no page for it, and no reader of files gets to see it."""
    for address in (f"/seat/{path}/", f"/static/{path}", f"/calendar/{path}.ics", f"/api/v1/{path}"):
        assert client.get(address).status_code == 400


@pytest.mark.parametrize("text", ["\\u0000", "\\ud800", "\\udc00\\ud800", "\\u0007", "\\u009f"])
@pytest.mark.parametrize("body", ['{"name": "%s"}', '{"%s": 1}', '["%s"]', '"%s"', '{"a": [[{"b": "%s"}]]}'])
def test_json_that_is_no_text_is_refused_wherever_it_is(alice: User, text: str, body: str) -> None:
    client = Client()
    client.force_login(alice)
    answer = client.post("/api/v1/matches/", body % text, content_type="application/json")
    assert answer.status_code == 400
    assert "not a character of a text" in json.loads(answer.content)["detail"]


class Unread(io.BytesIO):
    """A body that nobody may read."""

    def read(self, *_size: Any) -> bytes:
        raise AssertionError("the body was read")

    readline = read


@pytest.mark.parametrize("kind", [FORM, NEITHER, "application/json", "application/octet-stream"])
def test_a_large_body_is_refused_before_a_byte_of_it_is_read(browser: Client, kind: str) -> None:
    """C14: 300 MB were once written to the disk for a form without its token."""
    for address in (*forms(), "/api/v1/matches/", "/unsubscribe/turns-1-x/"):
        for length in (str(MOST_BYTES + 1), "300000000", "9" * 4_000):
            sent: dict[str, Any] = {"CONTENT_LENGTH": length, "wsgi.input": Unread(), "CONTENT_TYPE": kind}
            assert browser.post(address, **sent).status_code == 413


def test_a_body_without_a_length_is_refused_unread(browser: Client) -> None:
    for address in (*forms(), "/api/v1/matches/"):
        sent: dict[str, Any] = {
            "CONTENT_LENGTH": "",
            "HTTP_TRANSFER_ENCODING": "chunked",
            "wsgi.input": Unread(),
        }
        assert browser.post(address, **sent).status_code == 411


def test_no_form_takes_a_file(browser: Client) -> None:
    """C14: the first file ends the reading, and nothing is kept of it."""
    for address in forms():
        answer = browser.post(address, {"name": "x", "file": SimpleUploadedFile("a.txt", b"words")})
        assert answer.status_code == 415
        assert "Files cannot be sent" in answer.content.decode()


def test_a_page_takes_nothing_but_forms(browser: Client) -> None:
    for address in forms():
        assert browser.post(address, b"{}", content_type="application/json").status_code == 415


def test_what_is_turned_away_has_no_effect(alice: User) -> None:
    client = Client()
    client.force_login(alice)
    client.post(reverse("new_match"), {"name": "a\x00b", "game": "scrappers"})
    assert not Match.objects.exists()


@pytest.mark.parametrize("name", ["evil.example", "localhost@evil.example", "evil.example:8000", "a b", "."])
@pytest.mark.parametrize("is_debug", [True, False])
def test_who_asks_for_another_name_is_shown_nothing_of_ours(
    db: None, settings, caplog, name: str, is_debug: bool
) -> None:
    """C15: also where Django would show its workings, to a page that has made its own name lead here."""
    settings.DEBUG = is_debug
    for address in ("/", "/api/v1/games/"):
        answer = Client().get(address, headers={"host": name})
        assert answer.status_code == 400
        assert b"evil" not in answer.content
        assert b"ALLOWED_HOSTS" not in answer.content
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


def test_with_https_too(db: None, settings, caplog) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert Client().get("/", headers={"host": "evil.example"}).status_code == 400
