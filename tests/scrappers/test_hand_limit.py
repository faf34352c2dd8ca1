"""SS-13: the hand limit and the golden rule."""

from __future__ import annotations

import pytest

from tests.rules import rule
from tests.scrappers.position import position

SIX = "TER2 TER2 TER2 HYD2 HYD2 HYD2"
SEVEN = f"{SIX} HYD2"
BASES = ("base MET1#1 WEE2#1 WEE1#1 MET4", "base WEE1#2 WEE3#3 MET2#1 MET3")


@rule("SS-13.1")
@pytest.mark.parametrize("leader", ["TER3", "TER4", "HYD3", "HYD4", "WEE3", "WEE4"])
def test_with_seven_cards_no_skill_takes_another(leader: str) -> None:
    mine, theirs = BASES
    bench = position(f"hand {SEVEN} {mine} {leader}", theirs, docks="TER1 MET2")
    assert "has nothing to do" in bench.refused("leader")


@rule("SS-13.1")
def test_with_seven_cards_neither_recruit_nor_start_artifacts_give_another() -> None:
    bench = position(f"hand {SEVEN} base MET1 MET3 artifacts AR02-A AR04-A", "", docks="TER1")
    assert "activate" not in bench.offers()
    assert "7 or more" in bench.refused("recruit TER1")


@rule("SS-13.1")
@pytest.mark.parametrize(
    "orders",
    [
        ("leader take WEE1#2 from seat 2",),
        ("activate cyber-hand",),
        ("activate bonus TER1",),
        ("recruit TER1",),
    ],
)
def test_the_seventh_card_may_be_taken(orders: tuple[str, ...]) -> None:
    mine = "base MET1 HYD3 artifacts AR02-A AR04-A"
    bench = position(f"hand {SIX} {mine}", "base WEE1#2 MET2", docks="TER1")
    bench.order(*orders)
    assert len(bench.player(1).hand) == 7
    assert bench.offers()[:1] != ["activate"]


@rule("SS-13.2")
@pytest.mark.parametrize(
    ("leader", "each", "too_many"),
    [
        ("TER4", ["TER1", "MET2"], "TER1 MET2"),
        ("HYD4", ["WEE1#2 from seat 2", "WEE3#3 from seat 2", "MET2#1 from seat 2"], "WEE3#3 MET2#1"),
        ("WEE3", ["each WEE1#1", "each WEE2#1", "one WEE3#3"], "each WEE1#1 WEE1#2"),
        ("WEE4", ["from seat 2 WEE1#2", "from seat 2 WEE3#3"], "from seat 2 WEE1#2 WEE3#3"),
    ],
)
def test_the_player_chooses_which_card_the_limit_lets_in(leader: str, each: list[str], too_many: str) -> None:
    mine, theirs = BASES
    bench = position(f"hand {SIX} {mine} {leader}", theirs, docks="TER1 MET2#2")
    assert all(bench.may(f"leader {words}") for words in each)
    bench.refused(f"leader {too_many}")
    assert len(bench.order(f"leader {each[0]}").player(1).hand) == 7


@rule("SS-13.2")
@pytest.mark.parametrize(
    ("orders", "taken"), [("leader take 1", "MET1"), ("activate cyber-hand", "MET1"), ("raid seat 1", "TER3")]
)
def test_nobody_chooses_where_an_order_is_prescribed(orders: str, taken: str) -> None:
    bench = position(f"hand {SIX} base MET1 MET2 MIN3 TER3 artifacts AR02-A", "")
    assert bench.offers("leader") == ["1"]
    bench.order(orders)
    assert bench.hand(1) == sorted([*SIX.split(), taken])


@rule("SS-13.3")
def test_only_a_returning_leader_pushes_a_hand_over_seven_and_nobody_discards() -> None:
    bench = position("hand HYD1", f"hand {SEVEN} base MET2 MET1", docks="TER1")
    bench.order("raid seat 2", "end")
    assert len(bench.player(2).hand) == 8
    assert not bench.may("recruit TER1")
    bench.order("end")
    assert bench.hand(2) == sorted([*SEVEN.split(), "MET1"])


@rule("SS-13.3")
def test_repeated_raids_push_a_hand_to_nine() -> None:
    full = "hand TER1 TER1 TER1 TER1 TER3 TER3 TER3"
    bench = position(
        full, f"hand {SEVEN} base MET2 MET1", "hand HYD3 HYD3 HYD3 HYD4 MIN1 MIN1 MIN1", on_turn=3
    )
    bench.order("raid seat 2", "end", "raid seat 2", "end")
    assert bench.state.turn.seat == 2
    assert bench.hand(2) == sorted([*SEVEN.split(), "MET1", "MET2"])


@rule("SS-13.3")
def test_cards_may_be_taken_again_below_seven() -> None:
    bench = position(f"hand {SEVEN} MET1 MET1", "", docks="TER1", mine="yellow-1a blue-1a")
    bench.order("mine blue-1a with HYD2 HYD2 HYD2", "recruit TER1")
    assert len(bench.player(1).hand) == 7


@rule("SS-13.4")
@pytest.mark.parametrize(
    ("card", "leaders"),
    [
        ("TER3", ("MET1", "MET2")),
        ("HYD3", ("MET1", "MET2")),
        ("HYD4", ("MET1", "MET2")),
        ("BIO2", ("MET1", "MET2")),
        ("BIO3", ("MET2", "HYD2")),
        ("WEE3", ("WEE1", "WEE2")),
        ("WEE4", ("WEE1", "WEE2")),
    ],
)
def test_no_skill_reaches_a_leader(card: str, leaders: tuple[str, str]) -> None:
    own, other = leaders
    bench = position(f"hand {card} base {own}", f"base {other}")
    assert bench.offers("skill", card) == ["decline"]


@rule("SS-13.4")
@pytest.mark.parametrize(
    ("order", "left"),
    [
        ("skill TER3 take 1", ["WEE4"]),
        ("skill HYD3 take WEE2#1 from seat 1", ["WEE4"]),
        ("skill HYD4 take WEE2#1 from seat 1", ["WEE4"]),
        ("skill BIO2 subjugate WEE2#1", ["WEE4"]),
        ("skill BIO3 subjugate WEE2#1 from seat 1", ["WEE4"]),
        ("skill WEE3 one WEE2#1 from seat 1", ["WEE4"]),
        ("skill WEE4 take from seat 1", ["WEE4"]),
        ("raid seat 1", ["WEE2"]),
    ],
)
def test_a_leader_stays_where_it_is_unless_its_base_is_raided(order: str, left: list[str]) -> None:
    bench = position("hand TER3 HYD3 HYD4 BIO2 BIO3 WEE3 WEE4 base WEE2 WEE4", "", factions="TER HYD BIO WEE")
    bench.order(order)
    assert bench.base(1) == left


@rule("SS-13.4")
def test_no_artifact_reaches_a_leader_but_a_raid_sends_it_home() -> None:
    bench = position("hand TER1 base MET1 artifacts AR02-A", "")
    assert "activate" not in bench.offers()
    bench.order("raid seat 1")
    assert bench.hand(1) == ["MET1", "TER1"]
