"""P1 and P2 in large numbers: several matches at once, orders through all four doors, kill after kill.

Everyday runs leave this to test_kills.py. EDGEPBEM_KILLS says how many parts are killed in each test.
"""

from __future__ import annotations

import os
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

from accounts.models import User
from accounts.sessions import SessionStore
from games.models import Match, Order, Seat
from games.services.access import link_token
from tests.catalogue import LONGEST, many
from tests.real.doors import Move, Player, begin, next_move, sign_up
from tests.real.server import Server
from tests.real.smtp import Sink
from tests.real.test_kills import (
    MORTAL,
    all_is_quiet,
    check_chain,
    check_emails,
    insist,
    insist_by_mail,
    murderer,
)
from tests.timing import wait_for

KILLS = int(os.environ.get("EDGEPBEM_KILLS", many(0, 100)))  # on each database
FORM_TOKEN = "a" * 32  # in the cookie and in the form alike

pytestmark = [
    pytest.mark.slow,
    pytest.mark.catalogue,
    pytest.mark.timeout(LONGEST),
    pytest.mark.skipif(not KILLS, reason="in the catalogue, or with EDGEPBEM_KILLS"),
]


@dataclass
class Hand:
    """A match, and what was acknowledged in it: the beginning of each order's key, with its text."""

    match: int
    players: list[Player]
    seen: int = -1  # the version that was played last
    given: dict[str, str] = field(default_factory=dict)
    sent: int = 0  # emails

    def play(self, server: Server) -> bool:
        """One order, if the last one has been played; False if the match is over."""
        move = next_move(server, self.match)
        if move is None:
            return False
        if move.version != self.seen:
            self.seen = move.version
            door = DOORS[(self.match + len(self.given) + self.sent) % len(DOORS)]
            door(server, self, move)
        return True


def by_api(server: Server, hand: Hand, move: Move) -> None:
    name = f"numbers-{hand.match}-{move.version}-"
    insist(server, hand.players[move.seat - 1], hand.match, move.text, name)
    hand.given[f"api {name}"] = move.text


def by_email(server: Server, hand: Hand, move: Move) -> None:
    name = f"numbers{hand.match}.{move.version}"
    insist_by_mail(server, hand.match, hand.players[move.seat - 1], move.text, name)
    hand.sent += 1


def by_page(server: Server, hand: Hand, move: Move) -> None:
    address = hand.players[move.seat - 1].address
    insist_on_page(server, hand, move, f"matches/{hand.match}/orders/", session_of(server, address))


def by_link(server: Server, hand: Hand, move: Move) -> None:
    with server.at_hand():
        token = link_token(Seat.objects.select_related("match").get(match=hand.match, number=move.seat))
    insist_on_page(server, hand, move, f"seat/{token}/orders/", "")


DOORS: list[Callable[[Server, Hand, Move], None]] = [by_api, by_email, by_page, by_link]


def session_of(server: Server, address: str) -> str:
    """The cookie of someone who has signed in."""
    with server.at_hand():
        user = User.objects.get(email=address)
        session = SessionStore()
        session[SESSION_KEY] = str(user.pk)
        session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        session.save()
        return str(session.session_key)


class Stay(urllib.request.HTTPRedirectHandler):
    """The answer to a form is where it leads."""

    def redirect_request(self, *args: object, **kwargs: object) -> None:
        return None


def insist_on_page(server: Server, hand: Hand, move: Move, path: str, session: str) -> None:
    """The same form, sent until its order is accepted."""
    name = f"form{hand.match}x{move.version}"
    form = {"text": move.text, "key": name, "csrfmiddlewaretoken": FORM_TOKEN}
    request = urllib.request.Request(f"{server.site}/{path}", urllib.parse.urlencode(form).encode())  # noqa: S310
    request.add_header("Cookie", f"csrftoken={FORM_TOKEN}; sessionid={session}")
    wait_for(lambda: _is_taken(request), 60, f"an order at {path.partition('/')[0]}")
    hand.given[f"page {name} "] = move.text


def _is_taken(request: urllib.request.Request) -> bool:
    try:
        urllib.request.build_opener(Stay).open(request, timeout=15)
    except urllib.error.HTTPError as answer:
        return answer.code == 302 and "order=" in answer.headers["Location"]
    except OSError:
        return False
    return False


def test_whoever_is_killed_no_acknowledged_order_is_lost(any_server: Server, smtp_sink: Sink) -> None:
    """P1, P3, F3: matches go on through API, email, page and link until enough has been killed."""
    players = sign_up(any_server, "alice", "bob")
    hands: list[Hand] = []
    going: list[Hand] = []
    with murderer(any_server, MORTAL) as killed:
        while len(killed) < KILLS:
            while len(going) < 4:
                going.append(Hand(begin(any_server, players), players))
                hands.append(going[-1])
            going = [hand for hand in going if hand.play(any_server)]
    any_server.start(*MORTAL)
    wait_for(lambda: all_is_quiet(any_server), 180, "all orders and emails")
    with any_server.at_hand():
        for hand in hands:
            check(hand)
    check_emails(any_server, smtp_sink, len(killed))
    given = sum(len(hand.given) + hand.sent for hand in hands)
    print(f"{len(killed)} kills, {given} orders in {len(hands)} matches, {len(smtp_sink.emails)} emails")


def check(hand: Hand) -> None:
    """Each order that was acknowledged is there once, as it was written, and was played."""
    rows = list(Order.objects.filter(match=hand.match).exclude(door=Order.Door.CLOCK))
    for key, text in hand.given.items():
        [row] = [row for row in rows if row.key.startswith(key)]
        assert row.text == text
        assert row.played_at is not None
    assert sum(row.door == Order.Door.MAIL for row in rows) == hand.sent
    assert len(rows) == len(hand.given) + hand.sent
    match = Match.objects.get(pk=hand.match)
    assert not match.stuck
    check_chain(match)


def test_many_matches_due_at_once_are_each_resolved_once(any_server: Server, smtp_sink: Sink) -> None:
    """P2, F6: two schedulers and two workers, which are killed all the while."""
    number = KILLS * 10
    any_server.add_worker("second")
    beat = any_server.parts["beat"]
    any_server.parts["beat2"] = type(beat)("beat2", beat.command, beat.environment, any_server.folder)
    any_server.start("second", "beat2")
    players = sign_up(any_server, "alice", "bob")
    matches = [begin(any_server, players) for _ in range(number)]
    with murderer(any_server, ["worker", "postman", "beat"]) as killed:
        with any_server.at_hand():
            Seat.objects.filter(due_at__isnull=False).update(due_at="2020-01-01T00:00Z")
        wait_for(lambda: _left(any_server, matches) == 0, 30 + number * 2, "the deadlines")
        wait_for(lambda: len(killed) >= KILLS, 60 + KILLS * 20, "the kills")
    any_server.start("worker", "postman", "beat")
    wait_for(lambda: all_is_quiet(any_server), 120 + number, "all emails")
    with any_server.at_hand():
        assert Order.objects.filter(door=Order.Door.CLOCK).count() == number
        assert set(Match.objects.filter(pk__in=matches).values_list("turn", flat=True)) == {2}
        for match in Match.objects.filter(pk__in=matches):
            check_chain(match)
    check_emails(any_server, smtp_sink, len(killed))
    print(f"{len(killed)} kills, {number} matches, {len(smtp_sink.emails)} emails")


def _left(server: Server, matches: list[int]) -> int:
    with server.at_hand():
        return Match.objects.filter(pk__in=matches, turn=1).count()
