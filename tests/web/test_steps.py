"""A turn gone through step by step: permanent addresses, each reader's own knowledge, no script needed."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse
from msgspec import structs
from msgspec.msgpack import decode, encode

from accounts.models import User
from games.engine.play.save import Chapter
from games.models import EventRow, HistoryChapter, Match, Order, Seat
from games.services import resolve
from games.services.access import match_for, name_of
from games.services.history import walk
from games.services.matches.new import Place, Terms, open_match
from games.services.orders import NewOrder, accept
from games.services.scene import scene_after
from tests.web.conftest import Browse
from tests.web.pages import html, on_turn, played


def step(match: Match, turn: int, number: int) -> str:
    return reverse("match_step", args=[match.pk, turn, number])


def said(browser: Client, address: str) -> str:
    """The sentence of a step."""
    found = re.search(r'class="step-said"[^>]*>([^<]*)<', html(browser.get(address)))
    assert found is not None
    return found[1]


@pytest.fixture
def second_turn(duel: Match) -> Match:
    """Turn 1 is over."""
    while duel.turn < 2:
        accept(on_turn(duel), NewOrder(Order.Kind.ORDERS, Order.Door.WEB, f"k{duel.version}", text="end"))
        played(duel)
        duel.refresh_from_db()
    return duel


@pytest.fixture
def finished(alice: User, bob: User) -> Match:
    """A match of bots that is over, and public."""
    match = open_match(
        alice, Terms("scrappers", "Bots", {}, is_public=True), [Place(bot="scrapper"), Place(bot="random")]
    )
    resolve.resolve_all(match.pk)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    return match


def test_plain_links_lead_through_a_turn_and_on(second_turn: Match, browse: Browse, alice: User) -> None:
    browser = browse(alice)
    assert step(second_turn, 1, 0) in html(browser.get(reverse("match_turn", args=[second_turn.pk, 1])))
    address, sentences = step(second_turn, 1, 0), []
    while "/turns/1/" in address:
        page = html(browser.get(address))
        sentences.append(said(browser, address))
        link = re.search(r'rel="next" href="([^"]+)"', page)
        assert link is not None
        address = link[1]
    assert address == step(second_turn, 2, 0)
    scene = scene_after(match_for(alice, second_turn.pk), 1)
    assert scene is not None
    told = [told.text for told in scene.story(turn=1)]
    assert len(told) > 1
    assert sentences[1:] == told
    back = re.search(r'rel="prev" href="([^"]+)"', html(browser.get(step(second_turn, 1, 2))))
    assert back is not None
    assert back[1] == step(second_turn, 1, 1)
    assert browser.get(step(second_turn, 1, len(told) + 1)).status_code == 404
    assert browser.get(step(second_turn, 9, 0)).status_code == 404


def test_the_steps_end_with_the_view_that_was_kept(finished: Match, alice: User) -> None:
    access = match_for(alice, finished.pk)
    for turn in range(finished.turn + 1):
        after = scene_after(access, turn)
        assert after is not None
        gone_through = walk(access, turn, after)
        assert not gone_through.steps or gone_through.steps[-1].scene.view == after.view
        if turn:
            before = scene_after(access, turn - 1)
            assert before is not None
            assert gone_through.before is not None
            assert gone_through.before.view == before.view


def test_each_reader_has_steps_of_their_own(
    second_turn: Match, browse: Browse, alice: User, bob: User
) -> None:
    """Whoever draws cards is told which; the others are told how many, and see no more on any step."""
    Match.objects.filter(pk=second_turn.pk).update(is_public=True)
    for user in (alice, bob, None):
        access = match_for(user, second_turn.pk)
        after = scene_after(access, 1)
        assert after is not None
        gone_through = walk(access, 1, after)
        for number in range(len(gone_through.steps) + 1):
            page = browse(user).get(step(second_turn, 1, number))
            assert page.status_code == 200
        for one in gone_through.steps:
            view = one.scene.view
            assert view is not None
            hands = [player for player in view["players"] if "hand" in player]  # type: ignore[attr-defined]
            own = access.seat.number if access.seat is not None else None
            assert [player["seat"] for player in hands] == [own] * len(hands)


def test_strangers_see_no_steps(second_turn: Match, browse: Browse, charlie: User) -> None:
    assert browse(charlie).get(step(second_turn, 1, 1)).status_code == 404
    assert browse(None).get(step(second_turn, 1, 1)).status_code == 302


def test_eyes_are_lent_only_when_a_match_is_over(
    second_turn: Match, finished: Match, browse: Browse, alice: User
) -> None:
    browser = browse(alice)
    own, other = (html(browser.get(f"{step(second_turn, 1, 1)}{query}")) for query in ("", "?as=2"))
    assert re.sub(r"key\" value=\"[^\"]*", "", own) == re.sub(r"key\" value=\"[^\"]*", "", other)
    assert "See it as:" not in own
    names = [name_of(seat) for seat in finished.seats.select_related("match", "user")]
    page = html(browser.get(f"{step(finished, 1, 1)}?as=1"))
    assert all(name in page for name in names)
    assert f"{step(finished, 1, 2)}?as=1" in page
    spectator = html(browser.get(f"{step(finished, 1, 1)}?as=0"))
    assert spectator != page
    for nonsense in ("99", "-1", "²", "x"):
        assert browser.get(step(finished, 1, 1), {"as": nonsense}).status_code == 200


def test_a_turn_under_rules_that_have_changed_is_shown_whole(
    finished: Match, browse: Browse, alice: User
) -> None:
    """What the rules no longer lead to is not guessed."""
    for row in finished.chapters.all():
        chapter = decode(bytes(row.data), type=Chapter)
        if chapter.log:
            HistoryChapter.objects.filter(pk=row.pk).update(data=encode(structs.replace(chapter, log=())))
    answer = browse(alice).get(step(finished, 3, 0))
    assert answer.status_code == 503
    assert reverse("match_turn", args=[finished.pk, 3]) in html(answer)


def since(browser: Client, match: Match) -> str:
    page = html(browser.get(reverse("match", args=[match.pk])))
    found = re.search(r'id="since"[^>]*>(.*?)</p>', page, re.DOTALL)
    return found[1] if found else ""


def test_a_page_says_that_this_is_another_turn(duel: Match, browse: Browse) -> None:
    """Nobody takes the question of a new turn for the rest of the old one."""
    first = on_turn(duel)
    own = duel.turn
    browser = browse(first.user)
    assert since(browser, duel) == ""
    for key in ("k1", "k2"):
        accept(on_turn(duel), NewOrder(Order.Kind.ORDERS, Order.Door.WEB, key, text="end"))
        played(duel)
        duel.refresh_from_db()
    other = duel.seats.select_related("user", "match").exclude(pk=first.pk).get()
    told = since(browser, duel)
    assert f"Your turn {own} is over. {name_of(other)} played. This is turn {duel.turn}." in told
    link = re.search(r'href="([^"]+)"', told)
    assert link is not None
    scene = scene_after(match_for(first.user, duel.pk), own + 1)
    assert scene is not None
    new = scene.story(turn=own + 1)
    assert said(browser, link[1]) in [one.text for one in new]
    assert since(browse(other.user), duel) != told


def test_what_changed_is_marked_on_the_table(finished: Match, browse: Browse, alice: User) -> None:
    """Each mark says in words what it shows. The dice decide in which turn something comes or goes."""
    browser = browse(alice)
    found = set[str]()
    for turn in range(1, finished.turn + 1):
        after = scene_after(match_for(alice, finished.pk), turn)
        assert after is not None
        for number in range(1, len(after.story(turn=turn)) + 1):
            page = html(browser.get(step(finished, turn, number)))
            found |= set(re.findall(r'class="trace is-(\w+)"><title>[^<]+</title>', page))
        if found >= {"new", "gone"}:
            return
    pytest.fail(f"only {found}")


def test_only_players_ask_for_marks_of_their_own(second_turn: Match, browse: Browse, charlie: User) -> None:
    address = reverse("match_traces", args=[second_turn.pk])
    first = on_turn(second_turn).user
    assert set(browse(first).get(address).json()) == {"parts", "said"}
    assert browse(charlie).get(address).status_code == 404


def seen_on(browser: Client, match: Match) -> str:
    """What the page names as shown, for when it has been looked at."""
    found = re.search(r'data-seen="(\w+)"', html(browser.get(reverse("match", args=[match.pk]))))
    assert found is not None
    return found[1]


def look(browser: Client, match: Match, name: str) -> None:
    assert browser.post(reverse("match_looked", args=[match.pk]), {"seen": name}).status_code == 204


def an_hour_passes(match: Match) -> None:
    Seat.objects.filter(match=match).update(seen_at=F("seen_at") - timedelta(hours=1))


def test_what_was_looked_at_is_new_no_longer_on_any_device(duel: Match, browse: Browse) -> None:
    first = on_turn(duel)
    desk, phone = browse(first.user), browse(first.user)
    for key in ("k1", "k2"):
        accept(on_turn(duel), NewOrder(Order.Kind.ORDERS, Order.Door.WEB, key, text="end"))
        played(duel)
        duel.refresh_from_db()
    told = since(desk, duel)
    assert "since your last order" in told
    look(desk, duel, seen_on(desk, duel))
    assert since(desk, duel) == told  # as long as this look lasts
    an_hour_passes(duel)
    assert since(desk, duel) == since(phone, duel) == ""


def test_new_things_after_a_look_are_new_since_that_look(duel: Match, browse: Browse) -> None:
    first = on_turn(duel)
    browser = browse(first.user)
    accept(first, NewOrder(Order.Kind.ORDERS, Order.Door.WEB, "k1", text="end"))
    played(duel)
    look(browser, duel, seen_on(browser, duel))
    an_hour_passes(duel)
    assert since(browser, duel) == ""
    accept(on_turn(duel), NewOrder(Order.Kind.ORDERS, Order.Door.WEB, "k2", text="end"))
    played(duel)
    assert "since you last looked" in since(browser, duel)


def test_a_look_names_no_numbers_and_only_what_was_shown(duel: Match, browse: Browse, charlie: User) -> None:
    first = on_turn(duel)
    browser = browse(first.user)
    name = seen_on(browser, duel)
    assert not name.isdigit()
    browser.get(reverse("match", args=[duel.pk]))
    assert Seat.objects.get(pk=first.pk).seen is None  # looking at a page by itself changes nothing
    assert browser.get(reverse("match_looked", args=[duel.pk])).status_code == 405
    assert browse(charlie).post(reverse("match_looked", args=[duel.pk]), {"seen": name}).status_code == 404
    for wrong in ("", "1", "f" * 20):
        look(browser, duel, wrong)
    assert Seat.objects.get(pk=first.pk).seen is None
    look(browser, duel, name)
    newest = EventRow.objects.filter(match=duel).order_by("-number").first()
    assert newest is not None
    assert Seat.objects.get(pk=first.pk).seen == newest.number
