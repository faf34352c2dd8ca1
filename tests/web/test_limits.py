"""Pages share the limits of the API, and say when to come back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services.users import CHANGES
from games.models import Match, Order, Press
from games.services import access
from tests.web.conftest import Browse
from tests.web.pages import on_turn, text

LIMITS = (access.ORDERS, access.PREVIEWS, CHANGES, access.PRESS, access.MATCHES, access.REPORTS)


@pytest.fixture(autouse=True)
def a_tenth() -> Iterator[None]:
    """Small numbers are as good as large ones."""
    for limit in LIMITS:
        object.__setattr__(limit, "most", limit.most // 10)
    yield
    for limit in LIMITS:
        object.__setattr__(limit, "most", limit.most * 10)


def refused(answer: Any) -> bool:
    """Whether it is the page that asks to wait, and says for how long."""
    if answer.status_code != 429:
        return False
    assert 0 < int(answer["Retry-After"]) <= 3600
    assert f"try again in {answer['Retry-After']} seconds" in text(answer)
    return True


def sent(browser: Client, address: str, data: dict[str, str], most: int) -> None:
    """A form sent as often as it may be, and once more."""
    for _ in range(most):
        assert browser.post(address, data).status_code != 429
    assert refused(browser.post(address, data))


def test_matches_are_opened_at_the_pace_of_the_api_and_counted_with_it(alice: User, browse: Browse) -> None:
    browser = browse(alice)
    terms = {
        "game": "scrappers",
        "name": "M",
        "turn_hours": "72",
        "lateness": "default",
        "who-1": "me",
        "who-2": "open",
    }
    call = {"game": "scrappers", "name": "M", "seats": [{"kind": "me"}, {"kind": "open"}]}
    for _ in range(3):
        browser.post(reverse("new_match"), terms)
        answer = browser.post("/api/v1/matches/", json.dumps(call), content_type="application/json")
        assert answer.status_code == 201
    opened = Match.objects.count()
    assert refused(browser.post(reverse("new_match"), terms))
    answer = browser.post("/api/v1/matches/", json.dumps(call), content_type="application/json")
    assert (answer.status_code, Match.objects.count()) == (429, opened)


@pytest.mark.parametrize(
    ("name", "data", "most"),
    [
        ("match_orders", {"text": "end"}, 12),
        ("match_answer", {"at": "end", "question": "q"}, 12),
        ("match_take_back", {}, 12),
        ("match_say", {"text": "Hello"}, 3),
        ("match_standing", {"text": ""}, 6),
        ("match_mails", {"on": "1"}, 6),
        ("match_invite", {"seat": "1", "address": "x@example.org"}, 6),
    ],
)
def test_what_a_player_does_on_pages_has_a_limit(
    duel: Match, browse: Browse, name: str, data: dict[str, str], most: int
) -> None:
    sent(browse(on_turn(duel).user), reverse(name, args=[duel.pk]), data, most)


def test_one_player_s_limit_is_not_the_other_s(duel: Match, alice: User, bob: User, browse: Browse) -> None:
    sent(browse(alice), reverse("match_say", args=[duel.pk]), {"text": "Hello"}, 3)
    browse(bob).post(reverse("match_say", args=[duel.pk]), {"text": "Hello"})
    assert Press.objects.count() == 4


def test_previews_are_counted_together_whichever_form_asks_for_them(duel: Match, browse: Browse) -> None:
    """What was written stays in its box, for when there is room again."""
    browser = browse(on_turn(duel).user)
    box, form = reverse("match_orders", args=[duel.pk]), reverse("match_preview", args=[duel.pk])
    for _ in range(3):
        assert "ends the turn" in text(browser.post(box, {"text": "preview\nend"}))
        assert browser.post(form, {"text": "end"}).status_code == 200
    answer = browser.post(form, {"text": "end"})
    assert (answer.status_code, answer["Retry-After"]) == (429, "60")
    assert "try again in a minute" in text(answer)
    assert "try again in a minute" in text(browser.post(box, {"text": "preview\nend"}))


def test_a_page_opens_however_many_previews_there_were(duel: Match, browse: Browse) -> None:
    browser = browse(on_turn(duel).user)
    for _ in range(8):
        page = browser.get(reverse("match", args=[duel.pk]), {"at": "end"})
        assert page.status_code == 200
    assert not Order.objects.exists()


def test_settings_are_saved_at_a_pace(alice: User, browse: Browse) -> None:
    profile = {"name": "Alice", "time_zone": "UTC", "language": "en"}
    sent(browse(alice), reverse("account_profile"), profile, 6)
