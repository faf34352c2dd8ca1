"""Faceless: a swarm that sacrifices itself, joins and evolves."""

from __future__ import annotations

from games.edge.rules.squads.attributes import has_flag, stat
from games.edge.state import Token
from tests.edge.bench import Bench
from tests.rules import rule

FAR = "pilgrim@E9.0"


def value(bench: Bench, model: str, name: str) -> int | None:
    return stat(bench.state, bench.model(model), name)


# Modes.


@rule("EF-6.3.1", "ED-8.5")
def test_joined_mode_is_paid_for_and_final() -> None:
    bench = Bench(f"berserker@C5.0 {FAR}")
    assert bench.offers("activate", "berserker", "mode") == ["Joined"]
    bench.order("activate berserker mode Joined")
    assert (bench.squad("berserker").mode, bench.player(1).pool) == ("Joined", 4)
    bench.order("end").order("turn passive", seat=2).order("turn active", seat=1)
    bench.refused("activate berserker mode Basic")


@rule("EF-6.3.2", "ED-18.13", "EF-1.4.6", "ED-25.10")
def test_an_evolve_card_stays_on_its_squad_and_replaces_the_mode() -> None:
    for card, squad, mode in (
        ("FA15", "berserker@C5.0", "Evolved"),
        ("FA16", "bladebreeder@C5.0", "Evolved"),
        ("FA17", "fleshripper@C5.01", "Evolved"),
        ("FA18", "harvester@C5.012", "Evolved"),
        ("FA19", "shatterer@C5.*", "Evolved Defensive"),
        ("FA20", "shatterer@C5.*", "Evolved Assimilated"),
    ):
        bench = Bench(f"{squad} {FAR}", hands={1: [card]})
        bench.order(f"play {card} upper")
        name = squad.partition("@")[0]
        assert (bench.squad(name).mode, bench.squad(name).evolved) == (mode, card)
        assert bench.player(1).discard == []
        bench.order(f"activate {name}")


@rule("EF-6.3.2", "ED-18.13")
def test_an_ascended_shatterer_has_evolved_before_and_covers_the_other_card() -> None:
    bench = Bench(f"shatterer@C5.* {FAR}", hands={1: ["FA19", "FA21"]}, pools=(8, 2))
    bench.refused("play FA21 upper")
    bench.order("play FA19 upper", "play FA21 upper")
    assert bench.squad("shatterer").mode == "Evolved Ascended"
    assert bench.player(1).discard == ["FA19"]


@rule("EF-6.3.3", "ED-25.20", "ED-16.11")
def test_attaching_takes_a_wound_of_a_touching_model() -> None:
    bench = Bench(f"shatterer@B5.* berserker=0@C5.1,E1.0 {FAR}", hands={1: ["FA03"]})
    bench.order('attach "Impale" to shatterer from berserker/1')
    assert bench.model("berserker/1").state == "dead"
    assert (bench.state.vp, bench.player(1).pool) == (0, 5)
    assert bench.state.enhancement("shatterer.1").charges == 0
    Bench(f"shatterer@B5.* {FAR}", hands={1: ["FA03"]}).refused('attach "Impale" to shatterer')


@rule("EF-6.3.4", "ED-25.8", "ED-6.8")
def test_their_passive_turn_charges_nothing() -> None:
    bench = Bench(f"shatterer@B5.* {FAR}", enhancements={"shatterer": [("FA03", 0)]}, declare=False)
    bench.order("turn passive", seat=1)
    assert bench.state.enhancement("shatterer.1").charges == 0


# Cards for any Squad.


@rule("ED-12.1")
def test_hell_lets_three_squads_fight() -> None:
    bench = Bench("berserker@C5.0 bladebreeder@C7.0 pilgrim=2@C5.1,C7.1", hands={1: ["FA01"]}).dice(
        4, 0, 4, 0
    )
    bench.order('play "Hell" lower with berserker bladebreeder')
    bench.order("fight berserker/1 vs pilgrim/1", "fight bladebreeder/1 vs pilgrim/2")
    assert len(bench.told("fought")) == 2


@rule("ED-9.1")
def test_swarm_moves_three_squads() -> None:
    bench = Bench(f"berserker@C5.0 bladebreeder@C7.0 {FAR}", hands={1: ["FA02"]})
    bench.order('play "Swarm" lower with berserker bladebreeder')
    bench.order("move berserker/1 C6.0 move bladebreeder/1 C8.0")
    assert (bench.at("berserker/1"), bench.at("bladebreeder/1")) == ("C6.0", "C8.0")


@rule("EF-5.1", "EF-4.7")
def test_autophagy_feeds_a_squad_with_a_model() -> None:
    bench = Bench(f"shatterer=1@B5.* berserker@C5.1,E1.0 {FAR}", hands={1: ["FA02"]})
    bench.order('play "Swarm" upper with berserker/1 with shatterer')
    assert (bench.model("berserker/1").state, bench.squad("shatterer").endurance) == ("dead", 3)


# Shatterer.


@rule("ED-18.5", "ED-12.12")
def test_impale_deals_two_wounds_with_a_weaker_blow() -> None:
    bench = Bench(
        "shatterer:Joined@B5.* holy_knight@C5.12",
        enhancements={"shatterer": [("FA03", 0)]},
        standing={1: "use shatterer.1 lower on before_attack"},
    ).dice(4, 0)
    bench.order("activate shatterer", "fight shatterer/1 vs holy_knight/1")
    assert bench.told("attacked")[0]["power"] == 6
    assert (bench.squad("holy_knight").endurance, bench.player(1).pool) == (0, 4)


@rule("EF-2.12")
def test_craving_for_life_heals_what_it_wounds() -> None:
    bench = Bench("shatterer:Joined=1@B5.* pilgrim@C5.1", hands={1: ["FA04"]}).dice(4, 0)
    bench.order('play "Craving for Life" lower', "fight shatterer/1 vs pilgrim/1")
    assert bench.squad("shatterer").endurance == 2


@rule("DP-I21", "EF-4.13")
def test_unstoppable_tokens_help_a_roll_or_a_move() -> None:
    bench = Bench(
        "shatterer:Joined@B5.* berserker@C5.1,E1.0 pilgrim@C5.2",
        hands={1: ["FA05"]},
        standing={1: "unstoppable: 1"},
    ).dice(0, 0)
    bench.order('play "Unstoppable" lower with berserker/1')
    assert [token.t for token in bench.state.tokens] == ["UNSTOPPABLE"] * 3
    bench.order("remove UNSTOPPABLE from shatterer/1")
    assert value(bench, "shatterer/1", "MOV") == 7
    bench.order("activate shatterer", "fight shatterer/1 vs pilgrim/1")
    assert bench.told("attacked")[0]["power"] == 7
    assert len(bench.state.tokens) < 2


# Harvester.


@rule("ED-16.12", "ED-18.5")
def test_breeding_feeds_the_harvester_and_returns_a_berserker() -> None:
    bench = Bench(f"harvester=0@C5.012 berserker@C5.3,x {FAR}", enhancements={"harvester": [("FA06", 0)]})
    bench.order("use harvester.1 lower with berserker/2", "at C5.4", "use harvester.1 upper with berserker/1")
    assert bench.at("berserker/2") == "C5.4"
    assert (bench.model("berserker/1").state, bench.squad("harvester").endurance) == ("dead", 2)


@rule("DP-I19", "EF-2.14")
def test_absorption_evolves_for_nothing_after_a_kill() -> None:
    bench = Bench(
        "harvester:Joined@C5.012 pilgrim=0@C5.3,E9.0",
        hands={1: ["FA07", "FA18"]},
        standing={1: 'play "Absorption" lower on killed'},
    ).dice(4, 0)
    bench.order("activate harvester", "fight harvester/1 vs pilgrim/1", "play FA18 upper")
    assert bench.squad("harvester").mode == "Evolved"
    assert bench.player(1).pool == 4


@rule("EF-2.14")
def test_osmosis_wounds_both_without_a_roll() -> None:
    bench = Bench("harvester@C5.012 pilgrim@C5.3", hands={1: ["FA08"]})
    bench.order('play "Osmosis" lower to pilgrim/1')
    assert (bench.squad("harvester").endurance, bench.squad("pilgrim").endurance) == (1, 0)


# Bladebreeder and Berserker.


@rule("EF-5.1", "EF-2.14")
def test_bladespit_shoots_and_pays_with_wounds_for_more() -> None:
    bench = Bench("bladebreeder@C5.0 holy_knight@C7.12", hands={1: ["FA09"]}).dice(4)
    bench.order('play "Bladespit" lower', "to holy_knight/1", "x 1")
    assert (bench.squad("bladebreeder").endurance, bench.squad("holy_knight").endurance) == (0, 0)
    bench = Bench(f"bladebreeder=0@C5.0 {FAR}", hands={1: ["FA09"]})
    bench.order('play "Bladespit" upper with bladebreeder')
    assert bench.squad("bladebreeder").endurance == 1


@rule("EF-2.8", "EF-4.1")
def test_lurch_holds_both_and_wounds_turn_by_turn() -> None:
    bench = Bench("bladebreeder@C5.0 pilgrim=2@C5.1", hands={1: ["FA10"]})
    bench.order('play "Lurch" lower to pilgrim/1', "end")
    assert all(
        has_flag(bench.state, bench.model(name), "blocked") for name in ("pilgrim/1", "bladebreeder/1")
    )
    bench.order("turn passive", seat=2).order("turn active", seat=1)
    assert bench.squad("pilgrim").endurance == 1


@rule("EF-2.15")
def test_back_to_source_makes_one_berserker_a_source_of_strength() -> None:
    for option, name, better in ((1, "ATT", 3), (2, "DEF", 2), (3, "INI", 3)):
        bench = Bench(f"berserker@C5.0,C7.0 {FAR}", hands={1: ["FA11"]})
        bench.order(f'play "Back to Source" lower option {option} by berserker/1')
        assert value(bench, "berserker/2", name) == better
        assert (value(bench, "berserker/1", "ATT"), value(bench, "berserker/1", "DEF")) == (None, 0)
        assert has_flag(bench.state, bench.model("berserker/1"), "no_move")


@rule("EF-8.3.10")
def test_chosen_victim_sends_all_berserkers_at_one_enemy() -> None:
    bench = Bench("berserker@C5.0,C7.0,E1.0 pilgrim=3@C6.0", hands={1: ["FA12"]}).dice(4, 0, 4, 0)
    bench.order('play "Chosen Victim" lower to pilgrim/1 with berserker/1 berserker/2')
    bench.order("move berserker/1 C6.5", "move berserker/2 C6.2")
    bench.order("fight berserker/1 vs pilgrim/1", "fight berserker/2 vs pilgrim/1")
    assert len(bench.told("fought")) == 2


# Fleshripper.


@rule("EF-2.14")
def test_power_fights_everybody_with_att_for_each() -> None:
    bench = Bench("fleshripper:Joined@C5.01 pilgrim=2@C5.2,C5.6", hands={1: ["FA13"]}).dice(0, 0, 0, 0)
    bench.order('play "Power" lower by fleshripper/1', "fight fleshripper/1 vs pilgrim/1")
    assert [told["power"] for told in bench.told("attacked")] == [5, 5]


@rule("DP-I19", "ED-2.4")
def test_resource_gains_a_crystal_for_a_kill() -> None:
    bench = Bench(
        "fleshripper:Joined@C5.01 pilgrim=0@C5.2,E9.0",
        hands={1: ["FA14"]},
        standing={1: 'play "Resource" lower on killed'},
    ).dice(4, 0)
    bench.order("activate fleshripper", "fight fleshripper/1 vs pilgrim/1")
    assert (bench.player(1).pool, bench.player(1).depleted) == (5, 1)


# Banners and Shrines.


@rule("ED-20.1", "ED-22.15")
def test_the_faceless_banner_turns_a_dead_model_into_a_crystal() -> None:
    bench = Bench(f"berserker@C5.0,x {FAR}")
    bench.order("banner 1 with berserker/2")
    assert (bench.model("berserker/2").state, bench.player(1).pool) == ("gone", 6)


@rule("ED-20.1", "ED-16.12")
def test_the_faceless_banners_return_the_dead_of_an_evolving_squad() -> None:
    for variant, option in (("std", 2), ("alt", 1)):
        bench = Bench(
            f"berserker@C5.0,x,x {FAR}",
            hands={1: ["FA15"]},
            variants={1: (variant, "std")},
            standing={1: "react: ask\nask-limit: 9"},
        )
        bench.submit("play FA15 upper")
        bench.order(f"banner {option}", "at C6.0", "at C6.1")
        assert [bench.at(f"berserker/{n}") for n in (2, 3)] == ["C6.0", "C6.1"]


ASKED = {1: "react: ask\nask-limit: 99"}


@rule("ED-20.1", "ED-17.7")
def test_the_dead_return_when_an_evolve_card_is_played_and_at_no_other_card() -> None:
    bench = Bench(f"berserker@C5.0,x,x {FAR}", hands={1: ["FA01"]}, standing=ASKED)
    bench.submit("play FA01 upper\nmove berserker/1 C5.1")
    while bench.asked() == (1, "window"):
        assert bench.offers("banner") == ["1"]
        bench.order("pass")
    assert bench.asked() == (1, "order")


@rule("ED-20.1", "EF-6.3.2")
def test_the_dead_return_when_an_evolve_card_is_played_for_nothing() -> None:
    """Absorption plays it in the middle of a fight."""
    bench = Bench(
        "harvester:Joined@C5.034 berserker@D8.0,x,x pilgrim=0@C5.1,E9.0",
        hands={1: ["FA07", "FA15"]},
        standing=ASKED,
    )
    passing(bench).submit("activate harvester")
    passing(bench).dice(4, 0).submit("fight harvester/1 vs pilgrim/1")
    passing(bench, "FA07").submit("play FA07 lower")
    assert bench.asked() == (1, "free-play")
    bench.submit("play FA15 upper")
    assert bench.offers("banner") == ["1", "2"]
    bench.order("banner 2", "at D8.1", "at D8.2")
    assert [bench.at(f"berserker/{n}") for n in (2, 3)] == ["D8.1", "D8.2"]


def passing(bench: Bench, card: str = "") -> Bench:
    """Every window is passed, up to the next question of another kind, or the moment of a card."""
    while bench.asked() == (1, "window") and not (card and "lower" in bench.offers("play", card)):
        bench.submit("pass")
    return bench


@rule("ED-8.6", "ED-25.10")
def test_the_alternative_faceless_banner_changes_a_mode_for_nothing() -> None:
    bench = Bench(f"shatterer@C5.* {FAR}", variants={1: ("alt", "std")})
    bench.order("banner 2")
    assert (bench.squad("shatterer").mode, bench.player(1).pool) == ("Joined", 5)


@rule("ED-16.13")
def test_the_hatchery_heals_squads_that_touch_it() -> None:
    bench = Bench(f"berserker=0@B5.6 bladebreeder=0@E1.0 {FAR}", declare=False)
    bench.order("turn passive", seat=1)
    assert (bench.squad("berserker").endurance, bench.squad("bladebreeder").endurance) == (1, 0)


@rule("DP-T7", "EF-3.2")
def test_the_incubation_chamber_evolves_or_changes_a_mode_for_a_model() -> None:
    text = f"berserker@B5.6,E1.0 shatterer@C8.* {FAR}"
    bench = Bench(text, variants={1: ("std", "alt")}, declare=False, hands={1: ["FA19"]},
                  standing={1: 'trigger "Incubation Chamber": yes'})  # fmt: skip
    bench.order("turn passive", "with berserker/1", "option 1", "play FA19 upper", seat=1)
    assert bench.model("berserker/1").state == "dead"
    assert bench.squad("shatterer").mode == "Evolved Defensive"
    bench = Bench(text, variants={1: ("std", "alt")}, declare=False)
    bench.order("turn passive", seat=1)
    assert bench.model("berserker/1").state == "board"  # not where it costs something


@rule("ED-2.4", "DP-T7")
def test_the_incubation_chamber_may_swallow_the_only_squad_that_could_have_changed() -> None:
    """The last Berserker is Sacrificed, and nobody is left to evolve or to change: nothing more happens."""
    bench = Bench(
        f"berserker@B5.6,x,x harvester:Evolved@C8.034 {FAR}",
        variants={1: ("std", "alt")},
        declare=False,
        standing={1: 'trigger "Incubation Chamber": yes'},
    )
    bench.order("turn passive", "with berserker/1", seat=1)
    assert bench.model("berserker/1").state == "dead"
    assert bench.state.turn.seat == 2


@rule("EF-2.8")
def test_a_lurch_ends_with_the_contact() -> None:
    token = Token("LURCH", 1, models=["pilgrim/1"], by="bladebreeder/1")
    bench = Bench("bladebreeder@C5.0 angel_of_death@B5.* pilgrim@C5.1", turn=2, tokens=[token])
    bench.order(
        "activate angel_of_death", "move angel_of_death/1 C5.* push bladebreeder/1>C6.5 pilgrim/1>B5.5"
    )
    assert bench.state.tokens == []
