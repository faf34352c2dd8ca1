"""What a player is told who orders what is not possible in an Active turn."""

from __future__ import annotations

import pytest

from games.engine.language.explain import explain_problem
from tests.edge.bench import Bench

FIELD = (
    "pilgrim@C4.0,C4.1,x,x ranger@x,x angel_of_death@A1.* holy_knight=0@C6.01 "
    "gorehound@C4.23 dark_scholar@E9.0,x,x"
)
HAND = {1: ["CH13", "CH09", "CH16", "CH15"]}


@pytest.fixture
def bench() -> Bench:
    return Bench(FIELD, hands=HAND, pools=(0, 5))


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("move PI1 C5.0", "no Squad is activated yet: write “activate” and a Squad first"),
        ("fight PI1 vs GO1", "no Squad is activated yet: write “activate” and a Squad first"),
        ("turn active", "your Active turn has begun: leave this line out"),
        ("activate ranger", "Ranger is dead"),
        ("activate gorehound", "Gorehound is not yours"),
        ('play "Judgment" upper', "Judgment is an Enhancement: attach it to a Squad"),
        ('play "Trap" lower', "Trap is not in your hand"),
        ('play "Shoot" lower', "Shoot is for Ranger, and yours are dead"),
        ('play "Shield Wall" upper', "Defense can only be played at another moment: before_defense"),
        ("use pilgrim.1 upper", "your Squads have no Enhancement"),
        ("remove FREEZE from PI1", "none of your models has a token that you can pay to remove"),
    ],
)
def test_before_an_activation(bench: Bench, order: str, reason: str) -> None:
    assert reason in bench.refused(order)


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("activate angel_of_death", "Pilgrim is already activated, and you activate one Squad per turn"),
        ("fight PI1 vs DS1", "Pilgrim/1 (PI1) does not touch Dark Scholar/1 (DS1)"),
        ("fight PI1 vs PI2", "Pilgrim/2 (PI2) is not an enemy of Pilgrim/1 (PI1)"),
        ("fight PI3 vs GO1", "Pilgrim/3 (PI3) is not on the board"),
        ("fight HK vs GO1", "Holy Knight (HK) is not in the Squad that fights"),
        ("fight GO vs PI1", "Gorehound (GO) is not yours"),
    ],
)
def test_after_it(bench: Bench, order: str, reason: str) -> None:
    bench.order("activate pilgrim")
    assert reason in bench.refused(order)


@pytest.mark.parametrize("order", ["activate pilgrim", "fight PI1 vs GO", "end", 'play "Trap" lower'])
def test_before_the_turn_is_declared(order: str) -> None:
    bench = Bench(FIELD, hands=HAND, declare=False)
    assert "your turn has not begun: write “turn active” first" in bench.refused(order)


def test_what_has_been_done_in_an_activation_is_not_done_twice(bench: Bench) -> None:
    bench.order("activate pilgrim").order("move PI2 B4.0")
    assert "Pilgrim has already made its Move Action" in bench.refused("move PI1 B4.1")


def test_a_squad_that_cannot_change_its_mode() -> None:
    bench = Bench(
        "pilgrim=0@C4.0,C4.1,x,x holy_knight=0@C6.01 holy_knight:Upgraded=0@C7.01", pools=(1, 5), vp=-10
    )
    dear = "changing the mode of Holy Knight 1 costs 2, but you can pay at most 1"
    assert dear in bench.refused("activate holy_knight#1 mode Upgraded")
    assert "out of Upgraded mode" in bench.refused("activate holy_knight#2 mode Basic")


def test_suggestions_begin_near_what_was_written_and_say_that_they_were_cut() -> None:
    bench = Bench("pilgrim@C5.0 gorehound@A1.12").order("activate pilgrim")
    receipt = bench.submit("move pilgrim/1 C6.9")
    assert receipt.problem is not None
    assert receipt.problem.error.nearest[0].startswith("C6.")
    receipt = bench.submit("move pilgrim/1 D?")
    assert receipt.problem is not None
    error = receipt.problem.error
    assert error.nearest[0].startswith("D")
    assert error.more > 0
    assert f"… and {error.more} more" in explain_problem(receipt.problem, [])
