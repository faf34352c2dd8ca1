"""What a browser receives: text compressed, nothing twice, and not much for a first visit."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts.models import User
from edgepbem.compression import CompressionMiddleware
from games.models import Match
from games.services.engines import offered
from games.services.matches.new import Place, Terms, open_match

TAKES = {"Accept-Encoding": "gzip, deflate, br"}
FIRST_VISIT = 200_000  # bytes, fonts and all


@pytest.fixture(params=sorted(offered()))
def match(request: pytest.FixtureRequest, alice: User, bob: User) -> Match:
    """One of each game, on its first question."""
    return open_match(alice, Terms(request.param, "M", {}), [Place(alice), Place(bob)])


def weight(name: str) -> int:
    """A file as WhiteNoise serves it."""
    found = finders.find(name)
    assert isinstance(found, str), name
    data = Path(found).read_bytes()
    return len(data) if name.endswith(".woff2") else len(gzip.compress(data))


def linked(page: str) -> set[str]:
    """The files that a page asks for at once."""
    return set(re.findall(r'(?:src|href)="/static/([^"?]+)"', page))


def fonts() -> set[str]:
    """All that text in English can need; a browser fetches those that a page uses."""
    found = finders.find("fonts")
    assert isinstance(found, str)
    return {f"fonts/{file.name}" for file in Path(found).glob("*.woff2") if "-ext-" not in file.name}


def packed(answer: HttpResponseBase) -> HttpResponseBase:
    """What becomes of an answer."""
    request = RequestFactory().get("/", headers=TAKES)
    return CompressionMiddleware(lambda _request: answer).process_response(request, answer)


def test_a_first_visit_to_a_match_is_light(match: Match, alice: User, client: Client) -> None:
    client.force_login(alice)
    answer = client.get(reverse("match", args=[match.pk]), headers=TAKES)
    assert (answer.status_code, answer["Content-Encoding"]) == (200, "gzip")
    page = gzip.decompress(answer.content).decode()
    files = linked(page) | fonts()
    assert len(files) > 8
    inks = client.get(reverse("inks"), headers=TAKES)
    assert len(answer.content) + len(inks.content) + sum(map(weight, files)) < FIRST_VISIT


def test_a_page_is_the_same_to_those_who_take_no_compression(match: Match, client: Client) -> None:
    plain, short = client.get("/lobby/"), client.get("/lobby/", headers=TAKES)
    assert "Content-Encoding" not in plain
    assert "Accept-Encoding" in short["Vary"]
    tokens = re.compile(rb'(csrfmiddlewaretoken" value=|name="key" value=|nonce=)"[^"]*"')
    assert tokens.sub(b"", gzip.decompress(short.content)) == tokens.sub(b"", plain.content)


def test_the_length_of_a_page_varies() -> None:
    """BREACH: whoever can put text on a page learns nothing from its length."""
    page = b"<p>The same words, again and again.</p>" * 50
    made = [packed(HttpResponse(page)) for _ in range(20)]
    assert len({len(b"".join(answer)) for answer in made}) > 1


@pytest.mark.parametrize("kind", ["application/pdf", "image/png", "text/event-stream"])
def test_what_would_not_shrink_or_must_not_wait_is_left_alone(kind: str) -> None:
    whole = HttpResponse(b"x" * 1000, content_type=kind)
    pieces = StreamingHttpResponse([b"x" * 1000], content_type="text/html")
    for answer in (whole, pieces):
        assert "Content-Encoding" not in packed(answer).headers
