"""`manage.py simulate`: whole matches between bots, the same for the same seed."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.bots.matches import CAPPED, asking_orders, play_match
from games.edge.engine import EDGE
from games.engine.language.standing import parse_standing

KEYS = {
    "game", "seats", "matches", "finished", "turns", "decisions", "outcomes",
    "waits_per_turn", "decisions_per_second", "bot_ms", "capped", "played",
}  # fmt: skip


def simulate(*arguments: str) -> dict[str, Any]:
    """The JSON that a script would read."""
    out = StringIO()
    call_command("simulate", "--game", "scrappers", *arguments, "--json", stdout=out)
    report: dict[str, Any] = json.loads(out.getvalue())
    return report


def test_it_prints_the_promised_keys_and_nothing_else() -> None:
    report = simulate("--seats", "3", "--matches", "2")
    assert set(report) == KEYS
    assert (report["game"], report["seats"], report["matches"], report["finished"]) == ("scrappers", 3, 2, 2)


def test_nobody_but_the_active_player_is_waited_for() -> None:
    assert simulate("--matches", "4")["waits_per_turn"] == 0


def test_who_wants_to_be_asked_is_waited_for() -> None:
    orders = asking_orders(EDGE.vocabulary)
    assert parse_standing(orders, EDGE.vocabulary)[1] == ()
    assert {"react: ask", "defend: ask", "pay: ask", "ask-limit: 99"} < set(orders.splitlines())
    assert play_match(EDGE, ["random", "random"], "asked", asks=True).tally.waits > 0


def test_only_bots_that_play_to_win_are_timed() -> None:
    assert simulate("--matches", "1")["bot_ms"]["turn"] == 0
    spent = simulate("--matches", "1", "--bots", "scrapper")["bot_ms"]
    assert 0 < spent["decision"] <= spent["decision_max"] <= spent["turn_max"]


def test_the_same_seed_gives_the_same_matches() -> None:
    one, other = simulate("--matches", "3", "--seed", "x"), simulate("--matches", "3", "--seed", "x")
    for report in (one, other):
        del report["decisions_per_second"], report["bot_ms"]
    assert one == other
    assert simulate("--matches", "3", "--seed", "y")["outcomes"] != one["outcomes"]


def test_bots_are_named_by_seat() -> None:
    assert simulate("--matches", "1", "--bots", "scrapper,random")["outcomes"]["bots"] == [
        "scrapper",
        "random",
    ]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [(["--seats", "5"], "for 2 to 4"), (["--bots", "genius"], "there are: random, scrapper")],
)
def test_what_cannot_be_played_is_said(arguments: list[str], reason: str) -> None:
    with pytest.raises(CommandError, match=reason):
        simulate(*arguments)


def test_people_get_a_table() -> None:
    out = StringIO()
    call_command("simulate", "--game", "scrappers", "--matches", "1", stdout=out, stderr=StringIO())
    assert "waits_per_turn" in out.getvalue()


def warbands(*arguments: str) -> dict[str, Any]:
    """The same for DreamBlade, where ready-made warbands are brought."""
    return simulate("--game", "dreamblade", *arguments)


def test_a_round_robin_tells_how_often_each_roster_beats_each_other() -> None:
    report = warbands("--round-robin", "--rosters", "W1,W2,W3", "--matches", "2")
    assert report["matches"] == 6
    robin = report["round_robin"]
    assert set(robin["won_percent"]) == {"W1", "W2", "W3"}
    one, other = robin["won_percent_against"]["W1"]["W2"], robin["won_percent_against"]["W2"]["W1"]
    assert one + other == 100


def test_starting_decks_go_by_their_factions_and_bring_them_along() -> None:
    report = simulate("--game", "edge", "--round-robin", "--rosters", "darkness,reborn", "--matches", "2")
    sides = [row["sides"] for row in report["played"]]
    assert sides == [{"1": "darkness", "2": "reborn"}, {"1": "reborn", "2": "darkness"}]
    assert set(report["round_robin"]["won_percent"]) == {"darkness", "reborn"}


def test_rosters_are_brought_by_seat_and_unknown_ones_are_refused() -> None:
    assert warbands("--rosters", "W1,W2", "--matches", "1")["finished"] == 1
    with pytest.raises(CommandError, match="has no roster W99; ready-made are: W1"):
        warbands("--rosters", "W99")
    with pytest.raises(CommandError, match="two ready-made rosters"):
        simulate("--round-robin")


def test_a_match_that_is_stopped_at_the_limit_of_turns_is_reported() -> None:
    report = simulate("--matches", "2", "--turns", "1")
    assert (report["finished"], report["capped"]) == (0, 2)
    assert report["outcomes"]["reasons"] == {CAPPED: 2}


def test_the_report_says_why_matches_ended_what_was_played_and_who_was_first() -> None:
    out = StringIO()
    call_command("simulate", "--game", "edge", "--matches", "2", "--json", stdout=out)
    report = json.loads(out.getvalue())
    assert sum(report["outcomes"]["reasons"].values()) == 2
    assert CAPPED not in report["outcomes"]["reasons"]
    assert report["outcomes"]["first"]["matches"] == 2
    assert sum(side["matches"] for side in report["outcomes"]["sides"].values()) == 4
    for row in report["played"]:
        assert row["first"] in (1, 2)
        assert set(row["sides"]) == {"1", "2"}
        assert row["seed"].startswith("1:")
