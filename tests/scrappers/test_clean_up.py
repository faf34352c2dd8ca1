"""SS-12: the clean-up."""

from __future__ import annotations

from collections import Counter

import pytest

from games.scrappers.catalogue import CRYSTALS, LEVEL
from tests.rules import rule
from tests.scrappers.position import position


@rule("SS-12.1")
def test_the_play_area_goes_onto_the_base_in_its_order() -> None:
    bench = position("hand TER1 HYD2 MIN1 MIN2 base MET1 MET2", "", docks="MET2 MET3", mine="purple-3a")
    bench.order("mine purple-3a with MIN2 MIN1", "recruit MET3 with HYD2", "end")
    assert bench.base(1) == ["MET1", "MET2", "MIN2", "MIN1", "HYD2"]
    assert bench.player(1).leader == "HYD2#1"
    assert bench.state.turn.played == []


@rule("SS-12.1")
def test_if_nothing_was_played_the_base_is_unchanged() -> None:
    bench = position("hand TER1 base MET1 MET2", "", docks="TER1").order("recruit TER1", "end")
    assert bench.base(1) == ["MET1", "MET2"]


@rule("SS-12.2")
@pytest.mark.parametrize(
    ("base", "left", "boxed"),
    [
        ("TER1 TER1 TER1 TER1 HYD1", ["TER1"] * 4 + ["HYD1", "MET2", "MET1"], []),
        ("HYD4 TER1 TER1 TER1 TER1 HYD1", ["TER1"] * 4 + ["HYD1", "MET2", "MET1"], ["HYD4"]),
        ("HYD4 TER4 TER1 TER1 TER1 TER1 HYD1", ["TER1"] * 4 + ["HYD1", "MET2", "MET1"], ["HYD4", "TER4"]),
    ],
)
def test_a_base_over_seven_loses_its_bottom_cards_to_the_box(
    base: str, left: list[str], boxed: list[str]
) -> None:
    bench = position(f"hand MET2 MET1 base {base}", "", mine="yellow-3a")
    bench.order("mine yellow-3a with MET2 MET1", "end")
    assert bench.base(1) == left
    assert [card[:4] for card in bench.state.box] == boxed


@rule("SS-12.2", "SS-17.10")
def test_with_the_spacious_hangar_the_limit_is_ten() -> None:
    base = "base HYD4 TER4 TER1 TER1 TER1 TER1 HYD1 HYD1 HYD1"
    bench = position(f"hand MET2 MET1 {base} artifacts AR08-A", "", mine="yellow-3a")
    bench.order("mine yellow-3a with MET2 MET1", "end")
    assert len(bench.base(1)) == 10
    assert bench.state.box == ["HYD4#1"]


@rule("SS-12.2")
def test_only_the_base_of_the_player_on_turn_is_checked() -> None:
    eight = "base TER1 TER1 TER1 TER1 HYD1 HYD1 HYD1 HYD1"
    bench = position("hand MET1", eight).order("end")
    assert len(bench.base(2)) == 8
    bench.order("end")
    assert len(bench.base(2)) == 7


@rule("SS-12.3")
@pytest.mark.parametrize(
    "line",
    [
        "skill TER2",
        "skill HYD2",
        "skill MET2",
        "skill MET3 paint TER2 blue",
        "skill MET4",
        "skill MIN2 paint brown-3a blue",
        "skill MIN3",
        "skill MIN4",
    ],
)
def test_all_effects_end_with_the_turn(line: str) -> None:
    bench = position("hand TER2 HYD2 MET2 MET3 MIN2 MIN3 MIN4 MET4", "", mine="brown-3a")
    fresh = bench.view(1)["turn"]
    bench.order(line)
    assert bench.view(1)["turn"] != {
        **fresh,
        "played": bench.state.turn.played,
        "actions": ["skill"],
        "acting": True,
    }
    bench.order("end")
    assert bench.view(2)["turn"] == {**fresh, "seat": 2}
    bench.order("end")
    assert bench.view(1)["turn"] == fresh


@rule("SS-12.3", "SS-16.11")
def test_a_painted_crystal_has_its_own_colour_and_cost_again() -> None:
    bench = position("hand MIN2", "hand TER2 TER1 HYD2", mine="brown-3a", stacks="empty")
    bench.order("skill MIN2 paint brown-3a blue", "end")
    assert bench.view(2)["costs"]["brown-K3a#1"] == 3
    bench.refused("mine brown-3a with HYD2")
    bench.order("mine brown-3a with TER2 TER1")


@rule("SS-12.4")
def test_docks_and_mine_are_filled_up_row_by_row() -> None:
    bench = position("", "", docks="TER1 MET2 MET3", mine="blue-1a red-6a").order("end")
    docks, mine = bench.state.docks, bench.state.mine
    assert [Counter(LEVEL[card] for card in row) for row in docks] == [{1: 4}, {2: 3}, {3: 2}, {4: 1}]
    assert [Counter(CRYSTALS[c].cost for c in row) for row in mine] == [{1: 4}, {3: 3}, {6: 2}, {10: 1}]
    assert (docks[0][0], docks[1][0], mine[0][0]) == ("TER1#1", "MET2#1", "blue-K1a#1")


@rule("SS-12.4")
def test_rows_are_filled_as_far_as_the_stacks_allow() -> None:
    bench = position("", "", docks="TER1", mine="blue-3a", stacks="HYD1 MET1 red-3a TER4 MIN4")
    bench.order("end")
    assert bench.docks() == ["HYD1", "MET1", "MIN4", "TER1"]
    assert bench.mine() == ["blue-3a", "red-3a"]
    assert bench.state.merc_stacks == [[], [], [], ["TER4#1"]]


@rule("SS-12.5")
@pytest.mark.parametrize(
    ("stacks", "steps"),
    [
        ("empty", 0),
        ("TER1", 1),
        ("TER1 HYD1 MET1 MIN1", 1),
        ("TER1 HYD1 MET1 MIN1 TER1", 0),
        ("TER2 HYD3 MET4", 3),
        ("blue-1a blue-3a blue-6a blue-10a", 4),
        ("TER1 TER2 TER3 TER4 blue-1a blue-3a blue-6a blue-10a", 8),
    ],
)
def test_each_stack_that_is_used_up_moves_the_token(stacks: str, steps: int) -> None:
    bench = position("", "", stacks=stacks).order("end")
    assert bench.state.cave_in == steps


@rule("SS-12.5")
def test_drawing_the_last_card_counts_even_if_all_slots_are_filled() -> None:
    bench = position("hand TER1", "", docks="TER4 MET1 HYD1 MIN1 TER1", stacks="MET1 MIN2 MIN2 MIN2 MIN2")
    bench.order("recruit TER1", "end")
    assert [len(row) for row in bench.state.docks] == [4, 3, 0, 1]
    assert bench.state.cave_in == 1


@rule("SS-12.5")
def test_a_stack_moves_the_token_once_in_a_game() -> None:
    bench = position("", "", stacks="TER1 HYD1")
    bench.order("end")
    assert bench.state.cave_in == 1
    bench.order("recruit TER1", "end", "recruit HYD1", "end", "end")
    assert bench.state.cave_in == 1


@rule("SS-12.6")
def test_after_the_clean_up_the_next_seat_begins_a_turn() -> None:
    bench = position("", "", "", on_turn=2, first=2)
    turns = []
    for _ in range(4):
        turns.append((bench.state.turn.seat, bench.state.round))
        bench.order("end")
    assert turns == [(2, 1), (3, 1), (1, 1), (2, 2)]


@rule("SS-12.6")
def test_the_end_of_the_game_is_checked_after_the_refill() -> None:
    bench = position("", "", cave_in=6, on_turn=2, stacks="TER1").order("end")
    assert bench.state.cave_in == 7
    assert bench.run.result is not None
