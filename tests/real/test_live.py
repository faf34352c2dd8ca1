"""Open pages and programs are told at once, by a real server; Redis may be away."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import requests
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from playwright.sync_api import Page

from accounts.models import User
from accounts.services import tokens
from accounts.sessions import SessionStore
from games.models import Match
from games.services import press
from games.services.orders import NewOrder, accept
from post.broadcasts import forget, seconds_since_seen
from tests.real.playing import await_played, duel, hand_in, seat_on_turn
from tests.real.server import Server
from tests.timing import PATIENCE, wait_for

MANY = 200
SILENCE = 4.0  # seconds; two are promised, on a quiet machine


class Stream:
    """A connection that stays open."""

    def __init__(self, server: Server, path: str, **headers: str) -> None:
        self.sock = socket.create_connection(("127.0.0.1", server.port), timeout=20)
        lines = [f"GET {path} HTTP/1.1", f"Host: localhost:{server.port}", "Accept: text/event-stream"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        self.sock.sendall("\r\n".join([*lines, "", ""]).encode())
        self.heard = ""
        self.listen_for("id: ", 20)

    def listen_for(self, words: str, seconds: float) -> None:
        """Until it has said these words since they were last heard."""
        until = time.monotonic() + seconds
        while words not in self.heard:
            self.sock.settimeout(max(0.01, until - time.monotonic()))
            data = self.sock.recv(4096)
            assert data, f"it ended: {self.heard}"
            self.heard += data.decode()
        self.heard = self.heard.partition(words)[2]

    def close(self) -> None:
        self.sock.close()


@contextmanager
def streams(server: Server, path: str, count: int, **headers: str) -> Iterator[list[Stream]]:
    opened = [Stream(server, path, **headers) for _ in range(count)]
    try:
        time.sleep(0.1)
        for stream in opened:
            stream.heard = ""
        yield opened
    finally:
        for stream in opened:
            stream.close()


def public_duel() -> Match:
    match = duel()
    Match.objects.filter(pk=match.pk).update(is_public=True)
    return match


def test_two_hundred_watch_and_everybody_else_is_served(server: Server) -> None:
    """The web server has four threads; none of them is held."""
    with server.at_hand():
        match = public_duel()
        path = f"/matches/{match.pk}/changes/"
        with streams(server, path, MANY) as open_pages:
            for _ in range(5):
                found = requests.get(f"{server.site}/healthz?parts=database", timeout=PATIENCE)
                assert found.status_code == 200
            await_played(hand_in(match))
            for stream in open_pages:
                stream.listen_for("event: changed", PATIENCE)


def test_who_talks_while_waiting_is_sent_away_and_an_answer_to_head_ends(server: Server) -> None:
    """F19: nobody listens to what comes in on a connection that is held."""
    with server.at_hand():
        path = f"/matches/{public_duel().pk}/changes/"
        loud, calm = Stream(server, path), Stream(server, path)
        loud.sock.sendall(b"x")
        assert ended(loud.sock)
        with pytest.raises(TimeoutError):
            calm.listen_for("nothing is said", 1)
        with socket.create_connection(("127.0.0.1", server.port), timeout=10) as asked:
            lines = [f"HEAD {path} HTTP/1.1", f"Host: localhost:{server.port}", "Accept: text/event-stream"]
            asked.sendall("\r\n".join([*lines, "", ""]).encode())
            assert ended(asked)
        loud.close()
        calm.close()


def ended(sock: socket.socket) -> bool:
    """Whether the other side closes the connection, after whatever it has still to say."""
    try:
        while sock.recv(4096):
            pass
    except ConnectionResetError:
        pass
    return True  # or the timeout of the socket is raised


def test_redis_may_go_and_come_back(server: Server) -> None:
    with server.at_hand():
        match = duel()
        forget()
        alice = User.objects.get(email="alice@example.org")
        hers, his = match.seats.get(user=alice), match.seats.exclude(user=alice).get()
        token = tokens.make(alice, "test")
        path = f"/api/v1/matches/{match.pk}/changes/"
        with streams(server, path, 1, Authorization=f"Token {token}") as (stream,):
            server.kill("redis")
            press.say(his, "Are you there?", None, "k1")
            stream.listen_for("event: changed", PATIENCE)
            server.start("redis")
            server.wait_well()
            press.say(his, "Again.", hers, "k2")
            stream.listen_for("event: changed", PATIENCE)
            await_played(hand_in(match))
            stream.listen_for("event: changed", PATIENCE)


def test_what_others_may_not_know_is_not_told(server: Server) -> None:
    """Orders that wait for their turn are written at once, and nobody else hears of it."""
    with server.at_hand():
        match = public_duel()
        other = match.seats.select_related("match").get(waiting_since=None)
        with streams(server, f"/matches/{match.pk}/changes/", 1) as (stream,):
            await_played(accept(other, NewOrder("orders", "web", "k", text="end")))
            stream.sock.settimeout(SILENCE)
            try:
                said = stream.sock.recv(4096).decode()
            except TimeoutError:
                said = ""
            assert "changed" not in said
            await_played(hand_in(match))
            stream.listen_for("event: changed", PATIENCE)


def sign_in(server: Server, page: Page, user: User) -> None:
    """A browser in which someone is signed in already."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    assert session.session_key is not None
    page.context.add_cookies([{"name": "sessionid", "value": session.session_key, "url": server.site}])


def test_an_open_page_follows_the_match_and_keeps_what_is_being_written(server: Server, page: Page) -> None:
    with server.at_hand():
        match = duel()
        first = seat_on_turn(match)
        second = match.seats.select_related("user", "match").exclude(pk=first.pk).get()
        assert second.user is not None
        forget()
        sign_in(server, page, second.user)
        page.goto(f"{server.site}/matches/{match.pk}/")
        assert "●" not in page.title()
        page.fill("#say-text", "I am thinking about")
        page.evaluate("window.scrollTo(0, 300)")
        marked = page.evaluate("document.querySelector('#say-text').marker = 1")
        assert marked == 1
        press.say(first, "Your move soon!", None, "k")
        page.wait_for_selector("text=Your move soon!", timeout=20_000)
        match.refresh_from_db()
        while match.seats.get(pk=second.pk).waiting_since is None:
            await_played(hand_in(match))
        wait_for(lambda: page.title().startswith("●"), 20, "the title")
        icon = page.get_attribute("link[rel=icon]", "href")
        assert icon is not None
        assert "turn" in icon
        assert page.is_visible("#question")
        assert page.input_value("#say-text") == "I am thinking about"
        assert page.evaluate("document.querySelector('#say-text').marker") == 1  # the very same field
        assert page.evaluate("document.activeElement.id") == "say-text"
        wait_for(lambda: seconds_since_seen(second.pk) is not None, 20, "being seen")
        assert seconds_since_seen(first.pk) is None
