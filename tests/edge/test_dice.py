"""ED-14: choosing dice, marked sides, rerolls."""

from __future__ import annotations

from typing import Any

import pytest

from tests.edge.bench import Bench
from tests.rules import rule

# The Angel (Flight: INI 3, ATT 3 with reroll, DEF 0) strikes first at a Scholar (INI 2, DEF 1).
ANGEL = "angel_of_death:Flight@C4.* pilgrim@B3.0 dark_scholar@C5.5,C8.1 son_of_khyber@D8.*"


def fight(*dice: int, die: str = "", text: str = ANGEL, **more: Any) -> Bench:
    """The Angel fights the Scholar."""
    standing = {2: "counter: no", **dict(more.pop("standing", {}))}
    bench = Bench(text, standing=standing, **more).order("activate angel_of_death").dice(*dice)
    return bench.order(f"fight angel_of_death/1 vs dark_scholar/1 {die}")


@rule("ED-14.1", "DP-A7", "ED-15.1")
def test_yellow_is_free_and_red_is_paid_before_each_roll():
    yellow = fight(3, 4)
    assert (yellow.player(1).pool, yellow.told("rolled")[0]["die"]) == (5, "yellow")
    red = fight(6, 4, die="red")
    assert (red.player(1).pool, red.player(1).depleted) == (4, 1)
    assert red.told("rolled")[0]["die"] == "red"


@rule("ED-14.1")
def test_the_faces_and_their_marks_are_those_of_the_rules():
    from games.edge.catalogue import DICE

    assert (DICE["yellow"].faces, DICE["yellow"].marked) == ([0, 0, 1, 2, 3, 4], [0])
    assert (DICE["red"].faces, DICE["red"].marked) == ([1, 2, 3, 4, 5, 6], [1, 2])


@rule("ED-14.2", "DP-I1", "DP-C2")
def test_the_defender_chooses_knowing_the_attack_power():
    strong = fight(4, 6, standing={2: "defend: red if ap >= 7; yellow\ncounter: no"})
    assert strong.told("rolled")[1]["die"] == "red"
    weak = fight(1, 3, standing={2: "defend: red if ap >= 7; yellow\ncounter: no"})
    assert weak.told("rolled")[1]["die"] == "yellow"


@rule("ED-14.3", "EC-58", "DP-A8")
def test_a_paid_reroll_costs_one_and_the_red_fee_is_not_paid_again():
    bench = fight(2, 5, 0, die="red", standing={1: "reroll-attack: paid if marked"})
    assert bench.told("rolled")[1]["again"] is True
    assert bench.told("rolled")[1]["die"] == "red"
    assert bench.player(1).depleted == 2


@rule("ED-14.3", "DP-I4")
def test_a_marked_side_that_is_kept_refreshes_a_crystal():
    bench = fight(0, 4, depleted=(2, 0), pools=(1, 5))
    assert (bench.player(1).pool, bench.player(1).depleted) == (2, 1)


@rule("ED-14.5", "EC-59")
def test_a_marked_second_result_refreshes_and_is_not_rolled_again():
    bench = fight(2, 1, 4, die="red", standing={1: "reroll-attack: paid"})
    assert [told["result"] for told in bench.told("rolled")] == [2, 1, 4]
    assert bench.player(1).depleted == 1


@rule("ED-14.6", "EC-60", "ED-8.4")
def test_a_free_reroll_of_a_marked_side_gives_no_refresh_for_it():
    bench = fight(0, 3, 4, depleted=(1, 0), standing={1: "reroll-attack: free if roll <= 1"})
    assert [told["result"] for told in bench.told("rolled")][:2] == [0, 3]
    assert bench.player(1).depleted == 1


@rule("ED-14.4", "EC-63", "EC-62")
def test_there_is_one_reroll_and_a_worse_result_stands():
    bench = fight(1, 0, 4, standing={1: "reroll-attack: free"})
    assert bench.told("attacked")[0]["power"] == 3
    assert [told["again"] for told in bench.told("rolled")] == [False, True, False]


@rule("ED-14.7", "EC-64")
def test_rerolls_are_settled_before_the_other_side_rolls():
    bench = fight(1, 2, 4, standing={1: "reroll-attack: free"})
    assert [told["purpose"] for told in bench.told("rolled")] == ["attack", "attack", "defend"]


@rule("ED-8.4", "EC-61", "DP-I3")
@pytest.mark.parametrize(("defence", "again"), [(4, False), (0, True)])
def test_the_symbol_of_defence_rerolls_only_what_fails(defence, again):
    text = "angel_of_death@C4.* pilgrim@B3.0 gorehound@C5.56 son_of_khyber@D8.*"
    bench = Bench(text, turn=2).order("activate gorehound").dice(2, defence, 4, 0, 0)
    bench.order("fight gorehound/1 vs angel_of_death/1")
    rolls = [told for told in bench.told("rolled") if told["purpose"] == "defend" and told["seat"] == 1]
    assert any(told["again"] for told in rolls) is again


@rule("EC-65", "ED-14.8", "ED-13.3")
def test_the_symbol_of_attack_does_not_help_a_shot_but_a_marked_side_does():
    text = "ranger:Aim@C4.0,B3.0 pilgrim@B3.1 gorehound@C5.12 son_of_khyber@D8.*"
    bench = Bench(text, hands={1: ["CH16"]}, standing={1: "reroll-shoot: free; paid"}, pools=(2, 5))
    bench.dice(0, 4, 0).order('play "Shoot" lower to gorehound/1')
    rolls = bench.told("rolled")
    assert [told["again"] for told in rolls][:2] == [False, True]
    assert bench.player(1).depleted >= 1


@rule("EC-66", "ED-15.2")
def test_without_crystals_a_reroll_may_be_paid_otherwise():
    bench = fight(0, 3, 4, pools=(0, 5), standing={1: "reroll-attack: paid\npay: vp(max 1)"})
    assert bench.state.vp == -1
    assert bench.told("rolled")[1]["again"] is True


@rule("DP-I2")
def test_a_faster_model_attacks_with_the_die_its_owner_has_ordered():
    text = "pilgrim@C5.0,B3.0 gorehound@C5.12 son_of_khyber@C8.*"
    bench = Bench(text, standing={2: "attack[gorehound]: red\nattack: yellow"}).order("activate pilgrim")
    bench.dice(1, 4).order("fight pilgrim/1 vs gorehound/1")
    assert bench.told("rolled")[0]["die"] == "red"
    assert bench.player(2).depleted == 0  # 1 is marked: the Crystal comes back
