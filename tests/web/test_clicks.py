"""How many clicks it takes: the same orders on the table, and word by word as before there was one."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.bots.glimpse import glimpse_of
from games.bots.registry import make_bot
from games.engine.contract.decisions import Decision
from games.engine.contract.tree import Path
from games.engine.play.run import AnyRun
from games.models import Match, Order
from games.services.access import match_for
from games.services.matches import Place, Terms, open_match
from games.services.orders import NewOrder, accept
from games.services.scene import Scene, scene_of
from tests.clicking import MOST, best, can_send, clicks_word_by_word, goes_at_once, links
from tests.web.conftest import Browse
from tests.web.pages import html, played


class Clicks(NamedTuple):
    """For some orders: on the table, there with orders sent at once, and before there was a table."""

    table: int
    at_once: int
    before: int


def clicks_on_the_table(browser: Client, match: Match, wanted: Path) -> tuple[int, int]:
    """From the page of the match to the answer and the button; the same for who sends at once."""
    address = reverse("match", args=[match.pk])
    for clicks in range(MOST):
        page = html(browser.get(address))
        if can_send(page, wanted):
            return clicks + 1, clicks if clicks and goes_at_once(page) else clicks + 1
        leads = best(links(page), wanted)
        assert leads is not None, (address, wanted)
        assert leads != address, (address, wanted)
        address = leads
    raise AssertionError(wanted)


Choose = Callable[[Scene, Decision[object]], Path]


def by_bot(name: str) -> Choose:
    """What a bot would answer."""

    def choose(scene: Scene, decision: Decision[object]) -> Path:
        return make_bot(scene.match.game, name, "x").choose(glimpse_of(run_of(scene), decision))

    return choose


def run_of(scene: Scene) -> AnyRun:
    assert scene.run is not None
    return scene.run


def counted(match: Match, browse: Browse, choose: Choose, orders: int, kinds: set[str]) -> Clicks:
    """Both players answer so many questions; what those of some kinds take."""
    table = at_once = before = 0
    for number in range(orders):
        match.refresh_from_db()
        seat = match.seats.exclude(waiting_since=None).select_related("user").order_by("number")[0]
        scene = scene_of(match_for(seat.user, match.pk))
        question = scene.question
        assert question is not None
        path = choose(scene, question.decision)
        if question.decision.kind in kinds:
            plain, quick = clicks_on_the_table(browse(seat.user), match, path)
            table, at_once = table + plain, at_once + quick
            before += clicks_word_by_word(question.decision, path)
        new = NewOrder(Order.Kind.ANSWER, "web", f"k{number}", path=list(path), question=question.id)
        accept(seat, new)
        played(match)
    return Clicks(table, at_once, before)


def opened(alice: User, bob: User, game: str, **options: bool) -> Match:
    return open_match(alice, Terms(game, "Clicks", {**options}), [Place(alice), Place(bob)])


def test_turns_of_star_scrappers(duel: Match, browse: Browse) -> None:
    found = counted(duel, browse, by_bot("scrapper"), 18, {"order"})
    print("Star Scrappers, 18 orders:", found)
    assert found.at_once <= 0.6 * found.before
    assert found.table < 0.8 * found.before


def test_the_setup_of_the_edge(alice: User, bob: User, browse: Browse) -> None:
    """With the formations that the page suggests."""
    match = opened(alice, bob, "edge", beginner=True)
    kinds = {"faction", "army", "role", "shrine", "source", "deploy", "disperse"}
    found = counted(match, browse, lambda _scene, decision: decision.fallback(), 20, kinds)
    print("Edge, set-up:", found)
    assert 2 * found.at_once <= found.before


def test_turns_of_the_edge(alice: User, bob: User, browse: Browse) -> None:
    """Moves of large bases take a second click, for the place in the Space."""
    match = opened(alice, bob, "edge", beginner=True, preset=True)
    found = counted(match, browse, by_bot("warlord"), 34, {"turn", "order", "move", "fight"})
    print("Edge, turns:", found)
    assert found.at_once < found.before


def test_turns_of_dreamblade(alice: User, bob: User, browse: Browse) -> None:
    match = opened(alice, bob, "dreamblade")
    found = counted(match, browse, by_bot("dreamer"), 24, {"spawn", "action"})
    print("DreamBlade, 24 orders:", found)
    assert found.at_once <= 0.6 * found.before
