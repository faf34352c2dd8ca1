"""SS-17: each of the 24 Artifacts."""

from __future__ import annotations

from importlib import resources

import pytest
import yaml

from games.scrappers.catalogue import ARTIFACTS, HALVES
from tests.rules import rule
from tests.scrappers.position import position

SIX = "TER1 TER1 TER1 TER1 TER3 TER3"
SEVEN = f"{SIX} TER3"


@rule("SS-17.1")
def test_six_artifacts_have_names_of_the_original() -> None:
    text = (
        resources.files("games.scrappers").joinpath("content", "artifacts.yaml").read_text(encoding="utf-8")
    )
    halves = [half for card in yaml.safe_load(text)["artifacts"] for half in card["halves"]]
    sourced = {half["name"] for half in halves if half["name_sourced"]}
    assert len(halves) == 24
    assert sourced == {
        "Argumentation Club",
        "Third Cyber-hand",
        "Diversion",
        "Third Time's the Charm",
        "Contract",
        "Mass Production",
    }


@rule("SS-17.2")
@pytest.mark.parametrize(
    ("card", "cost", "left", "kind", "right"),
    [
        ("AR01", 7, "Argumentation Club", "raid", "Small Change"),
        ("AR02", 6, "Third Cyber-hand", "start", "Contract"),
        ("AR03", 5, "Diversion", "raid", "Totem Keeper"),
        ("AR04", 7, "Signing Bonus", "start", "Mass Production"),
        ("AR05", 7, "Hydraulic Pick", "passive", "Third Time's the Charm"),
        ("AR06", 7, "Colour Filter", "passive", "Rainbow Permit"),
        ("AR07", 5, "Bargaining Chip", "passive", "Curator"),
        ("AR08", 4, "Spacious Hangar", "passive", "Loyal Crew"),
        ("AR09", 8, "Double Shift", "passive", "Heavy Haulage"),
        ("AR10", 5, "Alarm System", "raid", "Salvaged Idol"),
        ("AR11", 6, "Training Manual", "passive", "Heraldry"),
        ("AR12", 6, "Pit Props", "passive", "Deep Vein"),
    ],
)
def test_a_card_has_a_cost_a_power_and_a_scoring_half(
    card: str, cost: int, left: str, kind: str, right: str
) -> None:
    bench = position("", "", artifacts=card)
    assert bench.view(1)["costs"] == {card: cost}
    shown = [(half.half, half.name, half.kind) for half in ARTIFACTS[card].halves]
    assert shown == [("A", left, kind), ("B", right, "end")]


@rule("SS-17.2")
def test_start_artifacts_alone_are_activated_and_once_per_turn() -> None:
    every = " ".join(f"AR{n:02}-A" for n in range(1, 13))
    bench = position(f"base TER1 TER2 TER3 MET1 artifacts {every}", "", docks="HYD1 HYD1", mine="yellow-1a")
    assert bench.offers("activate") == ["cyber-hand", "bonus"]
    bench.order("activate bonus HYD1", "activate cyber-hand")
    bench.refused("activate bonus HYD1")
    bench.refused("activate cyber-hand")
    assert "activate" in bench.order("end", "end").offers()


@rule("SS-17.3")
@pytest.mark.parametrize("seat", [1, 2])
def test_the_club_takes_a_crystal_of_cost_1_after_a_raid(seat: int) -> None:
    bench = position("base TER1 artifacts AR01-A", "base MET1", mine="red-1a blue-1b brown-3a")
    assert bench.offers("raid", str(seat), "club") == ["blue-1b", "red-1a"]
    bench.refused(f"raid seat {seat} club brown-3a")
    bench.refused(f"raid seat {seat} club red-1a blue-1b")
    bench.order(f"raid seat {seat} club red-1a")
    assert (bench.crystals(1), bench.told("mined")) == (["red-1a"], [])


@rule("SS-17.3")
def test_the_club_need_not_be_used_and_is_its_owners_alone() -> None:
    bench = position("base TER1 artifacts AR01-A", "base MET1", mine="red-1a")
    bench.order("raid seat 2", "end")
    assert bench.crystals(1) == []
    bench.refused("raid seat 1 club red-1a")


@rule("SS-17.3", "SS-17.5")
def test_the_club_works_after_each_raid_of_a_diversion() -> None:
    mine = "red-1a#1 red-1a#2 blue-1a"
    bench = position("base TER1 artifacts AR01-A AR03-A", "base MET1", mine=mine)
    assert not bench.may("raid seat 2 club blue-1a then seat 1 club blue-1a")
    bench.order("raid seat 2 club red-1a then seat 1 club red-1a")
    assert bench.crystals(1) == ["red-1a", "red-1a"]


@rule("SS-17.4")
def test_the_cyber_hand_takes_the_bottom_card_of_its_owners_base() -> None:
    bench = position("hand HYD1 base TER4 MET1 MET2 artifacts AR02-A", "base HYD2 HYD3")
    assert bench.offers("activate", "cyber-hand") == []
    bench.order("activate cyber-hand")
    assert (bench.hand(1), bench.base(1), bench.base(2)) == (
        ["HYD1", "TER4"],
        ["MET1", "MET2"],
        ["HYD2", "HYD3"],
    )


@rule("SS-17.4")
@pytest.mark.parametrize(
    ("hand", "base", "usable"),
    [(SIX, "MET1 MET2", True), (SEVEN, "MET1 MET2", False), (SIX, "MET1", False), (SIX, "", False)],
)
def test_the_cyber_hand_needs_room_in_hand_and_two_cards_in_the_base(
    hand: str, base: str, usable: bool
) -> None:
    bench = position(f"hand {hand} base {base} artifacts AR02-A", "")
    assert bench.may("activate cyber-hand") is usable


@rule("SS-17.5")
def test_a_diversion_is_a_second_raid_with_all_that_belongs_to_it() -> None:
    bench = position("artifacts AR03-A", "base TER1 MET2", "base HYD1 MIN2")
    bench.order("raid seat 2 then seat 3")
    assert (bench.hand(1), bench.hand(2), bench.hand(3)) == (["HYD1", "TER1"], ["MET2"], ["MIN2"])
    assert bench.player(1).totems == ["MET", "MIN"]


@rule("SS-17.5")
def test_a_diversion_goes_to_another_base_that_is_not_empty_and_there_is_no_third_raid() -> None:
    bench = position("base TER1 artifacts AR03-A", "base MET2", "base HYD2", "")
    assert bench.offers("raid", "2", "then") == ["1", "3"]
    bench.refused("raid seat 2 then seat 2")
    bench.refused("raid seat 2 then seat 4")
    bench.refused("raid seat 2 then seat 3 then seat 1")
    bench.order("raid seat 2 then seat 3")
    bench.refused("raid seat 1")


@rule("SS-17.5")
def test_a_diversion_works_with_a_full_hand_and_only_for_its_owner() -> None:
    bench = position(f"hand {SEVEN} artifacts AR03-A", "base HYD1 MET2", "base HYD1 MIN2")
    bench.order("raid seat 2 then seat 3")
    assert (bench.hand(1), bench.player(1).totems) == (SEVEN.split(), ["MET", "MIN"])
    bench.order("end")
    bench.refused("raid seat 3 then seat 2")


@rule("SS-17.6")
def test_the_signing_bonus_takes_a_level_1_from_the_docks() -> None:
    bench = position(f"hand {SIX} artifacts AR04-A", "", docks="HYD1 MET1 MET2")
    assert bench.offers("activate", "bonus") == ["HYD1", "MET1"]
    bench.order("activate bonus MET1")
    assert (len(bench.player(1).hand), bench.docks()) == (7, ["HYD1", "MET2"])


@rule("SS-17.6")
@pytest.mark.parametrize(("hand", "docks"), [(SEVEN, "HYD1"), (SIX, "HYD2")])
def test_the_signing_bonus_needs_room_and_a_level_1(hand: str, docks: str) -> None:
    bench = position(f"hand {hand} artifacts AR04-A", "", docks=docks)
    bench.refused("activate bonus")


@rule("SS-17.7")
@pytest.mark.parametrize(("kind", "cost"), [("1a", 1), ("3a", 3), ("6a", 4), ("10a", 8)])
def test_the_pick_makes_crystals_of_cost_6_and_10_cheaper(kind: str, cost: int) -> None:
    bench = position("hand TER4 TER4 artifacts AR05-A", "", mine=f"brown-{kind}", artifacts="AR01")
    assert bench.view(1)["costs"][f"brown-K{kind}#1"] == cost
    bench.order(f"mine brown-{kind} with TER4 TER4")
    assert bench.crystals(1) == [f"brown-{kind}"]


@rule("SS-17.7")
def test_the_pick_looks_at_the_printed_cost() -> None:
    bench = position("hand TER1 base MIN4 artifacts AR05-A", "", mine="brown-10a brown-3a brown-6a")
    costs = bench.order("leader").view(1)["costs"]
    assert [costs[f"brown-K{kind}#1"] for kind in ("3a", "6a", "10a")] == [0, 0, 4]


@rule("SS-17.8")
@pytest.mark.parametrize(
    ("pay", "accepted"),
    [
        ("HYD2 TER1", True),
        ("TER3", True),  # the only card may be any card
        ("HYD1 HYD1 TER1", True),
        ("HYD1 TER1 MET1", False),
        ("TER1 TER1 TER1", False),  # the others must fit the Crystal
    ],
)
def test_the_filter_lets_one_card_of_a_payment_have_any_colour(pay: str, accepted: bool) -> None:
    hand = "hand HYD1 HYD1 HYD2 TER1 TER1 TER1 TER3 MET1"
    bench = position(f"{hand} artifacts AR06-A", "", mine="blue-3a")
    assert bench.may(f"mine blue-3a with {pay}") is accepted


@rule("SS-17.8")
@pytest.mark.parametrize(("pay", "accepted"), [("TER1 TER1 MET1", True), ("TER1 HYD1 MET1", False)])
def test_the_filter_leaves_one_common_colour_for_a_wild_crystal(pay: str, accepted: bool) -> None:
    bench = position("hand TER1 TER1 MET1 HYD1 artifacts AR06-A", "", mine="green-3a")
    assert bench.may(f"mine green-3a with {pay}") is accepted


@rule("SS-17.8")
def test_the_filter_works_in_each_mine_of_a_turn_and_not_without_owning_it() -> None:
    own = "hand TER1 TER1 base MET2"
    bench = position(f"{own} artifacts AR06-A", "", mine="blue-1a purple-1a")
    bench.order("leader", "mine blue-1a with TER1", "mine extra purple-1a with TER1")
    assert bench.crystals(1) == ["blue-1a", "purple-1a"]
    position(own, "", mine="blue-1a purple-1a").refused("mine blue-1a with TER1")


@rule("SS-17.9")
@pytest.mark.parametrize(("card", "cost"), [("AR01", 4), ("AR03", 2), ("AR08", 1), ("AR09", 5)])
def test_the_chip_makes_artifacts_cheaper_by_three(card: str, cost: int) -> None:
    bench = position(f"hand TER{min(cost, 4)} MET1 artifacts AR07-A", "", artifacts=card, mine="brown-6a")
    assert bench.view(1)["costs"] == {card: cost, "brown-K6a#1": 6}
    bench.order(f"collect 1 left with TER{min(cost, 4)}" + (" MET1" if cost == 5 else ""))
    assert bench.player(1).artifacts == ["AR07-A", f"{card}-A"]


@rule("SS-17.10")
@pytest.mark.parametrize(
    ("artifacts", "below", "kept"),
    [("", 6, 7), ("", 9, 7), ("AR08-A", 7, 8), ("AR08-A", 9, 10), ("AR08-A", 11, 10), ("AR08-B", 9, 7)],
)
def test_the_hangar_holds_ten_cards(artifacts: str, below: int, kept: int) -> None:
    cards = ["TER1", "TER1", "TER1", "TER1", "TER2", "TER2", "TER2", "TER2", "TER3", "TER3", "TER3"]
    bench = position(f"hand MET1 base {' '.join(cards[:below])} artifacts {artifacts}", "")
    bench.order("skill MET1 decline", "end")
    assert bench.base(1) == [*cards[:below], "MET1"][-kept:]


@rule("SS-17.11")
def test_the_double_shift_allows_the_same_action_twice_in_every_turn() -> None:
    bench = position("artifacts AR09-A", "", docks="TER1 TER1", stacks="TER1 TER1 MET1")
    for _ in range(2):
        bench.order("recruit TER1", "recruit TER1", "end", "end")
    assert bench.hand(1) == ["TER1", "TER1", "TER1", "TER1"]


@rule("SS-17.11")
@pytest.mark.parametrize(("half", "allowed"), [("left", True), ("right", False)])
def test_a_double_shift_just_collected_allows_a_second_collect(half: str, allowed: bool) -> None:
    bench = position("hand TER4 TER4 HYD4 MET1 MET1", "", artifacts="AR09 AR08")
    bench.order(f"collect 1 {half} with TER4 TER4")
    assert bench.may("collect 2 left with HYD4") is allowed


@rule("SS-17.12")
def test_the_alarm_lets_a_raider_take_two_cards_at_most() -> None:
    bench = position("", "base TER1 TER2 TER3 HYD1 MET2 artifacts AR10-A totems MET")
    bench.order("raid seat 2")
    assert (bench.hand(1), bench.hand(2), bench.base(2)) == (["HYD1", "TER3"], ["MET2"], ["TER1", "TER2"])
    assert bench.player(1).totems == ["MET"]


@rule("SS-17.12")
def test_the_alarm_does_not_hinder_its_owner_nor_guard_others() -> None:
    bench = position("base TER1 TER2 TER3 HYD1 MET2 artifacts AR10-A", "")
    assert len(bench.order("raid seat 1").player(1).hand) == 5
    bench = position("artifacts AR10-A", "base TER1 TER2 TER3 HYD1 MET2")
    assert len(bench.order("raid seat 2").player(1).hand) == 4


@rule("SS-17.13")
@pytest.mark.parametrize(
    ("order", "accepted"),
    [
        ("recruit TER2", True),
        ("recruit TER3 with MET1", True),
        ("recruit TER4 with MET2", True),
        ("recruit TER4 with MET3", True),  # it need not be used
        ("recruit TER4 with MET1", False),
    ],
)
def test_the_manual_lowers_the_price_of_every_recruit_by_one(order: str, accepted: bool) -> None:
    bench = position("hand MET1 MET2 MET3 artifacts AR11-A", "", docks="TER2 TER3 TER4")
    assert bench.may(order) is accepted


@rule("SS-17.14")
@pytest.mark.parametrize(
    ("order", "steps"), [("mine brown-3c with TER3 props", 0), ("mine brown-3c with TER3", 1)]
)
def test_pit_props_may_keep_the_token_where_it_is(order: str, steps: int) -> None:
    bench = position("hand TER3 artifacts AR12-A", "", mine="brown-3c brown-3a")
    bench.refused("mine brown-3a with TER3 props")  # no mark on it
    assert bench.order(order).state.cave_in == steps


@rule("SS-17.14")
def test_pit_props_do_not_help_with_what_is_taken_or_runs_out() -> None:
    own = "hand TER3 base MET4 artifacts AR12-A"
    bench = position(own, "", mine="brown-3c red-3c", stacks="TER1", artifacts="AR01", below=False)
    bench.order("leader", "mine brown-3c with TER3 bonus red-3c props")
    assert bench.state.cave_in == 1
    assert bench.order("end").state.cave_in == 2  # the stack of level 1


CRYSTALS = "crystals brown-1a brown-1b blue-1a brown-3a red-3a yellow-3b brown-6a green-6b brown-10a"


@rule("SS-17.15")
@pytest.mark.parametrize(
    ("half", "owner", "points"),
    [
        ("AR01-B", CRYSTALS, 3),
        ("AR02-B", CRYSTALS, 5),
        ("AR02-B", "crystals red-1a blue-1a red-3a blue-3a", 2),
        ("AR02-B", "", 0),
        ("AR03-B", "totems TER MET", 4),
        ("AR04-B", CRYSTALS, 6),
        ("AR04-B", "crystals red-1a blue-3a brown-6a red-3a blue-1a", 2),
        ("AR05-B", CRYSTALS, 3),
        ("AR05-B", "crystals red-3a red-3b red-3c blue-3a", 6),
        ("AR05-B", "crystals red-3a blue-6a", 0),
        ("AR06-B", CRYSTALS, 5),
        ("AR06-B", f"{CRYSTALS} purple-1a", 9),
        ("AR07-B", "artifacts AR01-A AR10-A", 6),
        ("AR08-B", "base TER1 TER2 TER3", 3),
        ("AR09-B", CRYSTALS, 6),
        ("AR10-B", "", 4),
        ("AR11-B", CRYSTALS, 4),
        ("AR12-B", CRYSTALS, 4),
        ("AR12-B", "crystals red-10a blue-10a", 8),
    ],
)
def test_a_scoring_half_counts_its_owners_things(half: str, owner: str, points: int) -> None:
    """The opponent has things too, but no scoring half."""
    with_half = f"{owner} {half}" if "artifacts" in owner else f"{owner} artifacts {half}"
    bench = position(with_half, "totems HYD crystals green-1a", on_turn=2, cave_in=7).order("end")
    scores = [player["score"]["artifacts"] for player in bench.view(None)["players"]]
    assert scores == [points, 0]


@rule("SS-17.15")
def test_all_twelve_scoring_halves_are_counted_and_the_crew_after_the_last_clean_up() -> None:
    assert {half.rule for half in HALVES.values() if half.kind == "end"} == {"SS-17.15"}
    bench = position("", "hand TER1 base TER2 artifacts AR08-B", on_turn=2, cave_in=7)
    bench.order("skill TER1 decline", "end")
    assert bench.view(None)["players"][1]["score"]["artifacts"] == 2


@rule("SS-17.16")
def test_an_artifact_stays_with_its_owner() -> None:
    bench = position("hand HYD3 HYD4 artifacts AR03-A", "base TER1 MET1 artifacts AR09-A AR10-B")
    bench.order("raid seat 2", "end")
    assert [bench.player(seat).artifacts for seat in (1, 2)] == [["AR03-A"], ["AR09-A", "AR10-B"]]


@rule("SS-17.16")
def test_each_artifact_card_exists_once() -> None:
    bench = position(
        "hand TER4 TER4 HYD4 HYD4 artifacts AR09-A", "artifacts AR10-B", artifacts="AR05 AR06 AR07"
    )
    bench.order("collect AR05 left with TER4 TER4", "collect AR06 right with HYD4 HYD4")
    bench.refused("collect AR05 right")
    owned = [half[:4] for player in bench.state.players for half in player.artifacts]
    lying = [card for stack in bench.state.artifact_stacks for card in stack]
    assert sorted([*owned, *lying]) == sorted(ARTIFACTS)
