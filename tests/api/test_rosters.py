"""Decks by program: kept, changed, deleted, and played as the text they come with."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from games.models import Match, Order, SavedRoster
from games.services import orders, resolve
from games.services.matches.new import Place, Terms, open_match
from games.services.orders import NewOrder
from tests.api.conftest import Program, problem, program_of

WISH: dict[str, Any] = {
    "game": "edge",
    "name": "Knights",
    "side": "chapter",
    "form": "25",
    "counts": {"pilgrim": 1, "CH03": 3, "CH01": 0},
}


def test_a_deck_is_kept_changed_and_deleted(hers: Program) -> None:
    made = hers.post("rosters/", WISH)
    assert made.status_code == 201, made.content
    deck = made.json()
    assert deck["content"]["counts"] == {"pilgrim": 1, "CH03": 3}
    assert "a deck has exactly 25 cards, this one has 3" in deck["content"]["problems"]
    assert hers.post("rosters/", WISH).json()["id"] == deck["id"]
    assert hers.get("rosters/").json()["results"] == [deck]
    changed = hers.put(f"rosters/{deck['id']}/", {**WISH, "name": "Pilgrims"}).json()
    assert hers.get(f"rosters/{deck['id']}/").json() == changed
    assert changed["name"] == "Pilgrims"
    assert hers.post(f"rosters/{deck['id']}/", {}, "delete").json() == {"deleted": deck["id"]}
    assert not SavedRoster.objects.exists()


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"side": "nobody"}, 400),
        ({"form": "7"}, 400),
        ({"counts": {"DE01": 1}}, 400),
        ({"counts": {"CH01": 100}}, 400),
        ({"counts": {"CH01": "x"}}, 400),
        ({"counts": {f"x{n}": 1 for n in range(400)}}, 400),
        ({"order": ["x"] * 400}, 400),
        ({"name": ""}, 400),
        ({"name": "two\nlines"}, 409),
        ({"game": "scrappers"}, 404),
        ({"game": "chess"}, 404),
        ({"owner": 1}, 400),
    ],
)
def test_what_is_wrong_is_refused(hers: Program, changes: dict[str, Any], status: int) -> None:
    problem(hers.post("rosters/", {**WISH, **changes}), status)
    assert not SavedRoster.objects.exists()


def test_decks_of_others_are_not_there(hers: Program, his: Program, nobodys: Program) -> None:
    deck = hers.post("rosters/", WISH).json()
    address = f"rosters/{deck['id']}/"
    problem(his.get(address), 404)
    problem(his.put(address, {**WISH, "name": "Stolen"}), 404)
    problem(his.post(address, {}, "delete"), 404)
    problem(nobodys.get(address), 401)
    problem(nobodys.get("rosters/"), 401)
    assert his.get("rosters/").json()["results"] == []
    assert hers.get(address).json() == deck


def test_a_ready_made_deck_is_played_by_its_text(alice: User, bob: User) -> None:
    match: Match = open_match(alice, Terms("edge", "A duel", {}), [Place(alice), Place(bob)])
    for faction in ("chapter", "demons"):
        seat = match.seats.select_related("match", "user").get(waiting_since__isnull=False)
        orders.accept(seat, NewOrder(Order.Kind.ORDERS, Order.Door.API, faction, f"faction {faction}"))
        resolve.resolve_all(match.pk)
    first = Order.objects.filter(match=match).earliest("pk").seat.user
    assert first is not None
    program = program_of(first)
    ready = program.get("rosters/ready/").json()["results"]
    (deck,) = [
        made for made in ready if (made["content"]["side"], made["content"]["form"]) == ("chapter", "25")
    ]
    assert (deck["id"], deck["content"]["problems"]) == ("start", [])
    receipt = program.order(match, deck["content"]["text"])["receipt"]
    assert (len(receipt["done"]), receipt["refused"]) == (1, None)
