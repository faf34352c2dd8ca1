"""Who may do what: every endpoint for everybody, and what is nobody's is a 404."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.api import docs
from games.models import Match, Order, Press, Seat
from games.services import press
from games.services.matches.new import Place, Terms, open_match
from tests.api.conftest import Program, problem, program_of

BODIES: dict[str, object] = {
    "sendOrders": {"text": "end"},
    "previewOrders": {"text": "end"},
    "setSeed": {"seed": "a fox"},
    "setStandingOrders": {"text": ""},
    "writePress": {"text": "Hello"},
}
# What anybody may read in a public match; all else needs a seat.
FOR_SPECTATORS = {
    "getMatch",
    "getDecision",
    "listTurns",
    "getTurn",
    "getBoard",
    "getTurnBoard",
    "getTurnReport",
    "getVerification",
    "watchMatch",
}
OF_MATCHES = [shown for shown in docs.operations(docs.schema()) if "{match}" in shown.path]
READING = [shown for shown in OF_MATCHES if shown.method == "get"]
WRITING = [shown for shown in OF_MATCHES if shown.method != "get"]


def ask(program: Program, shown: docs.Operation, match: Match) -> Any:
    """The operation on a match, with a body that is right."""
    order = Order.objects.filter(match=match).first()
    numbers = {"match": match.pk, "turn": 0, "order": order.ref if order is not None else 1}
    path = re.sub(r"\{(\w+)\}", lambda found: str(numbers[found[1]]), shown.path).removeprefix("/api/v1/")
    if shown.method == "get":
        return program.get(path)
    return program.post(path, BODIES.get(shown.id, {}), shown.method)


def told(shown: docs.Operation) -> str:
    return shown.id


@pytest.mark.parametrize("shown", OF_MATCHES, ids=told)
def test_a_stranger_finds_nothing(
    shown: docs.Operation, strange: Program, hers: Program, duel: Match
) -> None:
    """C1: a match of others is a 404 for Charlie, whatever he wants of it."""
    hers.post(f"matches/{duel.pk}/orders/", {"text": "end"})
    before = rows(duel)
    problem(ask(strange, shown, duel), 404)
    assert rows(duel) == before


@pytest.mark.parametrize("shown", WRITING, ids=told)
def test_nobody_changes_anything_without_a_token(
    shown: docs.Operation, nobodys: Program, duel: Match
) -> None:
    """C1."""
    before = rows(duel)
    response = ask(nobodys, shown, duel)
    problem(response, 401)
    assert response["WWW-Authenticate"] == "Token"
    assert rows(duel) == before


@pytest.mark.parametrize("shown", READING, ids=told)
def test_nobody_reads_a_private_match_without_a_token(
    shown: docs.Operation, nobodys: Program, duel: Match
) -> None:
    """C1."""
    assert ask(nobodys, shown, duel).status_code in (401, 404)


@pytest.mark.parametrize("shown", OF_MATCHES, ids=told)
def test_a_spectator_watches_and_does_no_more(
    shown: docs.Operation, strange: Program, nobodys: Program, hers: Program, duel: Match
) -> None:
    """C1, E4: a public match shows what all players see."""
    Match.objects.update(is_public=True)
    hers.post(f"matches/{duel.pk}/orders/", {"text": "end"})
    before = rows(duel)
    response = ask(strange, shown, duel)
    if shown.id in FOR_SPECTATORS:
        assert response.status_code == 200
        assert ask(nobodys, shown, duel).status_code == 200
    else:
        assert response.status_code in (403, 409)
        assert ask(nobodys, shown, duel).status_code == 401
    assert rows(duel) == before


@pytest.mark.parametrize("shown", READING, ids=told)
def test_players_read_everything(shown: docs.Operation, hers: Program, his: Program, duel: Match) -> None:
    for program in (hers, his):
        program.post(f"matches/{duel.pk}/orders/", {"text": "end"})
    answered = [ask(program, shown, duel).status_code for program in (hers, his)]
    assert answered == [200, 404] if shown.id == "getOrder" else answered == [200, 200]


@pytest.mark.parametrize("shown", OF_MATCHES, ids=told)
def test_what_is_not_there_is_not_there(shown: docs.Operation, hers: Program, duel: Match) -> None:
    duel.pk = 999_999_999_999_999
    problem(ask(hers, shown, duel), 404)


def rows(match: Match) -> list[object]:
    """What could have been changed."""
    seats = Seat.objects.filter(match=match).values_list("user", "standing", "standing_version")
    match.refresh_from_db()
    return [Order.objects.count(), Press.objects.count(), match.status, list(seats)]


def test_staff_see_no_more_than_others(duel: Match) -> None:
    """C1."""
    chief = User.objects.create_superuser("chief@example.org", "Chief")
    problem(program_of(chief).get(f"matches/{duel.pk}/"), 404)


def test_lists_hold_ones_own_matches_only(hers: Program, strange: Program, duel: Match) -> None:
    assert hers.get("matches/").json()["count"] == 1
    assert strange.get("matches/").json()["count"] == 0


def test_who_is_invited_sees_what_is_offered(
    alice: User, charlie: User, strange: Program, his: Program
) -> None:
    """E4: a guest by invitation."""
    places = [Place(alice), Place(address=charlie.email)]
    match = open_match(alice, Terms("scrappers", "Come", {}), places)
    assert [found["id"] for found in strange.get("matches/").json()["results"]] == [match.pk]
    shown = strange.get(f"matches/{match.pk}/").json()
    assert shown["view"] is None
    assert [seat["kind"] for seat in shown["seats"]] == ["person", "invited"]
    assert charlie.email not in strange.get(f"matches/{match.pk}/").content.decode()
    problem(his.get(f"matches/{match.pk}/"), 404)


def test_a_message_between_two_is_read_by_these_two(
    alice: User, bob: User, charlie: User, strange: Program, his: Program
) -> None:
    places = [Place(user) for user in (alice, bob, charlie)]
    match = open_match(alice, Terms("scrappers", "Three", {}), places)
    first, second, _third = match.seats.select_related("match", "user")
    press.say(first, "secret plan", second, "k")
    assert his.get(f"matches/{match.pk}/press/").json()["results"][0]["text"] == "secret plan"
    assert strange.get(f"matches/{match.pk}/press/").json()["count"] == 0


# Tokens and sessions.


@pytest.mark.parametrize(
    "token", ["Token", "Token x", "Token edge_" + "0" * 64, "Token a b", "Token \xff", "Token " + "x" * 5000]
)
def test_a_wrong_token_is_refused(token: str, db: None) -> None:
    problem(Client().get("/api/v1/me/", headers={"Authorization": token}), 401)


def test_a_token_of_someone_who_left_is_worth_nothing(hers: Program, alice: User) -> None:
    alice.is_active = False
    alice.save()
    problem(hers.get("me/"), 401)


def test_a_session_will_do(alice: User, duel: Match) -> None:
    client = Client()
    client.force_login(alice)
    assert client.get(f"/api/v1/matches/{duel.pk}/").json()["my_seat"] == 1


@pytest.mark.parametrize("shown", WRITING, ids=told)
def test_a_page_elsewhere_cannot_use_a_session(shown: docs.Operation, alice: User, duel: Match) -> None:
    """C9: no token of our own pages, no effect; nor does a form's content type do."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    before = rows(duel)
    problem(ask(Program(client=client), shown, duel), 403)
    path = shown.path.replace("{match}", str(duel.pk))
    forged = client.generic(shown.method.upper(), path, "text=end", "application/x-www-form-urlencoded")
    assert forged.status_code in (403, 415)
    assert rows(duel) == before


def test_answers_are_not_kept_for_others(hers: Program, duel: Match) -> None:
    for path in ("me/", f"matches/{duel.pk}/", f"matches/{duel.pk}/board.svg"):
        assert hers.get(path)["Cache-Control"] == "private, no-store"
