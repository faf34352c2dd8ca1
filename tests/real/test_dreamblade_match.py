"""A match of DreamBlade from the first choice to six turns won: one on the page, one by replies."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from games.dreamblade.geometry import SOUTH
from games.dreamblade.state import PLAY, State
from games.engine.play.orders import waiting_for
from games.engine.play.run import Run
from games.models import Match, Order
from games.services import storage
from games.services.access import seats_of
from games.services.fairness import verify
from tests.real.doors import Move, Player, await_move, begin, sign_up, version_of
from tests.real.server import Server
from tests.real.smtp import Sink
from tests.real.test_whole_match import play_by_mail, sign_in

pytestmark = [pytest.mark.slow, pytest.mark.timeout(400)]

# Alice walks one creature to a scoring cell and stays there; Bob lets it happen.
WAYS = {SOUTH: ("E2", "E3", "D3"), "N": ("A4", "A3", "B3")}


def sheet(run: Run[State], seat: int) -> str:
    """What a player writes for the rest of the turn."""
    state = run.state
    if state.stage != PLAY:
        return "warband W1"
    lines: list[str] = []
    own = state.creatures(seat) if seat == 1 else []
    if seat == 1 and not own:
        cheap = min(
            (f for f in state.figures.values() if f.seat == 1 and f.is_creature), key=lambda f: f.cost
        )
        lines, own = [f"spawn {cheap.id}"], [cheap]
    lines += ["done"] if run.asked[0].kind == "spawn" else []
    way = WAYS[state.side(1)]
    here = next((way.index(f.at) + 1 for f in own if f.at in way), 0)
    steps = way[here : here + 2] if own else ()
    for cell in steps:
        lines += [f"shift {own[0].id} {cell}", "done"]
    return "\n".join([*lines, *["done"] * (2 - len(steps))])


def next_sheet(server: Server, match_id: int) -> Move | None:
    """Whoever is waited for, and what they write; None when the match is over."""
    with server.at_hand():
        match = Match.objects.get(pk=match_id)
        if match.status != Match.Status.RUNNING:
            return None
        run = storage.load(match, seats_of(match))
        seat = waiting_for(run)[0]
        return Move(seat, (), sheet(run, seat), run.decision_id(seat))


def play_by_text(server: Server, page: Page, match_id: int, text: str) -> None:
    """All orders of a turn in the text box of the page."""
    page.goto(f"{server.site}/matches/{match_id}/")
    if not page.locator("#write[open]").count():
        page.locator("#write > summary").click()
    page.locator("#orders").fill(text)
    page.get_by_role("button", name="Send the orders").click()
    page.locator("#receipt .good").first.wait_for(timeout=40_000)


def test_a_match_is_won_by_six_turns(server: Server, smtp_sink: Sink, page: Page) -> None:
    alice, bob = players = sign_up(server, "alice", "bob")
    match_id = begin(server, players, game="dreamblade")
    sign_in(server, smtp_sink, page, alice)
    while (move := next_sheet(server, match_id)) is not None:
        before = version_of(server, match_id)
        if move.seat == alice.seat:
            play_by_text(server, page, match_id, move.text)
        else:
            play_by_mail(server, smtp_sink, bob, move)
        await_move(server, match_id, before)
    check_end(server, match_id, page, players)


def check_end(server: Server, match_id: int, page: Page, players: list[Player]) -> None:
    """Six turns are won, each through the own door, with the dice that were promised."""
    with server.at_hand():
        match = Match.objects.get(pk=match_id)
        assert match.result["winners"] == [players[0].seat]
        assert match.result["scores"]["1"] == 6
        doors = Order.objects.filter(match=match).values_list("seat__number", "door")
        assert set(doors) == {(1, "web"), (2, "mail")}
        assert verify(match).rolls == match.roll_rows.count()
    page.goto(f"{server.site}/matches/{match_id}/")
    assert "Six turns are won." in page.locator("main").inner_text()
