"""Decks on pages: built, checked, kept, passed on, and played with one click."""

from __future__ import annotations

import io
import json
import re
import zipfile
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.refusals import Refused
from accounts.services import deletion
from games.edge.rosters import ARMIES
from games.engine.contract.rosters import Roster
from games.models import Match, Order, SavedRoster
from games.services import access, orders, resolve, rosters
from games.services.matches.new import Place, Terms, open_match
from games.services.orders import NewOrder
from tests.web.conftest import Browse
from tests.web.pages import fields, html, played, text

CHAPTER = ARMIES.ready_made("chapter", "25")[0].roster


def form(**changes: str) -> dict[str, str]:
    """What the browser sends for the starting deck, with changes."""
    roster = CHAPTER
    sent = {f"n:{name}": str(count) for name, count in roster.counts.items() if ":" not in name}
    sent |= {f"one:{name.partition(':')[0]}": name for name in roster.counts if ":" in name}
    known = {"game": "edge", "side": roster.side, "form": roster.form, "name": "Mine", "do": "save"}
    return known | sent | changes


def choose_factions(match: Match, *factions: str) -> Match:
    for faction in factions:
        seat = match.seats.select_related("match", "user").get(waiting_since__isnull=False)
        orders.accept(seat, NewOrder(Order.Kind.ORDERS, Order.Door.WEB, faction, f"faction {faction}"))
        played(match)
    return match


def edge(alice: User, bob: User, **options: Any) -> Match:
    """A duel in which both are asked for their armies; who plays what is left to the dice."""
    terms = Terms("edge", "A duel", options)
    return choose_factions(open_match(alice, terms, [Place(alice), Place(bob)]), "chapter", "demons")


@pytest.fixture
def asked(alice: User, bob: User) -> Match:
    return edge(alice, bob)


def chapter_player(match: Match) -> User:
    """Who plays the Chapter: who was asked first."""
    user = Order.objects.filter(match=match).earliest("pk").seat.user
    assert user is not None
    return user


# Building.


def test_a_deck_is_built_and_kept(alice: User, browse: Browse) -> None:
    browser = browse(alice)
    start = browser.get(reverse("roster_new"), {"game": "edge", "side": "chapter", "form": "25"})
    assert "Exactly 25 cards" in text(start)
    assert "Winged Charge" not in text(start)  # it lies beside the deck
    answer = browser.post(reverse("roster_new"), form())
    saved = SavedRoster.objects.get()
    assert (saved.owner, saved.game, saved.name) == (alice, "edge", "Mine")
    assert answer["Location"] == reverse("roster", args=[saved.ref])
    assert rosters.content_of(saved) == CHAPTER
    page = browser.get(answer["Location"])
    assert "No limit is broken" in text(page)
    assert "has been saved." in text(page)
    assert 'name="n:CH03" value="3"' in html(page)


def test_a_game_calls_its_own_by_one_word(alice: User, browse: Browse) -> None:
    browser = browse(alice)
    for game, word, other in (("dreamblade", "warband", "deck"), ("edge", "deck", "warband")):
        page = browser.get(reverse("roster_new"), {"game": game})
        main = html(page).partition("<main")[2].partition("</main>")[0]
        own = re.sub(r'="[^"]*"', "", main).replace("My decks and warbands", "").lower()
        assert f"<h1>a new {word}</h1>" in own
        assert other not in own


def test_what_goes_without_saying_is_not_said(alice: User, browse: Browse) -> None:
    """DreamBlade has one kind of warband; what a miniature costs stands in the line of its numbers."""
    browser = browse(alice)
    rooms = html(browser.get(reverse("rosters")))
    assert 'id="side-edge"' in rooms
    assert 'id="side-dreamblade"' not in rooms
    page = browser.get(reverse("roster_new"), {"game": "dreamblade"})
    assert 'class="lede"' not in html(page)
    assert "Runetagged Brawler of 3 V01, common cost 3 V; power 2, defense 5, life 6" in text(page)


def test_every_breach_is_told_and_nothing_is_kept_by_a_check(alice: User, browse: Browse) -> None:
    sent = form(do="check") | {"n:CH01": "9", "n:ranger": "0"}
    page = text(browse(alice).post(reverse("roster_new"), sent))
    assert "A deck has exactly 25 cards, this one has 33." in page
    assert "There are only 4 copies of “Bash”, not 9." in page
    assert "“Shoot” belongs to Ranger, which is not in your army." in page
    assert "Cards 33 of 25" in page
    assert "Squads 4 of 1–5" in page
    assert not SavedRoster.objects.exists()


def test_a_script_gets_the_totals_alone(alice: User, browse: Browse) -> None:
    page = browse(alice).post(
        reverse("roster_new"), form(), headers={"HX-Request": "true", "HX-Target": "tally"}
    )
    assert html(page).strip().startswith('<div id="tally"')
    assert "No limit is broken" in text(page)
    assert not SavedRoster.objects.exists()


def test_a_draft_is_kept_and_marked(alice: User, browse: Browse) -> None:
    answer = browse(alice).post(reverse("roster_new"), form(**{"n:CH01": "0"}), follow=True)
    assert "saved as a draft" in text(answer)
    assert "one limit is broken" in text(browse(alice).get(reverse("rosters")))


def test_a_deck_is_changed(alice: User, browse: Browse) -> None:
    saved = rosters.save(alice, "edge", "Mine", CHAPTER)
    address = reverse("roster", args=[saved.ref])
    browse(alice).post(address, form(name="Better", **{"n:CH03": "2", "n:CH11": "2"}))
    saved.refresh_from_db()
    assert saved.name == "Better"
    assert (saved.data["counts"]["CH03"], saved.data["counts"]["CH11"]) == (2, 2)


def test_an_arranged_deck_keeps_its_order(alice: User, browse: Browse) -> None:
    sent = form(form="25 arranged", order="Winged Death\r\nno such card\r\nCH16\r\nshoot")
    browse(alice).post(reverse("roster_new"), sent)
    order = rosters.content_of(SavedRoster.objects.get()).order
    assert (order[:3], len(order)) == (("CH20", "CH16", "CH16"), 25)
    assert ARMIES.check(rosters.content_of(SavedRoster.objects.get())) == []


def test_names_are_not_used_twice_but_a_form_may_be_sent_twice(
    alice: User, bob: User, browse: Browse
) -> None:
    browser = browse(alice)
    for _ in range(2):
        assert browser.post(reverse("roster_new"), form()).status_code == 302
    again = browser.post(reverse("roster_new"), form(**{"n:CH01": "0"}))
    assert again.status_code == 422
    assert "already have one called “Mine”" in text(again)
    assert browse(bob).post(reverse("roster_new"), form()).status_code == 302
    assert SavedRoster.objects.count() == 2


@pytest.mark.parametrize("name", ["", "  ", "x" * 61, "two\nlines", "\u202e"])
def test_a_deck_has_a_plain_name(alice: User, browse: Browse, name: str) -> None:
    answer = browse(alice).post(reverse("roster_new"), form(name=name))
    assert answer.status_code == 422
    assert not SavedRoster.objects.exists()


def test_nobody_keeps_more_than_so_many(alice: User, browse: Browse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rosters, "MOST", 2)
    saved = rosters.save(alice, "edge", "Mine", CHAPTER)
    rosters.copy(saved)
    with pytest.raises(Refused):
        rosters.copy(saved)
    answer = browse(alice).post(reverse("roster_copy", args=[saved.ref]), follow=True)
    assert "delete one first" in text(answer)
    assert browse(alice).post(reverse("roster_new"), form(name="More")).status_code == 422
    assert SavedRoster.objects.count() == 2


def test_a_deck_is_copied_and_deleted(alice: User, browse: Browse) -> None:
    saved = rosters.save(alice, "edge", "Mine", CHAPTER)
    browser = browse(alice)
    browser.post(reverse("roster_copy", args=[saved.ref]))
    assert list(rosters.rosters_of(alice).values_list("name", flat=True)) == ["Mine", "Mine (2)"]
    address = reverse("roster_delete", args=[saved.ref])
    assert "Delete “Mine”?" in text(browser.get(address))
    assert SavedRoster.objects.count() == 2
    browser.post(address)
    assert list(rosters.rosters_of(alice).values_list("name", flat=True)) == ["Mine (2)"]


def test_a_deck_goes_out_as_text_and_comes_in_again(alice: User, bob: User, browse: Browse) -> None:
    saved = rosters.save(alice, "edge", "Mine", CHAPTER)
    out = browse(alice).get(reverse("roster_text", args=[saved.ref]))
    assert out["Content-Type"] == "text/plain; charset=utf-8"
    page = browse(bob).post(reverse("roster_import"), {"game": "edge", "text": html(out)})
    assert "No limit is broken" in text(page)
    assert 'name="n:CH16" value="4"' in html(page)
    wrong = browse(bob).post(reverse("roster_import"), {"game": "edge", "text": "3x Leap\nExcalibur"})
    assert "“Excalibur” is not known." in text(wrong)
    assert not SavedRoster.objects.filter(owner=bob).exists()


# Whose they are.


def test_decks_of_others_are_not_there(alice: User, bob: User, browse: Browse) -> None:
    saved = rosters.save(alice, "edge", "Secret plan", CHAPTER)
    browser = browse(bob)
    for name in ("roster", "roster_text", "roster_delete"):
        for pk in (saved.ref, 999, 10**30):
            assert browser.get(reverse(name, args=[pk])).status_code == 404
    for name in ("roster", "roster_copy", "roster_delete"):
        assert browser.post(reverse(name, args=[saved.ref]), form(name="Stolen")).status_code == 404
    assert "Secret plan" not in html(browser.get(reverse("rosters")))
    assert list(SavedRoster.objects.values_list("owner", "name")) == [(alice.pk, "Secret plan")]
    assert browse(None).get(reverse("rosters")).status_code == 302


def test_decks_are_exported_and_go_with_the_account(alice: User, browse: Browse) -> None:
    rosters.save(alice, "edge", "Mine", CHAPTER)
    packed = zipfile.ZipFile(io.BytesIO(browse(alice).get(reverse("account_export")).content))
    (deck,) = json.loads(packed.read("account.json"))["decks"]
    assert (deck["game"], deck["name"], deck["data"]["side"]) == ("edge", "Mine", "chapter")
    deletion.leave(alice)
    assert not SavedRoster.objects.exists()


def test_a_new_deck_of_no_game_leads_to_where_one_chooses_it(alice: User, browse: Browse) -> None:
    assert browse(alice).get(reverse("roster_new"))["Location"] == reverse("rosters")


@pytest.mark.parametrize("game", ["scrappers", "chess"])
def test_a_game_without_decks_has_no_builder(alice: User, browse: Browse, game: str) -> None:
    assert browse(alice).get(reverse("roster_new"), {"game": game}).status_code == 404
    assert browse(alice).post(reverse("roster_import"), {"game": game, "text": "x"}).status_code == 404


@pytest.mark.parametrize(
    "odd",
    [
        {"side": "nobody", "form": "7"},
        {"n:CH01": "9" * 400, "n:CH03": "-3", "n:CH04": "１２", "n:pilgrim": "x"},  # noqa: RUF001
        {"one:banner": "shrine:std", "one:shrine": "\ufffd"},
        {"form": "20 arranged", "order": "Leap\n" * 9_000},
        {"match": "9" * 90, "do": "dance"},
        {f"n:{number}": "1" for number in range(700)},
    ],
)
def test_whatever_is_sent_is_answered(alice: User, browse: Browse, odd: dict[str, str]) -> None:
    browser = browse(alice)
    for do in ("check", "save"):
        assert browser.post(reverse("roster_new"), {**form(do=do), **odd}).status_code in (200, 302)
    assert browser.get(reverse("roster_new"), {"game": "edge", **odd}).status_code == 200
    assert browser.post(reverse("roster_import"), {"game": "edge", "text": str(odd)}).status_code == 200
    assert browser.get(reverse("rosters")).status_code == 200
    for saved in SavedRoster.objects.all():
        assert len(json.dumps(saved.data)) < 4_000
        assert browser.get(reverse("roster", args=[saved.ref])).status_code == 200


def test_names_are_escaped(alice: User, browse: Browse) -> None:
    saved = rosters.save(alice, "edge", "<b>bold</b>", CHAPTER)
    for address in (reverse("rosters"), reverse("roster", args=[saved.ref])):
        assert "<b>bold" not in html(browse(alice).get(address))


# Playing them.


def test_a_ready_made_deck_is_played_with_one_click(
    asked: Match, alice: User, bob: User, browse: Browse
) -> None:
    address = reverse("match_roster", args=[asked.pk])
    for user in (alice, bob):
        browser = browse(user)
        page = browser.get(reverse("match", args=[asked.pk]))
        assert "Starting deck of" in text(page)
        sent = fields(page, address)
        assert sent["roster"] == ["ready:start"]
        first = browser.post(address, sent)
        second = browser.post(address, sent)
        assert first["Location"] == second["Location"]
        played(asked)
        assert browser.post(address, sent)["Location"] == first["Location"]
    orders = Order.objects.filter(match=asked, kind=Order.Kind.ANSWER)
    assert orders.count() == 2
    assert all(not order.receipt["problem"] for order in orders)
    assert not fields(browse(alice).get(reverse("match", args=[asked.pk])), address)


def test_a_saved_deck_is_offered_where_it_fits(asked: Match, browse: Browse) -> None:
    player = chapter_player(asked)
    counts = {**CHAPTER.counts, "CH03": 2, "CH11": 2}
    saved = rosters.save(player, "edge", "My own", Roster("chapter", "25", counts))
    rosters.save(player, "edge", "Too few", Roster("chapter", "25", {"pilgrim": 1}))
    rosters.save(player, "edge", "Other side", ARMIES.ready_made("demons", "25")[0].roster)
    browser = browse(player)
    page = browser.get(reverse("match", args=[asked.pk]))
    assert f'name="roster" value="saved:{saved.ref}"' in html(page)
    assert "A deck has exactly 25 cards, this one has 0." in text(page)
    assert "Other side" not in text(page)
    sent = fields(page, reverse("match_roster", args=[asked.pk]))
    answer = browser.post(reverse("match_roster", args=[asked.pk]), {**sent, "roster": f"saved:{saved.ref}"})
    played(asked)
    order = Order.objects.latest("pk")
    assert order.receipt["problem"] is None
    assert order.path[order.path.index("CH03") + 1] == "2"
    assert "You have answered" in text(browser.get(answer["Location"]))


def test_a_deck_of_another_size_is_not_played(alice: User, bob: User, browse: Browse) -> None:
    match = edge(alice, bob, deck20=True)
    player = chapter_player(match)
    saved = rosters.save(player, "edge", "Large", CHAPTER)
    page = browse(player).get(reverse("match", args=[match.pk]))
    assert "A deck has exactly 20 cards, this one has 25." in text(page)
    assert "form=20&" in unescape(html(page))
    sent = fields(page, reverse("match_roster", args=[match.pk])) | {"roster": [f"saved:{saved.ref}"]}
    answer = browse(player).post(reverse("match_roster", args=[match.pk]), sent, follow=True)
    assert "cannot be played here" in text(answer)
    assert not Order.objects.filter(kind=Order.Kind.ANSWER).exists()


def folds(page: Any) -> list[str]:
    """How the lists of words on a page are folded."""
    return re.findall(r'<details class="by-words"([^>]*)>', html(page))


def test_what_is_seldom_built_word_by_word_is_folded(alice: User, bob: User, browse: Browse) -> None:
    """Ninety miniatures below four ready-made warbands; a search shows what it found."""
    dream = open_match(alice, Terms("dreamblade", "A dream", {}), [Place(alice), Place(bob)])
    check_folds(dream, browse(alice))
    duel = edge(alice, bob)
    check_folds(duel, browse(chapter_player(duel)))


def check_folds(match: Match, browser: Client) -> None:
    """All words lie in the fold, which a search opens; who has chosen one sees what comes next."""
    address = reverse("match", args=[match.pk])
    page = browser.get(address)
    assert folds(page) == [""]
    inside = html(page).partition('<details class="by-words"')[2].partition("</details>")[0]
    words = re.findall(r'data-word="([^"]+)"', inside)
    assert words
    assert len(words) == html(page).count("data-word=")
    for find in ("x", ""):
        assert folds(browser.get(address, {"find": find})) == [" open"]
    assert folds(browser.get(address, {"at": words[0]})) == []


@pytest.mark.parametrize("ref", ["", "saved:", "saved:x", "ready:none", "saved:99999", "x" * 500])
def test_what_is_no_deck_is_not_played(asked: Match, alice: User, browse: Browse, ref: str) -> None:
    answer = browse(alice).post(reverse("match_roster", args=[asked.pk]), {"roster": ref, "question": "q"})
    assert answer.status_code == 302
    assert not Order.objects.filter(kind=Order.Kind.ANSWER).exists()


def test_decks_of_others_are_not_played(asked: Match, charlie: User, browse: Browse) -> None:
    foreign = rosters.save(charlie, "edge", "Charlie's plan", CHAPTER)
    player = chapter_player(asked)
    page = browse(player).get(reverse("match", args=[asked.pk]))
    assert "plan" not in text(page)
    sent = fields(page, reverse("match_roster", args=[asked.pk])) | {"roster": [f"saved:{foreign.ref}"]}
    browse(player).post(reverse("match_roster", args=[asked.pk]), sent)
    assert not Order.objects.filter(kind=Order.Kind.ANSWER).exists()


def test_the_link_of_an_email_offers_what_comes_with_the_game(asked: Match, browse: Browse) -> None:
    player = chapter_player(asked)
    rosters.save(player, "edge", "My own", CHAPTER)
    token = access.link_token(asked.seats.select_related("match").get(user=player))
    page = browse(None).get(reverse("seat_link", args=[token]))
    assert "Starting deck of Chapter" in text(page)
    assert "My own" not in text(page)
    address = reverse("seat_roster", args=[token])
    browse(None).post(address, fields(page, address))
    resolve.resolve_all(asked.pk)
    order = Order.objects.latest("pk")
    assert (order.door, order.receipt["problem"]) == ("link", None)


def test_a_deck_built_for_a_match_leads_back_to_it(asked: Match, browse: Browse) -> None:
    player = chapter_player(asked)
    answer = browse(player).post(reverse("roster_new"), form(match=str(asked.pk)))
    assert answer["Location"] == f"{reverse('match', args=[asked.pk])}#question"


def test_other_games_are_asked_for_no_deck(duel: Match, alice: User, browse: Browse) -> None:
    assert "Play this" not in text(browse(alice).get(reverse("match", args=[duel.pk])))


def test_things_lie_folded_and_are_found_without_a_script(client: Client, alice: User) -> None:
    """What is chosen is kept, whether it is shown or not."""
    client.force_login(alice)
    new = reverse("roster_new")
    page = html(client.get(new, {"game": "dreamblade"}))
    assert 'class="shelf-fold">' in page
    assert 'class="shelf-fold" open' not in page
    sent = {
        "game": "dreamblade",
        "side": "",
        "form": "",
        "name": "",
        "do": "check",
        "n:V01": "2",
        "find": "banished IF",
    }
    found = html(client.post(new, sent))
    things = re.findall(r'<li class="thing[^"]*"( hidden)?>.*?value="(\d+)".*?</li>', found, re.DOTALL)
    assert 0 < sum(not hidden for hidden, _count in things) < 20
    assert sum(int(count) for _hidden, count in things) == 2
    assert "Nothing here has these words" in text(client.post(new, sent | {"find": "submarine"}))
