"""Fewer mails: with one click, and only as far as meant."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User, new_nonce
from games.mail.outgoing import compose
from games.models import Seat
from games.services.access import LINK, seat_secret
from games.services.unsubscribing import FIELDS, category_token, match_token
from tests.mail.letters import MAKING, parsed, seat_of
from tests.services.conftest import on_turn

WISHES = ["mail_turns", "mail_every_turn", "mail_press", "mail_host_acts", "mail_reminders"]


@pytest.fixture
def program(db):
    """A mail program: no cookie, no token, and CSRF is checked."""
    return Client(enforce_csrf_checks=True)


def one_click(program: Client, url: str):
    return program.post(url, "List-Unsubscribe=One-Click", content_type="application/x-www-form-urlencoded")


def wishes(user: User) -> dict[str, bool]:
    now = User.objects.get(pk=user.pk)
    return {name: getattr(now, name) for name in WISHES}


@pytest.mark.parametrize("category", FIELDS)
def test_one_click_ends_one_category_and_no_other(category, program, alice, bob):
    """B11, P20: a POST without cookie is honoured, for that category."""
    User.objects.update(mail_every_turn=True)
    before = wishes(alice)
    response = one_click(program, reverse("unsubscribe", args=[category_token(alice, category)]))
    assert response.status_code == 200
    assert wishes(alice) == before | {FIELDS[category]: False}
    assert wishes(bob) == before


def test_twice_is_fine(program, alice):
    """B11."""
    url = reverse("unsubscribe", args=[category_token(alice, "press")])
    assert [one_click(program, url).status_code for _ in range(3)] == [200] * 3
    assert not User.objects.get(pk=alice.pk).mail_press


def test_looking_changes_nothing(program, duel, alice):
    """B1, P20: GET and HEAD show a page with a button."""
    before = wishes(alice)
    for token in (category_token(alice, "turns"), match_token(seat_of(duel, alice))):
        url = reverse("unsubscribe", args=[token])
        for _ in range(10):
            program.head(url)
            assert b'<button class="button" type="submit"' in program.get(url).content
    assert wishes(alice) == before
    assert not Seat.objects.filter(is_muted=True).exists()


def test_a_match_can_be_silenced_alone(program, duel, alice):
    before = wishes(alice)
    assert (
        one_click(program, reverse("unsubscribe", args=[match_token(seat_of(duel, alice))])).status_code
        == 200
    )
    assert seat_of(duel, alice).is_muted
    assert Seat.objects.filter(is_muted=True).count() == 1
    assert wishes(alice) == before


def test_the_link_in_a_letter_works(program, duel, alice, bob):
    player = alice if on_turn(duel) == 1 else bob
    message = parsed(compose(MAKING["press"](duel, player)))
    (path,) = re.findall(r"<http://localhost:8000([^>]+)>", message["List-Unsubscribe"])
    one_click(program, path)
    assert not User.objects.get(pk=player.pk).mail_press


def test_other_tokens_are_worth_nothing_here(program, duel, alice, bob):
    """B6: whatever is wrong, altered, old or meant for something else looks alike."""
    good = category_token(alice, "turns")
    name, number, letters = good.split("-")
    seat = seat_of(duel, alice)
    bad = [
        good[:-1],
        f"press-{number}-{letters}",
        f"turns-{bob.pk}-{letters}",
        f"turns-999-{letters}",
        f"turns-x-{letters}",
        f"all-{number}-{letters}",
        f"match-{seat_secret(LINK, seat)}",
        "x" * 500,
    ]
    before = wishes(alice)
    for token in bad:
        assert one_click(program, reverse("unsubscribe", args=[token])).status_code == 404
    User.objects.filter(pk=alice.pk).update(mail_nonce=new_nonce())
    assert one_click(program, reverse("unsubscribe", args=[good])).status_code == 404
    assert wishes(alice) == before
    assert not Seat.objects.filter(is_muted=True).exists()
    assert name == "turns"


def test_case_does_not_matter(program, alice):
    one_click(program, reverse("unsubscribe", args=[category_token(alice, "turns").upper()]))
    assert not User.objects.get(pk=alice.pk).mail_turns
