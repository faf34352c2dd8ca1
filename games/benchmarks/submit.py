"""Orders a second over REST, on real servers, against a minimal view that does the least one would expect."""

from __future__ import annotations

import asyncio
import json
import tempfile
import time
from collections.abc import Iterator
from itertools import count, cycle
from pathlib import Path
from statistics import median

from games.benchmarks import servers

CONNECTIONS = 16
ORDERS = 160  # in one round
STANDIN = "games.benchmarks.standin_settings"

_keys = count()


def submit_vs_standin(rounds: int) -> float:
    """Accepted orders a second: ours with authentication, parsing, key and doorbell, against the stand-in."""
    with tempfile.TemporaryDirectory() as folder, servers.redis(Path(folder)) as environment:
        servers.manage(environment, "migrate", "--verbosity", "0")
        players = cycle(_players(environment))
        with (
            servers.web(environment) as ours,
            servers.web(environment | {"DJANGO_SETTINGS_MODULE": STANDIN}) as theirs,
        ):
            _round(ours, "/api/v1/matches/{}/orders/", players)  # warm caches and imports
            _round(theirs, "/submit/{}/", players)
            pairs = [
                (_round(ours, "/api/v1/matches/{}/orders/", players), _round(theirs, "/submit/{}/", players))
                for _ in range(rounds)
            ]
    return median(mine / peer for mine, peer in pairs)


Player = tuple[int, str]  # a match and a token


# The players.


def _players(environment: dict[str, str]) -> list[Player]:
    """People in matches of their own, each with a token."""
    told = servers.manage(environment, "shell", "--no-imports", "--command", _FURNISH)
    return [(match, token) for match, token in json.loads(told.splitlines()[-1])]


_FURNISH = """
import json
from accounts.models import User
from accounts.services import tokens
from games.services.matches.new import Place, Terms, open_match
found = []
for number in range(16):
    users = [User.objects.create_user(f"{name}{number}@example.org", name) for name in ("ann", "ben")]
    match = open_match(users[0], Terms("scrappers", "Bench", {}), [Place(user) for user in users])
    found += [(match.pk, tokens.make(user, "bench")) for user in users]
print(json.dumps(found))
"""


# The clients.


def _round(port: int, path: str, players: Iterator[Player]) -> float:
    """Orders a second. Each is accepted, or this raises."""
    orders = [_order(path, *next(players)) for _ in range(ORDERS)]
    began = time.perf_counter()
    asyncio.run(_send_all(port, orders))
    return ORDERS / (time.perf_counter() - began)


def _order(path: str, match: int, token: str) -> bytes:
    body = json.dumps({"text": "recruit TER1\nend"}).encode()
    lines = [
        f"POST {path.format(match)} HTTP/1.1",
        "Host: localhost",
        f"Authorization: Token {token}",
        "Content-Type: application/json",
        "Prefer: respond-async",
        f"Idempotency-Key: bench-{next(_keys)}",
        f"Content-Length: {len(body)}",
    ]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


async def _send_all(port: int, orders: list[bytes]) -> None:
    waiting = iter(orders)
    await asyncio.gather(*(_connection(port, waiting) for _ in range(CONNECTIONS)))


async def _connection(port: int, waiting: Iterator[bytes]) -> None:
    """One connection that takes the next order as soon as its last one was answered."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for order in waiting:
        writer.write(order)
        head = await reader.readuntil(b"\r\n\r\n")
        if b" 202 " not in head.split(b"\r\n", 1)[0]:
            raise ValueError(f"not accepted: {head!r}")
        await reader.readexactly(_length(head))
    writer.close()
    await writer.wait_closed()


def _length(head: bytes) -> int:
    fields = (line.partition(b":") for line in head.lower().split(b"\r\n"))
    return next(int(value) for name, _, value in fields if name == b"content-length")
