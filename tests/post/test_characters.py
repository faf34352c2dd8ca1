"""Names that can be seen, and messages that leave the text around them alone: through every door."""

from __future__ import annotations

import json

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from accounts.models import ApiToken, User
from accounts.services import users
from games.models import Match, Press, SavedRoster
from games.services.hosting import acts
from games.services.matches.new import Place, Terms, open_match
from post.characters import harmless, tidy_name, validate_name
from tests.post.inbox import post, seat_of

UNSEEN = [
    "\u202eecilA",
    "Al\u200bice",
    "\u2066Alice",
    "Alice\u200f",
    "\u061cAlice",
    "\u200b",
    "\u3164",
    "\u2800",
    "\u00ad",
    "\ufeff",
    "Al\u2060ice",
    "Al\u200dice",
    "Alice\U000e0041\U000e007f",
    "Alice\ufe01\ufe02",
    "Z\u0310\u0311\u0312\u0313\u0314algo",
    "\u0301",
    "two\nlines",
    "two\u2028lines",
    "tab\tbed",
    "\u00a0",
]


@pytest.mark.parametrize("name", UNSEEN)
def test_a_name_that_cannot_be_seen_whole_is_refused_by_every_door(alice: User, name: str) -> None:
    """D8, D9: a person, a match, a deck, a token; by form and by API."""
    browser = Client()
    browser.force_login(alice)
    match = {"game": "scrappers", "name": name, "seats": [{"kind": "me"}, {"kind": "bot"}]}
    deck = {"game": "edge", "name": name, "side": "chapter", "form": "25", "counts": {}}
    for address, sent in (("matches", match), ("rosters", deck)):
        answer = browser.post(f"/api/v1/{address}/", json.dumps(sent), content_type="application/json")
        assert answer.status_code in (400, 409)
    changed = browser.patch("/api/v1/me/", json.dumps({"name": name}), content_type="application/json")
    assert changed.status_code == 400
    terms = {"game": "scrappers", "name": name, "turn_hours": "72", "lateness": "default"}
    assert browser.post(reverse("new_match"), terms).status_code == 422
    profile = {"name": name, "time_zone": "UTC", "language": "en"}
    assert "that can be seen" in browser.post(reverse("account_profile"), profile).content.decode() or not (
        name.strip()
    )
    browser.post(reverse("roster_new"), {**deck, "counts": "", "do": "save"})
    browser.post(reverse("account_tokens"), {"name": name})
    assert not Match.objects.exists()
    assert not SavedRoster.objects.exists()
    assert not ApiToken.objects.exists()
    assert User.objects.get(pk=alice.pk).name == "Alice"


@pytest.mark.parametrize(
    "name", ["Zoë", "שלום", "علي", "张伟", "नमस्ते", "Nguyễn Văn", "O'Neil", "🎲", "ไทยน้ำ", "Ж"]
)
def test_names_of_all_scripts_are_welcome(alice: User, name: str) -> None:
    users.change(alice, {"name": name})
    assert User.objects.get(pk=alice.pk).name == name


@pytest.mark.parametrize(
    ("written", "kept"),
    [("  A \u00a0\u2003 duel ", "A duel"), ("Zoe\u0308", "Zoë"), ("I \u2764\ufe0f you", "I \u2764 you")],
)
def test_a_name_has_one_way_to_be_written(alice: User, bob: User, written: str, kept: str) -> None:
    terms = Terms("scrappers", written, {}, key="k")
    match = open_match(alice, terms, [Place(alice), Place(bob)])
    assert match.name == kept
    assert open_match(alice, terms, [Place(alice), Place(bob)]) == match


def test_a_short_text_with_many_marks_is_no_name() -> None:
    with pytest.raises(ValidationError):
        validate_name(tidy_name("a" + "\u0300" * 59))


@pytest.fixture
def duel(alice: User, bob: User) -> Match:
    """Alice against Bob."""
    return open_match(alice, Terms("scrappers", "A duel", {}), [Place(alice), Place(bob)])


HOSTILE = "Pay \u202e100\u202c\u200f to\u200b me\u2067 now\U000e0041 Z" + "\u0310" * 40
TAME = "Pay 100 to me now Z" + "\u0310" * 4


def test_a_message_cannot_turn_the_text_around_it_whichever_way_it_came(duel: Match, alice: User) -> None:
    """D1: by form, by the API and by email, it is kept and shown without what turns or hides."""
    browser = Client()
    browser.force_login(alice)
    browser.post(reverse("match_say", args=[duel.pk]), {"text": HOSTILE})
    browser.post(
        f"/api/v1/matches/{duel.pk}/press/", json.dumps({"text": HOSTILE}), content_type="application/json"
    )
    post(seat_of(duel, 1), f"say {HOSTILE}")
    assert [message.text for message in Press.objects.all()] == [TAME] * 3


def test_a_message_of_unseen_characters_alone_is_none(duel: Match, alice: User) -> None:
    browser = Client()
    browser.force_login(alice)
    browser.post(reverse("match_say", args=[duel.pk]), {"text": "\u200b\u202e\ufeff"})
    assert not Press.objects.exists()


def test_emoji_and_joined_scripts_stay_whole_in_messages() -> None:
    for text in ("👩\u200d👩\u200d👧 \u2764\ufe0f", "می\u200cخواهم", "क्\u200dष"):  # noqa: RUF001
        assert harmless(text) == text


def test_a_hosts_reason_is_plain_text(duel: Match, alice: User) -> None:
    acts.pause(duel, "back \u202eon\u2069 Monday\u200b", alice)
    told = b"".join(bytes(row.data) for row in duel.event_rows.all())
    assert b"back on Monday" in told
