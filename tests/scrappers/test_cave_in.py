"""SS-14: the Cave-in token and the end of the game."""

from __future__ import annotations

import pytest

from tests.rules import rule
from tests.scrappers.position import Bench, position

BREAK = "mine brown-3c with TER2 TER1"  # one step


def shaky(seats: int, cave_in: int, on_turn: int = 1, first: int = 1) -> Bench:
    """Everyone can take a marked Crystal from the Mine; nothing is drawn from stacks."""
    hands = ["hand TER2 TER1", "hand HYD2 HYD1", "hand MET2 MET1", "hand MIN2 MIN1"][:seats]
    mine = "brown-3c blue-3c yellow-3c purple-3c"
    return position(*hands, mine=mine, cave_in=cave_in, on_turn=on_turn, first=first, stacks="empty")


def turns_left(bench: Bench) -> list[int]:
    """The seats that still have a turn if everyone just ends, beginning with the current one."""
    seats: list[int] = []
    while not bench.state.over and len(seats) < 50:
        seats.append(bench.state.turn.seat)
        bench.order("end")
    return seats


@rule("SS-14.1")
@pytest.mark.parametrize(
    ("line", "cause", "thing"),
    [
        ("mine brown-3c with TER2 TER1", "crystal", "brown-K3c#1"),
        ("mine brown-3a with TER2 TER1 bonus blue-3c", "crystal", "blue-K3c#1"),
        ("collect 1 left with HYD4 MIN4", "artifacts", "1"),
    ],
)
def test_the_token_moves_at_once_in_the_action(line: str, cause: str, thing: str) -> None:
    bench = position(
        "hand TER2 TER1 HYD4 MIN4 base MET4",
        "",
        mine="brown-3a brown-3c blue-3c",
        below=False,
        stacks="empty",
    )
    bench.order("leader", line)
    assert bench.state.cave_in == 1
    assert bench.told("caved") == [{"at": 1, "end": 7, "cause": cause, "thing": thing}]


@rule("SS-14.1")
@pytest.mark.parametrize(("stacks", "thing"), [("TER2", "level 2"), ("blue-6a", "cost 6")])
def test_the_token_moves_when_a_stack_is_used_up(stacks: str, thing: str) -> None:
    bench = position("", "", stacks=stacks)
    assert bench.state.cave_in == 0
    bench.order("end")
    assert bench.told("caved") == [{"at": 1, "end": 7, "cause": "stack", "thing": thing}]


@rule("SS-14.1")
def test_steps_are_never_undone() -> None:
    bench = shaky(2, cave_in=2).order(BREAK, "end", "end", "end", "end")
    assert bench.state.cave_in == 3


@rule("SS-14.2", "SS-D3")
@pytest.mark.parametrize(("seats", "end"), [(2, 7), (3, 8), (4, 9)])
def test_the_end_value_depends_on_the_number_of_players(seats: int, end: int) -> None:
    before = shaky(seats, cave_in=end - 2).order(BREAK)
    assert (before.view(None)["end_value"], before.told("triggered")) == (end, [])
    before.order(*["end"] * seats)
    assert not before.state.over
    at = shaky(seats, cave_in=end - 1).order(BREAK)
    assert at.told("triggered") == [{"seat": 1}]
    at.order(*["end"] * seats)
    assert at.state.over


@rule("SS-14.3")
def test_the_trigger_interrupts_nothing() -> None:
    bench = position("hand TER2 TER1 HYD1", "", docks="MET2 MET3", mine="brown-3c", cave_in=6, stacks="empty")
    bench.order(BREAK, "recruit MET2 with HYD1", "end")
    assert (bench.hand(1), bench.base(1)) == (["MET2"], ["TER2", "TER1", "HYD1"])
    assert not bench.state.over


@rule("SS-14.3")
def test_the_end_is_triggered_beyond_the_end_value_too() -> None:
    bench = position("", "", cave_in=6, stacks="TER1 TER2 TER3").order("end")
    assert bench.state.cave_in == 9
    assert bench.told("triggered") == [{"seat": 1}]
    assert turns_left(bench) == [2]


@rule("SS-14.4")
@pytest.mark.parametrize(
    ("first", "on_turn", "line", "left"),
    [
        (1, 1, "mine brown-3c with TER2 TER1", [1, 2, 3]),
        (1, 2, "mine blue-3c with HYD2 HYD1", [2, 3]),
        (1, 3, "mine yellow-3c with MET2 MET1", [3]),
        (2, 2, "mine blue-3c with HYD2 HYD1", [2, 3, 1]),
        (2, 3, "mine yellow-3c with MET2 MET1", [3, 1]),
        (2, 1, "mine brown-3c with TER2 TER1", [1]),
        (3, 2, "mine blue-3c with HYD2 HYD1", [2]),
    ],
)
def test_the_round_is_completed_and_ends_before_the_first_player(
    first: int, on_turn: int, line: str, left: list[int]
) -> None:
    bench = shaky(3, cave_in=7, on_turn=on_turn, first=first).order(line)
    assert turns_left(bench) == left
    assert bench.run.result is not None


@rule("SS-14.4")
def test_the_clean_up_of_the_last_turn_still_happens() -> None:
    bench = shaky(2, cave_in=6, on_turn=2).order("mine blue-3c with HYD2 HYD1", "end")
    assert bench.base(2) == ["HYD2", "HYD1"]
    assert bench.run.asked == ()


@rule("SS-14.5")
def test_the_token_moves_on_beyond_the_end_without_effect() -> None:
    bench = shaky(3, cave_in=7).order(BREAK, "end", "mine blue-3c with HYD2 HYD1")
    assert bench.state.cave_in == 9
    assert len(bench.told("triggered")) == 1
    assert turns_left(bench) == [2, 3]


@rule("SS-14.6")
def test_turns_after_the_trigger_are_normal_turns() -> None:
    bench = position("hand TER1", "hand HYD1 base HYD2", docks="MET2 MET1", mine="blue-1a blue-3a", cave_in=7)
    bench.order("end")
    assert len(bench.mine()) == 10
    bench.order("leader take MET2", "mine blue-1a with HYD1", "recruit MET1")
    assert bench.hand(2) == ["MET1", "MET2"]
    assert turns_left(bench) == [2]


@rule("SS-14.7", "SS-D39")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ten_quiet_rounds_end_the_game(seats: int) -> None:
    bench = shaky(seats, cave_in=0)
    assert turns_left(bench) == list(range(1, seats + 1)) * 10
    assert bench.run.result is not None


@rule("SS-14.7")
@pytest.mark.parametrize("quiet", [0, 3, 9])
def test_a_step_starts_the_count_anew(quiet: int) -> None:
    bench = shaky(2, cave_in=0).order(*["end"] * (2 * quiet), BREAK)
    assert turns_left(bench) == [1, 2] * 11


@rule("SS-14.7")
def test_the_guard_counts_whole_rounds_from_the_first_player() -> None:
    bench = shaky(2, cave_in=0, on_turn=2, first=2)
    assert turns_left(bench) == [2, 1] * 10
