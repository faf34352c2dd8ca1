"""The options of The Edge for programs: optional units allowed or not, and messages between allies."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from games.models import Match, Press
from games.services.matches.new import Place, Terms, open_match
from tests.api.conftest import Program, problem, program_of

NEW: dict[str, Any] = {
    "game": "edge",
    "name": "Without cavalry",
    "seats": [{"kind": "me"}, {"kind": "open"}],
    "options": {"cavalry": "forbidden"},
    "turn_hours": 24,
    "lateness": "bot",
    "is_public": True,
}


def test_a_program_opens_a_match_without_cavalry(hers: Program) -> None:
    shown = hers.post("matches/", NEW)
    assert shown.status_code == 201
    options = shown.json()["terms"]["options"]
    assert (options["cavalry"], options["bosses"]) == ("forbidden", "allowed")
    refused = problem(hers.post("matches/", NEW | {"options": {"cavalry": "perhaps"}}), 409)
    assert "cavalry" in str(refused)


def test_programs_are_told_what_may_be_chosen(hers: Program) -> None:
    (edge,) = [g for g in hers.get("games/").json()["results"] if g["slug"] == "edge"]
    (found,) = [option for option in edge["options"] if option["name"] == "cavalry"]
    assert (found["choices"], found["default"]) == (["allowed", "forbidden"], "allowed")


def test_a_message_to_the_ally_is_for_nobody_else(
    hers: Program, his: Program, alice: User, bob: User, charlie: User
) -> None:
    quick: dict[str, int | str | bool] = {"preset": True, "beginner": True, "teams": True}
    places = [Place(alice), Place(bob), Place(charlie), Place(bot="random")]
    match = open_match(alice, Terms("edge", "Teams", quick, is_public=True), places)
    sent = hers.post(f"matches/{match.pk}/press/", {"text": "We go left.", "to": 3})
    assert sent.status_code == 201
    assert "We go left." in str(program_of(charlie).get(f"matches/{match.pk}/press/").json())
    assert "We go left." not in str(his.get(f"matches/{match.pk}/press/").json())
    assert Press.objects.get(match=Match.objects.get()).to is not None
