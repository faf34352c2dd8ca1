"""What a player is told about a wrong order: the reason that holds, never another one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules import rule
from tests.scrappers.position import position

FULL = "MET1 MET1 MET1 MET1 MET2 MET2 MET3"


@rule("SS-10.2", "SS-19.38")
@pytest.mark.parametrize(
    ("hand", "line", "why"),
    [
        ("HYD1 TER2", "skill HYD1", "there is no blue Crystal of cost 1 in the Mine"),
        ("HYD3 TER2", "skill HYD3", "no Base has a card below its Leader"),
        ("TER3 TER2", "skill TER3", "your Base has no card below its Leader"),
        ("MET3", "skill MET3", "you hold no other card"),
    ],
)
def test_a_card_is_never_played_for_nothing_by_mistake(hand: str, line: str, why: str) -> None:
    bench = position(f"hand {hand}", "base MET1", mine="brown-1a")
    reason = bench.refused(line)
    assert why in reason
    assert "decline" in reason
    bench.order(f"{line} decline")
    assert line.split()[1] not in bench.hand(1)


@rule("SS-13.4", "SS-19.4")
@pytest.mark.parametrize(
    ("hand", "line"),
    [
        ("HYD3", "skill HYD3 take MET2#2 from seat 2"),
        ("HYD4", "skill HYD4 take MET2#2"),
        ("BIO3", "skill BIO3 subjugate MET2#2"),
        ("WEE4 HYD3", "skill HYD3 take MET2#2"),
    ],
)
def test_a_leader_is_refused_by_the_golden_rule(hand: str, line: str) -> None:
    bench = position(f"hand {hand}", "base MET2#1 TER1#1 MET2#2", factions="TER HYD MET BIO")
    assert "MET2#2 is the Leader of seat 2, and no skill can take or subjugate a Leader" in bench.refused(
        line
    )


@rule("SS-13.4", "SS-16.14")
def test_psychosa_names_the_level_that_it_reaches() -> None:
    bench = position("hand BIO2 base TER1#1 TER2#1 TER3#1", "base MET1#1 MET2#1", factions="TER HYD MET BIO")
    refused = bench.refused
    assert "is the Leader of seat 1" in refused("skill BIO2 subjugate TER3#1")
    assert "TER2#1 has level 2, and BIO2 subjugates the lowest level below your Leader: 1" in refused(
        "skill BIO2 subjugate TER2#1"
    )
    assert "BIO2 only reaches your own Base" in refused("skill BIO2 subjugate MET1#1")


@rule("SS-16.15")
def test_nanny_names_the_level_of_the_card() -> None:
    bench = position("hand BIO3", "base MET2#1 MET1#1 MET3#1", factions="TER HYD MET BIO")
    assert "MET1#1 has level 1, and BIO3 subjugates level 2" in bench.refused("skill BIO3 subjugate MET1#1")
    assert "TER1 is in no Base" in bench.refused("skill BIO3 subjugate TER1#1")


@rule("SS-13.2", "SS-19.6")
@pytest.mark.parametrize("leader", ["HYD3", "TER3"])
def test_a_leader_with_a_full_hand_says_that_the_hand_is_full(leader: str) -> None:
    bench = position(f"hand {FULL} base TER1#1 {leader}", "base MIN1#2 MIN2#3")
    assert f"your Leader {leader} has nothing to do: your hand is full" in bench.refused("leader take 1")


@rule("SS-16.1")
def test_a_crystal_out_of_reach_is_told_by_its_colour_and_cost() -> None:
    bench = position("hand HYD1", "", mine="blue-1a brown-1a blue-3a")
    refused = bench.refused
    assert "brown-1a is brown and costs 1, and HYD1 takes a blue Crystal of cost 1" in refused(
        "skill HYD1 take brown-1a"
    )
    assert "blue-3a is blue and costs 3" in refused("skill HYD1 take blue-3a")
    assert "blue-6a is not in the Mine" in refused("skill HYD1 take blue-6a")


@rule("SS-8.2")
def test_a_payment_that_is_too_small_says_how_much_is_paid() -> None:
    bench = position("hand MET1 MET2 MET3 MET4", "", mine="yellow-6a")
    assert "these cards pay 5 of 6" in bench.refused("mine yellow-6a with MET2 MET3")
    assert "it costs 6: add the cards that pay for it" in bench.refused("mine yellow-6a")
    bench = position("hand MET1 MET4 MET3", "", artifacts="AR05 AR02 AR03")
    assert "these cards pay 1 of 7" in bench.refused("collect 1 left with MET1")


@rule("SS-8.3")
def test_a_wild_crystal_is_paid_for_in_one_colour() -> None:
    bench = position("hand MET1 MET2 TER2 TER1", "", mine="green-3a")
    assert "TER2 is brown and MET1 is yellow: all cards that pay must be of one colour" in bench.refused(
        "mine green-3a with MET1 TER2"
    )


@rule("SS-8.3")
def test_a_crystal_of_a_colour_in_play_names_that_colour() -> None:
    bench = position("hand MET1 MET2 TER2 TER1", "", mine="brown-3a")
    assert "MET1 is yellow, and brown-3a must be paid for with brown cards" in bench.refused(
        "mine brown-3a with MET1"
    )


@rule("SS-8.7", "SS-17.14")
def test_what_needs_a_card_says_which() -> None:
    bench = position("hand TER1 TER2", "base MET1#1", mine="brown-1a brown-3c yellow-1a")
    refused = bench.refused
    assert "“bonus” needs the skill of a Scraper (MET4)" in refused("mine brown-1a with TER1 bonus yellow-1a")
    assert "“props” needs the Artifact Pit Props" in refused("mine brown-3c with TER1 TER2 props")
    assert "a second raid needs the Artifact Diversion" in refused("raid seat 2 then seat 1")
    assert "“club” needs the Artifact Argumentation Club" in refused("raid seat 2 club brown-1a")


@rule("SS-17.3", "SS-17.5", "SS-17.14")
def test_what_has_its_card_says_what_else_is_missing() -> None:
    mine = position("hand TER1 artifacts AR12-A", "", mine="brown-1a")
    assert "brown-1a does not move the token anyway" in mine.refused("mine brown-1a with TER1 props")
    raid = position("hand TER1 artifacts AR03-A AR01-A", "base MET1#1", mine="brown-3a")
    assert "every other Base is empty" in raid.refused("raid seat 2 then seat 1")
    assert "no Crystal of cost 1 is in the Mine" in raid.refused("raid seat 2 club brown-3a")


def test_the_orders_in_the_players_guide_are_legal_in_some_position() -> None:
    guide = Path(__file__).parents[2].joinpath("docs", "playing.md").read_text("utf-8")
    reply, choices = (
        [line.strip() for line in guide.split(heading, 1)[1].split("\n\n")[1].splitlines()]
        for heading in ("**Reply.**", "### Orders that decide for themselves")
    )
    assert reply[-1] == "end"
    hand = "hand MET1 WEE1 WEE2 WEE4"
    position(hand, "", docks="TER2", mine="green-3a", factions="TER MET MIN WEE").order("\n".join(reply))
    for mine in ("green-6a", "green-3a"):
        bench = position(hand, "", docks="TER1", mine=mine, factions="TER MET MIN WEE").order(
            "\n".join(choices)
        )
        assert bench.crystals(1) == [mine]
