"""Rangers and Purge Doctors: Shoot, Firing Position, Purging, Charged Shot, Power of Technology."""

from __future__ import annotations

from tests.edge.bench import Bench
from tests.rules import rule

# Shoot (CH16).

RANGERS = "ranger@C2.0,C2.1"


@rule("ED-13.3", "ED-13.4", "EF-4.9", "ED-17.5")
def test_every_ranger_shoots_one_enemy_in_line_of_fire_at_any_range() -> None:
    bench = Bench(f"{RANGERS} dark_scholar@C9.0,C7.1,x gorehound@C8.12", hands={1: ["CH16"]}).dice(4, 3)
    bench.order('play "Shoot" lower', "next RA1", "to GO", "to DS2")
    assert [(told["model"], told["targets"]) for told in bench.told("shot")] == [
        ("ranger/1", ["gorehound/1"]),
        ("ranger/2", ["dark_scholar/2"]),
    ]
    assert [told["models"] for told in bench.told("hit")] == [[], ["dark_scholar/2"]]  # 4 is not above INI 4
    assert bench.squad("dark_scholar").endurance == 0
    assert (bench.player(1).pool, bench.player(1).discard) == (5, ["CH16"])


@rule("EF-2.12")
def test_in_aim_mode_rangers_add_two_to_the_roll() -> None:
    bench = Bench("ranger:Aim@C2.0,x gorehound@C8.12", hands={1: ["CH16"]}).dice(3)
    bench.order('play "Shoot" lower', "to GO")
    assert bench.squad("gorehound").endurance == 0


@rule("EC-71", "ED-13.4")
def test_the_next_ranger_chooses_its_target_when_the_first_has_shot() -> None:
    bench = Bench(f"{RANGERS} dark_scholar=0@C4.0,C5.0,x", hands={1: ["CH16"]}).dice(4, 4)
    bench.order('play "Shoot" lower', "next RA1", "to DS1")
    assert bench.model("dark_scholar/1").state == "dead"
    assert bench.offers() == ["dark_scholar/2"]


@rule("ED-13.6", "ED-17.6")
def test_without_anybody_in_line_of_fire_there_is_no_shot() -> None:
    bench = Bench(f"{RANGERS} gorehound@C8.12", hands={1: ["CH16"]}, sources=("C5", "B7", "D2", "D7"))
    assert bench.offers("play", "CH16") == []


@rule("ED-17.1")
def test_only_rangers_shoot() -> None:
    bench = Bench("ranger@x,x pilgrim@C2.0,x,x,x gorehound@C8.12", hands={1: ["CH16"]})
    assert bench.offers("play", "CH16") == []


@rule("ED-19.5", "EF-3.1")
def test_shoot_may_replace_the_attack_roll_of_a_ranger_and_ends_the_sequence() -> None:
    """INI is tied with the Scholars in Ritual mode no more: a Ranger of INI 1 strikes INI 0 first."""
    bench = Bench(
        "ranger@C4.0,x dark_scholar:Ritual@C4.1,C4.2,x",
        hands={1: ["CH16"]},
        standing={1: 'play "Shoot" lower on before_attack\nchoose "Shoot": dark_scholar/2'},
    )
    bench.dice(4).order("activate ranger", "fight RA1 vs DS1")
    assert bench.told("shot")[0]["targets"] == ["dark_scholar/2"]
    assert (bench.told("attacked"), bench.told("countered")) == ([], [])
    assert bench.squad("dark_scholar").endurance == 0
    assert bench.player(1).discard == ["CH16"]


@rule("ED-19.1")
def test_shoot_is_no_instant_and_not_played_in_the_enemys_turn() -> None:
    bench = Bench(
        "ranger@C4.0,x dark_scholar:Ritual@C4.1,C4.2,x",
        turn=2,
        hands={1: ["CH16"]},
        standing={1: 'play "Shoot" lower on before_attack\ncounter: no'},
    )
    bench.dice(1, 4).order("activate dark_scholar", "fight DS1 vs RA1")
    assert bench.player(1).hand == ["CH16"]


def test_another_shooting_card_does_not_replace_an_attack_roll() -> None:
    bench = Bench(
        "pilgrim@C4.0,x,x,x purge_doctor@C2.12,x,x dark_scholar:Ritual@C4.1,C1.0,x",
        hands={1: ["CH14"]},
        standing={1: 'play "Purging" lower on before_attack\nchoose "Purging": C1 D1'},
    )
    bench.dice(4, 2, 0).order("activate pilgrim", "fight PI1 vs DS1")
    assert bench.told("shot") != []
    assert [told["model"] for told in bench.told("attacked")] == ["pilgrim/1"]


# Firing Position (CH05).


@rule("ED-18.10", "ED-18.6")
def test_firing_position_lets_each_ranger_fire_twice_for_good() -> None:
    bench = Bench(
        "ranger@C2.0,x gorehound@C8.12 gorehound@C6.12",
        hands={1: ["CH16", "CH16"]},
        enhancements={"ranger": [("CH05", 4)]},
    )
    bench.order("use ranger.1 lower").dice(4, 4, 4, 4)
    bench.order('play "Shoot" lower', "to GO1", "to GO2", 'play "Shoot" lower', "to GO1", "to GO1")
    targets = [told["targets"] for told in bench.told("shot")]
    assert targets == [["gorehound#1/1"], ["gorehound#2/1"], ["gorehound#1/1"], ["gorehound#1/1"]]
    assert bench.state.enhancement("ranger.1").charges == 1
    assert bench.offers("use", "ranger.1") == []


@rule("ED-18.11")
def test_a_passive_action_of_a_dead_squad_is_not_bought() -> None:
    bench = Bench("ranger@x,x pilgrim@C2.0,x,x,x gorehound@C8.12", enhancements={"ranger": [("CH05", 4)]})
    assert bench.offers("use") == []


# Purging (CH14). The Doctor stands in C4; C5 and D4 are neighbours of each other and of C4.


@rule("EC-67", "ED-13.5", "ED-13.3")
def test_purging_checks_everybody_in_two_neighbouring_spaces_with_one_roll() -> None:
    """A 2 is above INI 1 of the Knight, not above INI 2 of Pilgrim and Scholar, nor INI 4."""
    text = "purge_doctor@C4.12,x,x holy_knight@C5.12 pilgrim@D4.0,x,x,x dark_scholar@C5.0,x,x gorehound@C5.45"
    bench = Bench(text, hands={1: ["CH14"]}).dice(2)
    bench.order('play "Purging" lower', "at C5 D4")
    assert bench.told("shot")[0]["targets"] == ["holy_knight/1", "pilgrim/1", "dark_scholar/1", "gorehound/1"]
    assert bench.told("hit") == [{"models": ["holy_knight/1"], "result": 2}]
    assert bench.squad("holy_knight").endurance == 1
    assert [(token.t, token.models) for token in bench.state.tokens] == [("FIRE", ["holy_knight/1"])]
    assert (bench.player(1).pool, bench.player(1).discard) == (3, ["CH14"])


def test_purging_sets_fire_to_one_of_those_it_hit() -> None:
    text = "purge_doctor@C4.12,x,x dark_scholar:Ritual=3@C5.0,C5.1,x master_of_elements@D4.0"
    bench = Bench(text, hands={1: ["CH14"]}).dice(3)
    bench.order('play "Purging" lower', "at D4 C5", "to DS2")  # in either order
    assert bench.told("hit")[0]["models"] == ["dark_scholar/1", "dark_scholar/2", "master_of_elements/1"]
    assert [(token.t, token.models) for token in bench.state.tokens] == [("FIRE", ["dark_scholar/2"])]


@rule("EC-68")
def test_a_zero_misses_even_who_has_no_ini() -> None:
    bench = Bench("purge_doctor@C4.12,x,x dark_scholar:Ritual@C5.0,x,x", hands={1: ["CH14"]}).dice(0)
    bench.order('play "Purging" lower', "at C5 D4")
    assert (bench.told("hit")[0]["models"], bench.state.tokens) == ([], [])


@rule("EF-2.1", "ED-17.6")
def test_purging_needs_basic_mode_and_someone_beside_the_doctor() -> None:
    hand = {1: ["CH14"]}
    defending = Bench("purge_doctor:Defense@C4.12,x,x dark_scholar@C5.0,x,x", hands=hand)
    assert defending.offers("play", "CH14") == []
    alone = Bench("purge_doctor@C4.12,x,x dark_scholar@C6.0,x,x", hands=hand)
    assert alone.offers("play", "CH14") == []


@rule("ED-16.4", "EC-79")
def test_who_of_a_squad_takes_the_last_token_is_for_the_shooter_to_say() -> None:
    bench = Bench("purge_doctor@C4.12,x,x dark_scholar=1@C5.0,C5.1,x", hands={1: ["CH14"]}).dice(4)
    bench.order('play "Purging" lower', "at C5 D4", "first DS2 DS1")
    assert [bench.model(f"dark_scholar/{n}").state for n in (1, 2)] == ["dead", "board"]


# Charged Shot (CH02).


def charged(charges: int, orders: str) -> Bench:
    return Bench(
        "purge_doctor@C4.12,x,x master_of_elements@C5.0",
        hands={1: ["CH14"]},
        enhancements={"purge_doctor": [("CH02", charges)]},
        standing={1: orders},
    )


@rule("ED-18.7", "EF-2.12", "ED-2.6")
def test_every_two_charges_add_a_wound_to_each_hit_of_a_purging() -> None:
    for x, lost, left in (("1", 1, 4), ("2", 2, 3), ("5", 3, 0), ("max", 3, 0)):
        bench = charged(5, f"use purge_doctor.1 lower on before_hit x {x}").dice(4)
        bench.order('play "Purging" lower', "at C5 D4")
        assert bench.squad("master_of_elements").endurance == 3 - lost
        assert bench.state.enhancement("purge_doctor.1").charges == left
        assert bench.state.neutral_charges == 20 - left


@rule("ED-18.7")
def test_a_shot_is_charged_once() -> None:
    bench = charged(5, "use purge_doctor.1 lower on before_hit x 2 limit 2/turn").dice(4)
    bench.order('play "Purging" lower', "at C5 D4")
    assert bench.state.enhancement("purge_doctor.1").charges == 3


@rule("ED-19.5")
def test_a_shot_is_not_charged_outside_its_window() -> None:
    assert charged(5, "").offers("use") == []


# Power of Technology (CH13).


@rule("ED-15.10", "EF-4.6")
def test_a_destroyed_crystal_gives_three_charges_to_one_enhancement() -> None:
    bench = Bench(
        "purge_doctor@C4.12,x,x pilgrim@A1.0,x,x,x gorehound@C8.12",
        hands={1: ["CH13"]},
        enhancements={"purge_doctor": [("CH02", 0)], "pilgrim": [("CH10", 0)]},
    )
    bench.order('play "Power of Technology" lower with pilgrim.1')
    assert bench.state.enhancement("pilgrim.1").charges == 3
    assert bench.state.enhancement("purge_doctor.1").charges == 0
    assert (bench.player(1).pool, bench.player(1).depleted, bench.state.neutral_crystals) == (4, 0, 11)
    assert bench.state.neutral_charges == 17


@rule("ED-15.10")
def test_a_depleted_crystal_will_do_and_nothing_replaces_it() -> None:
    text, attached = "purge_doctor@C4.12,x,x gorehound@C8.12", {"purge_doctor": [("CH02", 0)]}
    bench = Bench(text, hands={1: ["CH13"]}, enhancements=attached, pools=(0, 5), depleted=(1, 0))
    bench.order('play "Power of Technology" lower')
    assert (bench.player(1).depleted, bench.state.enhancement("purge_doctor.1").charges) == (0, 3)
    poor = Bench(text, hands={1: ["CH13"]}, enhancements=attached, pools=(0, 5))
    assert poor.offers("play", "CH13") == ["upper"]


@rule("ED-19.1", "ED-19.5")
def test_power_of_technology_is_an_instant() -> None:
    bench = Bench(
        "purge_doctor@C4.12,x,x gorehound@C8.12",
        turn=2,
        hands={1: ["CH13"]},
        enhancements={"purge_doctor": [("CH02", 0)]},
        standing={1: 'play "Power of Technology" lower on activation to enh:purge_doctor.1'},
    )
    bench.order("activate gorehound")
    assert bench.state.enhancement("purge_doctor.1").charges == 3


@rule("ED-17.6", "ED-17.2")
def test_power_of_technology_needs_an_enhancement_and_a_living_doctor() -> None:
    bare = Bench("purge_doctor@C4.12,x,x gorehound@C8.12", hands={1: ["CH13"]})
    assert bare.offers("play", "CH13") == ["upper"]
    attached = {"pilgrim": [("CH10", 0)]}
    text = "purge_doctor@x,x,x pilgrim@A1.0,x,x,x gorehound@C8.12"
    assert Bench(text, hands={1: ["CH13"]}, enhancements=attached).offers("play", "CH13") == ["upper"]


@rule("ED-18.11")
def test_a_card_charges_the_enhancement_of_a_dead_squad_too() -> None:
    bench = Bench(
        "purge_doctor@C4.12,x,x pilgrim@x,x,x,x gorehound@C8.12",
        hands={1: ["CH13"]},
        enhancements={"pilgrim": [("CH10", 0)]},
    )
    bench.order('play "Power of Technology" lower')
    assert bench.state.enhancement("pilgrim.1").charges == 3
