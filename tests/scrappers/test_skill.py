"""SS-10: SKILL."""

from __future__ import annotations

import pytest

from tests.rules import rule
from tests.scrappers.position import position

ALL_BUT_HYD = "TER BIO MET WEE"


@rule("SS-10.1")
def test_a_skill_is_paid_with_exactly_one_card() -> None:
    bench = position("hand TER2 MET2 base HYD1", "")
    bench.refused("skill")
    bench.refused("skill TER2 MET2")
    bench.order("skill TER2")
    assert (bench.hand(1), bench.state.turn.actions) == (["MET2"], ["skill"])


@rule("SS-10.1")
def test_the_card_played_does_not_count_for_the_hand_limit() -> None:
    bench = position("hand HYD3 TER1 TER1 TER1 TER2 TER2 TER2", "base MET1 MET2")
    bench.order("skill HYD3 take MET1#1 from seat 2")
    assert bench.hand(1) == ["MET1", "TER1", "TER1", "TER1", "TER2", "TER2", "TER2"]


@rule("SS-10.1")
def test_the_card_played_lies_in_the_play_area_and_not_in_the_base() -> None:
    bench = position("hand TER3 base TER1 TER2", "")
    assert bench.offers("skill", "TER3") == ["1", "decline"]  # TER2 is still the Leader
    bench.order("skill TER3 take 1")
    assert (bench.base(1), bench.state.turn.played) == (["TER2"], ["TER3#1"])


@rule("SS-10.2")
@pytest.mark.parametrize("card", ["TER1", "TER2", "HYD2", "MET2", "BIO4", "WEE4"])
def test_a_declined_skill_costs_the_action_and_the_card(card: str) -> None:
    bench = position(f"hand {card} MET1", "base WEE1 WEE2", docks="HYD2", mine="brown-1a red-1a")
    bench.order(f"skill {card} decline")
    assert (bench.state.turn.actions, bench.state.turn.played) == (["skill"], [f"{card}#1"])
    assert (bench.mine(), bench.docks(), bench.base(2)) == (
        ["brown-1a", "red-1a"],
        ["HYD2"],
        ["WEE1", "WEE2"],
    )
    assert (bench.view(None)["turn"]["effects"], bench.state.turn.extra_mines) == ([], 0)


@rule("SS-10.2")
@pytest.mark.parametrize(
    "card", ["TER1", "TER3", "TER4", "HYD3", "HYD4", "MET3", "MIN2", "BIO2", "BIO3", "BIO4", "WEE3", "WEE4"]
)
def test_a_skill_without_a_target_may_be_played_all_the_same(card: str) -> None:
    bench = position(f"hand {card}", "base HYD1")
    assert bench.offers("skill", card) == ["decline"]
    assert "would do nothing" in bench.refused(f"skill {card}")
    bench.order(f"skill {card} decline")
    assert (bench.state.turn.actions, bench.hand(1)) == (["skill"], [])


@rule("SS-10.2")
@pytest.mark.parametrize(
    ("hand", "order", "taken"),
    [
        ("TER3", "skill TER3 take 1", ["MET1"]),
        ("TER4", "skill TER4 take TER2", ["TER2"]),
        ("HYD2", "skill HYD2", []),
        ("HYD4", "skill HYD4 take WEE1#1 from seat 2", ["WEE1"]),
        ("WEE3", "skill WEE3 each WEE1#1", ["WEE1"]),
        ("WEE3", "skill WEE3 one WEE1#1 from seat 2", ["WEE1"]),
        ("BIO4 TER1", "skill BIO4 subjugate TER1", []),
    ],
)
def test_less_than_the_full_effect_may_be_chosen(hand: str, order: str, taken: list[str]) -> None:
    base = "base MET1 WEE2 MET2"
    bench = position(f"hand {hand} {base}", "base WEE1 WEE3 MET1", docks="TER2", mine="blue-1a")
    bench.order(order)
    assert (bench.hand(1), bench.mine()) == (taken, ["blue-1a"])


@rule("SS-10.3")
def test_a_subjugated_card_lies_face_down_in_the_pile_of_the_subjugator_for_good() -> None:
    bench = position("hand BIO3", "base MET2 TER1", factions=ALL_BUT_HYD)
    bench.order("skill BIO3 subjugate MET2#1 from seat 2", "end")
    assert bench.player(1).subjugated == ["MET2#1"]
    assert (bench.base(1), bench.base(2)) == (["BIO3"], ["TER1"])  # it was not played
    assert "subjugated" not in bench.view(2)["players"][0]


@rule("SS-10.3")
@pytest.mark.parametrize("card", ["BIO2", "BIO3"])
def test_a_leader_is_never_subjugated(card: str) -> None:
    bench = position(f"hand {card} base MET2#1", "base MET2#2")
    assert bench.offers("skill", card) == ["decline"]
    bench.refused(f"skill {card} subjugate MET2#1")
    bench.refused(f"skill {card} subjugate MET2#2 from seat 2")


@rule("SS-10.3")
def test_a_card_subjugated_from_hand_is_not_played() -> None:
    bench = position("hand BIO4 TER1 MET1", "")
    bench.order("skill BIO4 subjugate TER1 MET1", "end")
    assert (bench.base(1), bench.hand(1)) == (["BIO4"], [])
    assert sorted(bench.player(1).subjugated) == ["MET1#1", "TER1#1"]


@rule("SS-10.4")
@pytest.mark.parametrize(
    ("leader", "order"),
    [
        ("TER2", "recruit TER3"),
        ("MET2", "mine extra blue-1a with HYD1"),
        ("MIN3", "collect 1 left with HYD3"),
        ("MIN4", "mine blue-6a with HYD3"),
        ("WEE2", "mine green-6a with WEE3"),
    ],
)
def test_a_whole_turn_skill_is_for_its_player_and_ends_with_the_turn(leader: str, order: str) -> None:
    hand = "hand HYD1 HYD3 WEE3"
    mine = "blue-1a blue-6a green-6a"
    bench = position(f"{hand} base {leader}", hand, docks="TER3", mine=mine, factions="TER HYD MIN WEE")
    bench.order("leader")
    assert bench.may(order)
    bench.order("end")
    assert not bench.may(order)  # seat 2
    bench.order("end")
    assert not bench.may(order)  # seat 1 again
