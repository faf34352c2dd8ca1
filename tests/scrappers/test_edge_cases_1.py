"""SS-19.1 to SS-19.22: edge cases that are easy to get wrong."""

from __future__ import annotations

import pytest

from tests.rules import rule
from tests.scrappers.position import position

SEVEN = "TER1 TER1 TER2 TER2 MET1 MET1 MET2"
SIX = "TER1 TER1 TER2 TER2 MET1 MET1"


@rule("SS-19.1")
@pytest.mark.parametrize("card", ["TER3", "HYD3", "HYD4", "WEE3", "WEE4", "BIO2", "BIO3"])
def test_no_skill_reaches_a_card_played_this_turn(card: str) -> None:
    bench = position(f"hand WEE2#1 {card} base TER1 artifacts AR09-A", "", factions="TER HYD BIO WEE")
    bench.order("skill WEE2 decline")
    assert bench.offers("skill", card) == ["decline"]
    bench.order("end", "end")
    assert bench.base(1) == ["TER1", "WEE2"]


@rule("SS-19.1")
def test_raiding_your_own_base_does_not_reach_the_play_area() -> None:
    bench = position("hand HYD1 base TER1 MET2", "", mine="blue-1a")
    bench.order("leader", "mine extra blue-1a with HYD1", "raid seat 1")
    assert bench.hand(1) == ["MET2", "TER1"]
    assert bench.state.turn.played == ["HYD1#1"]
    bench.order("end")
    assert bench.base(1) == ["HYD1"]


@rule("SS-19.2")
def test_the_first_card_played_leads_only_after_the_clean_up() -> None:
    bench = position("hand TER1 HYD1", "", docks="MET2", mine="brown-1a", stacks="empty")
    bench.refused("leader take brown-1a")
    bench.order("recruit MET2 with TER1")
    bench.refused("leader take brown-1a")
    assert bench.player(1).leader is None
    bench.order("end", "end", "leader take brown-1a")


@rule("SS-19.3")
def test_a_leader_that_was_used_stays_and_is_usable_next_turn() -> None:
    bench = position("base MET1 TER1", "", mine="brown-1a brown-1b", stacks="empty")
    bench.order("leader take brown-1a", "end", "end", "leader take brown-1b")
    assert (bench.base(1), bench.crystals(1)) == (["MET1", "TER1"], ["brown-1a", "brown-1b"])


@rule("SS-19.4")
def test_a_leader_cannot_take_itself() -> None:
    assert position("base TER1#1 HYD3", "").offers("leader") == ["TER1#1"]
    assert "leader" not in position("base HYD3", "base HYD1").offers()


@rule("SS-19.4")
@pytest.mark.parametrize("way", ["leader", "skill TER3"])
def test_a_sergeant_takes_only_the_lower_card_of_a_base_of_two(way: str) -> None:
    top = "HYD1" if way == "skill TER3" else "TER3"
    bench = position(f"hand TER3 base MET1 {top}", "")
    bench.refused(f"{way} take 2")
    bench.order(f"{way} take 1")
    assert bench.base(1) == [top]


@rule("SS-19.5")
def test_with_seven_cards_recruiting_is_illegal_though_paying_would_make_room() -> None:
    bench = position(f"hand {SEVEN}", "", docks="HYD2 HYD3")
    bench.refused("recruit HYD2 with TER1")
    bench.refused("recruit HYD3 with TER2")


@rule("SS-19.6")
def test_a_card_played_for_its_skill_makes_room_for_one() -> None:
    bench = position(f"hand {SIX} HYD3", "base MIN1#1 MIN2")
    bench.order("skill HYD3 take MIN1#1 from seat 2")
    assert len(bench.hand(1)) == 7


@rule("SS-19.6")
def test_a_leader_takes_no_card_into_a_full_hand() -> None:
    bench = position(f"hand {SEVEN} base HYD3", "base MIN1#1 MIN2")
    assert "leader" not in bench.offers()
    bench.refused("leader take MIN1#1 from seat 2")


@rule("SS-19.7")
def test_fish_bean_with_a_full_hand_gives_the_repeat_permission_alone() -> None:
    bench = position(f"hand {SEVEN} base HYD2", "", docks="MIN2", mine="brown-1a brown-1b")
    bench.refused("leader take MIN2")
    bench.order("leader", "mine brown-1a with TER1", "mine brown-1b with TER1")


@rule("SS-19.8")
def test_fish_bean_cannot_be_the_second_skill() -> None:
    bench = position("hand TER1 HYD2", "", docks="MIN2", mine="brown-1a")
    bench.order("skill TER1 take brown-1a")
    assert "different types" in bench.refused("skill HYD2 take MIN2")


@rule("SS-19.9")
@pytest.mark.parametrize("second", ["skill TER1 take brown-1a", "recruit MET1"])
def test_after_fish_bean_the_second_action_may_be_another_skill(second: str) -> None:
    bench = position("hand TER1 TER2 HYD2", "", docks="MIN2 MET1", mine="brown-1a")
    bench.order("skill HYD2 take MIN2", second)
    bench.refused("skill TER2")


@rule("SS-19.10")
@pytest.mark.parametrize(
    ("card", "pay"), [("MIN2", "MET3"), ("MIN3", "MET3"), ("MIN3", "TER1 TER1"), ("MIN4", "TER2 TER1")]
)
def test_the_price_of_a_recruit_is_exact(card: str, pay: str) -> None:
    bench = position("hand MET3 TER1 TER1 TER2", "", docks="MIN2 MIN3 MIN4")
    bench.refused(f"recruit {card} with {pay}")


@rule("SS-19.11")
def test_a_free_recruit_takes_no_card() -> None:
    bench = position("hand TER1 HYD2", "", docks="MIN1")
    bench.refused("recruit MIN1 with TER1")
    bench.order("recruit MIN1")
    assert bench.state.turn.played == []


@rule("SS-19.11")
@pytest.mark.parametrize(("pay", "is_legal"), [("HYD2", True), ("TER1", False), ("MET3", False), ("", True)])
def test_a_card_may_pay_if_it_is_exact_without_a_foreman(pay: str, is_legal: bool) -> None:
    bench = position("hand TER1 HYD2 MET3 base TER2", "", docks="MIN3").order("leader")
    assert bench.legal("recruit", "MIN3", *pay.split()) == is_legal


@rule("SS-19.12")
def test_a_second_foreman_changes_nothing() -> None:
    bench = position("hand TER1 TER2 base TER2", "", docks="MIN4").order("leader", "skill TER2")
    assert bench.offers("recruit", "MIN4") == ["TER1"]
    assert not bench.legal("recruit", "MIN4")


@rule("SS-19.12")
def test_a_foreman_and_the_training_manual_make_level_4_free() -> None:
    bench = position("hand HYD1 base TER2 artifacts AR11-A", "", docks="MIN4")
    assert not bench.legal("recruit", "MIN4")
    bench.order("leader", "recruit MIN4")
    assert bench.hand(1) == ["HYD1", "MIN4"]


@rule("SS-19.13")
@pytest.mark.parametrize(("card", "fits"), [("TER2", False), ("TER3", True), ("TER4", False)])
def test_a_level_2_weedlock_counts_2_or_4_and_never_3(card: str, fits: bool) -> None:
    bench = position("hand WEE2 base WEE2", "", factions="TER HYD BIO WEE", docks=card).order("leader")
    assert bench.legal("recruit", card, "WEE2") == fits


@rule("SS-19.14")
def test_the_printed_faction_decides_what_a_rooter_doubles() -> None:
    bench = position("hand MET3 MET2 WEE2 base WEE2", "", factions="HYD MET BIO WEE", mine="green-3a blue-3a")
    bench.order("leader", "skill MET3 paint MET2 green WEE2 blue")
    assert not bench.legal("mine", "green-3a", "MET2")
    assert bench.legal("mine", "blue-3a", "WEE2")


@rule("SS-19.15")
def test_a_painted_card_lies_in_the_base_in_its_printed_colour() -> None:
    bench = position("hand MET3 HYD1", "hand TER1 totems TER", mine="brown-1a")
    bench.order("skill MET3 paint HYD1 brown", "mine brown-1a with HYD1", "end")
    bench.order("raid seat 1")
    assert bench.told("took_totem") == [{"seat": 2, "totem": "HYD", "holder": None}]


@rule("SS-19.16")
@pytest.mark.parametrize(
    ("more", "lines", "fits"),
    [("", (), False), ("", ("skill MET3 paint HYD1 brown",), True), ("artifacts AR06-A", (), True)],
)
def test_a_wild_crystal_is_not_paid_in_two_colours(more: str, lines: tuple[str, ...], fits: bool) -> None:
    bench = position(f"hand TER2 HYD1 MET3 {more}", "", mine="red-3a").order(*lines)
    assert bench.legal("mine", "red-3a", "TER2", "HYD1") == fits


@rule("SS-19.17")
def test_a_wild_crystal_has_no_totem_discount_until_it_is_painted() -> None:
    bench = position("hand MIN2 HYD1 TER1 totems TER HYD MET MIN", "", mine="red-3a blue-3a")
    assert bench.view(1)["costs"]["red-K3a#1"] == 3
    bench.order("skill MIN2 paint red-3a blue")
    assert bench.view(1)["costs"]["red-K3a#1"] == 1
    bench.refused("mine red-3a with TER1")
    bench.order("mine red-3a with HYD1")


@rule("SS-19.18")
def test_a_cost_cannot_be_negative_and_what_is_left_over_helps_no_other() -> None:
    bench = position("hand MIN4 MIN2 TER1 base MIN2", "", mine="brown-1a brown-3a blue-6a")
    bench.order("leader paint brown-1a brown", "skill MIN4")
    costs = bench.view(1)["costs"]
    assert (costs["brown-K1a#1"], costs["brown-K3a#1"], costs["blue-K6a#1"]) == (0, 0, 2)


@rule("SS-19.18")
def test_a_reduction_of_one_crystal_cannot_be_used_for_another() -> None:
    bench = position("hand MIN2 TER2", "", mine="brown-3a brown-3b")
    bench.order("skill MIN2 paint brown-3a brown")
    bench.refused("mine brown-3b with TER2")
    bench.order("mine brown-3a with TER2")


@rule("SS-19.19")
def test_cost_1_means_the_printed_cost() -> None:
    bench = position("hand TER1 BIO4 base MIN4", "", factions="TER HYD MIN BIO", mine="brown-3a red-3a")
    bench.order("leader")
    assert bench.view(1)["costs"]["brown-K3a#1"] == 0
    assert bench.offers("skill", "TER1") == ["decline"]
    assert bench.offers("skill", "BIO4", "TER1") == []


@rule("SS-19.19")
def test_a_crystal_reduced_to_nought_is_still_taken_in_its_current_colour() -> None:
    bench = position("hand TER1 HYD1 base MIN2", "", mine="blue-1a").order("leader paint blue-1a brown")
    assert bench.view(1)["costs"]["blue-K1a#1"] == 0
    assert bench.offers("skill", "HYD1") == ["decline"]
    bench.order("skill TER1 take blue-1a")
    assert bench.crystals(1) == ["blue-1a"]


@rule("SS-19.19")
def test_a_scraper_looks_at_the_printed_cost() -> None:
    bench = position("hand MIN4 TER2 base MET4", "", mine="brown-6a red-6b red-3a red-1a blue-3a")
    bench.order("leader", "skill MIN4")
    assert bench.offers("mine", "brown-6a", "TER2", "bonus") == ["red-6b"]


@rule("SS-19.20")
def test_a_scraper_finds_nothing_in_an_empty_row() -> None:
    bench = position("hand TER2 TER1 base MET4", "", mine="brown-3a red-1a")
    bench.order("leader")
    assert bench.offers("mine", "brown-3a", "TER2", "TER1") == []
    bench.order("mine brown-3a with TER2 TER1")
    assert (bench.crystals(1), bench.mine()) == (["brown-3a"], ["red-1a"])


@rule("SS-19.21")
@pytest.mark.parametrize(
    ("crystal", "bonus", "steps"),
    [("brown-3a", "bonus red-3c", 1), ("brown-3c", "bonus red-3c", 2), ("brown-3c", "bonus red-3c props", 1)],
)
def test_the_mark_of_a_bonus_moves_the_token_and_props_do_not_help(
    crystal: str, bonus: str, steps: int
) -> None:
    mine = "brown-3a brown-3c red-3c"
    bench = position("hand TER2 TER1 base MET4 artifacts AR12-A", "", mine=mine, stacks="empty")
    bench.order("leader", f"mine {crystal} with TER2 TER1 {bonus}")
    assert bench.state.cave_in == steps


@rule("SS-19.21", "SS-17.14")
def test_there_are_no_props_for_an_unmarked_crystal_with_a_marked_bonus() -> None:
    bench = position("hand TER2 TER1 base MET4 artifacts AR12-A", "", mine="brown-3a red-3c").order("leader")
    bench.refused("mine brown-3a with TER2 TER1 bonus red-3c props")


@rule("SS-19.22")
@pytest.mark.parametrize("line", ["recruit TER1", "mine blue-1a with HYD1", "skill HYD1 decline"])
def test_a_raid_after_an_action_is_illegal(line: str) -> None:
    bench = position("hand HYD1", "base TER1 TER2", docks="TER1", mine="blue-1a").order(line)
    assert "already acted" in bench.refused("raid seat 2")


@rule("SS-19.22")
def test_a_raid_after_an_extra_mine_is_legal() -> None:
    bench = position("hand HYD1 base MET2", "base TER1 TER2", mine="blue-1a")
    bench.order("leader", "mine extra blue-1a with HYD1", "raid seat 2")
    assert bench.hand(1) == ["TER1"]


@rule("SS-19.22")
def test_an_extra_mine_after_the_raid_is_paid_with_the_cards_just_raided() -> None:
    bench = position("base MET2", "base TER1 TER2 HYD1", mine="brown-3a")
    bench.order("leader", "raid seat 2", "mine extra brown-3a with TER1 TER2")
    assert bench.crystals(1) == ["brown-3a"]
