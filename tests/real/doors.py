"""A match on a real server, and people who play it through its doors."""

from __future__ import annotations

import itertools
import json
import smtplib
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import make_msgid
from typing import Any

from accounts.models import ApiToken, User
from games.bots.glimpse import glimpse_of
from games.bots.registry import make_bot
from games.engine.contract.decisions import Decision
from games.engine.contract.tree import Path
from games.engine.language.paths import write
from games.engine.play.orders import waiting_for
from games.models import Match, Order, Seat
from games.services import storage
from games.services.access import seats_of
from games.services.matches.new import Place, Terms, open_match
from post.models import IncomingEmail
from tests.mailboxes import reply_address
from tests.real.server import Server
from tests.timing import PATIENCE, wait_for

KEYS = itertools.count(1)


@dataclass
class Player:
    """Someone with an account, a key for the API, and a seat."""

    name: str
    token: str
    seat: int = 0

    @property
    def address(self) -> str:
        return f"{self.name}@example.org"


def sign_up(server: Server, *names: str) -> list[Player]:
    """New accounts."""
    with server.at_hand():
        people = [User.objects.create_user(f"{name}@example.org", name.title()) for name in names]
        return [
            Player(person.name.lower(), ApiToken.objects.create(person, name="test")[1]) for person in people
        ]


def begin(server: Server, players: list[Player], game: str = "scrappers", **terms: Any) -> int:
    """A running match with these players, in this order; its id."""
    with server.at_hand():
        people = {user.email: user for user in User.objects.all()}
        for number, player in enumerate(players, 1):
            player.seat = number
        places = [Place(people[player.address]) for player in players]
        host = people[players[0].address]
        return open_match(host, Terms(game, "A real match", {}, **terms), places).pk


@dataclass(frozen=True)
class Move:
    """What a careful player would do next."""

    seat: int
    path: tuple[str, ...]
    text: str
    question: str
    version: int  # of the match that was looked at: a bot may have played when one looks again


def next_move(
    server: Server,
    match_id: int,
    bot: tuple[str, str] = ("scrappers", "scrapper"),
    whim: str = "x",
    rather: Callable[[Decision[object]], Path | None] = lambda decision: None,
) -> Move | None:
    """What a bot would do for the player the match waits for; None when the match is over.

    `rather`: what is done instead, where a test wants something else.
    """
    with server.at_hand():
        match = Match.objects.get(pk=match_id)
        if match.status != Match.Status.RUNNING:
            return None
        run = storage.load(match, seats_of(match))
        seat = waiting_for(run)[0]
        decision = run.decision_for(seat)
        assert decision is not None
        path = rather(decision) or make_bot(*bot, whim).choose(glimpse_of(run, decision))
        return Move(seat, path, write(decision, path), run.decision_id(seat), match.version)


def call(
    server: Server, player: Player | None, path: str, body: Any = None, **headers: str
) -> tuple[int, Any]:
    """One request to the API; status and JSON. Raises OSError when nobody answers."""
    request = urllib.request.Request(f"{server.site}/api/v1/{path}")  # noqa: S310 (loopback)
    if player is not None:
        request.add_header("Authorization", f"Token {player.token}")
    for name, value in headers.items():
        request.add_header(name.replace("_", "-"), value)
    if body is not None:
        request.data = json.dumps(body).encode()
        request.add_header("Content-Type", "application/json")
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
            return answer.status, json.loads(answer.read() or b"null")
    except urllib.error.HTTPError as refusal:
        return refusal.code, json.loads(refusal.read() or b"null")


def order(
    server: Server, player: Player, match_id: int, text: str, key: str = "", wait: int = 10
) -> tuple[int, Any]:
    """Orders through the API."""
    headers = {"Idempotency_Key": key or f"key-{next(KEYS)}", "Prefer": f"wait={wait}"}
    return call(server, player, f"matches/{match_id}/orders/", {"text": text}, **headers)


def reply(server: Server, to: str, sender: str, text: str, quoted: str = "", message_id: str = "") -> None:
    """A reply by SMTP to the server's gateway, with what is answered below."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, to, "Re: your turn"
    message["Message-ID"] = message_id or make_msgid(domain="example.org")
    below = "\n".join(f"> {line}" for line in quoted.splitlines())
    message.set_content(f"{text}\n\nOn Mon, 16 Nov 2026 at 10:00, edgepbem wrote:\n{below}\n")
    with smtplib.SMTP("127.0.0.1", server.gateway_port, timeout=PATIENCE) as smtp:
        smtp.send_message(message, sender, [to])


def address_of(server: Server, match_id: int, seat: int) -> str:
    """The secret address of a seat."""
    with server.at_hand():
        return reply_address(Seat.objects.get(match_id=match_id, number=seat))


def await_move(server: Server, match_id: int, before: int, seconds: float = 60.0) -> None:
    """Wait until the match has been written anew; if that does not happen, say what became of the orders."""
    try:
        wait_for(lambda: _version_of(server, match_id) > before, seconds, "the order to be played")
    except AssertionError as stalled:
        stalled.add_note("\n".join(_last_heard(server, match_id)))
        raise


def _version_of(server: Server, match_id: int) -> int:
    """How often the match has been written."""
    with server.at_hand():
        return Match.objects.get(pk=match_id).version


def _last_heard(server: Server, match_id: int) -> list[str]:
    """The match, its last orders, and what came by email."""
    with server.at_hand():
        match = Match.objects.get(pk=match_id)
        orders = Order.objects.filter(match=match).select_related("seat").order_by("-pk")[:6]
        emails = IncomingEmail.objects.order_by("-pk")[:6]
        waiting = [(seat.number, seat.waiting_since) for seat in match.seats.order_by("number")]
        return [
            f"version {match.version}, turn {match.turn}, stuck “{match.stuck}”, waits for {waiting}",
            *(
                f"order of {one.seat.number}, {one.door}: {one.text or one.path} {one.receipt}"
                for one in orders
            ),
            *(f"email of {one.received_at}: {one.state} {one.note}" for one in emails),
        ]
