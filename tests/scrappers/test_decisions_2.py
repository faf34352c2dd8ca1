"""SS-D25 to SS-D45: decisions where the sources are silent, the second half."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

import pytest
import yaml

from games.scrappers.catalogue import ARTIFACTS, HALVES
from tests.rules import rule
from tests.scrappers.matches import opened
from tests.scrappers.position import position

SIX = "TER1 TER1 TER1 TER1 TER3 TER3"
SEVEN = f"{SIX} TER3"


@rule("SS-D25")
@pytest.mark.parametrize(("colour", "payer"), [("blue", "HYD2"), ("red", "TER2"), ("green", "HYD2")])
def test_the_nosedigger_may_keep_the_colour_or_choose_one_not_in_play(colour: str, payer: str) -> None:
    bench = position(f"hand MIN2 {payer}", "", mine="blue-3a")
    bench.order(f"skill MIN2 paint blue-3a {colour}", f"mine blue-3a with {payer}")
    assert bench.crystals(1) == ["blue-3a"]


@rule("SS-D26")
def test_the_ruster_paints_in_colours_in_play_and_leaves_the_faction() -> None:
    bench = position("hand HYD1 base MET3", "", mine="brown-1a blue-1a")
    assert bench.offers("leader", "HYD1") == ["brown", "blue", "yellow", "purple"]
    bench.order("leader paint HYD1 brown", "skill HYD1 take blue-1a", "end")
    assert bench.crystals(1) == ["blue-1a"]
    bench.order("raid seat 1")
    assert bench.player(2).totems == ["HYD"]  # as printed on the Leader


@rule("SS-D27")
@pytest.mark.parametrize(
    ("order", "accepted"),
    [("recruit TER2 with WEE1", True), ("recruit TER3 with WEE1", True), ("recruit TER4 with WEE1", False)],
)
def test_a_rooted_weedlock_recruits_with_its_printed_or_its_doubled_level(order: str, accepted: bool) -> None:
    bench = position("hand WEE1 base WEE2", "", docks="TER2 TER3 TER4", factions="TER HYD MET WEE")
    assert bench.order("leader").may(order) is accepted


@rule("SS-D28", "SS-D29")
@pytest.mark.parametrize("watcher", [2, None])
def test_hand_crystals_and_subjugated_cards_are_hidden_but_counted(watcher: int | None) -> None:
    bench = position("hand TER1 TER2 crystals blue-6a subjugated MET1 MET2 MET3", "")
    shown = bench.view(watcher)["players"][0]
    assert {"hand", "crystals", "subjugated", "score"}.isdisjoint(shown)
    assert (shown["hand_count"], shown["crystal_count"], shown["subjugated_count"]) == (2, 1, 3)
    assert bench.view(1)["players"][0].get("subjugated") == ["MET1#1", "MET2#1", "MET3#1"]


@rule("SS-D30")
def test_start_artifacts_wait_for_the_next_turn_and_others_do_not() -> None:
    bench = position("hand TER3 HYD4 MET3 base HYD2", "", artifacts="AR04 AR11", docks="TER1 TER2")
    bench.order("leader", "collect 1 left with TER3 HYD4")
    assert "activate" not in bench.offers()
    bench = position("hand TER3 HYD3 MET3", "", artifacts="AR04 AR11", docks="TER1 TER2")
    bench.order("collect 2 left with TER3 HYD3", "recruit TER2")
    assert bench.hand(1) == ["MET3", "TER2"]


@rule("SS-D30")
@pytest.mark.parametrize(
    "orders", [("activate cyber-hand", "activate bonus TER1"), ("activate bonus TER1", "activate cyber-hand")]
)
def test_start_artifacts_are_activated_in_any_order(orders: tuple[str, str]) -> None:
    bench = position("base MET1 MET2 artifacts AR02-A AR04-A", "", docks="TER1")
    assert bench.order(*orders).hand(1) == ["MET1", "TER1"]


@rule("SS-D31")
@pytest.mark.parametrize("pay", ["HYD1 HYD2 HYD3", "HYD3 HYD1 HYD2", "HYD2 HYD3 HYD1"])
def test_the_order_of_cards_is_free_within_one_action_only(pay: str) -> None:
    bench = position("hand TER2 HYD1 HYD2 HYD3 base MET1", "", mine="blue-6a")
    bench.order("skill TER2", f"mine blue-6a with {pay}", "end")
    assert bench.base(1) == ["MET1", "TER2", *pay.split()]


@rule("SS-D32")
def test_the_leader_to_be_used_is_fixed_in_the_starting_phase() -> None:
    bench = position(f"hand {SIX} base MET1 MET2", "", mine="brown-1a yellow-1a")
    bench.order("raid seat 1")  # MET1 leads now
    assert bench.player(1).leader == "MET1#1"
    bench.refused("leader take yellow-1a")


@rule("SS-D32")
def test_the_protected_leader_is_always_the_top_card() -> None:
    bench = position(f"hand {SEVEN}", "hand HYD3 base MET1 MET2 MET4")
    bench.order("raid seat 2", "end")  # MET2 leads now
    assert bench.offers("skill", "HYD3") == ["MET1#1", "decline"]


def artifact_points(player: str) -> int:
    """What the Artifacts of a player are worth."""
    return position(player, "").view(1)["players"][0]["score"]["artifacts"]


@rule("SS-D33")
@pytest.mark.parametrize(("count", "points"), [(2, 0), (3, 2), (5, 2), (6, 4), (7, 4)])
def test_mass_production_gives_two_for_three_crystals_of_any_kind(count: int, points: int) -> None:
    crystals = ["red-1a", "blue-10a", "green-3c", "green-3a", "brown-6b", "red-1b", "blue-1c"][:count]
    assert artifact_points(f"crystals {' '.join(crystals)} artifacts AR04-B") == points


@rule("SS-D34")
@pytest.mark.parametrize(
    ("crystals", "charm", "contract"),
    [
        ("red-3a blue-3b", 3, 1),
        ("red-3a red-3b red-3c", 3, 3),
        ("red-3a blue-3b red-3c green-3a green-1a green-6a green-10a", 6, 4),
    ],
)
def test_the_charm_counts_pairs_of_cost_3_and_the_contract_the_best_colour(
    crystals: str, charm: int, contract: int
) -> None:
    assert artifact_points(f"crystals {crystals} artifacts AR05-B") == charm
    assert artifact_points(f"crystals {crystals} artifacts AR02-B") == contract


@rule("SS-D35")
def test_a_diversion_follows_at_once_goes_elsewhere_and_keeps_to_seven_cards() -> None:
    bench = position(
        "hand TER1 TER1 TER1 TER1 artifacts AR03-A", "base HYD1 HYD2 MET2", "base MIN1 MIN2 MIN3"
    )
    assert not bench.may("raid seat 2 then seat 2")
    bench.order("raid seat 2 then seat 3")
    assert (bench.hand(1)[:3], len(bench.player(1).hand)) == (["HYD1", "HYD2", "MIN2"], 7)
    assert bench.base(3) == ["MIN1"]


@rule("SS-D36")
def test_the_club_takes_printed_cost_1_after_any_raid() -> None:
    bench = position("base TER1 MIN4 artifacts AR01-A", "", mine="red-1a brown-3a")
    bench.order("leader")  # brown-3a costs nothing now, but 3 is printed on it
    assert bench.offers("raid", "1", "club") == ["red-1a"]
    assert bench.order("raid seat 1 club red-1a").crystals(1) == ["red-1a"]


@rule("SS-D37")
@pytest.mark.parametrize("base", ["MET1 MET4", "MET4 MET1", "HYD2 MET1 MET2 MET3"])
def test_the_cyber_hand_takes_the_bottom_card(base: str) -> None:
    bench = position(f"base {base} artifacts AR02-A", "").order("activate cyber-hand")
    assert (bench.hand(1), bench.base(1)) == (base.split()[:1], base.split()[1:])


@rule("SS-D38")
def test_artifacts_cost_4_to_8_with_powers_left_and_points_right() -> None:
    assert {card.cost for card in ARTIFACTS.values()} == {4, 5, 6, 7, 8}
    assert [card.id for card in ARTIFACTS.values() if card.cost == 8] == ["AR09"]
    bench = position("hand TER4 TER4", "", artifacts=" ".join(ARTIFACTS))
    for stack in bench.offers("collect"):
        assert bench.offers("collect", stack) == ["left", "right"]
    assert {half.half for half in HALVES.values() if half.kind == "end"} == {"B"}
    assert {half.half for half in HALVES.values() if half.kind != "end"} == {"A"}


@rule("SS-D39")
def test_ten_rounds_without_a_step_end_the_game() -> None:
    bench = position("", "", round_number=3, stacks="empty")
    bench.order(*["end"] * 19)
    assert not bench.state.over
    bench.order("end")
    assert (bench.state.over, bench.state.cave_in, bench.state.round) == (True, 0, 12)


@rule("SS-D40")
def test_the_first_player_is_drawn_by_lot() -> None:
    drawn = [opened(3, seed).state for seed in range(1, 31)]
    assert {state.first for state in drawn} == {1, 2, 3}
    assert all(state.turn.seat == state.first for state in drawn)


@rule("SS-D41")
def test_the_names_that_are_not_published_are_marked_as_translations_of_ours() -> None:
    text = (
        resources.files("games.scrappers").joinpath("content", "mercenaries.yaml").read_text(encoding="utf-8")
    )
    published = {m["name"] for m in yaml.safe_load(text)["mercenaries"] if m["name_published"]}
    page = (Path(__file__).parents[2] / "docs/rules/scrappers.md").read_text(encoding="utf-8")
    row = r"^\| [A-Z]{3}[1-4] \| ([^|\\\[]+?)(\\\*)? ?(?:\[.*?\])? \| [ITX +]+ \|"
    rows = re.findall(row, page, re.MULTILINE)
    assert len(rows) == 24
    assert {name for name, asterisk in rows if asterisk} == published


@rule("SS-D42")
@pytest.mark.parametrize(
    ("card", "words", "order"),
    [
        ("MET2", "", "mine extra brown-1b with TER1"),  # after another extra MINE
        ("MET4", "", "mine brown-1b with TER1 bonus brown-1c red-1a"),
        ("MIN2", "paint brown-3a brown", "mine brown-3a with TER1"),
        ("MIN4", "", "mine brown-10a with TER2"),
    ],
)
def test_numbers_of_one_skill_add_up(card: str, words: str, order: str) -> None:
    mine = "brown-1a brown-1b brown-1c red-1a brown-3a brown-10a"
    bench = position(f"hand {card} TER1 TER1 TER2 base {card}", "", mine=mine)
    bench.order(f"leader {words}")
    if card == "MET2":
        bench.order("mine extra brown-1a with TER1")
    assert not bench.may(order)
    assert bench.order(f"skill {card} {words}").may(order)


@rule("SS-D43")
def test_cost_means_the_printed_cost() -> None:
    bench = position("hand TER1 base MIN2 totems TER", "", mine="brown-1a brown-3a blue-1a")
    bench.order("leader paint brown-1a brown")  # costs nothing now
    assert bench.view(1)["costs"]["brown-K1a#1"] == 0
    assert bench.offers("skill", "TER1") == ["brown-1a", "decline"]
    makkarat = position("hand TER1 base MIN4", "", mine="brown-3a")
    assert makkarat.order("leader").offers("skill", "TER1") == ["decline"]


@rule("SS-D43")
def test_level_1_skills_and_totems_look_at_the_current_colour() -> None:
    bench = position("hand TER1 HYD1 base MIN2 totems TER", "", mine="blue-1a blue-3a")
    bench.order("leader paint blue-1a brown")
    assert bench.offers("skill", "TER1") == ["blue-1a", "decline"]
    assert bench.offers("skill", "HYD1") == ["decline"]
    bench = position("hand TER1 base MIN2 totems TER", "", mine="blue-3a")
    assert bench.order("leader paint blue-3a brown").view(1)["costs"]["blue-K3a#1"] == 1


@rule("SS-D44")
def test_whoever_takes_chooses_what_the_limit_lets_in_unless_an_order_is_prescribed() -> None:
    other = "base WEE1 WEE2 WEE3 MET1"
    bench = position(f"hand {SIX} base HYD1 HYD2 WEE4", other)
    assert bench.offers("leader", "2") == ["WEE1#1", "WEE2#1", "WEE3#1"]
    sergeant = position(f"hand {SIX} base HYD1 HYD2 TER3", other)
    assert sergeant.offers("leader") == ["1"]
    assert "HYD1" in sergeant.order("leader take 1").hand(1)


@rule("SS-D45")
@pytest.mark.parametrize("leader", ["TER2", "MET4", "MIN3", "MIN4", "WEE2"])
def test_a_whole_turn_skill_goes_on_after_its_leader_has_returned_to_hand(leader: str) -> None:
    bench = position(f"base TER1 {leader}", "", factions="TER MET MIN WEE")
    bench.order("leader", "raid seat 1")
    assert leader in bench.hand(1)
    assert bench.view(2)["turn"]["effects"] == [leader]
