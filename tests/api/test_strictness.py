"""No input gives a server error, and nothing is stored otherwise than it was sent."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from accounts.models import User
from games.api.parsing import read_json
from games.api.problems import BadBody
from games.models import Match, Order
from tests.api.conftest import Program, problem


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 100_000,
        b'{"a":' * 20_000,
        b'{"text":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    ],
)
def test_json_that_is_very_deep_is_refused(body: bytes, hers: Program, duel: Match) -> None:
    """C5."""
    problem(hers.post(f"matches/{duel.pk}/orders/", body), 400)


@pytest.mark.parametrize(
    "number", ["1" * 400, "NaN", "Infinity", "-Infinity", "1e999", "-1e999", "0.1" + "1" * 60]
)
def test_numbers_that_cannot_be_kept_are_refused(number: str, hers: Program) -> None:
    """C6."""
    body = f'{{"game": "scrappers", "name": "x", "seats": [{{"kind": "me"}}], "turn_hours": {number}}}'
    problem(hers.post("matches/", body.encode()), 400)
    with pytest.raises(BadBody):
        read_json(f'{{"any": [{number}]}}'.encode())
    assert not Match.objects.exists()


@pytest.mark.parametrize(
    ("written", "value"), [("-0", 0), ("0", 0), ("17", 17), ("-0.0", 0.0), ("1e3", 1000.0)]
)
def test_numbers_that_are_read_are_exact(written: str, value: float) -> None:
    """C6."""
    assert read_json(f'{{"n": {written}}}'.encode()) == {"n": value}


def test_a_name_that_is_there_twice_is_refused(hers: Program, duel: Match) -> None:
    """C7."""
    told = problem(hers.post(f"matches/{duel.pk}/orders/", b'{"text": "end", "text": "resign"}'), 400)
    assert "twice" in told["detail"]
    problem(hers.post(f"matches/{duel.pk}/orders/", b'{"a": [{"b": 1, "b": 2}]}'), 400)
    assert not Order.objects.exists()


@pytest.mark.parametrize("text", ["\\u0000", "\\ud800", "\\udfff", "end\\u0000"])
def test_what_is_no_text_is_refused(text: str, hers: Program, duel: Match) -> None:
    for body in (f'{{"text": "{text}"}}', f'{{"answers": [["{text}"]]}}', f'{{"{text}": 1}}'):
        problem(hers.post(f"matches/{duel.pk}/orders/", body.encode()), 400)


@pytest.mark.parametrize(
    "data", [b"\xff", b"{", b"}", b'{"a" 1}', b"{'a': 1}", b'"\x00"', b"[1,]", b"01", b'{"a": \xed\xa0\x80}']
)
def test_what_is_no_json_is_refused(data: bytes) -> None:
    with pytest.raises(BadBody):
        read_json(data)


def test_only_json_is_read(hers: Program, duel: Match) -> None:
    for media_type in (
        "text/plain",
        "application/xml",
        "multipart/form-data; boundary=x",
        "x",
        "application/x-www-form-urlencoded",
    ):
        response = hers.client.post(
            f"/api/v1/matches/{duel.pk}/orders/", b"text", media_type, headers=hers._headers({})
        )
        problem(response, 415)


@pytest.mark.parametrize(
    "path", ["", "nothing/", "matches", "matches/x/", "matches/-1/", "matches/1" + "0" * 30 + "/"]
)
def test_an_address_that_leads_nowhere_is_a_problem_too(path: str, hers: Program) -> None:
    problem(hers.get(path), 404)
    problem(hers.post(path), 404)


def test_what_cannot_be_done_is_a_problem_too(hers: Program, duel: Match) -> None:
    for method in ("put", "patch", "delete", "options", "trace"):
        problem(getattr(hers.client, method)("/api/v1/matches/", headers=hers._headers({})), 405)


@pytest.mark.parametrize(
    "query",
    [
        "page=0",
        "page=-1",
        "page=x",
        "page=" + "9" * 40,
        "page_size=0",
        "page_size=%00",
        "page=1.5",
        "status=x",
        "game=%00",
    ],
)
def test_a_wrong_query_is_refused(query: str, hers: Program) -> None:
    problem(hers.get(f"matches/?{query}"), 400)


def test_a_page_that_is_not_there_is_a_404(hers: Program) -> None:
    problem(hers.get("matches/?page=2"), 404)
    assert hers.get("matches/?page_size=999999").status_code == 200


@pytest.mark.parametrize("at", ["x" * 5000, "&at=".join(["x"] * 900), "..", "end&at=end"])
def test_words_that_lead_nowhere_are_told_what_would(at: str, mover: Program, duel: Match) -> None:
    problem(mover.get(f"matches/{duel.pk}/decision/?at={at}"), 422)


@pytest.mark.parametrize(
    "prefer", ["wait=0", "wait=x, respond-async", "respond-async; wait=0", "\xff, wait=0", "wait=00000"]
)
def test_any_preference_is_answered(prefer: str, mover: Program, duel: Match) -> None:
    assert mover.post(f"matches/{duel.pk}/orders/", {"text": "end"}, Prefer=prefer).status_code == 202


# Limits.


def test_limits_hold_whatever_address_is_claimed(db: None) -> None:
    """C8, M14: a new X-Forwarded-For on each call does not help."""
    client = Client()
    answered = [
        client.get("/api/v1/games/", headers={"X-Forwarded-For": f"10.0.{number // 250}.{number % 250}"})
        for number in range(125)
    ]
    assert [response.status_code for response in answered].count(200) == 120
    last = answered[-1]
    problem(last, 429)
    assert int(last["Retry-After"]) > 0


def test_limits_hold_behind_a_proxy(db: None, settings: object) -> None:
    """C8: what the proxy wrote counts, what the client wrote before it does not."""
    settings.PROXIES = 1  # type: ignore[attr-defined]
    client = Client(REMOTE_ADDR="10.0.0.1")
    for number in range(120):
        client.get("/api/v1/games/", headers={"X-Forwarded-For": f"1.1.1.{number}, 203.0.113.7"})
    problem(client.get("/api/v1/games/", headers={"X-Forwarded-For": "8.8.8.8, 203.0.113.7"}), 429)
    assert client.get("/api/v1/games/", headers={"X-Forwarded-For": "203.0.113.8"}).status_code == 200


def test_orders_are_limited_by_user(mover: Program, duel: Match) -> None:
    """C8."""
    answered = {
        mover.post(
            f"matches/{duel.pk}/orders/", {"text": "end"}, X_Forwarded_For=f"1.1.1.{number}"
        ).status_code
        for number in range(121)
    }
    assert answered == {202, 429}
    assert Order.objects.count() == 120


def test_tokens_cannot_be_tried_for_ever(db: None) -> None:
    answered = [
        Client().get("/api/v1/me/", headers={"Authorization": f"Token edge_{number:064}"}).status_code
        for number in range(31)
    ]
    assert answered == [401] * 30 + [429]


def test_a_body_is_needed_as_json_object(hers: Program, alice: User) -> None:
    for body in (b"1", b"[]", b'"x"', b"true"):
        problem(hers.patch("me/", body), 400)
    assert json.loads(hers.patch("me/", b"").content)["name"] == "Alice"


@pytest.mark.parametrize("name", ["_connector", "_negated", "seats__user__email__startswith", "pk", "host"])
def test_query_parameters_never_reach_the_database(
    name: str, hers: Program, his: Program, duel: Match
) -> None:
    """C13: only the names of the schema count."""
    plain = hers.get("matches/")
    strange = hers.get("matches/", **{name: "OR 1=1) OR TRUE --"})
    assert (strange.status_code, strange.json()) == (200, plain.json())
    lobby = Client().get("/lobby/", {name: "OR"})
    assert lobby.status_code in (200, 302)
