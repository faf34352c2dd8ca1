"""Programs of Alice, Bob and Charlie, and a match between the first two."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from accounts.services import tokens
from games.models import Match, Order
from games.services import resolve
from games.services.matches.new import Place, Terms, open_match

AT_ONCE = "respond-async"


@dataclass
class Program:
    """Someone's program: JSON out, JSON in; what it orders is played at once by a worker of its own."""

    token: str = ""
    client: Client = field(default_factory=Client)

    def get(self, path: str, **query: Any) -> Any:
        return self.client.get(f"/api/v1/{path}", query, headers=self._headers({}))

    def post(self, path: str, body: object = None, method: str = "post", **headers: str) -> Any:
        data = body if isinstance(body, bytes) else json.dumps(body if body is not None else {})
        send = getattr(self.client, method)
        return send(
            f"/api/v1/{path}",
            data,
            content_type="application/json",
            headers=self._headers({"Prefer": AT_ONCE} | {k.replace("_", "-"): v for k, v in headers.items()}),
        )

    def put(self, path: str, body: object) -> Any:
        return self.post(path, body, "put")

    def patch(self, path: str, body: object) -> Any:
        return self.post(path, body, "patch")

    def order(self, match: Match, text: str, **headers: str) -> dict[str, Any]:
        """Hand orders in, let them be played, and read the receipt."""
        answered = self.post(f"matches/{match.pk}/orders/", {"text": text}, **headers)
        assert answered.status_code == 202, answered.content
        resolve.resolve_all(match.pk)
        match.refresh_from_db()
        played: dict[str, Any] = self.client.get(answered["Location"], headers=self._headers({})).json()
        return played

    def _headers(self, more: dict[str, str]) -> dict[str, str]:
        return more | ({"Authorization": f"Token {self.token}"} if self.token else {})


def program_of(user: User) -> Program:
    """A program with a token of its own."""
    return Program(tokens.make(user, "test"))


@pytest.fixture
def hers(alice: User) -> Program:
    """Alice's."""
    return program_of(alice)


@pytest.fixture
def his(bob: User) -> Program:
    """Bob's."""
    return program_of(bob)


@pytest.fixture
def strange(charlie: User) -> Program:
    """Charlie's."""
    return program_of(charlie)


@pytest.fixture
def nobodys(db: None) -> Program:
    """Without a token."""
    return Program()


@pytest.fixture
def duel(alice: User, bob: User) -> Match:
    """Star Scrappers, Alice in seat 1 and Bob in seat 2, running."""
    terms = Terms("scrappers", "A duel", {}, seed="what Alice adds to the dice")
    return open_match(alice, terms, [Place(alice), Place(bob)])


@pytest.fixture
def mover(duel: Match, hers: Program, his: Program) -> Program:
    """The program of whoever is to move."""
    return hers if duel.seats.get(number=1).waiting_since is not None else his


def problem(response: Any, status: int) -> dict[str, Any]:
    """The body of an error, checked for its form."""
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/problem+json"
    body: dict[str, Any] = json.loads(response.content)
    assert body["status"] == status
    assert body["title"]
    assert body["type"].startswith("/api/docs/#")
    return body


def last_order() -> Order:
    """The newest row."""
    return Order.objects.latest("pk")
