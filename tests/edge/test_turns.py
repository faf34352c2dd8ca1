"""ED-5 and ED-7: declaring a turn, doing things in it, ending it."""

from __future__ import annotations

import pytest

from tests.edge.bench import Bench
from tests.rules import rule

ARMIES = "pilgrim@B3.0,B3.1,B3.2,B3.3 gorehound@D7.12 son_of_khyber@C8.*"


@rule("ED-5.1", "DP-T1", "DP-C1")
def test_a_turn_begins_with_a_declaration_and_nothing_else():
    bench = Bench(ARMIES, declare=False)
    assert bench.asked() == (1, "turn")
    assert bench.offers() == ["active", "passive"]
    bench.refused("activate pilgrim")
    bench.order("turn active")
    assert bench.asked() == (1, "order")


@rule("ED-5.2", "ED-4.20")
def test_the_turn_passes_to_the_other_player_and_back():
    bench = Bench(ARMIES).order("end")
    assert bench.asked() == (2, "turn")
    bench.order("turn passive")
    assert bench.asked() == (1, "turn")


@rule("ED-5.3")
def test_the_same_kind_of_turn_and_the_same_squad_may_come_again_and_again():
    bench = Bench(ARMIES)
    for _round in range(3):
        bench.order("activate pilgrim", "end").order("turn passive").order("turn active")
    assert bench.state.turn.kind == "active"


@rule("ED-7.3", "EC-19", "ED-7.4")
def test_doing_nothing_is_legal_and_the_end_step_still_happens():
    bench = Bench(ARMIES, hands={1: ["CH11"], 2: []}).order("end")
    assert len(bench.player(1).hand) == 3
    assert len(bench.player(2).hand) == 3


@rule("ED-7.5", "DP-A16", "DP-I14", "EC-20")
def test_only_the_active_player_discards_one_card_and_all_draw():
    bench = Bench(ARMIES, hands={1: ["CH11", "CH01", "CH16"], 2: ["DE07"]})
    bench.refused("end discard Leap Bash")
    bench.order('end discard "Leap"')
    assert bench.player(1).discard == ["CH11"]
    assert len(bench.player(1).hand) == len(bench.player(2).hand) == 3
    assert bench.told("drew")[0]["seat"] == 1
    assert bench.player(2).discard == []


@rule("EC-18", "ED-6.7")
def test_nobody_draws_in_a_passive_turn():
    bench = Bench(ARMIES, hands={1: ["CH11", "CH01"], 2: ["DE07"]}, declare=False).order("turn passive")
    assert len(bench.player(1).hand) == 2
    assert len(bench.player(2).hand) == 1


@rule("ED-7.1", "DP-A1", "ED-8.5")
def test_at_most_one_squad_is_activated_in_a_turn():
    bench = Bench(ARMIES + " angel_of_death@B5.*").order("activate pilgrim")
    assert "activate" not in bench.offers()
    bench.refused("activate angel_of_death")


@rule("ED-7.1", "ED-17.8")
def test_cards_are_played_without_a_limit_of_number():
    bench = Bench(ARMIES, hands={1: ["CH19", "CH19", "CH19"]}, pools=(9, 5))
    bench.order('play "Trap" lower to gorehound/1', 'play "Trap" lower to son_of_khyber/1')
    assert len(bench.state.tokens) == 2


@rule("ED-7.2", "ED-8.7", "EC-26")
def test_a_squad_may_be_moved_by_a_card_before_and_after_its_activation():
    bench = Bench(ARMIES, hands={1: ["CH01", "CH06"]})
    bench.order('play "Bash" upper with pilgrim move pilgrim/1 C3.0')
    assert bench.at("pilgrim/1") == "C3.0"
    bench.order("activate pilgrim mode Run", "move pilgrim/1 C4.0")
    bench.order('play "Formation" upper with pilgrim move pilgrim/1 C5.0')
    assert bench.at("pilgrim/1") == "C5.0"


@rule("DP-A3", "EC-27", "ED-8.5")
def test_one_of_move_and_combat_is_finished_before_the_other_begins():
    bench = Bench("pilgrim@C5.0,C5.1 gorehound@C5.34 son_of_khyber@C8.*", standing={2: "counter: no"})
    bench.order("activate pilgrim").dice(0, 4)
    bench.order("fight pilgrim/1 vs gorehound/1", "move pilgrim/2 C6.0")
    assert "move" not in bench.offers()
    assert "fight" not in bench.offers()


@rule("ED-23.4", "DP-T2", "EC-77")
def test_three_crystals_buy_a_victory_point_once_at_the_start_of_a_turn():
    bench = Bench(ARMIES, declare=False, buy_vp=True, pools=(4, 2), depleted=(3, 0)).order("turn passive buy")
    assert bench.state.vp == 1
    assert bench.player(1).pool == 1 + 3
    bench.refused("turn active buy")


@rule("ED-23.3", "DP-T3")
def test_a_hand_is_exchanged_once_in_a_game():
    bench = Bench(ARMIES, declare=False, mulligan=True, hands={1: ["CH11", "CH11"]})
    bench.order("turn active mulligan")
    assert len(bench.player(1).hand) == 3
    assert len(bench.player(1).deck) == 11
    bench.order("end").order("turn passive")
    bench.refused("turn active mulligan")


@rule("ED-23.3", "ED-22.4", "EC-88")
def test_a_mulligan_that_empties_the_deck_ends_the_game_with_the_turn():
    bench = Bench(ARMIES, declare=False, mulligan=True, hands={1: ["CH11"]}, decks={1: ["CH16", "CH16"]})
    bench.order("turn active mulligan")
    assert bench.state.final_turn
    bench.order("end")
    assert bench.run.result is not None


@rule("ED-1.4", "ED-25.6")
def test_the_active_player_is_whose_turn_it_is():
    bench = Bench(ARMIES)
    assert bench.state.active.seat == 1
    bench.order("end")
    assert bench.state.active.seat == 2


@pytest.mark.parametrize("turns", [20])
@rule("ED-22.5")
def test_a_match_in_which_nobody_does_anything_ends_as_it_stands(turns):
    bench = Bench(ARMIES, declare=False)
    for _turn in range(turns):
        assert bench.run.result is None
        bench.order("turn passive")
    assert bench.run.result is not None
    assert bench.run.result.winners == (1, 2)
