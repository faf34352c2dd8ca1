"""Dvergar: junk on the Shrine, joined models, flame and explosives."""

from __future__ import annotations

from games.edge.rules.squads.attributes import stat
from games.edge.state import Token
from tests.edge.bench import Bench
from tests.rules import rule

JUNK = Token("ENDURANCE", 1, shrine=1)


def value(bench: Bench, model: str, name: str) -> int | None:
    return stat(bench.state, bench.model(model), name)


@rule("EF-5.1", "ED-14.4", "ED-18.7")
def test_exoskeleton_rerolls_a_die_and_doubles_mov_once_paid() -> None:
    bench = Bench(
        "enkindled@C5.0 pilgrim@C5.1",
        enhancements={"enkindled": [("DV01", 4)]},
        standing={1: "use enkindled.1 upper on after_attack if roll <= 1"},
    ).dice(0, 4, 0)
    bench.order("activate enkindled", "fight enkindled/1 vs pilgrim/1")
    assert bench.squad("pilgrim").endurance == 0
    assert bench.state.enhancement("enkindled.1").charges == 3
    bench.order("use enkindled.1 lower")
    assert value(bench, "enkindled/1", "MOV") == 4


@rule("EF-8.3.12", "DP-I20")
def test_junk_puts_a_lost_endurance_token_on_the_shrine() -> None:
    bench = Bench(
        "enkindled@C5.0 pilgrim@C5.1",
        turn=2,
        hands={1: ["DV05"]},
        standing={1: 'play "Mechanism" upper on end_lost'},
    ).dice(4, 0)
    bench.order("activate pilgrim", "fight pilgrim/1 vs enkindled/1")
    assert bench.state.tokens == [JUNK]
    assert bench.squad("enkindled").endurance == 1


@rule("ED-18.10", "EF-8.3.12")
def test_the_junk_of_a_squad_is_kept_by_itself_once_paid_but_not_what_is_paid() -> None:
    bench = Bench(
        "enkindled@C5.0 pilgrim@C5.1",
        enhancements={"enkindled": [("DV02", 2)]},
        standing={1: "defend: yellow"},
    ).dice(0, 4, 0)
    bench.order("use enkindled.1 lower", "activate enkindled", "fight enkindled/1 vs pilgrim/1", "end")
    bench.order("turn active", seat=2)
    bench.dice(4, 0).order("activate pilgrim", "fight pilgrim/1 vs enkindled/1", seat=2)
    assert [token.t for token in bench.state.tokens] == ["ENDURANCE"]


@rule("ED-25.2", "ED-2.8")
def test_radiostation_raises_the_hand_limit() -> None:
    bench = Bench("enkindled@C5.0 pilgrim@C6.1", enhancements={"enkindled": [("DV03", 3)]})
    bench.order("use enkindled.1 lower", "end")
    assert len(bench.player(1).hand) == 4
    assert len(bench.player(2).hand) == 3


@rule("DP-I24", "EC-48")
def test_radiostation_lets_the_squad_fight_in_a_foreign_turn() -> None:
    bench = Bench(
        "enkindled@C5.0 pilgrim@C5.1,C8.0",
        turn=2,
        enhancements={"enkindled": [("DV03", 1)]},
        standing={1: "use enkindled.1 upper on open"},
    )
    bench.order("activate pilgrim", "move pilgrim/2 C9.0")
    assert bench.state.enhancement("enkindled.1").charges == 0


@rule("ED-15.10", "EF-4.6")
def test_prospecting_gives_a_depleted_crystal_for_each_controlled_source() -> None:
    bench = Bench("enkindled@A2.3,B3.5 pilgrim@E9.0", hands={1: ["DV04"]}, sources=("B2", "B7"))
    bench.order('play "Detonation" upper')
    assert (bench.player(1).pool, bench.player(1).depleted) == (4, 1)
    assert bench.told("destroyed_crystals")


@rule("DP-I19", "ED-16.14")
def test_detonation_checks_everybody_around_a_dying_model() -> None:
    bench = Bench(
        "enkindled=0@C5.0,B5.0 pilgrim=0@C5.1,C6.0,A1.0",
        turn=2,
        hands={1: ["DV04"]},
        standing={1: 'play "Detonation" lower on killed'},
    ).dice(4, 0, 3)
    bench.order("activate pilgrim", "fight pilgrim/1 vs enkindled/1")
    (hit,) = bench.told("hit")
    assert hit["models"] == ["enkindled/2", "pilgrim/1", "pilgrim/2"]
    assert bench.model("pilgrim/3").state == "board"


@rule("ED-25.21", "ED-2.7", "ED-18.3")
def test_mechanism_moves_endurance_charges_and_enhancements_within_their_limits() -> None:
    bench = Bench(
        "avenger=2@B5.* enkindled=0@C7.0 unbroken@C8.01 pilgrim@E9.0",
        hands={1: ["DV05"]},
        enhancements={"avenger": [("DV03", 2)], "enkindled": [("DV01", 0)]},
    )
    bench.order(
        'play "Mechanism" lower',
        "transfer endurance avenger to enkindled",
        "transfer charge avenger.1 to enkindled.1",
        "transfer enhancement avenger.1 to unbroken",
        "done",
    )
    assert (bench.squad("avenger").endurance, bench.squad("enkindled").endurance) == (1, 1)
    assert bench.state.enhancement("enkindled.1").charges == 1
    assert [e.card for e in bench.squad("unbroken").enhancements] == ["DV03"]


@rule("EF-5.1", "ED-15.11")
def test_refresh_crystals_costs_another_card() -> None:
    bench = Bench("avenger@B5.* pilgrim@E9.0", hands={1: ["DV06", "DV10"]}, pools=(2, 5), depleted=(3, 0))
    bench.order('play "Fury" upper discard "Flamethrower"')
    assert (bench.player(1).pool, bench.player(1).hand) == (5, [])
    assert bench.player(1).discard == ["DV10", "DV06"]
    Bench("avenger@B5.* pilgrim@E9.0", hands={1: ["DV06"]}).refused('play "Fury" upper')


@rule("ED-25.18")
def test_fury_fights_any_touched_enemies_and_brings_a_vp_for_each_kill() -> None:
    bench = Bench("avenger:Attack@B5.* pilgrim=0@C5.1,C5.2,E9.0", hands={1: ["DV06"]}).dice(4, 0, 4, 0)
    bench.order('play "Fury" lower', "fight avenger/1 vs pilgrim/1", "fight avenger/1 vs pilgrim/2")
    assert [bench.model(f"pilgrim/{n}").state for n in (1, 2)] == ["dead", "dead"]
    assert bench.state.vp == 4
    assert bench.told("gained_vp")[0]["count"] == 2


@rule("ED-18.9", "DP-I20")
def test_scavengers_charges_an_enhancement_after_a_wound() -> None:
    bench = Bench(
        "avenger:Attack@B5.* pilgrim@C5.1",
        hands={1: ["DV07"]},
        enhancements={"avenger": [("DV03", 0)]},
        standing={1: 'play "Chain Grab" upper on wound_dealt with avenger.1'},
    ).dice(4, 0)
    bench.order("activate avenger", "fight avenger/1 vs pilgrim/1")
    assert bench.state.enhancement("avenger.1").charges == 3


@rule("EF-4.4")
def test_chain_grab_pulls_an_enemy_into_contact() -> None:
    bench = Bench("avenger@B5.* pilgrim@B8.0", hands={1: ["DV07"]})
    bench.order('play "Chain Grab" lower to pilgrim/1', "at C5.1")
    assert bench.at("pilgrim/1") == "C5.1"
    Bench("avenger@B5.* pilgrim@B1.0", hands={1: ["DV07"]}).refused('play "Chain Grab" lower to pilgrim/1')


@rule("DP-I19")
def test_feedback_charges_all_enhancements_when_a_model_dies() -> None:
    bench = Bench(
        "enkindled=0@C5.0,B5.0 pilgrim=0@C5.1",
        turn=2,
        hands={1: ["DV08"]},
        enhancements={"enkindled": [("DV01", 0)]},
        standing={1: 'play "Mechanical Shield" upper on killed'},
    ).dice(4, 0)
    bench.order("activate pilgrim", "fight pilgrim/1 vs enkindled/1")
    assert bench.state.enhancement("enkindled.1").charges == 2


@rule("ED-25.15")
def test_mechanical_shield_wins_a_defence_of_the_avenger_without_dice() -> None:
    bench = Bench(
        "avenger:Attack@B5.* gorehound@C5.12",
        turn=2,
        hands={1: ["DV08"]},
        standing={1: 'play "Mechanical Shield" lower on before_defense\ncounter: no'},
    ).dice(4)
    bench.order("activate gorehound", "fight gorehound/1 vs avenger/1")
    assert bench.squad("avenger").endurance == 4
    assert bench.told("defended")[0]["guard"] is None


FLAME = "flame_keeper:Active@C5.01 pilgrim=2@C6.0,C7.0,E9.0"


@rule("ED-13.6", "EF-4.12")
def test_flamethrower_burns_along_a_line_and_sets_one_on_fire() -> None:
    bench = Bench(FLAME, hands={1: ["DV10"]}).dice(4)
    bench.order('play "Flamethrower" lower', "along C6", "to pilgrim/2")
    assert bench.squad("pilgrim").endurance == 0
    assert [(token.t, token.models) for token in bench.state.tokens] == [("FIRE", ["pilgrim/2"])]


@rule("EF-2.14", "ED-18.7")
def test_refined_fuel_adds_to_the_roll_and_sets_more_on_fire() -> None:
    bench = Bench(
        FLAME,
        hands={1: ["DV10"]},
        enhancements={"flame_keeper": [("DV09", 2)]},
        standing={1: "use flame_keeper.1 lower on before_hit x 1"},
    ).dice(1)
    bench.order('play "Flamethrower" lower', "along C6", "to pilgrim/1 pilgrim/2")
    assert bench.told("hit")[0]["models"] == ["pilgrim/1", "pilgrim/2"]
    assert len(bench.state.tokens) == 2
    assert bench.state.enhancement("flame_keeper.1").charges == 1


@rule("ED-13.5", "ED-16.11")
def test_meltdown_explodes_a_flame_keeper() -> None:
    bench = Bench("flame_keeper@C5.01,A1.01 pilgrim=0@C5.2,C6.0,E9.0", hands={1: ["DV11"]}).dice(3)
    bench.order('play "Meltdown" lower with flame_keeper/1')
    assert bench.model("flame_keeper/1").state == "dead"
    assert [bench.model(f"pilgrim/{n}").state for n in (1, 2, 3)] == ["dead", "dead", "board"]
    assert bench.state.vp == 2  # a sacrifice brings nobody VP


@rule("ED-25.7", "DP-T7")
def test_energize_takes_endurance_instead_of_a_harvested_crystal() -> None:
    bench = Bench(
        "enkindled=0@A2.3 pilgrim@E9.0",
        sources=("B2",),
        enhancements={"enkindled": [("DV12", 2)]},
        standing={1: 'trigger "Energize": yes'},
    )
    bench.order("use enkindled.1 lower", "end")
    bench.order("turn passive", seat=2).order("turn passive", seat=1)
    assert bench.squad("enkindled").endurance == 2
    assert bench.player(1).pool == 5
    assert bench.told("gave_crystals")[0]["count"] == 1


@rule("ED-12.8", "EF-2.14")
def test_chained_weapon_backstabs_at_range_2() -> None:
    bench = Bench("enkindled@C5.0 pilgrim@C7.0", hands={1: ["DV13"]}).dice(4, 0)
    bench.order('play "Chained Weapon" lower', "fight enkindled/1 vs pilgrim/1")
    assert bench.squad("pilgrim").endurance == 0
    Bench("enkindled@C5.0 pilgrim@C8.0", hands={1: ["DV13"]}).refused('play "Chained Weapon" lower')


@rule("ED-25.15", "DP-I18", "ED-12.4")
def test_dauntless_counterattacks_before_the_wound_is_applied() -> None:
    bench = Bench(
        "enkindled:Attack=0@C5.0,A1.0 pilgrim=0@C5.1,E9.0",
        turn=2,
        hands={1: ["DV14"]},
        standing={1: 'play "Risky Tactics" upper on wound_pending'},
    ).dice(4, 0, 4, 0)
    bench.order("activate pilgrim", "fight pilgrim/1 vs enkindled/1")
    assert bench.model("pilgrim/1").state == "dead"
    assert bench.model("enkindled/1").state == "dead"


@rule("ED-25.18", "ED-25.15")
def test_risky_tactics_strengthens_and_costs_vp_if_the_enemy_lost_nothing() -> None:
    bench = Bench("enkindled@C5.0 pilgrim@C5.1", hands={1: ["DV14", "DV14"]}, vp=3)
    bench.order('play "Risky Tactics" lower')
    assert (value(bench, "enkindled/1", "ATT"), value(bench, "enkindled/1", "INI")) == (3, 4)
    bench.order("end")
    assert bench.state.vp == 1
    bench = Bench("enkindled@C5.0 pilgrim@C5.1", hands={1: ["DV14"]}, vp=3).dice(4, 0)
    bench.order('play "Risky Tactics" lower', "activate enkindled", "fight enkindled/1 vs pilgrim/1", "end")
    assert bench.state.vp == 3


@rule("EF-2.13")
def test_protection_defends_models_that_touch_an_unbroken() -> None:
    bench = Bench("unbroken@C5.01 enkindled@C5.2,A1.0 pilgrim@E9.0", enhancements={"unbroken": [("DV15", 2)]})
    bench.order("use unbroken.1 lower")
    assert (value(bench, "enkindled/1", "DEF"), value(bench, "enkindled/2", "DEF")) == (4, 2)


@rule("DP-I18", "EF-8.3.2")
def test_deflect_turns_a_wound_back() -> None:
    bench = Bench(
        "unbroken:Vigilance@C5.01 pilgrim=0@C5.2,E9.0",
        turn=2,
        hands={1: ["DV16"]},
        standing={1: 'play "Deflect" lower on wound_pending to pilgrim/1'},
    ).dice(4, 0)
    bench.order("activate pilgrim", "fight pilgrim/1 vs unbroken/1")
    assert bench.squad("unbroken").endurance == 2
    assert bench.model("pilgrim/1").state == "dead"


@rule("EF-2.8")
def test_marked_adds_one_wound_and_goes() -> None:
    bench = Bench("unbroken:Vigilance@C5.01 holy_knight@C5.23", hands={1: ["DV17"]}).dice(0, 4, 4, 0)
    bench.order('play "Marked for Death" lower to holy_knight/1')
    assert [token.t for token in bench.state.tokens] == ["MARKED"]
    bench.order("activate unbroken", "fight unbroken/1 vs holy_knight/1")
    assert bench.squad("holy_knight").endurance == 0
    assert bench.state.tokens == []


@rule("ED-13.4", "ED-16.2")
def test_rocket_distributes_three_wounds() -> None:
    bench = Bench(
        "gyrobot:Shooting@C5.012 pilgrim=0@C7.0,E9.0 holy_knight@C7.12",
        enhancements={"gyrobot": [("DV18", 3)]},
    ).dice(4)
    bench.order("use gyrobot.1 lower", "at C7", "to pilgrim/1 holy_knight/1 holy_knight/1")
    assert bench.model("pilgrim/1").state == "dead"
    assert bench.squad("holy_knight").endurance == 0


@rule("DP-I19", "ED-2.4")
def test_crystals_are_reclaimed_from_the_dead() -> None:
    for text, half, gained in (
        ("enkindled=0@C5.0,B5.0 pilgrim@C5.1", "upper", 1),
        ("gyrobot=0@C5.012,A1.012 pilgrim@C5.3", "lower", 3),
    ):
        bench = Bench(
            text,
            turn=2,
            hands={1: ["DV19"]},
            standing={1: f'play "Reclaimed Crystals" {half} on killed'},
        ).dice(4, 0, 4, 0)
        foe = text.split("=")[0]
        bench.order("activate pilgrim", f"fight pilgrim/1 vs {foe}/1")
        assert bench.player(1).pool == 5 + gained


@rule("EF-2.13", "EF-2.15")
def test_slam_strengthens_gyrobots_that_moved_three_spaces_straight() -> None:
    text = "gyrobot@C2.012,A1.012 holy_knight@C5.45"
    bench = Bench(text, hands={1: ["DV20"]}).dice(0, 0)
    bench.order('play "Slam" lower', "activate gyrobot", "move gyrobot/1 C5.012")
    bench.order("fight gyrobot/1 vs holy_knight/1")
    assert bench.told("attacked")[0]["power"] == 5
    bench = Bench("gyrobot@C3.012 holy_knight@C5.45", hands={1: ["DV20"]}).dice(0, 0)
    bench.order('play "Slam" lower', "activate gyrobot", "move gyrobot/1 C5.012")
    bench.order("fight gyrobot/1 vs holy_knight/1")
    assert bench.told("attacked")[0]["power"] == 2


# Banners and Shrines.


@rule("EF-6.4.1", "ED-8.10", "ED-25.17")
def test_joined_models_use_the_better_values_plus_one_and_move_as_one() -> None:
    bench = Bench("avenger@B5.* enkindled@C5.1 pilgrim@E9.0")
    bench.order("banner 1 enkindled/1 avenger/1")
    values = [value(bench, "enkindled/1", name) for name in ("INI", "ATT", "DEF", "MOV")]
    assert values == [3, 3, 6, 3]
    bench.order("activate enkindled", "move enkindled/1 C7.1", "at B6.*")
    assert bench.at("avenger/1") == "B6.*"


@rule("EF-6.4.1")
def test_a_joined_model_does_nothing_of_its_own() -> None:
    bench = Bench("avenger@B5.* enkindled@C5.1 pilgrim@C5.2")
    bench.order("banner 1 enkindled/1 avenger/1", "activate avenger")
    assert "fight" not in bench.offers()
    assert "move" not in bench.offers()


@rule("DP-A22", "EF-6.4.1")
def test_a_wound_to_joined_models_is_taken_by_either_squad() -> None:
    bench = Bench("avenger:Attack@B5.* enkindled@C5.1 gorehound@C5.02").dice(4, 0, 4, 0)
    bench.order("banner 1 enkindled/1 avenger/1", "activate enkindled")
    bench.order("fight enkindled/1 vs gorehound/1", "from avenger")
    assert (bench.squad("avenger").endurance, bench.squad("enkindled").endurance) == (3, 2)


@rule("ED-20.1", "ED-25.21")
def test_the_dvergar_banner_redistributes() -> None:
    bench = Bench("avenger=2@B5.* enkindled=0@C7.0 pilgrim@E9.0")
    bench.order("banner 2", "transfer endurance avenger to enkindled", "done")
    assert (bench.squad("avenger").endurance, bench.squad("enkindled").endurance) == (1, 1)


@rule("ED-14.1", "ED-20.1")
def test_the_alternative_dvergar_banner_gives_a_red_die_once() -> None:
    bench = Bench("avenger:Attack@B5.* pilgrim@C5.1", variants={1: ("alt", "std")}, pools=(0, 0)).dice(6, 0)
    bench.order("banner 1", "activate avenger", "fight avenger/1 vs pilgrim/1 (attack: red)")
    assert bench.told("rolled")[0]["die"] == "red"
    assert not bench.told("paid")


@rule("ED-20.1")
def test_the_alternative_dvergar_banner_turns_junk_into_a_fresh_crystal() -> None:
    bench = Bench("avenger@B5.* pilgrim@E9.0", variants={1: ("alt", "std")}, tokens=[JUNK], depleted=(2, 0))
    bench.order("banner 2")
    assert (bench.state.tokens, bench.player(1).depleted) == ([], 1)
    Bench("avenger@B5.* pilgrim@E9.0", variants={1: ("alt", "std")}).refused("banner 2")


@rule("ED-25.8", "DP-T7")
def test_the_junkyard_charges_and_heals_squads_that_touch_it() -> None:
    bench = Bench(
        "enkindled=1@B5.6 unbroken@C8.01 pilgrim@E9.0",
        tokens=[JUNK],
        enhancements={"enkindled": [("DV01", 0)], "unbroken": [("DV15", 0)]},
        declare=False,
    )
    bench.order("turn passive", seat=1)
    assert bench.state.enhancement("enkindled.1").charges == 3
    assert bench.state.enhancement("unbroken.1").charges == 1
    assert (bench.squad("enkindled").endurance, bench.state.tokens) == (2, [])


@rule("DP-I22", "ED-25.16")
def test_the_factory_pays_for_dice_and_for_nothing_else() -> None:
    bench = Bench(
        "avenger:Attack@B5.* pilgrim@C5.1",
        variants={1: ("std", "alt")},
        tokens=[JUNK],
        pools=(0, 5),
        standing={1: "pay: stored"},
        hands={1: ["DV06"]},
    ).dice(6, 0)
    bench.order("activate avenger", "fight avenger/1 vs pilgrim/1 (attack: red) (pay: stored)")
    assert bench.state.tokens == []
    assert bench.told("paid")[0]["units"] == ["stored"]


@rule("ED-18.7", "ED-25.21")
def test_what_a_card_has_done_this_turn_goes_with_it_to_another_squad() -> None:
    """Once a turn is once a turn, wherever the Enhancement lies; the one that takes its slot is fresh."""
    bench = Bench(
        "avenger=4@C5.* unbroken@B5.34,D4.12 pilgrim=1@C6.5,B5.5,E9.0",
        hands={1: ["DV05"]},
        enhancements={"avenger": [("DV02", 3), ("DV03", 3)]},
    )
    bench.order("use avenger.1 upper", "fight avenger/1 vs pilgrim/1")
    assert bench.offers("use", "avenger.1") == ["lower"]
    bench.order("play DV05 lower", "transfer enhancement avenger.1 unbroken", "done")
    assert bench.offers("use", "avenger.1") == ["upper", "lower"]
    assert bench.offers("use", "unbroken.1") == ["lower"]


@rule("ED-18.3", "ED-18.7")
def test_a_card_that_makes_room_leaves_no_use_behind() -> None:
    bench = Bench(
        "avenger=4@C5.* pilgrim=1@C6.5,E9.0",
        hands={1: ["DV15"]},
        enhancements={"avenger": [("DV02", 3), ("DV03", 4)]},
    )
    bench.order("use avenger.2 upper", "fight avenger/1 vs pilgrim/1")
    bench.order("attach DV15 to avenger drop DV02")
    assert bench.offers("use", "avenger.1") == ["lower"]  # Radiostation, which has fought, came to this slot
    assert bench.offers("use", "avenger.2") == ["upper"]


@rule("ED-17.2", "DP-I19")
def test_the_last_gyrobot_of_its_squad_leaves_crystals_behind() -> None:
    bench = Bench(
        "gyrobot=0@C5.012,x,x avenger@A1.* pilgrim@C5.4,E9.0",
        turn=2,
        hands={1: ["DV19"]},
        standing={1: 'play "Reclaimed Crystals" lower on killed'},
    ).dice(4, 0)
    bench.order("activate pilgrim", "fight pilgrim/1 vs gyrobot/1")
    assert bench.player(1).pool == 8


@rule("ED-18.6", "ED-18.10", "ED-25.21")
def test_a_passive_action_rests_while_its_card_lies_on_another_squad() -> None:
    """Protection is for Unbroken: handed to the Avenger it helps nobody, and goes on when it comes back."""
    bench = Bench(
        "avenger=4@C5.* unbroken@B5.34 enkindled@C6.5,D4.2 pilgrim@E9.0",
        hands={1: ["DV05", "DV05"]},
        enhancements={"unbroken": [("DV15", 3)]},
    )
    bench.order("use unbroken.1 lower")

    def defence() -> list[int | None]:
        return [stat(bench.state, bench.model(name), "DEF") for name in ("avenger/1", "enkindled/1")]

    assert defence() == [7, 2]
    bench.order("play DV05 lower", "transfer enhancement unbroken.1 avenger", "done")
    assert defence() == [5, 2]
    bench.order("play DV05 lower", "transfer enhancement avenger.1 unbroken", "done")
    assert defence() == [7, 2]
