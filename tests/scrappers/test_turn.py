"""SS-4, SS-5 and SS-6: the turn, its starting phase, and what all actions have in common."""

from __future__ import annotations

import pytest

from tests.rules import rule
from tests.scrappers.position import Bench, position

# SS-4: the turn.


@rule("SS-4.1")
def test_a_turn_starts_acts_and_cleans_up_in_this_order() -> None:
    bench = position("hand HYD1 base TER1 artifacts AR04-A", "", docks="MET1 TER1", mine="brown-1a blue-1a")
    bench.order("activate bonus MET1", "leader take brown-1a", "mine blue-1a with HYD1")
    assert (bench.base(1), bench.docks(), bench.mine()) == (["TER1"], ["TER1"], [])
    bench.order("end")
    assert (bench.base(1), len(bench.docks()), len(bench.mine())) == (["TER1", "HYD1"], 10, 10)


def busy() -> Bench:
    """Seat 1 can do anything, with an extra MINE once the Leader is used."""
    return position(
        "hand TER1 HYD1 MET1 base MET2",
        "base MIN2 MIN1",
        docks="TER1 HYD1",
        mine="brown-1a blue-1a yellow-1a",
    )


@rule("SS-4.2")
def test_two_normal_actions_are_all() -> None:
    bench = busy().order("recruit HYD1", "mine brown-1a with TER1")
    for line in ("skill HYD1 take blue-1a", "collect 1 left", "raid seat 2", "mine blue-1a with HYD1"):
        bench.refused(line)


@rule("SS-4.2")
def test_a_raid_is_in_place_of_both_actions() -> None:
    bench = busy().order("raid seat 2")
    for line in ("recruit HYD1", "mine brown-1a with TER1", "skill HYD1 take blue-1a", "raid seat 1"):
        bench.refused(line)


@rule("SS-4.2")
@pytest.mark.parametrize("lines", [("recruit HYD1", "mine brown-1a with TER1"), ("raid seat 2",)])
def test_extra_actions_come_on_top_of_both(lines: tuple[str, ...]) -> None:
    bench = busy().order("leader", *lines, "mine extra blue-1a with HYD1")
    assert "blue-1a" in bench.crystals(1)
    bench.refused("mine extra yellow-1a with MET1")


@rule("SS-4.3")
@pytest.mark.parametrize(
    "lines",
    [(), ("leader",), ("recruit HYD1",), ("recruit HYD1", "mine brown-1a with TER1"), ("raid seat 2",)],
)
def test_a_turn_may_end_at_any_point_and_cleans_up_by_itself(lines: tuple[str, ...]) -> None:
    bench = busy().order(*lines)
    assert "end" in bench.offers()
    bench.order("end")
    assert bench.state.turn.seat == 2
    assert (len(bench.docks()), len(bench.mine()), bench.state.turn.played) == (10, 10, [])


@rule("SS-4.3")
def test_unused_actions_are_lost() -> None:
    bench = busy().order("recruit HYD1", "end", "end")
    assert bench.state.turn.seat == 1
    bench.order("recruit TER1", "mine brown-1a with TER1")
    bench.refused("skill HYD1 decline")


@rule("SS-4.4")
def test_what_a_turn_does_to_others_asks_them_nothing() -> None:
    bench = position("hand HYD3", "base MET1#1 TER1#1 HYD1 totems HYD", "base MIN1#1 MIN2")
    bench.order("raid seat 2")
    assert (bench.hand(2), bench.base(2), bench.player(2).totems) == (["HYD1"], [], [])
    assert [decision.seat for decision in bench.run.asked] == [1]
    bench.order("end")
    assert [decision.seat for decision in bench.run.asked] == [2]


# SS-5: the starting phase.


@rule("SS-5.1", "SS-D30")
@pytest.mark.parametrize("owned", ["AR02-A AR04-A", "AR04-A AR02-A"])
@pytest.mark.parametrize(
    "lines", [("activate cyber-hand", "activate bonus TER1"), ("activate bonus TER1", "activate cyber-hand")]
)
def test_start_artifacts_are_activated_in_any_order(owned: str, lines: tuple[str, str]) -> None:
    bench = position(f"base MET1 HYD1 artifacts {owned}", "", docks="TER1")
    bench.order(*lines)
    assert bench.hand(1) == ["MET1", "TER1"]


@rule("SS-5.1")
@pytest.mark.parametrize("line", ["activate cyber-hand", "activate bonus TER1"])
def test_a_start_artifact_is_activated_once_per_turn(line: str) -> None:
    bench = position("base MET1 HYD1 TER2 artifacts AR02-A AR04-A", "", docks="TER1 TER1")
    bench.order(line)
    bench.refused(line)
    bench.order("end", "end", line)


@rule("SS-5.2")
def test_the_leader_is_used_once_and_stays_on_top() -> None:
    bench = position("hand HYD1 base MET1 TER1", "", mine="brown-1a brown-1b")
    bench.order("leader take brown-1a")
    assert bench.base(1) == ["MET1", "TER1"]
    assert bench.state.turn.played == []
    bench.refused("leader take brown-1b")


@rule("SS-5.2")
def test_an_empty_base_has_no_leader_to_use() -> None:
    bench = position("hand TER1", "base TER1", mine="brown-1a")
    assert "leader" not in bench.offers()
    assert "empty" in bench.refused("leader take brown-1a")


@rule("SS-5.2", "SS-4.3")
def test_the_leader_need_not_be_used() -> None:
    bench = position("hand HYD1 base TER1", "", mine="brown-1a blue-1a")
    bench.order("mine blue-1a with HYD1")
    assert bench.crystals(1) == ["blue-1a"]


@rule("SS-5.3")
def test_an_immediate_skill_of_the_leader_takes_effect_at_once() -> None:
    bench = position("base HYD3", "base MET1#1 TER1")
    bench.order("leader take MET1#1 from seat 2")
    assert (bench.hand(1), bench.base(2)) == (["MET1"], ["TER1"])


@rule("SS-5.3")
def test_a_whole_turn_skill_of_the_leader_lasts_until_the_end_of_the_turn() -> None:
    bench = position("hand HYD1 base TER2 artifacts AR09-A", "", docks="HYD3 MET3 MIN3", stacks="empty")
    bench.order("leader", "recruit HYD3", "recruit MET3", "end", "end")
    bench.refused("recruit MIN3")


@rule("SS-5.3")
def test_an_extra_action_of_the_leader_is_added_to_the_action_phase() -> None:
    bench = busy()
    bench.refused("mine extra blue-1a with HYD1")
    bench.order("leader", "mine extra blue-1a with HYD1", "mine brown-1a with TER1", "recruit HYD1")
    assert bench.crystals(1) == ["blue-1a", "brown-1a"]


@rule("SS-5.4")
@pytest.mark.parametrize(
    "line",
    [
        "recruit TER1",
        "mine blue-1a with HYD1",
        "collect 1 left with MET4 MET3",
        "skill HYD1 decline",
        "raid seat 2",
    ],
)
def test_the_first_order_of_the_action_phase_closes_the_starting_phase(line: str) -> None:
    bench = position(
        "hand HYD1 MET4 MET3 base TER1 artifacts AR04-A",
        "base MIN1 MIN2",
        docks="TER1 MET1",
        mine="blue-1a brown-1a",
    )
    assert bench.may("activate bonus MET1")
    assert bench.may("leader take brown-1a")
    bench.order(line)
    assert "before" in bench.refused("activate bonus MET1")
    assert "before" in bench.refused("leader take brown-1a")


@rule("SS-5.4")
def test_after_the_leader_it_is_too_late_for_start_artifacts() -> None:
    bench = position("base TER1 artifacts AR04-A", "", docks="TER1", mine="brown-1a")
    bench.order("leader take brown-1a")
    assert "before" in bench.refused("activate bonus TER1")


@rule("SS-5.5")
def test_using_the_leader_is_no_action() -> None:
    bench = position("hand TER1 HYD1 base MET1", "", docks="TER2", mine="yellow-1a brown-1a")
    bench.order("leader take yellow-1a", "skill TER1 take brown-1a", "recruit TER2 with HYD1")
    assert bench.crystals(1) == ["brown-1a", "yellow-1a"]
    assert bench.hand(1) == ["TER2"]


# SS-6: all actions.

PAIRS = pytest.mark.parametrize(
    ("first", "second"),
    [
        ("recruit TER1", "recruit MET1"),
        ("mine blue-1a with HYD1", "mine brown-1a with TER1"),
        ("collect 1 left with MET4 HYD4", "collect 2 right with TER4 HYD1 TER1"),
        ("skill HYD1 decline", "skill TER1 decline"),
    ],
)


def able(more: str = "") -> Bench:
    """Seat 1 can take each of the four actions twice."""
    hand = "hand HYD1 TER1 MET4 HYD4 TER4"
    return position(f"{hand} {more}", "base MIN1", docks="TER1 MET1", mine="blue-1a brown-1a")


@rule("SS-6.1")
def test_the_normal_actions_are_recruit_mine_collect_and_skill() -> None:
    assert set(able().offers()) == {"recruit", "mine", "collect", "skill", "raid", "end"}


@rule("SS-6.1")
@PAIRS
def test_a_third_normal_action_is_never_allowed(first: str, second: str) -> None:
    bench = able("artifacts AR09-A").order(first, second)
    assert bench.offers() == ["end"]


@rule("SS-6.2")
@PAIRS
def test_two_normal_actions_must_be_of_different_types(first: str, second: str) -> None:
    bench = able().order(first)
    assert "different types" in bench.refused(second)
    assert first.split()[0] not in bench.offers()


@rule("SS-6.2")
@PAIRS
@pytest.mark.parametrize(("more", "lines"), [("base HYD2", ("leader",)), ("artifacts AR09-A", ())])
def test_a_repeat_permission_allows_two_of_one_type(
    first: str, second: str, more: str, lines: tuple[str, ...]
) -> None:
    able(more).order(*lines, first, second)


EXTRA, NORMAL, RECRUIT = "mine extra blue-1a with HYD1", "mine brown-1a with TER1", "recruit HYD1"


@rule("SS-6.3")
@pytest.mark.parametrize(
    "lines",
    [
        (EXTRA, NORMAL, RECRUIT),
        (NORMAL, EXTRA, RECRUIT),
        (RECRUIT, EXTRA, NORMAL),
        (RECRUIT, NORMAL, EXTRA),
        (EXTRA, "raid seat 2"),
        ("raid seat 2", EXTRA),
    ],
)
def test_an_extra_action_comes_before_between_or_after_all_others(lines: tuple[str, ...]) -> None:
    bench = busy().order("leader", *lines)
    assert "blue-1a" in bench.crystals(1)
    assert bench.offers() == ["end"]


@rule("SS-6.3")
def test_an_extra_action_must_be_taken_in_the_same_turn() -> None:
    bench = busy().order("leader", "end", "end")
    bench.refused(EXTRA)


@rule("SS-6.4", "SS-D31")
@pytest.mark.parametrize("pay", ["TER1 TER2 TER3", "TER3 TER1 TER2", "TER2 TER3 TER1"])
def test_the_order_of_the_cards_played_becomes_their_order_in_the_base(pay: str) -> None:
    bench = position("hand TER1 TER2 TER3 base MET1", "", mine="brown-6a")
    bench.order(f"mine brown-6a with {pay}")
    assert [card[:4] for card in bench.state.turn.played] == pay.split()
    assert bench.hand(1) == []
    bench.order("end")
    assert bench.base(1) == ["MET1", *pay.split()]


@rule("SS-6.4")
def test_cards_of_a_later_action_lie_above_those_of_an_earlier_one() -> None:
    bench = position("hand TER2 TER1 HYD1", "", docks="MET3", mine="brown-1a")
    bench.order("mine brown-1a with TER1", "recruit MET3 with TER2", "end")
    assert bench.base(1) == ["TER1", "TER2"]


@rule("SS-6.5")
@pytest.mark.parametrize("line", ["mine blue-1a with HYD1", "skill HYD1 take blue-1a"])
def test_a_card_played_for_an_action_cannot_be_used_again_this_turn(line: str) -> None:
    bench = position("hand HYD1 MET1 MET2", "", docks="TER2", mine="blue-1a")
    assert bench.may(line)
    bench.order("recruit TER2 with HYD1")
    bench.refused(line)


@rule("SS-6.5")
@pytest.mark.parametrize("line", ["mine blue-1a with HYD1", "skill HYD1 take blue-1a"])
def test_a_card_taken_into_hand_can_be_used_at_once(line: str) -> None:
    bench = position("", "", docks="HYD1", mine="blue-1a")
    bench.order("recruit HYD1", line)
    assert bench.crystals(1) == ["blue-1a"]


@rule("SS-6.6")
@pytest.mark.parametrize(
    ("paid", "useless"),
    [
        ("mine yellow-1a with MET2", "mine extra blue-1a with HYD1"),
        ("mine brown-1a with TER2", "recruit MET3"),
        ("mine purple-1a with MIN3", "collect 2 left with HYD4"),
        ("recruit MIN3 with HYD2", "recruit TER1"),
        ("collect 1 left with MIN4 HYD4", "mine blue-6a with HYD2"),
    ],
)
def test_a_card_that_pays_does_nothing_else(paid: str, useless: str) -> None:
    bench = position(
        "hand MET2 TER2 MIN3 HYD2 MIN4 HYD4",
        "",
        docks="MET3 MIN3 TER1",
        mine="yellow-1a brown-1a purple-1a blue-1a blue-6a",
        artifacts="AR01 AR04 AR05",
    )
    bench.order(paid)
    assert bench.view(1)["turn"]["effects"] == []
    bench.refused(useless)


@rule("SS-6.6")
def test_a_level_1_card_that_pays_takes_no_crystal() -> None:
    bench = position("hand TER1", "", docks="MET2", mine="brown-1a")
    bench.order("recruit MET2 with TER1")
    assert (bench.crystals(1), bench.mine()) == ([], ["brown-1a"])


@rule("SS-6.7")
def test_an_emptied_slot_stays_empty_until_the_clean_up() -> None:
    bench = position("hand HYD1", "", docks="TER1 MET1", mine="blue-1a red-1a")
    bench.order("recruit TER1", "mine blue-1a with HYD1")
    assert (bench.docks(), bench.mine()) == (["MET1"], ["red-1a"])
    bench.order("end")
    assert (len(bench.docks()), len(bench.mine())) == (10, 10)


@rule("SS-6.8")
@pytest.mark.parametrize(
    "line",
    [
        "mine brown-3a with TER2 HYD1",
        "recruit MET3 with TER2 HYD1",
        "skill TER4 take MET3 MIN3 TER1",
        "skill HYD4 take MET1#1 MIN1#1 from seat 2",
        "collect 1 left with TER2 blue-1a",
        "raid seat 2 then seat 3",
    ],
)
def test_an_order_that_is_wrong_in_one_part_has_no_effect_at_all(line: str) -> None:
    bench = position(
        "hand TER2 HYD1 TER4 HYD4",
        "base MET1#1 MET2",
        "base MIN1#1 MIN2",
        docks="MET3 MIN3 TER1",
        mine="brown-3a",
    )
    bench.refused(line)
    assert bench.state.turn.actions == bench.state.turn.played == []
