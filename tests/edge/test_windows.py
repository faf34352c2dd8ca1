"""ED-19 and part B: windows, Instants and standing orders."""

from __future__ import annotations

from typing import Any

import pytest

from games.edge.catalogue import WINDOWS
from games.edge.words import VOCABULARY
from tests.edge.bench import Bench
from tests.rules import rule

DUEL = "pilgrim@C5.0,B3.0 angel_of_death@B5.* gorehound@C5.12 son_of_khyber@C8.*"


def attack(**more: Any) -> Bench:
    """The Gorehound fights a Pilgrim in seat 2's turn."""
    bench = Bench(DUEL, turn=2, **more).order("activate gorehound").dice(3, 0, 0, 0)
    return bench.order("fight gorehound/1 vs pilgrim/1")


@rule("ED-19.1", "DP-I6", "ED-17.4")
def test_an_instant_is_played_in_a_foreign_turn_and_an_ordinary_card_is_not():
    instant = attack(hands={1: ["CH08"]}, standing={1: 'play "Guardian Angel" upper on before_defense'})
    assert instant.player(1).discard == ["CH08"]
    ordinary = attack(hands={1: ["CH19"]}, standing={1: 'play "Trap" lower on combat_declared to attacker'})
    assert ordinary.player(1).hand == ["CH19"]


@rule("ED-19.2")
def test_an_action_is_resolved_before_anybody_answers():
    bench = attack(hands={1: ["CH08"]}, standing={1: 'play "Guardian Angel" upper on before_defense'})
    keys = [event.key for event in bench.events]
    assert keys.index("played") < keys.index("defended")


@rule("ED-19.4")
def test_the_active_player_is_first_in_a_window():
    bench = Bench(
        DUEL,
        turn=2,
        hands={1: ["CH13"], 2: ["DE19"]},
        enhancements={"pilgrim": [("CH12", 0)], "gorehound": [("DE12", 0)]},
        standing={
            1: 'play "Energy Drain" upper on combat_declared',
            2: 'play "Infernal Power" upper on combat_declared',
        },
    )
    bench.player(1).hand, bench.player(2).hand = ["CH03"], ["DE20"]
    bench.order("activate gorehound").dice(3, 0, 0, 0).order("fight gorehound/1 vs pilgrim/1")
    assert [told["seat"] for told in bench.told("played")] == [2, 1]


@rule("ED-19.5", "ED-19.6", "EF-3.1")
def test_every_window_can_be_named_and_one_that_nobody_uses_passes_silently():
    assert {name for name, window in WINDOWS.items() if window.kind != "alias"} == set(VOCABULARY.windows)
    bench = attack(hands={1: ["CH08"]})
    assert bench.told("played") == []
    assert bench.asked() == (2, "order")


@rule("ED-19.7", "EC-109")
def test_in_the_gap_only_the_side_concerned_acts():
    late = attack(hands={2: ["DE06"]}, standing={2: 'play "Bloody Whirlwind" upper on before_defense'})
    assert late.told("played") == []
    timely = attack(hands={2: ["DE06"]}, standing={2: 'play "Bloody Whirlwind" upper on before_attack'})
    assert timely.told("attacked")[0]["power"] == 3 + 3 + 2


@rule("ED-19.6", "DP-I7", "ED-18.8")
def test_an_enhancement_is_used_in_a_foreign_turn_if_it_is_an_instant():
    used = attack(
        enhancements={"pilgrim": [("CH05", 1)]}, standing={1: "use pilgrim.1 upper on before_defense to self"}
    )
    assert used.squad("pilgrim").enhancements[0].charges == 0
    ordinary = attack(
        enhancements={"pilgrim": [("CH12", 1)]}, standing={1: "use pilgrim.1 upper on combat_declared"}
    )
    assert ordinary.squad("pilgrim").enhancements[0].charges == 1


@rule("DP-I6")
def test_a_condition_decides_whether_a_card_is_played():
    line = 'play "Guardian Angel" upper on before_defense if need >= {} pay crystal limit 1/turn'
    assert attack(hands={1: ["CH08"]}, standing={1: line.format(4)}).told("played")
    assert not attack(hands={1: ["CH08"]}, standing={1: line.format(7)}).told("played")


@rule("DP-I18", "ED-16.15")
def test_a_wound_is_redirected_by_a_standing_order():
    bench = attack(
        hands={1: ["CH08"]}, standing={1: 'play "Guardian Angel" lower on wound_pending if tokens = 1'}
    )
    assert bench.squad("pilgrim").endurance == 1
    assert bench.squad("angel_of_death").endurance == 2


@rule("DP-C2", "DP-N1")
def test_who_has_ordered_nothing_is_never_waited_for():
    bench = attack(hands={1: ["CH08", "CH11", "CH04"]}, enhancements={"pilgrim": [("CH12", 2)]})
    assert bench.asked() == (2, "order")


@rule("DP-C2")
@pytest.mark.parametrize(("limit", "asked"), [(0, (2, "order")), (1, (1, "defend"))])
def test_who_wants_to_be_asked_is_asked_within_the_limit(limit, asked):
    bench = attack(standing={1: f"defend: ask; yellow\nask-limit: {limit}"})
    assert bench.asked() == asked


@rule("DP-I13")
def test_a_shot_may_be_answered_before_the_die_is_chosen():
    bench = Bench(
        "ranger@C4.0,B3.0 pilgrim@B3.1 bloodsmith@C5.1 son_of_khyber@C8.*",
        hands={1: ["CH16"], 2: ["DE19"]},
        standing={2: 'play "Faith" upper on ini_check to self'},
    )
    bench.dice(3).order('play "Shoot" lower to bloodsmith/1')
    assert [told["seat"] for told in bench.told("played")] == [1, 2]
    assert bench.told("hit")[0]["models"] == []
