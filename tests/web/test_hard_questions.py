"""Questions whose options take long to be worked out: no thread of the web server runs rules for them."""

from __future__ import annotations

import re
import threading
from typing import Any

import pytest
from django.urls import reverse

from games.models import Match, Order
from games.services import scene
from games.services.access import PREVIEWS, Remembered
from games.services.rehearsal import previews
from games.web import asked
from post.children.budget import Allowance, within
from tests.endless import spin
from tests.web.conftest import Browse
from tests.web.pages import on_turn


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Looking at the options of a match never ends in this process; how often someone began."""
    begun: list[int] = []
    usual = asked._level

    def level(seen: scene.Scene, data: Any) -> Any:
        if seen.listing is None:
            begun.append(seen.match.pk)
            spin()
        return usual(seen, data)

    monkeypatch.setattr(asked, "_level", level)
    monkeypatch.setattr(previews, "_hard", Remembered())
    monkeypatch.setattr(previews, "LOOKING", Allowance(cpu=0.05, clock=5, memory=1 << 30))
    return begun


def words(page: str) -> list[str]:
    """The words that a form offers."""
    return re.findall(r'data-word="([^"]+)"', page)


def test_the_form_is_made_from_the_list_of_a_child(
    duel: Match, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser, address = browse(on_turn(duel).user), reverse("match", args=[duel.pk])
    for query in ({}, {"at": "mine"}, {"line": "end"}, {"line": "gibberish"}):
        near = browser.get(address, query).text
        with monkeypatch.context() as patched:
            patched.setattr(previews, "_hard", _AllHard())
            far = browser.get(address, query).text
        assert words(far) == words(near)
        assert ("Nothing is highlighted" in far, "Nothing is highlighted" in near) == (True, False)
        assert _question(far) == _question(near)


def test_programs_get_the_same_question_from_a_child(
    duel: Match, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser, address = browse(on_turn(duel).user), f"/api/v1/matches/{duel.pk}/decision/"
    for at in ([], ["end"], ["mine"], ["no", "such"], ["end"] * 201):
        near = browser.get(address, {"at": at})
        with monkeypatch.context() as patched:
            patched.setattr(previews, "_hard", _AllHard())
            far = browser.get(address, {"at": at})
        assert (far.status_code, far.json()) == (near.status_code, near.json())
    while previews._is_allowed(on_turn(duel)):
        pass
    monkeypatch.setattr(previews, "_hard", _AllHard())
    assert browser.get(address).status_code == 429


class _AllHard(Remembered):
    def has(self, *name: int) -> bool:
        return True


def _question(page: str) -> str:
    """The line and the answer, as far as they go."""
    return "".join(
        re.findall(r'id="line" [^>]*value="([^"]*)"|<pre class="order-lines">(.*?)</pre>', page)[0]
    )


def test_the_rules_run_once_in_a_thread_and_not_again(duel: Match, browse: Browse, looks: list[int]) -> None:
    browser, address = browse(on_turn(duel).user), reverse("match", args=[duel.pk])
    for _ in range(3):
        page = browser.get(address)
        assert page.status_code == 200
        assert "end" in words(page.text)
    assert looks == [duel.pk]


def test_whoever_asks_too_often_gets_the_page_without_the_list(
    duel: Match, browse: Browse, looks: list[int]
) -> None:
    browser, address = browse(on_turn(duel).user), reverse("match", args=[duel.pk])
    for _ in range(PREVIEWS.most // previews.LISTING):
        assert words(browser.get(address).text)
    page = browser.get(address)
    told = page.text
    assert (page.status_code, words(told)) == (200, [])
    assert "try again in a minute" in told
    assert 'id="write"' in told  # orders can still be written
    assert len(looks) == 1


def test_an_answer_is_taken_however_long_its_options_take(
    duel: Match, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*anything: object, **named: object) -> None:
        raise previews.TooLong("too long")

    monkeypatch.setattr("games.web.orders.looked_at", never)
    browser = browse(on_turn(duel).user)
    browser.post(reverse("match_answer", args=[duel.pk]), {"at": ["mine", "green-2a"], "then": "end"})
    assert Order.objects.get().text == "mine green-2a\nend"


def test_help_is_answered_by_a_child(duel: Match, browse: Browse, monkeypatch: pytest.MonkeyPatch) -> None:
    browser, address = browse(on_turn(duel).user), reverse("match_orders", args=[duel.pk])
    for asked_for in ("help", "help mine", "help gibberish"):
        near = _answers(browser.post(address, {"text": asked_for}).text)
        with monkeypatch.context() as patched:
            patched.setattr(previews, "_hard", _AllHard())
            assert _answers(browser.post(address, {"text": asked_for}).text) == near
        assert near


def _answers(page: str) -> list[str]:
    return re.findall(r"<pre[^>]*>(.*?)</pre>", page, re.DOTALL)


def test_a_match_that_takes_long_to_load_is_not_loaded_for_every_reader(
    duel: Match, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is shown as it was, until someone has played on."""
    begun: list[int] = []

    def load(match: Match, seats: object) -> None:
        begun.append(match.pk)
        spin()

    monkeypatch.setattr("games.services.storage.load", load)
    monkeypatch.setattr(scene, "_overlong", Remembered())
    browser = browse(on_turn(duel).user)
    for _ in range(3):
        assert browser.get(reverse("match", args=[duel.pk])).status_code == 200
    assert begun == [duel.pk]


def test_a_small_piece_of_work_ends_within_a_larger_one() -> None:
    """In a thread, as pages have it: the larger one goes on counting."""
    told: list[object] = []

    def work() -> None:
        told.append(within(Allowance(cpu=5, clock=30, memory=1 << 30), _inner))

    def _inner() -> object:
        return [within(Allowance(cpu=0.05, clock=5, memory=1 << 30), spin), "went on"]

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(30)
    assert told == [[None, "went on"]]


def test_a_larger_piece_of_work_ends_a_smaller_one_with_it() -> None:
    told: list[object] = []

    def work() -> None:
        inner = Allowance(cpu=20, clock=60, memory=1 << 30)
        told.append(within(Allowance(cpu=0.05, clock=5, memory=1 << 30), lambda: [within(inner, spin)]))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(30)
    assert told == [None]
