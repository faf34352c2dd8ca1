"""A fresh web server that everybody asks at once."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest
import requests

from tests.api.real import furnish
from tests.catalogue import many
from tests.real.conftest import Launch
from tests.real.server import Server

PAGES = ("", "decision/", "turns/0/", "press/", "orders/", "events/", "board.svg")
LISTS = ("/api/v1/matches/", "/api/v1/me/")
LIBRARIES = ("/api/schema/", "/api/docs/")  # what a library makes at its first use


def asked_at_once(server: Server, token: str, paths: Sequence[str]) -> list[int]:
    """The statuses of the very first requests, from many threads; a crash cuts connections."""
    headers = {"Authorization": f"Token {token}"}

    def ask(number: int) -> int:
        try:
            path = paths[number % len(paths)]
            return requests.get(server.site + path, headers=headers, timeout=60).status_code
        except requests.ConnectionError:
            return 0

    with ThreadPoolExecutor(24) as pool:
        return list(pool.map(ask, range(48)))


@pytest.mark.catalogue
@pytest.mark.timeout(300)
def test_many_first_requests_at_once_crash_no_fresh_process(start_server: Launch) -> None:
    """F19: two threads that come to the same thing first must not harm each other."""
    server = start_server(["redis", "web"], wait=False, WEB_THREADS="12", API_PACE="1000")
    with server.at_hand():
        token, match = furnish()
    of_match = [f"/api/v1/matches/{match}/{page}" for page in PAGES]
    for fresh_start in range(many(2, 40)):
        server.kill("web")
        server.revive("web")
        statuses = asked_at_once(server, token, LIBRARIES if fresh_start % 2 else [*of_match, *LISTS])
        assert not set(statuses) & {0, 500, 502}, statuses
        assert "SIGSEGV" not in server.parts["web"].words()
