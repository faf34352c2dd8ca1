"""A game that has nothing but rules and words is played through every door."""

from __future__ import annotations

import re

import pytest
from django.conf import LazySettings
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.urls import reverse

from accounts.models import User
from games.models import Match, Order, Seat
from games.services.matches.new import Place, Terms, open_match
from post.compose import compose
from post.models import OutgoingEmail
from tests.api.conftest import program_of
from tests.post.inbox import order_of, post
from tests.web.conftest import Browse, browse  # noqa: F401
from tests.web.pages import fields, first_link, html, offered, on_turn, played, text


@pytest.fixture(autouse=True)
def is_offered(settings: LazySettings) -> None:
    settings.GAMES = ["bluff"]


@pytest.fixture
def match(alice: User, bob: User) -> Match:
    User.objects.update(mail_pdf=False)
    return open_match(alice, Terms("bluff", "Cups", {"dice": 3}), [Place(alice), Place(bob)])


def order(match: Match, seat: Seat) -> Order:
    played(match)
    return Order.objects.get(seat=seat)


def test_it_is_opened_by_a_form_that_asks_for_its_options(alice: User, browse: Browse) -> None:  # noqa: F811
    page = html(browse(alice).get(reverse("new_match")))
    assert re.findall(r'<option value="(\w+)"[^>]*>Bluff', page) or 'value="bluff"' in page
    form = {"game": "bluff", "name": "Cups", "turn_hours": "48", "lateness": "default", "option-dice": "3"}
    form |= {"key": "k", "who-1": "me", "who-2": "bot:random", "who-3": "nobody"}
    browse(alice).post(reverse("new_match"), form)
    assert Match.objects.get().options == {"dice": 3}


def test_it_is_played_word_by_word_on_its_page(match: Match, browse: Browse) -> None:  # noqa: F811
    seat = on_turn(match)
    browser = browse(seat.user)
    page = browser.get(reverse("match", args=[match.pk]))
    assert "Your dice:" in text(page)
    assert offered(page) == [
        str(number) for number in range(1, 7)
    ]  # the word that alone is possible is taken
    sent: dict[str, list[str]] = {}
    for _word in range(4):
        sent = fields(page, reverse("match_answer", args=[match.pk]))
        if "question" in sent:
            break
        page = browser.get(first_link(page))
    browser.post(reverse("match_answer", args=[match.pk]), sent)
    assert order(match, seat).receipt["problem"] is None
    assert on_turn(match) != seat


def test_it_is_played_by_reply(match: Match) -> None:
    seat = on_turn(match)
    mail = post(seat, "Hi Bob,\n\nlet me see.\n\nbid 2 5\n\nAll the best\nAlice\n")
    assert order_of(mail) == order(match, seat)
    (receipt,) = OutgoingEmail.objects.filter(kind="receipt")
    assert "bid 2 5" in compose(receipt).text
    turns = OutgoingEmail.objects.filter(kind="turn", user=on_turn(match).user)
    told = compose(turns.latest("pk")).text
    assert seat.user is not None
    assert f"{seat.user.name} bids 2 dice with 5." in told
    assert "Raise the bid, or doubt it?" in told


def test_what_is_wrong_is_explained(match: Match) -> None:
    seat = on_turn(match)
    post(seat, "doubt\n")
    assert "there is no bid to doubt" in str(order(match, seat).receipt)


def test_it_is_played_by_a_program(match: Match) -> None:
    user = on_turn(match).user
    assert user is not None
    program = program_of(user)
    asked = program.get(f"matches/{match.pk}/decision/", at="bid").json()
    assert "1" in str(asked)
    assert program.order(match, "bid 1 6")["receipt"]["done"][0]["understood"] == "bid 1 6"


def test_nobody_opens_it_where_it_is_not_offered(
    alice: User,
    browse: Browse,  # noqa: F811
    settings: LazySettings,
) -> None:
    settings.GAMES = ["edge", "scrappers"]
    page = text(browse(alice).get(reverse("new_match")))
    assert "Star Scrappers" in page
    assert "Bluff" not in page
    assert "DreamBlade" not in text(browse(None).get(reverse("home")))
    body = {"game": "bluff", "name": "Cups", "places": [{"kind": "me"}, {"kind": "bot", "bot": "random"}]}
    assert program_of(alice).post("matches/", body).status_code in (400, 409, 422)


def test_a_match_goes_on_where_its_game_is_no_longer_offered(
    match: Match,
    browse: Browse,  # noqa: F811
    settings: LazySettings,
) -> None:
    settings.GAMES = ["scrappers"]
    seat = on_turn(match)
    post(seat, "bid 1 1\n")
    assert order(match, seat).receipt["problem"] is None
    assert "Cups" in text(browse(seat.user).get(reverse("my_matches")))


@pytest.mark.parametrize("games", [["edge", "chess"], []])
def test_a_game_that_does_not_exist_is_found_at_start(games: list[str], settings: LazySettings) -> None:
    settings.GAMES = games
    with pytest.raises(SystemCheckError, match="GAMES is a list with commas of: bluff, dreamblade, edge"):
        call_command("check")
