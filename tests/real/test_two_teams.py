"""One match of two against two with real processes: a browser and replies against a program and a bot."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from playwright.sync_api import Page

from accounts.models import User
from games.engine.play.orders import waiting_for
from games.models import Match, Order, Seat
from games.services import storage
from games.services.access import seats_of
from games.services.matches.new import Place, Terms, open_match
from post.models import OutgoingEmail
from tests.catalogue import IS_FULL, many
from tests.real.doors import Player, await_move, call, order, reply, sign_up
from tests.real.server import Server
from tests.real.smtp import Sink
from tests.real.test_whole_match import sign_in
from tests.timing import wait_for

pytestmark = [pytest.mark.slow, pytest.mark.catalogue, pytest.mark.timeout(600)]
OPTIONS: dict[str, int | str | bool] = {"teams": True, "preset": True, "beginner": True}


def begin(server: Server, players: list[Player]) -> int:
    """Alice and Carol against Bob and a bot that plays to win."""
    with server.at_hand():
        people = [User.objects.get(email=player.address) for player in players]
        for number, player in enumerate(players, 1):
            player.seat = number
        places = [*map(Place, people), Place(bot="warlord")]
        return open_match(people[0], Terms("edge", "Two teams", dict(OPTIONS)), places).pk


class Asked(NamedTuple):
    """Who of the people is waited for, 0 if only the bot is; and what the game would do for them."""

    version: int  # of the match that was looked at: the bot may have played when one looks again
    turn: int
    seat: int = 0
    text: str = ""


def asked(server: Server, match_id: int) -> Asked | None:
    """What is next; None when the match is over."""
    with server.at_hand():
        match = Match.objects.get(pk=match_id)
        if match.status != Match.Status.RUNNING:
            return None
        run = storage.load(match, seats_of(match))
        bots = set(Seat.objects.filter(match=match).exclude(bot="").values_list("number", flat=True))
        waiting = [seat for seat in waiting_for(run) if seat not in bots]
        if not waiting:
            return Asked(match.version, match.turn)
        decision = run.decision_for(waiting[0])
        assert decision is not None
        words = " ".join(decision.fallback())
        lead = decision.root.lead
        return Asked(match.version, match.turn, waiting[0], f"{lead} {words}".strip())


def by_page(server: Server, page: Page, match_id: int, text: str) -> None:
    """In the text box of the match page."""
    page.goto(f"{server.site}/matches/{match_id}/")
    if not page.locator("#write[open]").count():
        page.locator("#write > summary").click()
    page.locator("#orders").fill(text)
    page.get_by_role("button", name="Send the orders").click()
    page.locator("#receipt").first.wait_for(timeout=40_000)


def by_mail(server: Server, sink: Sink, player: Player, text: str) -> None:
    """A reply to the newest email about the match."""
    emails = wait_for(
        lambda: [email for email in sink.to(player.address) if email.message["Reply-To"]], 60, "an email"
    )
    reply(server, str(emails[-1].message["Reply-To"]), player.address, text, emails[-1].text)


def test_a_match_of_two_teams_through_every_door(server: Server, smtp_sink: Sink, page: Page) -> None:
    """Three people gather Crystals and defend themselves, in the catalogue until the bot's team has won."""
    alice, bob, carol = players = sign_up(server, "alice", "bob", "carol")
    match_id = begin(server, players)
    sign_in(server, smtp_sink, page, alice)
    last_turn = many(8, 10_000)  # two for each seat
    while (found := asked(server, match_id)) is not None and found.turn <= last_turn:
        version, _turn, seat, text = found
        if seat == alice.seat:
            by_page(server, page, match_id, text)
        elif seat == bob.seat:
            assert order(server, bob, match_id, text)[0] in (200, 202)
        elif seat == carol.seat:
            by_mail(server, smtp_sink, carol, text)
        await_move(server, match_id, version, 120)
    with server.at_hand():
        rows = Order.objects.select_related("seat").filter(match=match_id)
        assert {(1, "web"), (2, "api"), (3, "mail")} <= {(row.seat.number, row.door) for row in rows}
        assert [row.receipt["problem"] for row in rows if row.receipt.get("problem")] == []
    status, told = call(server, bob, f"matches/{match_id}/")
    assert (status, told["sides"]) == (200, [[1, 3], [2, 4]])
    if IS_FULL:
        assert told["status"] == "finished"
        assert told["result"]["winners"] in ([2, 4], [1, 3])
        wait_for(lambda: _told_of_the_end(server, match_id) == {1, 2, 3}, 60, "the last emails")


def _told_of_the_end(server: Server, match_id: int) -> set[int]:
    """The seats that an email about the end was written for."""
    with server.at_hand():
        rows = OutgoingEmail.objects.filter(conversation=match_id, kind="finished")
        seats = Seat.objects.filter(pk__in=rows.values("mailbox"))
        return set(seats.values_list("number", flat=True))
