"""SS-19.23 to SS-19.44: edge cases that are easy to get wrong, the second half."""

from __future__ import annotations

import pytest

from tests.rules import rule
from tests.scrappers.position import position

SIX = "TER1 TER1 TER1 TER1 TER3 TER3"
SEVEN = f"{SIX} TER3"


@rule("SS-19.23")
def test_a_raid_returns_the_leader_then_moves_the_totem_then_the_cards() -> None:
    bench = position("hand TER1", "base HYD1 MET2 totems MET")
    bench.order("raid seat 2")
    steps = ("raided", "took_totem", "looted")
    assert tuple(event.key for event in bench.run.events if event.key in steps) == steps


@rule("SS-19.23")
def test_your_own_leader_is_the_seventh_card_and_no_other_follows() -> None:
    bench = position(f"hand {SIX} base HYD1 HYD2 MET2", "")
    bench.order("raid seat 1")
    assert (bench.hand(1), bench.base(1)) == (sorted([*SIX.split(), "MET2"]), ["HYD1", "HYD2"])


@rule("SS-19.24")
@pytest.mark.parametrize(("seat", "held", "left"), [(2, SEVEN, "HYD2"), (1, f"{SEVEN} MET4", "MET3")])
def test_a_raid_with_seven_cards_moves_leader_and_totem_only(seat: int, held: str, left: str) -> None:
    bench = position(f"hand {SEVEN} base MET3 MET4", "base HYD2 HYD4")
    bench.order(f"raid seat {seat}")
    assert (bench.hand(1), bench.base(seat)) == (sorted(held.split()), [left])
    assert bench.player(1).totems == (["HYD"] if seat == 2 else ["MET"])


@rule("SS-19.25")
def test_raiding_a_base_of_one_card_gives_the_totem_and_no_card() -> None:
    bench = position("hand TER1", "hand TER2 base MET4 totems MET")
    bench.order("raid seat 2")
    assert (bench.hand(1), bench.hand(2), bench.base(2)) == (["TER1"], ["MET4", "TER2"], [])
    assert (bench.player(1).totems, bench.player(2).totems) == (["MET"], [])


@rule("SS-19.26")
@pytest.mark.parametrize("third", [(), ("totems MET",)])
def test_a_totem_nobody_holds_comes_from_the_supply(third: tuple[str, ...]) -> None:
    bench = position("totems TER", "base MIN1 totems HYD", *third, supply="MIN")
    bench.order("raid seat 2")
    assert (bench.player(1).totems, bench.player(2).totems, bench.state.totems) == (
        ["TER", "MIN"],
        ["HYD"],
        [],
    )


@rule("SS-19.27")
def test_a_totem_comes_from_whoever_holds_it() -> None:
    bench = position("totems TER", "base MIN1 totems HYD", "totems MIN MET")
    bench.order("raid seat 2")
    assert [bench.player(seat).totems for seat in (1, 2, 3)] == [["TER", "MIN"], ["HYD"], ["MET"]]


@rule("SS-19.28")
def test_an_effect_survives_the_return_of_its_leader() -> None:
    bench = position("base TER1 MIN4", "", mine="brown-6a")
    bench.order("leader", "raid seat 1")
    assert bench.hand(1) == ["MIN4", "TER1"]
    assert bench.view(1)["costs"]["brown-K6a#1"] == 2
    bench = position("base TER1 MET2", "", mine="brown-1a")
    bench.order("leader", "raid seat 1", "mine extra brown-1a with TER1")
    assert bench.crystals(1) == ["brown-1a"]


@rule("SS-19.29")
def test_the_lowest_cards_leave_a_base_over_the_limit_even_if_they_are_better() -> None:
    own = "hand MET1 MET1 base TER4 HYD4 TER1 TER1 TER1 TER1 TER2"
    other = "base HYD1 HYD1 HYD1 HYD1 HYD2 HYD2 HYD2 HYD2"
    bench = position(own, other, mine="yellow-1a")
    bench.order("mine yellow-1a with MET1 MET1", "end")
    assert bench.base(1) == ["TER1", "TER1", "TER1", "TER1", "TER2", "MET1", "MET1"]
    assert bench.state.box == ["TER4#1", "HYD4#1"]
    assert len(bench.base(2)) == 8  # not trimmed now
    assert len(bench.order("end").base(2)) == 7


@rule("SS-19.30")
def test_a_hand_over_the_limit_is_never_discarded() -> None:
    bench = position(f"hand {SEVEN} MET1 MET2", "")
    bench.order("end", "end")
    assert bench.hand(1) == sorted([*SEVEN.split(), "MET1", "MET2"])
    assert bench.state.box == []


FULL_LEVEL_1 = "TER1 HYD1 MET1"


@rule("SS-19.31")
def test_the_last_card_of_a_stack_moves_the_token_though_no_slot_is_empty() -> None:
    bench = position("", "", docks=FULL_LEVEL_1, stacks="MIN1")
    bench.order("end")
    assert (bench.docks(), bench.state.cave_in) == (["HYD1", "MET1", "MIN1", "TER1"], 1)


@rule("SS-19.31")
def test_an_exhausted_stack_moves_the_token_only_once() -> None:
    bench = position("", "", docks=FULL_LEVEL_1, stacks="MIN1")
    bench.order("recruit TER1", "end")
    assert (len(bench.docks()), bench.state.cave_in) == (3, 1)
    bench.order("recruit HYD1", "end")  # a slot stays empty, the stack was empty before
    assert (len(bench.docks()), bench.state.cave_in) == (2, 1)


@rule("SS-19.31")
def test_a_stack_that_still_has_a_card_moves_nothing() -> None:
    bench = position("", "", docks=FULL_LEVEL_1, stacks="MIN1 MIN1")
    assert bench.order("end").state.cave_in == 0


@rule("SS-19.32")
def test_each_stack_exhausted_in_one_clean_up_is_a_step() -> None:
    bench = position("", "", stacks="TER1 TER3 blue-1a blue-10a")
    bench.order("end")
    assert bench.state.cave_in == 4
    assert {told["thing"] for told in bench.told("caved")} == {"level 1", "level 3", "cost 1", "cost 10"}


@rule("SS-19.33")
def test_an_emptied_artifact_stack_moves_the_token_at_once() -> None:
    bench = position("hand TER4 HYD4 MET1 MET1", "", artifacts="AR01 AR02 AR03", below=False)
    bench.order("collect 1 left with TER4 HYD4")
    assert (bench.state.cave_in, bench.state.turn.seat) == (1, 1)
    assert bench.order("end").state.cave_in == 1


@rule("SS-19.34")
@pytest.mark.parametrize(("first", "turns_left"), [(1, 2), (2, 0), (3, 1)])
def test_after_the_trigger_the_round_is_played_to_its_end(first: int, turns_left: int) -> None:
    """Seat 1 triggers it; with first player 2 seat 1 is the last seat."""
    bench = position("hand TER3", "", "", mine="brown-3c", cave_in=7, first=first, stacks="empty")
    bench.order("mine brown-3c with TER3", "end")
    for _ in range(turns_left):
        assert not bench.state.over
        bench.order("end")
    assert bench.state.over


@rule("SS-19.35")
def test_a_turn_goes_on_after_it_has_triggered_the_end() -> None:
    bench = position("hand TER3 TER1 base MET2", "", mine="brown-3c brown-1a", docks="HYD1", cave_in=6)
    bench.order("leader", "mine brown-3c with TER3")
    assert (bench.state.is_triggered, bench.state.over) == (True, False)
    bench.order("mine extra brown-1a with TER1", "recruit HYD1")
    assert (bench.hand(1), bench.crystals(1)) == (["HYD1"], ["brown-1a", "brown-3c"])


@rule("SS-19.36")
def test_a_start_artifact_waits_for_the_next_turn() -> None:
    bench = position("hand TER4 HYD3 base MET1 MET3", "", artifacts="AR02 AR04", docks="TER1")
    bench.order("collect 1 left with TER4 HYD3")
    bench.refused("activate cyber-hand")
    bench.order("end", "end", "activate cyber-hand")
    assert bench.hand(1) == ["MET1"]


@rule("SS-19.36")
def test_a_bargaining_chip_makes_the_second_collect_of_a_turn_cheaper() -> None:
    bench = position("hand TER4 TER1 HYD4 base HYD2", "", artifacts="AR07 AR01")
    bench.order("leader", "collect 1 left with TER4 TER1", "collect 2 left with HYD4")
    assert bench.player(1).artifacts == ["AR07-A", "AR01-A"]


@rule("SS-19.37")
@pytest.mark.parametrize(
    ("crystals", "points"),
    [
        ("brown-1b brown-1c brown-3b", 3),
        ("brown-1b brown-1c blue-1b yellow-1b", 7),  # 3 + 1, not 2 + 2
        ("brown-1b blue-1b yellow-1b purple-1b brown-1c blue-1c", 13),  # 4 + 2, not 3 + 3
    ],
)
def test_layers_of_symbols_are_better_than_equal_sets(crystals: str, points: int) -> None:
    bench = position(f"crystals {crystals}", "")
    assert bench.view(1)["players"][0]["score"]["symbols"] == points


@rule("SS-19.38")
def test_psychosa_finds_nothing_under_a_lone_leader() -> None:
    bench = position("hand BIO2 MET1 base TER1", "base TER1 TER2")
    bench.order("skill BIO2 decline")
    assert (bench.state.turn.actions, bench.player(1).subjugated) == (["skill"], [])
    assert "skill" not in bench.offers()


@rule("SS-19.39")
@pytest.mark.parametrize("leader", ["TER1", "TER4"])
def test_psychosa_does_not_look_at_the_level_of_the_leader(leader: str) -> None:
    bench = position(f"hand BIO2 base MET3 MET2 HYD2 {leader}", "")
    assert bench.offers("skill", "BIO2") == ["MET2#1", "HYD2#1", "decline"]


@rule("SS-19.40")
def test_domina_gives_no_more_crystals_than_there_are() -> None:
    bench = position("hand BIO4 TER1 HYD1 MET1", "", mine="red-1a blue-1b blue-3a")
    bench.order("skill BIO4 subjugate TER1 HYD1 MET1 take red-1a blue-1b")
    assert (bench.crystals(1), len(bench.player(1).subjugated)) == (["blue-1b", "red-1a"], 3)


@rule("SS-19.41")
def test_the_sower_may_take_one_card_from_its_players_own_base_as_well() -> None:
    bench = position("hand WEE3 base WEE1#1 WEE1#2 MET1", "base WEE2 MET2", "base WEE1#3 MET3")
    assert not bench.may("skill WEE3 each WEE1#1 WEE1#2")
    bench.order("skill WEE3 each WEE1#1 WEE2#1 WEE1#3")
    assert (bench.hand(1), bench.base(1)) == (["WEE1", "WEE1", "WEE2"], ["WEE1", "MET1"])


@rule("SS-19.42")
@pytest.mark.parametrize(
    ("order", "totems"),
    [("raid seat 2 then seat 1", ["HYD", "TER"]), ("raid seat 1 then seat 2", ["TER", "HYD"])],
)
def test_a_diversion_for_two_goes_to_both_bases_in_either_order(order: str, totems: list[str]) -> None:
    bench = position("base TER1 TER2 artifacts AR03-A", "base HYD1 HYD2")
    bench.order(order)
    assert (bench.hand(1), bench.hand(2)) == (["HYD1", "TER1", "TER2"], ["HYD2"])
    assert bench.player(1).totems == totems


@rule("SS-19.42")
@pytest.mark.parametrize(("own", "other"), [("base TER1", ""), ("", "base HYD1")])
def test_a_diversion_for_two_needs_two_bases_with_cards(own: str, other: str) -> None:
    bench = position(f"{own} artifacts AR03-A", other)
    only = bench.offers("raid")
    assert (len(only), bench.offers("raid", only[0])) == (1, [])


@rule("SS-19.43")
def test_a_base_that_gets_cards_only_later_in_the_turn_cannot_be_raided() -> None:
    bench = position("hand TER1 base MET2 artifacts AR03-A", "base HYD1", mine="brown-1a")
    bench.order("leader", "raid seat 2", "mine extra brown-1a with TER1")
    assert bench.state.turn.played == ["TER1#1"]
    bench.refused("raid seat 1")
    empty = position("hand TER1 artifacts AR03-A", "base HYD1")
    empty.refused("raid seat 2 then seat 1")


@rule("SS-19.44")
def test_docks_and_mine_are_refilled_after_the_trigger() -> None:
    bench = position("", "hand TER1", docks="TER1 TER1", mine="brown-1a", cave_in=7)
    bench.order("recruit TER1", "end")
    assert [len(row) for row in bench.state.docks] == [4, 3, 2, 1]
    bench.order("mine brown-1a with TER1", "end")
    assert bench.state.over
    assert [len(row) for row in bench.state.mine] == [4, 3, 2, 1]
