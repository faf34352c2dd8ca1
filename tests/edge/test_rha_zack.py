"""Rha-Zack: a Shrine that moves, mines, Backstabs, straight lines, extra turns and activations."""

from __future__ import annotations

import pytest

from games.edge.rules.squads.attributes import stat
from games.edge.state import Token
from games.edge.views import view
from tests.edge.bench import Bench
from tests.rules import rule

FAR = "pilgrim@E9.0"


def value(bench: Bench, model: str, name: str) -> int | None:
    return stat(bench.state, bench.model(model), name)


@rule("EF-2.14")
def test_enhanced_vision_shows_the_enemy_hand_to_nobody_else() -> None:
    bench = Bench(
        f"stream_guard@C5.01 {FAR}", hands={2: ["CH16"]}, enhancements={"stream_guard": [("RZ01", 1)]}
    )
    bench.order("use stream_guard.1 upper")
    (event,) = [event for event in bench.events if event.key == "peeked"]
    seen = {seat: event.seen_by(seat) for seat in (1, 2)}
    assert seen[1] is not None
    assert seen[2] is not None
    assert seen[1].values["cards"] == ["CH16"]
    assert "cards" not in seen[2].values


@rule("ED-12.12", "EF-2.9")
def test_drill_makes_a_backstab_worse_and_nothing_else() -> None:
    line = "use stream_guard.1 lower on combat_declared"
    bench = Bench(
        "stream_guard@C5.01 holy_knight@C5.23",
        hands={1: ["RZ09"]},
        enhancements={"stream_guard": [("RZ01", 3)]},
        standing={1: line},
    ).dice(4, 0)
    bench.order('play "Energy Beam" upper with stream_guard', "fight stream_guard/1 vs holy_knight/1")
    assert bench.squad("holy_knight").endurance == 0
    bench = Bench(
        "stream_guard@C5.01 holy_knight@C5.23",
        enhancements={"stream_guard": [("RZ01", 3)]},
        standing={1: line},
    ).dice(4, 0)
    bench.order("activate stream_guard", "fight stream_guard/1 vs holy_knight/1")
    assert bench.state.enhancement("stream_guard.1").charges == 3


@rule("EF-4.10", "ED-10.5")
def test_glide_refreshes_crystals_and_lets_the_squad_through_obstacles() -> None:
    bench = Bench(f"stream_guard@A4.01 {FAR}", enhancements={"stream_guard": [("RZ02", 5)]}, depleted=(3, 0))
    bench.order("use stream_guard.1 upper")
    assert bench.player(1).depleted == 0
    bench.order("use stream_guard.1 lower", "activate stream_guard", "move stream_guard/1 A6.01 via A5")
    assert bench.at("stream_guard/1") == "A6.01"


@rule("ED-12.8", "ED-16.13")
def test_self_repair_backstabs_and_heals() -> None:
    bench = Bench("stream_guard=1@C5.01 pilgrim@C5.2", enhancements={"stream_guard": [("RZ03", 4)]}).dice(
        4, 0
    )
    bench.order("use stream_guard.1 upper", "fight stream_guard/1 vs pilgrim/1", "use stream_guard.1 lower")
    assert (bench.squad("pilgrim").endurance, bench.squad("stream_guard").endurance) == (0, 2)


@rule("ED-25.7")
def test_a_source_token_doubles_the_harvest_of_its_owner() -> None:
    bench = Bench(
        f"stream_guard@A2.34 {FAR}",
        sources=("B2",),
        enhancements={"stream_guard": [("RZ04", 5)]},
    )
    bench.order("use stream_guard.1 upper to B2", "end")
    assert [(token.t, token.at) for token in bench.state.tokens] == [("SOURCE", "B2")]
    bench.order("turn passive", seat=2).order("turn passive", seat=1)
    assert bench.player(1).pool == 7


@rule("EF-2.15")
def test_quickening_raises_ini() -> None:
    bench = Bench(f"stream_guard@C5.01 {FAR}", enhancements={"stream_guard": [("RZ04", 3)]})
    bench.order("use stream_guard.1 lower")
    assert value(bench, "stream_guard/1", "INI") == 6


MINES = 'play "Minelayer" lower to C6.1 C6.2'


@rule("ED-9.8", "ED-25.13")
def test_a_real_mine_stops_a_mover_and_wounds_everybody_there() -> None:
    bench = Bench("stream_guard@C3.01 pilgrim=0@C8.0,E9.0 ranger@C6.4", hands={1: ["RZ05"]})
    bench.order(MINES, "as real", "as dummy", "end")
    assert [(token.at, token.face) for token in bench.state.tokens] == [("C6.1", "real"), ("C6.2", "dummy")]
    bench.order("turn active", seat=2)
    bench.dice(4).order("activate pilgrim", "move pilgrim/1 C6.0", seat=2)
    assert bench.model("pilgrim/1").state == "dead"
    assert bench.squad("ranger").endurance == 0
    assert [token.face for token in bench.state.tokens] == ["dummy"]


@rule("ED-9.8", "ED-10.5")
def test_mines_stop_a_mover_on_its_way_unless_it_goes_through_obstacles() -> None:
    text = "stream_guard@E1.01 pilgrim:Run@C8.0,E9.0"
    mine = Token("MINE", 1, at="C6.1", face="dummy")
    bench = Bench(text, turn=2, tokens=[mine])
    bench.order("activate pilgrim", "move pilgrim/1 C4.0 via C7 C6 C5", "at C6.3")
    assert (bench.at("pilgrim/1"), bench.state.tokens) == ("C6.3", [])
    bench = Bench("stream_guard@E1.01 gorehound:Astral@C8.01", turn=2, tokens=[mine])
    bench.order("activate gorehound", "move gorehound/1 C4.01 via C7 C6 C5")
    assert (bench.at("gorehound/1"), bench.state.tokens) == ("C4.01", [mine])


@rule("ED-9.8")
def test_only_its_owner_sees_what_a_mine_is() -> None:
    bench = Bench(f"stream_guard@C3.01 {FAR}", tokens=[Token("MINE", 1, at="C6.1", face="real")])
    assert [view(bench.state, seat)["tokens"][0]["face"] for seat in (1, 2, None)] == ["real", "", ""]


@rule("ED-5.4", "EF-8.3.4", "ED-25.6")
def test_time_jump_gives_one_more_active_turn() -> None:
    bench = Bench(f"stream_guard@C5.01 {FAR}", hands={1: ["RZ06", "RZ06"]})
    bench.order('play "Time Jump" lower')
    bench.refused('play "Time Jump" lower')
    bench.order("end")
    assert bench.asked() == (1, "turn")
    assert bench.offers() == ["active"]
    bench.order("turn active", "end")
    assert bench.asked() == (2, "turn")


@rule("EC-104", "ED-5.4")
def test_time_jump_does_not_outlast_the_game() -> None:
    bench = Bench(f"stream_guard@C5.01 {FAR}", hands={1: ["RZ06"]}, vp=9)
    bench.order('play "Time Jump" lower')
    bench.state.vp, bench.state.final_turn = 10, True
    bench.order("end")
    assert bench.state.outcome is not None


@rule("ED-6.2", "ED-25.7")
def test_harvest_takes_a_crystal_from_touched_controlled_sources() -> None:
    bench = Bench(
        f"infinity_angel@C2.* {FAR}",
        sources=("B2", "D2", "E5"),
        enhancements={"infinity_angel": [("RZ07", 3)]},
    )
    bench.order("use infinity_angel.1 upper")
    assert bench.player(1).pool == 7


@rule("DP-I7", "ED-18.7")
def test_energy_shields_add_four_to_one_defence() -> None:
    bench = Bench(
        "infinity_angel@B5.* gorehound@C5.12",
        turn=2,
        enhancements={"infinity_angel": [("RZ07", 1)]},
        standing={1: "use infinity_angel.1 lower on before_defense\ncounter: no"},
    ).dice(3, 0)
    bench.order("activate gorehound", "fight gorehound/1 vs infinity_angel/1")
    assert bench.told("defended")[0]["guard"] == 6


@rule("EF-5.1", "EF-2.12")
def test_laser_whip_strikes_at_range_and_moves_on_after_a_wound() -> None:
    bench = Bench("infinity_angel@B5.* pilgrim@C4.0", enhancements={"infinity_angel": [("RZ08", 1)]}).dice(
        4, 0
    )
    bench.order(
        "use infinity_angel.1 lower", "fight infinity_angel/1 vs pilgrim/1", "move infinity_angel/1 C6.*"
    )
    assert (bench.squad("pilgrim").endurance, bench.at("infinity_angel/1")) == (0, "C6.*")


@rule("EF-5.1")
def test_focus_adds_three_to_an_ini_check() -> None:
    bench = Bench(
        "infinity_angel@B5.* gorehound@C5.12",
        turn=2,
        enhancements={"infinity_angel": [("RZ08", 1)]},
        standing={1: "use infinity_angel.1 upper on ini_check"},
    ).dice(4, 0)
    bench.order("activate gorehound", "fight gorehound/1 vs infinity_angel/1")
    assert bench.told("rolled")[0]["seat"] == 1


@rule("ED-13.7", "ED-15.10")
def test_energy_beam_wounds_all_enemies_in_a_space_twice() -> None:
    bench = Bench("infinity_angel@B5.* holy_knight@C7.12 ranger@C7.0", hands={1: ["RZ09"]}).dice(4)
    bench.order('play "Energy Beam" lower', "at C7")
    assert (bench.squad("holy_knight").endurance, bench.model("ranger/1").state) == (0, "dead")
    assert bench.player(1).pool == 4


@rule("ED-9.1")
def test_order_moves_models_that_touch_the_angel() -> None:
    bench = Bench(f"infinity_angel@B5.* stream_surfer@C5.12,A1.01 {FAR}", hands={1: ["RZ10"]})
    bench.order('play "Order" lower with stream_surfer/1', "move stream_surfer/1 C8.12")
    assert bench.at("stream_surfer/1") == "C8.12"


@rule("ED-21.3", "ED-25.24", "EC-107", "ED-21.1")
def test_energy_cloud_goes_to_any_empty_space_also_beside_a_source() -> None:
    bench = Bench("infinity_angel@B5.* pilgrim@C5.1,C7.0", hands={1: ["RZ10", "RZ13"]})
    bench.order('play "Order" upper', "at C2.*")
    assert bench.player(1).shrine_at == "C2"
    assert "C7.*" not in bench.offers("play", "RZ13", "upper")
    bench.refused('play "Shoot" upper at C7.*')


@rule("ED-12.9", "DP-I15", "DP-I10")
def test_power_swords_strike_before_the_combat() -> None:
    bench = Bench(
        "stream_guard@C5.01 gorehound@C5.23", turn=2, enhancements={"stream_guard": [("RZ11", 3)]},
        standing={1: "use stream_guard.1 lower on active_start"},
    ).dice(4, 0, 4, 0)  # fmt: skip
    bench.order("activate gorehound", "fight gorehound/1 vs stream_guard/1")
    assert bench.told("rolled")[0]["seat"] == 1
    assert bench.squad("gorehound").endurance == 0


@rule("EF-4.2")
def test_jump_puts_a_guard_on_any_empty_hexes() -> None:
    bench = Bench("stream_guard@C5.01 pilgrim@E9.0", hands={1: ["RZ12"]})
    bench.order('play "Jump" lower', "at E9.12")
    assert bench.at("stream_guard/1") == "E9.12"
    Bench("stream_guard@C5.01 pilgrim@E9.0", hands={1: ["RZ12"]}).submit('play "Jump" lower')


@rule("ED-13.5")
def test_shoot_checks_a_space_within_range_4_in_guard_mode() -> None:
    bench = Bench("stream_guard:Guard@C2.01 pilgrim=0@C6.0,C6.1,E9.0", hands={1: ["RZ13"]}).dice(3)
    bench.order('play "Shoot" lower', "at C6")
    assert [bench.model(f"pilgrim/{n}").state for n in (1, 2, 3)] == ["dead", "dead", "board"]
    Bench("stream_guard@C2.01 pilgrim@C6.0", hands={1: ["RZ13"]}).refused('play "Shoot" lower')


@rule("ED-13.5")
def test_lightning_checks_all_enemies_around_a_storm_bringer() -> None:
    bench = Bench(
        "storm_bringer:Energy@C5.012 stream_guard@C5.45 pilgrim=0@C6.0,C8.0", hands={1: ["RZ14"]}
    ).dice(3)
    bench.order('play "Lightning" lower by storm_bringer/1')
    assert bench.told("hit")[0]["models"] == ["pilgrim/1"]


@rule("EF-8.3.3")
def test_ray_checks_the_spaces_between_two_ends() -> None:
    text = "storm_bringer:Energy@C2.012,C6.012 pilgrim=0@C4.0,C6.3,E9.0"
    bench = Bench(text, hands={1: ["RZ15"]}).dice(3)
    bench.order('play "Ray" lower by storm_bringer/1', "to storm_bringer/2")
    assert bench.told("hit")[0]["models"] == ["pilgrim/1"]
    bench = Bench(
        "storm_bringer:Energy@C2.012 pilgrim=0@C4.0,E9.0", hands={1: ["RZ15"]}, shrines=("C7", "E5")
    )
    bench.dice(3).order('play "Ray" lower', "to shrine")
    assert bench.told("hit")[0]["models"] == ["pilgrim/1"]
    crooked = "storm_bringer:Energy@C2.012,D6.012 pilgrim@C4.0"
    Bench(crooked, hands={1: ["RZ15"]}).refused('play "Ray" lower by storm_bringer/1')


@rule("ED-15.11", "DP-A19", "EF-4.13")
def test_shock_weakens_until_it_is_paid_off() -> None:
    bench = Bench("storm_bringer:Energy@C5.012 pilgrim@C7.0", hands={1: ["RZ16"]})
    bench.order('play "Shock" lower to pilgrim/1', "end")
    assert [value(bench, "pilgrim/1", name) for name in ("INI", "ATT", "DEF")] == [0, 0, 0]
    bench.order("turn active", "remove SHOCK from pilgrim/1", seat=2)
    assert (bench.state.tokens, bench.player(2).pool) == ([], 3)


@rule("EF-2.12")
def test_friction_charges_after_six_straight_spaces() -> None:
    bench = Bench(
        f"stream_surfer:Speed@C1.12,A1.01 stream_guard@E1.01 {FAR}",
        hands={1: ["RZ17"]},
        enhancements={"stream_guard": [("RZ01", 0)]},
    )
    bench.order('play "Friction" lower by stream_surfer/1', "move stream_surfer/1 C7.12")
    assert bench.state.enhancement("stream_guard.1").charges == 3


@rule("EF-2.12")
def test_surf_backstabs_after_four_straight_spaces() -> None:
    bench = Bench("stream_surfer@C1.12,A1.01 pilgrim@C5.3", hands={1: ["RZ18"]}).dice(4, 0)
    bench.order('play "Surf" lower by stream_surfer/1', "move stream_surfer/1 C5.12")
    assert bench.squad("pilgrim").endurance == 0


@rule("ED-25.9", "ED-8.9", "ED-7.1")
def test_shadowing_gives_the_squad_an_activation_of_its_own() -> None:
    bench = Bench(
        f"source_blade@C5.01 stream_guard@C7.01 storm_bringer@E1.0 {FAR}",
        enhancements={"source_blade": [("RZ19", 3)]},
    )
    bench.order("use source_blade.1 lower", "activate source_blade")
    assert bench.offers("activate") == ["stream_guard", "storm_bringer"]
    bench.order("activate stream_guard")
    assert "activate" not in bench.offers()


@rule("EF-8.3.5", "DP-I18")
def test_energy_transfer_takes_a_crystal_instead_of_wounds() -> None:
    for pool, depleted, left in ((2, 1, (1, 1)), (0, 2, (0, 1))):
        bench = Bench(
            "source_blade@C5.01 pilgrim@C5.2",
            hands={1: ["RZ20"]},
            pools=(5, pool),
            depleted=(0, depleted),
            standing={1: 'play "Energy Transfer" lower on wound_pending'},
        ).dice(4, 1)
        bench.order("activate source_blade", "fight source_blade/1 vs pilgrim/1")
        assert bench.squad("pilgrim").endurance == 1
        assert (bench.player(2).pool, bench.player(2).depleted) == left
    bench = Bench(
        "source_blade@C5.01 pilgrim@C5.2",
        hands={1: ["RZ20"]},
        pools=(5, 0),
        standing={1: 'play "Energy Transfer" lower on wound_pending'},
    ).dice(4, 0)
    bench.order("activate source_blade", "fight source_blade/1 vs pilgrim/1")
    assert bench.squad("pilgrim").endurance == 0


@rule("EF-2.14")
def test_foresight_shuffles_cards_in_and_draws_as_many() -> None:
    bench = Bench(f"source_blade@C5.01 {FAR}", hands={1: ["RZ21", "RZ05", "RZ06"]}, decks={1: ["RZ09"] * 12})
    bench.order('play "Source Blade" upper', 'with "Minelayer" "Time Jump"')
    assert len(bench.player(1).hand) == 2
    assert len(bench.player(1).deck) == 12


@rule("EF-2.13")
def test_source_blade_wounds_beside_a_source() -> None:
    bench = Bench("source_blade@A2.34 pilgrim@A3.0", hands={1: ["RZ21"]}, sources=("B2",))
    bench.order('play "Source Blade" lower with source_blade/1 to pilgrim/1')
    assert bench.squad("pilgrim").endurance == 0
    Bench("source_blade@C5.01 pilgrim@C5.2", hands={1: ["RZ21"]}).refused('play "Source Blade" lower')


@rule("EF-5.1", "ED-16.15")
def test_common_self_borrows_an_attribute_of_another_squad() -> None:
    bench = Bench(
        "stream_guard@C5.01 infinity_angel@E1.* pilgrim@C5.2",
        turn=2,
        hands={1: ["RZ06"]},
        standing={1: 'play "Time Jump" upper on before_defense with infinity_angel option 3'},
    ).dice(0, 4, 3, 0)
    bench.order("activate pilgrim", "fight pilgrim/1 vs stream_guard/1")
    assert bench.told("defended")[-1]["guard"] == 2


@rule("EF-6.5.1", "ED-25.12")
def test_stream_surfers_in_basic_mode_never_push() -> None:
    text = "stream_surfer@C3.12 pilgrim@C5.1"
    Bench(text).order("activate stream_surfer").refused("move stream_surfer/1 C5.12")
    bench = Bench(text).order("activate stream_surfer mode Speed", "move stream_surfer/1 C5.12")
    assert bench.at("pilgrim/1") != "C5.1"


@rule("EF-6.5.2", "ED-8.8", "EC-101", "ED-25.11")
def test_storm_bringers_grow_and_push_or_stay_small() -> None:
    bench = Bench("storm_bringer@C5.0 pilgrim@C5.1")
    bench.order("activate storm_bringer mode Energy", "at storm_bringer/1 C5.012")
    assert bench.at("storm_bringer/1") == "C5.012"
    assert bench.at("pilgrim/1") != "C5.1"
    held = Bench("storm_bringer@C5.4 gyrobot@C5.012")
    held.refused("activate storm_bringer mode Energy")


# Banners and Shrines.


@rule("ED-25.19", "ED-17.5", "ED-20.1")
def test_the_banner_takes_the_card_just_played_back() -> None:
    bench = Bench(f"stream_guard@C5.01 {FAR}", hands={1: ["RZ12"]}, standing={1: "react: ask\nask-limit: 9"})
    bench.submit('play "Jump" upper with stream_guard\nmove stream_guard/1 C6.01')
    bench.order("banner")
    assert bench.player(1).hand == ["RZ12"]
    assert (bench.player(1).discard, bench.player(1).banner_up) == ([], False)


@rule("ED-25.19")
def test_the_alternative_banner_plays_both_actions_for_the_higher_cost() -> None:
    bench = Bench(f"stream_guard@C5.01 {FAR}", hands={1: ["RZ12"]}, variants={1: ("alt", "std")})
    bench.order("banner", 'play "Jump" lower', "at E9.12", 'play "Jump" upper with stream_guard')
    bench.order("move stream_guard/1 E8.12")
    assert bench.at("stream_guard/1") == "E8.12"
    assert (bench.player(1).pool, bench.player(1).discard) == (4, ["RZ12"])


@rule("ED-15.6", "ED-25.19")
@pytest.mark.parametrize(("crystals", "is_offered"), [(1, True), (0, False)])
def test_the_alternative_banner_takes_what_a_card_takes_besides_its_cost(
    crystals: int, is_offered: bool
) -> None:
    """Energy Beam destroys a Crystal: who has none had -1 afterwards."""
    bench = Bench(
        "infinity_angel@C5.* pilgrim@C4.01,E9.0",
        hands={1: ["RZ09"]},
        variants={1: ("alt", "std")},
        pools=(crystals, 5),
    )
    decision = bench.run.decision_for(1)
    assert decision is not None
    assert ("banner" in [option.word for option in decision.options()]) == is_offered


@rule("EF-2.15", "ED-21.1")
def test_enemies_at_the_energy_cloud_are_weaker() -> None:
    bench = Bench("stream_guard@C5.01 holy_knight@B5.56 pilgrim@E9.0")
    assert (value(bench, "holy_knight/1", "DEF"), value(bench, "holy_knight/1", "INI")) == (0, 0)
    assert value(bench, "pilgrim/1", "DEF") == 1


@rule("ED-21.3")
def test_the_voltaic_capacitor_pushes_and_charges() -> None:
    bench = Bench(
        "infinity_angel@C2.* pilgrim@C5.1,E9.0",
        hands={1: ["RZ10"]},
        variants={1: ("std", "alt")},
        enhancements={"infinity_angel": [("RZ07", 0)]},
    )
    bench.order('play "Order" upper', "at C5.*")
    assert bench.player(1).shrine_at == "C5"
    assert bench.at("pilgrim/1")[:2] != "C5"
    assert bench.state.enhancement("infinity_angel.1").charges == 1
