"""Matches by REST: opened, joined, looked at, played, checked."""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Any

import msgspec
import pytest
from django.utils import translation

from accounts.models import User
from games.engine.contract import dice
from games.engine.contract.dice import Dice, Roll, Seeds
from games.engine.play.save import decode_save, encode_save
from games.models import Match, Press, RollRow
from games.services import resolve, storage
from games.services.access import seats_of
from games.services.matches.new import Place, Terms, open_match
from post.models import OutgoingEmail
from tests.api.conftest import Program, problem, program_of

NEW: dict[str, Any] = {
    "game": "scrappers",
    "name": "Quarrel",
    "seats": [{"kind": "me"}, {"kind": "open"}],
    "options": {"factions": "first game"},
    "turn_hours": 24,
    "lateness": "bot",
    "is_public": True,
}


def test_a_match_is_opened_joined_and_started(hers: Program, his: Program, alice: User) -> None:
    opened = hers.post("matches/", NEW)
    assert opened.status_code == 201
    shown = opened.json()
    assert opened["Location"] == f"/api/v1/matches/{shown['id']}/"
    assert (shown["status"], shown["my_seat"], shown["is_host"], shown["is_public"]) == (
        "open",
        1,
        True,
        True,
    )
    terms = {"turn_hours": 24, "lateness": "bot", "absence_days": 21}
    assert shown["terms"] == {"options": {"factions": "first game"}, **terms}
    joined = his.post(f"matches/{shown['id']}/join/").json()
    assert (joined["status"], joined["my_seat"]) == ("running", 2)
    assert [seat["name"] for seat in joined["seats"]] == ["Alice", "Bob"]
    assert his.post(f"matches/{shown['id']}/join/").json() == joined  # once more is no harm


def test_bots_and_invitations(hers: Program, bob: User, charlie: User, strange: Program) -> None:
    seats = [{"kind": "me"}, {"kind": "bot"}, {"kind": "address", "address": "Bob@Example.org"}]
    shown = hers.post("matches/", NEW | {"seats": seats}).json()
    assert [seat["kind"] for seat in shown["seats"]] == ["person", "bot", "invited"]
    assert OutgoingEmail.objects.get(address=bob.email).kind == "invitation"
    problem(strange.post(f"matches/{shown['id']}/join/"), 409)
    assert program_of(bob).post(f"matches/{shown['id']}/join/", {"seat": 3}).json()["status"] == "running"


def test_who_is_invited_gets_the_seat_that_is_kept(hers: Program, his: Program, bob: User) -> None:
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "address", "address": bob.email}]
    shown = hers.post("matches/", NEW | {"seats": seats}).json()
    assert his.post(f"matches/{shown['id']}/join/").json()["my_seat"] == 3


def test_the_same_key_opens_one_match(hers: Program, his: Program) -> None:
    """P15."""
    first, again = (hers.post("matches/", NEW, Idempotency_Key="k") for _ in range(2))
    assert (first.status_code, first.json()) == (again.status_code, again.json())
    told = problem(hers.post("matches/", NEW | {"name": "Other"}, Idempotency_Key="k"), 422)
    assert told["type"].endswith("key-used")
    problem(
        hers.post("matches/", NEW | {"seats": [{"kind": "me"}] * 1 + [{"kind": "bot"}]}, Idempotency_Key="k"),
        422,
    )
    assert his.post("matches/", NEW, Idempotency_Key="k").json()["id"] != first.json()["id"]
    assert Match.objects.count() == 2


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"game": "chess"}, 409),
        ({"name": ""}, 400),
        ({"name": "x" * 61}, 400),
        ({"name": "two\nlines"}, 409),
        ({"name": "turn\u202eed"}, 409),
        ({"seats": []}, 400),
        ({"seats": [{"kind": "me"}]}, 409),
        ({"seats": [{"kind": "me"}, {"kind": "me"}]}, 400),
        ({"seats": [{"kind": "me"}, {"kind": "bot", "bot": "deep blue"}]}, 409),
        ({"seats": [{"kind": "me"}, {"kind": "address", "address": "nobody"}]}, 409),
        ({"seats": [{"kind": "me"}, {"kind": "address", "address": "a@x.org, b@y.org"}]}, 409),
        ({"seats": [{"kind": "me"}, {"kind": "address", "address": "alice@example.org"}]}, 409),
        ({"seats": [{"kind": "me"}, {"kind": "king"}]}, 400),
        ({"seats": [{"kind": "me", "user": 2}, {"kind": "open"}]}, 400),
        ({"options": {"factions": "all"}}, 409),
        ({"options": {"size": 3}}, 409),
        ({"options": {"factions": 1.5}}, 400),
        ({"turn_hours": 0}, 400),
        ({"turn_hours": 10**12}, 400),
        ({"lateness": "never"}, 400),
        ({"host": 1}, 400),
    ],
)
def test_a_match_on_impossible_terms_is_not_opened(
    change: dict[str, Any], status: int, hers: Program
) -> None:
    problem(hers.post("matches/", NEW | change), status)
    assert not Match.objects.exists()
    assert not OutgoingEmail.objects.exists()


def test_invitations_are_limited(hers: Program) -> None:
    """D12: two hundred strangers are not written to."""
    answered = []
    for number in range(12):
        seats = [
            {"kind": "me"},
            *({"kind": "address", "address": f"s{number}{n}@example.org"} for n in "abc"),
        ]
        answered.append(hers.post("matches/", NEW | {"seats": seats}).status_code)
    assert set(answered) == {201, 409}
    assert OutgoingEmail.objects.count() <= 30


def test_the_host_withdraws_an_open_match(hers: Program, his: Program) -> None:
    shown = hers.post("matches/", NEW).json()
    problem(his.post(f"matches/{shown['id']}/withdraw/"), 409)
    for _ in range(2):
        assert hers.post(f"matches/{shown['id']}/withdraw/").json()["status"] == "withdrawn"
    problem(his.post(f"matches/{shown['id']}/join/"), 409)


def test_a_running_match_is_not_withdrawn(hers: Program, duel: Match) -> None:
    problem(hers.post(f"matches/{duel.pk}/withdraw/"), 409)


def test_lists_are_filtered_and_paged(hers: Program, alice: User, duel: Match) -> None:
    hers.post("matches/", NEW)
    assert hers.get("matches/").json()["count"] == 2
    found = hers.get("matches/", status="running", game="scrappers").json()["results"]
    assert [match["id"] for match in found] == [duel.pk]
    assert found[0]["my_seat"] == 1
    page = hers.get("matches/", page_size=1, status="open").json()
    assert page["next"] is None
    first = hers.get("matches/", page_size=1).json()
    second = hers.get(first["next"].removeprefix("/api/v1/")).json()
    assert second["previous"]
    assert first["results"][0]["id"] > second["results"][0]["id"]


def test_a_list_costs_the_same_however_long(
    hers: Program, alice: User, bob: User, django_assert_max_num_queries: Any
) -> None:
    for number in range(8):
        terms = Terms("scrappers", f"Match {number}", {})
        open_match(alice, terms, [Place(alice), Place(bob)])
    with django_assert_max_num_queries(4):
        assert len(hers.get("matches/").json()["results"]) == 8


# Looking.


def test_a_match_shows_whose_turn_it_is_and_until_when(hers: Program, mover: Program, duel: Match) -> None:
    shown = mover.get(f"matches/{duel.pk}/").json()
    waited = [seat for seat in shown["seats"] if seat["waiting_since"]]
    assert [seat["is_me"] for seat in waited] == [True]
    assert waited[0]["due_at"].endswith("Z")
    assert datetime.fromisoformat(waited[0]["due_at"]) > datetime.fromisoformat(waited[0]["waiting_since"])
    assert shown["asked"]
    assert len(shown["commitment"]) == 64
    assert "Alice" in shown["board"]
    for link in shown["links"].values():
        if link.startswith("/api/"):
            assert mover.get(link.removeprefix("/api/v1/")).status_code == 200, link


def test_seeds_are_in_no_answer(hers: Program, his: Program, strange: Program, duel: Match) -> None:
    """E1, E3: neither the server's nor a player's own, while the match runs."""
    Match.objects.update(is_public=True)
    paths = [f"matches/{duel.pk}/{rest}" for rest in ("", "turns/", "turns/0/", "board.svg", "verification/")]
    for program in (hers, his, strange):
        seen = "".join(program.get(path).content.decode() for path in paths)
        assert not [secret for secret in _hidden_words(duel) if secret in seen]


def test_a_hand_is_shown_to_its_owner_only(
    hers: Program, his: Program, strange: Program, duel: Match
) -> None:
    """E1, E3, E4."""
    Match.objects.update(is_public=True)
    views = [program.get(f"matches/{duel.pk}/").json()["view"] for program in (hers, his, strange)]
    assert views[0] != views[1] != views[2] != views[0]
    boards = [program.get(f"matches/{duel.pk}/").json()["board"] for program in (hers, his, strange)]
    assert len(set(boards)) == 3


def _hidden_words(match: Match) -> list[str]:
    """Seeds in every form in which they could slip out."""
    seeds = decode_save(bytes(match.save_data or b"")).seeds
    return [
        secret
        for seed in (seeds.server, *seeds.players)
        if seed
        for secret in (seed.hex(), seed.decode("latin-1"))
    ]


def test_two_worlds_that_differ_in_secrets_look_the_same(
    strange: Program, hers: Program, duel: Match
) -> None:
    """E2: to a spectator and to each player, byte for byte, in all that they may not know."""
    Match.objects.update(is_public=True)
    for program, seat in ((strange, None), (hers, 1)):
        duel.refresh_from_db()
        before = _seen(program, duel)
        _imagine(duel, seat)
        assert _seen(program, duel) == before


def _seen(program: Program, match: Match) -> list[bytes]:
    rests = ("", "board.svg", "decision/", "turns/", "turns/0/", "verification/")
    return [program.get(f"matches/{match.pk}/{rest}").content for rest in rests]


def _imagine(match: Match, seat: int | None) -> None:
    """Put another world into the match, one that this reader cannot tell from the true one."""
    run = storage.load(match, seats_of(match))
    base = run.replay.rest_points[-1].base
    state = run.engine.decode(base.state)
    run.engine.guess(state, seat, Dice(Seeds(b"\x07" * 32)))
    other = run.engine.encode(state)
    assert other != base.state
    run.replay.reset(msgspec.structs.replace(base, state=other))
    run.replay.go_on()
    Match.objects.filter(pk=match.pk).update(save_data=encode_save(run.save()))


def test_the_decision_is_walked_word_by_word(mover: Program, duel: Match) -> None:
    at: list[str] = []
    while True:
        asked = mover.get(f"matches/{duel.pk}/decision/", at=at).json()["decision"]
        assert asked["at"] == at
        if asked["final"]:
            break
        at.append(asked["options"][0]["word"])
    assert asked["text"]
    assert asked["explain"]
    body = {"question": asked["question"], "answer": at}
    assert mover.post(f"matches/{duel.pk}/orders/", body).status_code == 202
    resolve.resolve_all(duel.pk)
    receipt = mover.get(f"matches/{duel.pk}/orders/").json()["results"][0]["receipt"]
    assert receipt["refused"] is None


def test_who_is_not_asked_is_told_so(hers: Program, his: Program, mover: Program, duel: Match) -> None:
    other = his if mover is hers else hers
    assert other.get(f"matches/{duel.pk}/decision/").json() == {"decision": None}


def test_a_preview_does_nothing(mover: Program, duel: Match) -> None:
    before = mover.get(f"matches/{duel.pk}/").json()
    told = mover.post(f"matches/{duel.pk}/orders/preview/", {"text": "end\nfly"}).json()
    assert told["certain"] or told["chances"]
    assert told["receipt"]["done"][0]["understood"] == "end"
    assert told["receipt"]["refused"]["line"] == 2
    assert mover.get(f"matches/{duel.pk}/").json() == before
    assert mover.get(f"matches/{duel.pk}/orders/").json()["count"] == 0


def test_a_turn_is_played_through_the_api(hers: Program, his: Program, duel: Match) -> None:
    """A whole turn of each: by the words offered, until the turn is the other's."""
    turn = duel.turn
    for _ in range(2):
        program = _on_turn(hers, his, duel)
        while _on_turn(hers, his, duel) is program:
            asked = program.get(f"matches/{duel.pk}/decision/").json()["decision"]
            words = [option["word"] for option in asked["options"] if option["final"]]
            answer = ["end"] if "end" in words else [words[0]]
            program.post(f"matches/{duel.pk}/orders/", {"question": asked["question"], "answer": answer})
            resolve.resolve_all(duel.pk)
    told = hers.get(f"matches/{duel.pk}/turns/").json()["results"]
    assert told[0]["turn"] == turn + 2
    assert [one["is_over"] for one in told[:2]] == [False, True]
    assert any(sentence["text"] for sentence in told[1]["story"])
    one = hers.get(told[1]["url"].removeprefix("/api/v1/")).json()
    assert one["story"] == told[1]["story"]
    assert one["board"]
    picture = hers.get(told[1]["board_svg"].removeprefix("/api/v1/"))
    assert picture["Content-Type"] == "image/svg+xml"
    assert b"<svg" in picture.content


def _on_turn(hers: Program, his: Program, match: Match) -> Program:
    return hers if match.seats.get(number=1).waiting_since is not None else his


def test_a_turn_on_paper(hers: Program, duel: Match, settings: Any, tmp_path: Any) -> None:
    settings.MEDIA_ROOT = tmp_path
    response = hers.get(f"matches/{duel.pk}/turns/0/report.pdf")
    assert response["Content-Type"] == "application/pdf"
    assert response.content.startswith(b"%PDF")
    problem(hers.get(f"matches/{duel.pk}/turns/99/report.pdf"), 404)


def test_a_turn_that_has_not_begun_is_not_there(hers: Program, duel: Match) -> None:
    for rest in ("", "board.svg", "report.pdf"):
        problem(hers.get(f"matches/{duel.pk}/turns/{duel.turn + 1}/{rest}"), 404)


# Checking the dice.


def test_hidden_rolls_stay_hidden_until_the_end(hers: Program, duel: Match) -> None:
    hidden = [_roll(row) for row in RollRow.objects.filter(match=duel)]
    assert any(roll.hidden for roll in hidden)
    shown = hers.get(f"matches/{duel.pk}/verification/").json()
    assert shown["seeds"] is None
    assert len(shown["rolls"]) == sum(not roll.hidden for roll in hidden)


def test_after_the_end_anyone_can_check_the_dice(hers: Program, duel: Match) -> None:
    hers.post(f"matches/{duel.pk}/resign/")
    resolve.resolve_all(duel.pk)
    shown = hers.get(f"matches/{duel.pk}/verification/").json()
    server = bytes.fromhex(shown["seeds"]["server"])
    assert hashlib.sha256(server).hexdigest() == shown["commitment"]
    seeds = Seeds(server, tuple(map(bytes.fromhex, shown["seeds"]["players"])))
    rolls = [Roll(**roll) for roll in shown["rolls"]]
    assert dice.verify(seeds, shown["commitment"], rolls) == RollRow.objects.filter(match=duel).count()
    result = hers.get(f"matches/{duel.pk}/").json()["result"]
    assert result["winners"] == [2]
    assert "Bob" in result["told"]


def _roll(row: RollRow) -> Roll:
    return msgspec.msgpack.decode(bytes(row.data), type=Roll)


# Standing orders, messages, me.


def test_standing_orders_are_kept_whole_or_not_at_all(hers: Program, duel: Match) -> None:
    path = f"matches/{duel.pk}/standing-orders/"
    assert hers.get(path).json()["version"] == 0
    told = problem(hers.put(path, {"text": "ask-limit: 1\nnonsense: 7"}), 422)
    assert len(told["problems"]) == 1
    assert hers.get(path).json()["text"] == ""
    assert hers.put(path, {"text": "ask-limit: 1"}).json()["text"] == "ask-limit: 1"
    assert hers.get(path).json()["version"] == 1


def test_messages_are_sent_once(hers: Program, his: Program, duel: Match) -> None:
    """P15."""
    path = f"matches/{duel.pk}/press/"
    first, again = (hers.post(path, {"text": "Hello", "to": 2}, Idempotency_Key="k") for _ in range(2))
    assert first.status_code == 201
    assert first.json() == again.json()
    problem(hers.post(path, {"text": "Other", "to": 2}, Idempotency_Key="k"), 422)
    problem(hers.post(path, {"text": "Hello"}, Idempotency_Key="k"), 422)
    assert Press.objects.count() == 1
    assert his.get(path).json()["results"] == [first.json()]
    problem(hers.post(path, {"text": "Hello", "to": 1}), 400)
    problem(hers.post(path, {"text": "Hello", "to": 7}), 400)
    problem(hers.post(path, {"text": "  "}), 409)


def test_i_change_what_i_wish(hers: Program, alice: User) -> None:
    shown = hers.get("me/").json()
    assert (shown["name"], shown["email"], shown["quiet_from"]) == ("Alice", "alice@example.org", None)
    changed = hers.patch("me/", {"mail_pdf": False, "quiet_from": "22:00", "time_zone": "Asia/Tokyo"}).json()
    assert changed == shown | {"mail_pdf": False, "quiet_from": "22:00", "time_zone": "Asia/Tokyo"}
    assert hers.patch("me/", {"quiet_from": None}).json()["quiet_from"] is None
    alice.refresh_from_db()
    assert (alice.mail_pdf, alice.time_zone) == (False, "Asia/Tokyo")


@pytest.mark.parametrize(
    "change",
    [
        {"time_zone": "Mars/Base"},
        {"time_zone": "../../etc/passwd"},
        {"language": "tlh"},
        {"name": "a\nb"},
        {"name": ""},
        {"email": "x@example.org"},
        {"is_staff": True},
        {"quiet_from": "25:00"},
        {"quiet_from": "22:00\n"},
        {"mail_pdf": "yes"},
    ],
)
def test_i_cannot_wish_for_everything(change: dict[str, Any], hers: Program, alice: User) -> None:
    problem(hers.patch("me/", change), 400)
    kept = User.objects.get(pk=alice.pk)
    assert (kept.name, kept.time_zone, kept.language, kept.is_staff) == (
        "Alice",
        "Europe/Warsaw",
        "en",
        False,
    )


def test_answers_are_in_the_callers_language(hers: Program, alice: User, duel: Match) -> None:
    alice.language = "de"
    alice.save()
    hers.get("me/")
    assert translation.get_language() != "de"  # nothing is left behind for the next request


def test_games_are_told_to_anybody(nobodys: Program) -> None:
    games = {game["slug"]: game for game in nobodys.get("games/").json()["results"]}
    assert sorted(games) == ["dreamblade", "edge", "scrappers"]
    game = games["scrappers"]
    assert (game["least_seats"], game["most_seats"]) == (2, 4)
    assert game["options"][0]["choices"] == ["random", "first game"]
    assert "scrapper" in game["bots"]
    assert "ask-limit" in [key["key"] for key in game["orders"]["keys"]]


def test_programs_bring_seeds_and_look_up_the_record(hers: Program, his: Program) -> None:
    shown = hers.post("matches/", NEW | {"seed": "first"}).json()
    address = f"matches/{shown['id']}"
    assert len(shown["commitment"]) == 64
    assert hers.put(f"{address}/seed/", {"seed": "second"}).status_code == 200
    his.post(f"{address}/join/", {"seed": "his own"})
    checked = his.get(f"{address}/verification/").json()
    fingerprints = [hashlib.sha256(seed).hexdigest() for seed in (b"second", b"his own")]
    assert [player["fingerprint"] for player in checked["players"]] == fingerprints
    problem(hers.put(f"{address}/seed/", {"seed": "too late"}), 409)
    asked = his.get(f"{address}/verification/", head=checked["head"]).json()["asked"]
    assert asked == {"is_known": True, "turn": 0} or asked["turn"] == 1
    assert his.get(f"{address}/verification/", head="0" * 32).json()["asked"]["is_known"] is False


def test_two_teams_are_opened_and_everyone_is_told_who_plays_with_whom(hers: Program) -> None:
    wanted = {"game": "edge", "name": "Teams", "options": {"preset": True, "beginner": True, "teams": True}}
    bots = [{"kind": "bot", "bot": "random"}] * 3
    answer = hers.post("matches/", {**wanted, "seats": [{"kind": "me"}, *bots]})
    assert answer.status_code == 201, answer.content
    assert hers.get(f"matches/{answer.json()['id']}/").json()["sides"] == [[1, 3], [2, 4]]
    three = hers.post("matches/", {**wanted, "seats": [{"kind": "me"}, *bots[:2]]})
    assert three.status_code in (400, 409, 422)
    assert "4 players" in three.json()["detail"]
