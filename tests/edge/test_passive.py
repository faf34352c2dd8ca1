"""ED-6: the Passive turn."""

from __future__ import annotations

from typing import Any

from games.edge.state import Token
from tests.edge.bench import Bench
from tests.rules import rule

# B3.5 and B3.6 touch the Source at B2; D3.6 and D3.5 the one at D2.
AT_A_SOURCE = "pilgrim@B3.5,B3.6,D3.5,D4.0 gorehound@D8.12 son_of_khyber@C8.*"


def passive(text: str, **position: Any) -> Bench:
    """A position in which seat 1 has taken a Passive turn."""
    return Bench(text, declare=False, **position).order("turn passive")


@rule("ED-6.1", "ED-6.3", "ED-25.7")
def test_each_controlled_source_gives_a_crystal_to_the_player_of_the_turn():
    bench = passive(AT_A_SOURCE, pools=(1, 1))
    assert bench.player(1).pool == 3
    assert bench.player(2).pool == 1
    assert bench.state.neutral_crystals == 16


@rule("ED-6.2")
def test_an_enemy_at_the_source_leaves_it_to_nobody():
    bench = passive("pilgrim@B3.5 gorehound@B1.12 son_of_khyber@C8.*", pools=(1, 1))
    assert bench.player(1).pool == 1


@rule("ED-2.4")
def test_what_the_neutral_pile_has_not_is_not_taken():
    bench = passive(AT_A_SOURCE, pools=(10, 9))
    assert bench.player(1).pool == 11
    assert bench.state.neutral_crystals == 0


@rule("ED-6.5", "EC-23")
def test_all_depleted_crystals_come_back_after_the_harvest():
    bench = passive(AT_A_SOURCE, pools=(0, 1), depleted=(4, 0))
    assert (bench.player(1).pool, bench.player(1).depleted) == (6, 0)


@rule("ED-6.4", "EC-96", "ED-18.11")
def test_enhancements_of_living_squads_get_a_charge():
    bench = passive(
        "pilgrim@B4.0 ranger@x,x gorehound@D8.12",
        enhancements={"pilgrim": [("CH12", 0), ("CH18", 2)], "ranger": [("CH05", 1)]},
    )
    assert [e.charges for e in bench.squad("pilgrim").enhancements] == [1, 3]
    assert bench.squad("ranger").enhancements[0].charges == 1
    assert bench.state.neutral_charges == 20 - 3 - 2


@rule("ED-2.5", "DP-T5")
def test_with_too_few_charges_the_player_says_who_gets_them():
    bench = Bench(
        "pilgrim@B4.0 ranger@B5.0 gorehound@D8.12",
        declare=False,
        enhancements={"pilgrim": [("CH12", 0)], "ranger": [("CH05", 0)]},
    )
    bench.state.neutral_charges = 1
    bench.order("turn passive to ranger.1")
    assert bench.squad("ranger").enhancements[0].charges == 1
    assert bench.squad("pilgrim").enhancements[0].charges == 0


@rule("ED-6.6", "ED-20.2", "EC-21")
def test_only_a_passive_turn_turns_the_banner_up_again():
    bench = Bench("pilgrim@B4.0 angel_of_death=1@B6.* gorehound@D8.12").order("banner 1", "end")
    bench.order("turn passive").order("turn active", "end").order("turn passive")
    assert not bench.player(1).banner_up
    bench.order("turn passive")
    assert bench.player(1).banner_up


@rule("ED-6.7", "EC-22", "EF-3.2")
def test_nobody_plays_anything_in_a_passive_turn():
    bench = Bench(
        "pilgrim@B4.0 gorehound@D8.12",
        declare=False,
        hands={1: ["CH03"], 2: ["DE20"]},
        enhancements={"gorehound": [("DE12", 0)], "pilgrim": [("CH12", 0)]},
        standing={2: 'play "Infernal Power" upper on open\nplay "Infernal Power" upper on card_played'},
    )
    bench.order("turn passive")
    assert bench.player(2).hand == ["DE20"]
    assert bench.asked() == (2, "turn")


@rule("ED-6.7", "EC-106", "ED-19.1")
def test_a_death_in_a_passive_turn_is_answered_with_nothing():
    for kind, used in (("active", 1), ("passive", 0)):
        bench = Bench(
            "pilgrim=0@B3.5,A1.0 master_of_elements@C4.0",
            turn=2,
            tokens=[Token("FIRE", 2, models=["pilgrim/1"])],
            enhancements={"pilgrim": [("CH04", 2)]},
            standing={1: "fire: wound\nuse pilgrim.1 upper on killed"},
        )
        bench.order("end")
        bench.order(f"turn {kind}", seat=1)
        assert bench.model("pilgrim/1").state == "dead"
        assert len(bench.told("used")) == used


@rule("ED-6.8")
def test_the_steps_come_in_their_order():
    bench = passive(AT_A_SOURCE, pools=(0, 1), depleted=(1, 0), enhancements={"pilgrim": [("CH12", 0)]})
    keys = [event.key for event in bench.events]
    steps = [key for key in keys if key in ("harvested", "charged", "refreshed")]
    assert steps == ["harvested", "charged", "refreshed"]


@rule("ED-23.1")
def test_with_more_crystals_all_take_one_where_nobody_controls_a_source():
    bench = passive("pilgrim@B4.0 gorehound@D8.12", pools=(1, 1), more_crystals=True)
    assert (bench.player(1).pool, bench.player(2).pool) == (2, 2)
    at_source = passive(AT_A_SOURCE, pools=(1, 1), more_crystals=True)
    assert at_source.player(2).pool == 1


@rule("ED-23.10", "DP-T4")
def test_special_sources_remove_return_or_restore():
    text = "pilgrim=0@B3.5,x,x,x gorehound=0@D8.12 son_of_khyber@C8.*"
    removed = Bench(text, declare=False, special_sources=True).order("turn passive source remove gorehound/1")
    assert removed.model("gorehound/1").state == "dead"
    assert removed.state.vp == 0
    returned = Bench(text, declare=False, special_sources=True).order(
        "turn passive source return pilgrim/2 C4.0"
    )
    assert returned.at("pilgrim/2") == "C4.0"
    restored = Bench(text, declare=False, special_sources=True).order("turn passive source restore pilgrim")
    assert restored.squad("pilgrim").endurance == 1
