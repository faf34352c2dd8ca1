"""SS-11: RAID."""

from __future__ import annotations

import pytest

from tests.rules import rule
from tests.scrappers.position import position


@rule("SS-11.1")
@pytest.mark.parametrize(
    "order",
    ["recruit TER1", "mine brown-1a with TER1", "collect 3 left with TER4 HYD1", "skill TER1 decline"],
)
def test_a_raid_is_refused_after_a_normal_action(order: str) -> None:
    bench = position("hand TER1 TER4 HYD1", "base MET1 MET2", docks="TER1", mine="brown-1a")
    assert "raid" in bench.offers()
    bench.order(order)
    assert "a raid takes the place of both actions" in bench.refused("raid seat 2")


@rule("SS-11.1")
def test_no_normal_action_and_no_second_raid_follow_a_raid() -> None:
    bench = position("hand TER4 HYD1 base HYD2", "base MET1 MET2", docks="TER1", mine="brown-1a")
    bench.order("raid seat 2")
    assert bench.offers() == ["end"]
    for order in ("recruit TER1", "mine brown-1a with TER4", "collect 1 left with TER4 HYD1", "skill HYD1"):
        assert "you have raided" in bench.refused(order)
    bench.refused("raid seat 1")


@rule("SS-11.1")
@pytest.mark.parametrize(
    "orders",
    [
        ("mine extra brown-1a with TER1", "raid seat 2"),
        ("raid seat 2", "mine extra brown-1a with TER1"),
    ],
)
def test_an_extra_mine_is_allowed_before_and_after_a_raid(orders: tuple[str, str]) -> None:
    bench = position("hand TER1 base MET2", "base HYD1 HYD2", mine="brown-1a")
    bench.order("leader", *orders)
    assert (bench.crystals(1), bench.hand(1)) == (["brown-1a"], ["HYD1"])


@rule("SS-11.2")
def test_any_base_with_cards_may_be_raided() -> None:
    bench = position("base TER1", "base HYD1", "", "base MET1 MET2")
    assert bench.offers("raid") == ["1", "2", "4"]
    assert "is empty" in bench.refused("raid seat 3")


@rule("SS-11.2")
@pytest.mark.parametrize(
    "hand", ["TER1 TER1 TER1 TER2 TER2 TER2 TER3", "TER1 TER1 TER1 TER2 TER2 TER2 TER3 TER3"]
)
def test_a_full_hand_does_not_forbid_a_raid(hand: str) -> None:
    bench = position(f"hand {hand}", "base HYD1 HYD2")
    bench.order("raid seat 2")
    assert (bench.hand(1), bench.hand(2), bench.player(1).totems) == (hand.split(), ["HYD2"], ["HYD"])


@rule("SS-11.3")
@pytest.mark.parametrize("hand", ["", "TER1 TER1 TER1 TER2 TER2 TER2 TER3 TER3 TER3"])
def test_the_owner_takes_the_leader_back_whatever_the_hand(hand: str) -> None:
    bench = position("", f"hand {hand} base MET1 MET2")
    bench.order("raid seat 2")
    assert sorted(bench.hand(2)) == sorted([*hand.split(), "MET2"])
    assert bench.hand(1) == ["MET1"]


@rule("SS-11.4")
@pytest.mark.parametrize(
    ("players", "left"),
    [
        (("", "base MET2 totems MET HYD", ""), [["MET"], ["HYD"], []]),
        (("", "base MET2 totems HYD", "totems MET"), [["MET"], ["HYD"], []]),
        (("totems HYD MET", "base MET2", ""), [["HYD", "MET"], [], []]),
        (("totems TER", "base MET2", "totems HYD"), [["TER", "MET"], [], ["HYD"]]),
    ],
    ids=["from the owner", "from a third player", "held already", "from the supply"],
)
def test_the_raider_takes_the_totem_of_the_leaders_colour(
    players: tuple[str, ...], left: list[list[str]]
) -> None:
    bench = position(*players)
    bench.order("raid seat 2")
    assert [bench.player(seat).totems for seat in (1, 2, 3)] == left
    assert "MET" not in bench.state.totems


@rule("SS-11.5")
@pytest.mark.parametrize(
    ("hand", "taken"),
    [
        ("", ["MIN3", "HYD2", "TER1"]),
        ("HYD1 HYD1 HYD1 HYD1 HYD3", ["MIN3", "HYD2"]),
        ("HYD1 HYD1 HYD1 HYD1 HYD3 HYD3", ["MIN3"]),
        ("HYD1 HYD1 HYD1 HYD1 HYD3 HYD3 HYD3", []),
        ("HYD1 HYD1 HYD1 HYD1 HYD3 HYD3 HYD3 HYD4", []),
    ],
)
def test_the_raider_takes_cards_from_the_top_up_to_seven(hand: str, taken: list[str]) -> None:
    bench = position(f"hand {hand}", "base TER1 HYD2 MIN3 MET4")
    assert bench.offers("raid", "2") == []  # nothing to choose
    bench.order("raid seat 2")
    assert bench.hand(1) == sorted([*hand.split(), *taken])


@rule("SS-11.6")
def test_the_leader_of_your_own_base_takes_a_place_in_hand_first() -> None:
    bench = position("hand HYD1 HYD1 HYD1 HYD1 HYD2 base TER1 TER2 MET3", "")
    bench.order("raid seat 1")
    assert bench.hand(1) == ["HYD1", "HYD1", "HYD1", "HYD1", "HYD2", "MET3", "TER2"]
    assert (bench.base(1), bench.player(1).totems) == (["TER1"], ["MET"])


@rule("SS-11.6")
def test_raiding_your_own_base_leaves_the_play_area_alone() -> None:
    bench = position("hand HYD1 base TER1 MET2", "", mine="blue-1a")
    bench.order("leader", "mine extra blue-1a with HYD1", "raid seat 1")
    assert (bench.hand(1), bench.state.turn.played) == (["MET2", "TER1"], ["HYD1#1"])
    assert bench.order("end").base(1) == ["HYD1"]


@rule("SS-11.7")
def test_what_is_left_stays_in_order_under_a_new_leader() -> None:
    bench = position("hand HYD1 HYD1 HYD1 HYD1 HYD3 HYD3", "base TER1 HYD2 MIN3 TER2 MET4")
    bench.order("raid seat 2")
    assert (bench.base(2), bench.player(2).leader) == (["TER1", "HYD2", "MIN3"], "MIN3#1")
    bench.order("end")
    assert not bench.may("leader take purple-1a")  # MIN3 leads now: `leader` is complete without a word
    bench.order("leader")
    assert bench.view(None)["turn"]["effects"] == ["MIN3"]
