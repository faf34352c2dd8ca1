"""How many clicks it takes: the same orders on the table, and word by word as before there was one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import unescape
from typing import NamedTuple

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.bots.glimpse import glimpse_of
from games.bots.registry import make_bot
from games.engine.contract.decisions import Decision
from games.engine.contract.tree import Path
from games.engine.play.run import AnyRun
from games.engine.play.save import encode_save
from games.models import Match, Order
from games.services import fairness
from games.services.access import match_for
from games.services.matches.new import Place, Terms, open_match
from games.services.orders import NewOrder, accept
from games.services.scene import Scene, scene_of
from tests.clicking import MOST, Step, best, can_send, clicks_word_by_word, goes_at_once, goes_unasked, links
from tests.edge.bench import Bench
from tests.web.conftest import Browse
from tests.web.pages import html, played, text


class Clicks(NamedTuple):
    """For some orders: with a button for each, as a page is, and for those who want to be asked least.

    What can be taken back goes with the click that completes it. Before there was a table it took the last.
    """

    asked_always: int
    table: int
    asked_least: int
    before: int


def clicks_on_the_table(browser: Client, match: Match, wanted: Path) -> tuple[int, int, int]:
    """From the page of the match to an answer that is sent: see `Clicks`."""
    address = page_of(match)
    for clicks in range(MOST):
        page = html(browser.get(address))
        if can_send(page, wanted):
            is_final = bool(clicks) and goes_at_once(page)
            goes = is_final and (goes_unasked(page) or can_be_taken_back(browser, match, wanted))
            return clicks + 1, clicks + (not goes), clicks + (not is_final)
        leads = best(links(page), wanted)
        assert leads is not None, (address, wanted)
        assert leads != address, (address, wanted)
        address = leads
    raise AssertionError(wanted)


def can_be_taken_back(browser: Client, match: Match, wanted: Path) -> bool:
    """What the page is told when it asks what an order would do."""
    effect = browser.get(reverse("match_effect", args=[match.pk]), {"at": wanted})
    return "data-undoable" in html(effect)


@pytest.fixture(autouse=True)
def _the_same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is dealt and rolled decides how many clicks it takes."""
    draw = fairness.commit
    monkeypatch.setattr(fairness, "commit", lambda match, prepared: draw(match, prepared or b"clicks" * 6))


Choose = Callable[[Scene, Decision[object]], Path]


def by_bot(name: str) -> Choose:
    """What a bot would answer."""

    def choose(scene: Scene, decision: Decision[object]) -> Path:
        return make_bot(scene.match.game, name, "x").choose(glimpse_of(run_of(scene), decision))

    return choose


def run_of(scene: Scene) -> AnyRun:
    assert scene.run is not None
    return scene.run


class Asked(NamedTuple):
    """A question, who is asked, and what is answered."""

    user: User | None
    decision: Decision[object]
    path: Path


def answered(match: Match, choose: Choose, orders: int) -> Iterator[Asked]:
    """Both players answer so many questions; each is looked at before its answer is sent."""
    for number in range(orders):
        match.refresh_from_db()
        seat = match.seats.exclude(waiting_since=None).select_related("user").order_by("number")[0]
        scene = scene_of(match_for(seat.user, match.pk))
        question = scene.question
        assert question is not None
        path = choose(scene, question.decision)
        yield Asked(seat.user, question.decision, path)
        new = NewOrder(Order.Kind.ANSWER, "web", f"k{number}", path=list(path), question=question.id)
        accept(seat, new)
        played(match)


def counted(match: Match, browse: Browse, choose: Choose, orders: int, kinds: set[str]) -> Clicks:
    """What the answers to questions of some kinds take."""
    found = Clicks(0, 0, 0, 0)
    for user, decision, path in answered(match, choose, orders):
        if decision.kind in kinds:
            before = clicks_word_by_word(decision, path)
            more = *clicks_on_the_table(browse(user), match, path), before
            found = Clicks(*(a + b for a, b in zip(found, more, strict=True)))
    return found


def opened(alice: User, bob: User, game: str, **options: bool) -> Match:
    return open_match(alice, Terms(game, "Clicks", {**options}), [Place(alice), Place(bob)])


def test_turns_of_star_scrappers(duel: Match, browse: Browse) -> None:
    found = counted(duel, browse, by_bot("scrapper"), 18, {"order"})
    print("Star Scrappers, 18 orders:", found)
    assert found.table <= 0.66 * found.before
    assert found.asked_always < 0.85 * found.before


def test_the_setup_of_the_edge(alice: User, bob: User, browse: Browse) -> None:
    """With the formations that the page suggests."""
    match = opened(alice, bob, "edge", beginner=True)
    kinds = {"faction", "army", "role", "shrine", "source", "deploy", "disperse"}
    found = counted(match, browse, lambda _scene, decision: decision.fallback(), 20, kinds)
    print("Edge, set-up:", found)
    assert 2 * found.table <= found.before


def test_turns_of_the_edge(alice: User, bob: User, browse: Browse) -> None:
    """Moves of large bases take a second click, for the place in the Space."""
    match = opened(alice, bob, "edge", beginner=True, preset=True)
    found = counted(match, browse, by_bot("warlord"), 34, {"turn", "order", "move", "fight"})
    print("Edge, turns:", found)
    assert found.table < 0.8 * found.before


def test_one_click_moves_each_further_model(alice: User, bob: User, browse: Browse) -> None:
    """After the first one, the next in line waits for its place: nobody needs to choose it."""
    match = opened(alice, bob, "edge", beginner=True, preset=True)
    for user, decision, path in answered(match, by_bot("warlord"), 90):
        words = ("move", *path) if decision.kind == "move" else path
        models = [int(word.rpartition("/")[2]) for word in words[1::3] if "/" in word]
        is_march = set(words[::3]) == {"move"} and models == list(range(1, len(models) + 1))
        if is_march and len(models) > 1:
            asked_always, _table, _least = clicks_on_the_table(browse(user), match, path)
            assert asked_always <= 2 * len(models), path
            return
    raise AssertionError("no Squad has moved")


def test_a_model_that_may_move_or_fight_lights_what_it_may_do(alice: User, bob: User, browse: Browse) -> None:
    """Nobody says the word for it: an enemy that is clicked is fought, an empty Space is gone to."""
    match = opened(alice, bob, "edge")
    at_arms(match, "pilgrim@C5.0,C5.3,C5.4,B3.0 gorehound@C5.12 son_of_khyber@C8.*")
    browser = browse(alice)
    assert f"{page_of(match)}?on=pilgrim%2F1" in links(html(browser.get(page_of(match))))
    chosen = browser.get(page_of(match), {"on": "pilgrim/1"})
    assert "What do you do with Pilgrim/1 (PI1)?" in text(chosen)
    ways = {Step.of(one).words for one in links(html(chosen))}
    assert ("fight", "pilgrim/1", "gorehound/1") in ways
    assert {words[:2] for words in ways if len(words) > 2} == {("move", "pilgrim/1"), ("fight", "pilgrim/1")}


def test_a_fight_is_sent_with_one_click_where_its_odds_stand(alice: User, bob: User, browse: Browse) -> None:
    """Who, whom and with which odds: all of it is on the page before anything is clicked."""
    match = at_arms(opened(alice, bob, "edge"), "pilgrim@C5.0,B3.0 gorehound@C5.3 son_of_khyber@C8.*")
    page = html(browse(alice).get(page_of(match)))
    fight = ("fight", "pilgrim/1", "gorehound/1")
    assert can_send(page, fight)
    asked = re.findall(r'hx-get="([^"]*box=1)"', page)
    odds = html(browse(alice).get(unescape(asked[0])))
    assert 'id="effect-1"' in odds
    chances = [int(share) for share in re.findall(r"<dt>(\d+)\s%</dt>", odds)]
    assert 98 <= sum(chances) <= 102
    assert chances == sorted(chances, reverse=True)
    assert "is wounded" in odds
    assert "holds" not in odds  # only what is won and lost
    chosen = browse(alice).get(page_of(match), {"at": fight})
    assert "Where does" not in text(chosen)


def test_what_came_of_a_fight_stands_above_the_next_question(alice: User, bob: User, browse: Browse) -> None:
    match = at_arms(opened(alice, bob, "edge"), "pilgrim@C5.0,B3.0 gorehound@C5.3 son_of_khyber@C8.*")
    new = NewOrder(Order.Kind.ORDERS, "web", "k", "fight pilgrim/1 gorehound/1")
    accept(match.seats.get(user=alice), new)
    played(match)
    page = html(browse(alice).get(page_of(match)))
    came, _mark, rest = page.partition('class="came"')[2].partition("question-title")
    assert "Attack Power" in came
    assert rest
    assert 'class="came"' not in html(browse(bob).get(page_of(match)))


def test_many_fights_are_not_spread_out_until_it_is_said_who_fights(
    alice: User, bob: User, browse: Browse
) -> None:
    crowd = "pilgrim@C5.0,C5.2,C5.4,B3.0 gorehound@C5.1,C5.3,C5.5 son_of_khyber@C8.*"
    match = at_arms(opened(alice, bob, "edge"), crowd)
    assert "suggestion" not in html(browse(alice).get(page_of(match)))
    assert "suggestion" in html(browse(alice).get(page_of(match), {"at": ["fight", "pilgrim/2"]}))


def at_arms(match: Match, position: str) -> Match:
    """A match in which the Pilgrims are active."""
    match.save_data = encode_save(Bench(position).order("activate pilgrim").run.save())
    match.save()
    return match


def test_a_word_that_says_all_goes_with_the_click(alice: User, bob: User, browse: Browse) -> None:
    """Even if it cannot be taken back: a list of words is not clicked by mistake."""
    match = opened(alice, bob, "edge", beginner=True, preset=True)
    for user, decision, _path in answered(match, by_bot("warlord"), 20):
        if decision.kind == "turn":
            page = html(browse(user).get(page_of(match), {"at": ["active"]}))
            assert goes_at_once(page)
            assert goes_unasked(page)
            return
    raise AssertionError("no turn has begun")


def test_ending_a_turn_that_gives_something_up_is_asked_for(alice: User, bob: User, browse: Browse) -> None:
    match = opened(alice, bob, "edge", beginner=True, preset=True)
    for user, decision, _path in answered(match, by_bot("warlord"), 20):
        words = {option.word for option in decision.options()}
        if decision.kind == "order" and {"end", "activate"} <= words:
            page = html(browse(user).get(page_of(match), {"at": ["end"]}))
            assert not goes_at_once(page)
            assert not goes_unasked(page)
            return
    raise AssertionError("no turn has begun")


def page_of(match: Match) -> str:
    return reverse("match", args=[match.pk])


def test_turns_of_dreamblade(alice: User, bob: User, browse: Browse) -> None:
    match = opened(alice, bob, "dreamblade")
    found = counted(match, browse, by_bot("dreamer"), 24, {"spawn", "action"})
    print("DreamBlade, 24 orders:", found)
    assert found.table <= 0.66 * found.before
