"""What was wound back: gone from the story at every door, struck out on its pages, kept for the chain."""

from __future__ import annotations

import importlib

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services import tokens
from games.models import EventRow, Match, Order
from games.services import resolve
from games.services.access import match_for
from games.services.fairness import verify
from games.services.hosting import acts
from games.services.matches.new import Place, Terms, open_match
from games.services.scene import scene_of
from post.compose import compose
from post.models import OutgoingEmail
from tests.services.conftest import Send, on_turn
from tests.web.pages import html, text


@pytest.fixture
def wound_back(duel: Match, send: Send) -> Match:
    """Five turns were played; the host has gone back to the end of turn 2."""
    for _ in range(5):
        send(duel, on_turn(duel), "end")
    acts.rewind(duel, 2)
    duel.refresh_from_db()
    return duel


def told(match: Match, user: User, turn: int | None = None, *, is_void: bool = False) -> list[str]:
    """What a player reads."""
    return [one.text for one in scene_of(match_for(user, match.pk)).story(turn=turn, is_void=is_void)]


def keys(match: Match, *, is_void: bool) -> list[str]:
    scene = scene_of(match_for(match.host, match.pk))
    return [one.key for one in scene.story(is_void=is_void)]


def test_what_was_wound_back_is_no_part_of_the_story(wound_back: Match, bob: User) -> None:
    assert wound_back.turn == 3
    assert not told(wound_back, bob, 4)
    assert told(wound_back, bob, 4, is_void=True)
    assert "The host rewound the match to turn 2. The dice will be rolled again." in told(wound_back, bob, 2)
    assert not told(wound_back, bob, 2, is_void=True)


def test_a_turn_played_anew_tells_the_new_story_alone(wound_back: Match, bob: User, send: Send) -> None:
    before = len(told(wound_back, bob, 3, is_void=True))
    send(wound_back, on_turn(wound_back), "end")
    assert len([one for one in told(wound_back, bob, 3) if "ends the turn" in one]) == 1
    assert len(told(wound_back, bob, 3, is_void=True)) == before


def test_what_people_did_stays_whatever_is_wound_back(duel: Match, bob: User, send: Send) -> None:
    for _ in range(3):
        send(duel, on_turn(duel), "end")
    acts.pause(duel, "a quarrel")
    acts.rewind(duel, 1)
    assert "The match is paused: a quarrel" in told(duel, bob)
    assert "paused" not in keys(duel, is_void=True)


def test_the_chain_holds_what_was_wound_back(alice: User) -> None:
    places = [Place(bot="random"), Place(bot="random")]
    match = open_match(alice, Terms("scrappers", "Bots", {}), places)
    while match.turn < 6:
        resolve.resolve(match.pk)
        match.refresh_from_db()
    acts.rewind(match, 3)
    assert EventRow.objects.filter(match=match, is_void=True).exists()
    resolve.resolve_all(match.pk)
    match.refresh_from_db()
    assert verify(match).events == EventRow.objects.filter(match=match).count()


def test_the_pages_of_the_turns_strike_it_out(wound_back: Match, bob: User) -> None:
    browser = Client()
    browser.force_login(bob)
    again = browser.get(reverse("match_turn", args=[wound_back.pk, 3]))
    assert "Undone by a rewind" in text(again)
    assert "<s>" in html(again)
    only_void = browser.get(reverse("match_turn", args=[wound_back.pk, 5]))
    assert only_void.status_code == 200
    assert "has not been played again" in text(only_void)
    assert browser.get(reverse("match_turn", args=[wound_back.pk, 9])).status_code == 404
    page = browser.get(reverse("match", args=[wound_back.pk]))
    assert f'{reverse("match_turn", args=[wound_back.pk, 5])}"' in html(page)
    before = browser.get(reverse("match_turn", args=[wound_back.pk, 1]))
    assert "Undone by a rewind" not in text(before)


def test_a_turn_without_void_events_is_still_unknown_to_strangers(wound_back: Match, charlie: User) -> None:
    browser = Client()
    browser.force_login(charlie)
    assert browser.get(reverse("match_turn", args=[wound_back.pk, 5])).status_code == 404


def test_programs_read_it_apart(wound_back: Match, bob: User) -> None:
    headers = {"Authorization": f"Token {tokens.make(bob, 'test')}"}
    client = Client(headers=headers)
    one = client.get(f"/api/v1/matches/{wound_back.pk}/turns/3/").json()
    assert "ends the turn" in " ".join(sentence["text"] for sentence in one["wound_back"])
    assert "ends the turn" not in " ".join(sentence["text"] for sentence in one["story"])
    listed = client.get(f"/api/v1/matches/{wound_back.pk}/turns/").json()["results"]
    assert [bool(turn["wound_back"]) for turn in listed] == [True, False, False, False]
    orders = client.get(f"/api/v1/matches/{wound_back.pk}/orders/").json()["results"]
    assert [order["is_void"] for order in orders] == sorted((o["is_void"] for o in orders), reverse=True)
    assert {order["is_void"] for order in orders} == {True, False}


def test_an_order_that_was_wound_back_is_not_shown_as_the_last(wound_back: Match) -> None:
    """Three of the five orders came after the end of turn 2."""
    assert Order.objects.filter(match=wound_back, is_void=True).count() == 3
    browser = Client()
    seat = wound_back.seats.select_related("user").get(number=on_turn(wound_back))
    assert seat.user is not None
    browser.force_login(seat.user)
    address = reverse("match", args=[wound_back.pk])
    assert "Your last order" not in text(browser.get(address))
    void = Order.objects.filter(seat=seat, is_void=True)[0]
    assert "What it did is undone" in text(browser.get(address, {"order": void.ref}))


def test_an_email_counts_what_it_leaves_out(wound_back: Match) -> None:
    email = compose(OutgoingEmail.objects.filter(kind="turn").latest("pk"))
    for body in (email.text, email.html):
        assert "left out because the host has rewound the match" in " ".join(body.split())
        assert "The host rewound the match to turn 2" in " ".join(body.split())


def test_matches_that_were_wound_back_before_are_marked_by_the_migration(wound_back: Match) -> None:
    marked = set(EventRow.objects.filter(is_void=True).values_list("pk", flat=True))
    EventRow.objects.update(is_void=False)
    importlib.import_module("games.migrations.0003_void_after_a_rewind").mark_void(apps, None)
    assert set(EventRow.objects.filter(is_void=True).values_list("pk", flat=True)) == marked != set()
