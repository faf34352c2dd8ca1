"""A real server for programs: gunicorn, a worker and Redis, with people and matches in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import requests

from accounts.models import User
from accounts.services import tokens
from games.models import Match
from games.services import resolve
from games.services.matches import new
from tests.real.server import Server

PARTS = ["redis", "web", "worker"]
GENEROUS = {"API_PACE": "1000", "WEB_WORKERS": "2"}  # what is tested here is not how often one may ask


@dataclass
class Place:
    """Where a program of Alice's finds the server."""

    server: Server
    token: str
    match: int  # in which it is her turn

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Token {self.token}"}

    def get(self, path: str) -> requests.Response:
        return requests.get(f"{self.server.site}/api/v1/{path}", headers=self.headers, timeout=30)

    def post(self, path: str, body: dict[str, Any], **headers: str) -> requests.Response:
        more = {name.replace("_", "-"): value for name, value in headers.items()}
        url = f"{self.server.site}/api/v1/{path}"
        return requests.post(url, json=body, headers=self.headers | more, timeout=30)


def furnish() -> tuple[str, int]:
    """Alice and Bob, and matches of every kind. Her token, and the match in which she is to move."""
    alice = User.objects.create_user("alice@example.org", "Alice")
    bob = User.objects.create_user("bob@example.org", "Bob")
    running = her_turn(alice, bob)
    _open(alice, bob, "Finished")
    for number in (2, 3):
        _open(alice, bob, f"Running {number}")
    _open(alice, None, "Open")
    foreign = _open(bob, None, "Foreign and open")
    Match.objects.filter(pk=foreign.pk).update(is_public=True)
    return tokens.make(alice, "test"), running.pk


def _open(first: User, second: User | None, name: str) -> Match:
    places = [new.Place(first), new.Place(second) if second is not None else new.Place()]
    return new.open_match(first, new.Terms("scrappers", name, {}), places)


def her_turn(alice: User, bob: User) -> Match:
    """A match in which Alice is to move."""
    match = _open(alice, bob, "Running")
    while match.seats.get(number=1).waiting_since is None:
        match = _open(alice, bob, "Running")
    resolve.resolve_all(match.pk)
    return match
