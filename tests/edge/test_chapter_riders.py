"""The Holy Riders: they arrive by Winged Charge, ride with Gallop, fight with Dying Breath and Trample."""

from __future__ import annotations

from games.edge.rules.squads.attributes import stat
from tests.edge.bench import Bench
from tests.rules import rule

AWAY = "holy_riders@-,- pilgrim@A1.0,x,x,x"
RIDERS = "holy_riders@C4.12,C4.34 pilgrim@A1.0,x,x,x"


# Arriving (CHX1).


@rule("EF-7.1", "EF-7.2", "ED-4.22")
def test_reinforcements_deploy_the_riders_in_one_space_at_the_edge() -> None:
    bench = Bench(f"{AWAY} gorehound@C5.12", hands={1: ["CHX1"]})
    assert bench.offers("activate") == ["pilgrim"]
    bench.order('play "Winged Charge" upper')
    assert "C5" not in bench.offers()
    assert "B2" not in bench.offers()  # a Source lies there, and it is not at the edge
    bench.order("in E3", "at holy_riders/1 E3.12 move holy_riders/2 E3.34")
    assert [bench.at(f"holy_riders/{n}") for n in (1, 2)] == ["E3.12", "E3.34"]
    assert (bench.player(1).pool, bench.squad("holy_riders").mode) == (4, "Basic")
    assert "holy_riders" in bench.offers("activate")


@rule("EF-7.1")
def test_a_deployment_card_is_played_once() -> None:
    bench = Bench(f"{AWAY} gorehound@C5.12", hands={1: ["CHX1"]})
    bench.order(
        'play "Winged Charge" upper', "in E3", "at auto | at holy_riders/1 E3.12 move holy_riders/2 E3.34"
    )
    assert (bench.player(1).hand, bench.player(1).beside, bench.player(1).discard) == ([], [], [])


@rule("ED-25.12", "EF-4.3", "ED-13.3")
def test_winged_charge_pushes_whatever_stands_there_and_checks_it_for_a_hit() -> None:
    """The Scholar and the Gorehound stand in C5; the Red Die would do against INI 4."""
    bench = Bench(f"{AWAY} gorehound@C5.12 dark_scholar@C5.3,x,x", hands={1: ["CHX1"]})
    bench.dice(3)
    bench.order('play "Winged Charge" lower to C5', "at holy_riders/1 C5.12 move holy_riders/2 C5.34")
    assert [bench.at(f"holy_riders/{n}") for n in (1, 2)] == ["C5.12", "C5.34"]
    assert bench.told("hit") == [{"models": ["dark_scholar/1"], "result": 3}]
    assert (bench.squad("dark_scholar").endurance, bench.squad("gorehound").endurance) == (0, 1)
    assert bench.player(1).pool == 3


@rule("ED-25.12")
def test_winged_charge_does_not_push_who_touches_a_source() -> None:
    """The Source on B7 touches B6.2 and B6.3."""
    bench = Bench(f"{AWAY} gorehound@B6.23", hands={1: ["CHX1"]})
    bench.order('play "Winged Charge" lower to B6')
    assert not any("2" in place[3:] or "3" in place[3:] for place in bench.offers("holy_riders/1"))


@rule("EF-7.1", "ED-17.6")
def test_riders_on_the_board_are_not_deployed_again() -> None:
    bench = Bench(f"{RIDERS} gorehound@C7.12", hands={1: ["CHX1"]})
    assert bench.offers("play", "CHX1") == []


# Gallop (CHX2).


def gallop(text: str, charges: int = 3) -> Bench:
    return Bench(text, enhancements={"holy_riders": [("CHX2", charges)]})


@rule("EF-2.12")
def test_haste_doubles_mov_for_one_move() -> None:
    bench = gallop(f"{RIDERS} gorehound@A9.12").order("activate holy_riders", "use holy_riders.1 upper")
    assert stat(bench.state, bench.model("holy_riders/1"), "MOV") == 4
    bench.order("move holy_riders/1 C8.12")
    assert stat(bench.state, bench.model("holy_riders/1"), "MOV") == 2
    assert bench.state.enhancement("holy_riders.1").charges == 2


@rule("EF-2.15")
def test_haste_that_was_not_used_ends_with_the_turn() -> None:
    bench = gallop(f"{RIDERS} gorehound@A9.12").order("use holy_riders.1 upper", "end")
    assert stat(bench.state, bench.model("holy_riders/1"), "MOV") == 2


@rule("ED-25.12", "EF-4.3")
def test_gallop_pushes_any_base_size_in_one_move() -> None:
    text = f"{RIDERS} gorehound@C5.56"
    gallop(text).order("activate holy_riders").refused("move holy_riders/1 C5.56")
    bench = gallop(text).order("activate holy_riders", "use holy_riders.1 lower", "move holy_riders/1 C5.56")
    assert bench.at("holy_riders/1") == "C5.56"
    assert bench.at("gorehound/1") != "C5.56"
    assert bench.state.enhancement("holy_riders.1").charges == 1
    assert bench.state.effects == []


@rule("ED-25.12")
def test_gallop_spares_models_at_a_source_and_does_not_end_at_one() -> None:
    """A Source on C6 touches C5.2 and C5.3."""
    text = f"{RIDERS} gorehound@C5.23"
    bench = Bench(text, enhancements={"holy_riders": [("CHX2", 3)]}, sources=("C6", "B7", "D2", "D7")).order(
        "activate holy_riders", "use holy_riders.1 lower"
    )
    offered = bench.offers("move", "holy_riders/1")
    assert "C5.56" in offered
    assert not {"C5.12", "C5.23", "C5.34", "C5.02", "C5.03"} & set(offered)


# Dying Breath (CHX3).


@rule("EF-2.12", "EF-4.8")
def test_with_a_dying_breath_a_rider_fights_better_and_dies() -> None:
    bench = Bench(f"{RIDERS} gorehound@C4.56 gorehound@E9.12", hands={1: ["CHX3"]})
    bench.dice(0, 0)
    bench.order('play "Dying Breath" lower by holy_riders/2', "fight holy_riders/2 vs GO1")
    assert bench.told("attacked")[0] == {"model": "holy_riders/2", "target": "gorehound#1/1", "power": 4}
    assert bench.model("gorehound#1/1").state == "dead"  # two Wounds, one token
    assert bench.model("holy_riders/2").state == "dead"
    assert bench.state.vp == 0  # one for each
    assert bench.state.effects == []


@rule("EF-2.12")
def test_in_charge_mode_the_dying_breath_is_worth_three() -> None:
    bench = Bench("holy_riders:Charge@C4.12,x pilgrim@A1.0,x,x,x son_of_khyber@C5.*", hands={1: ["CHX3"]})
    bench.order("activate holy_riders", "move holy_riders/1 C4.23")
    bench.dice(0, 0).order('play "Dying Breath" lower', "fight holy_riders/1 vs SK")
    assert bench.told("attacked")[0]["power"] == 6
    assert bench.squad("son_of_khyber").endurance == 2


# Trample (CHX4).


@rule("EF-2.13")
def test_trample_checks_one_enemy_in_a_space_that_was_crossed() -> None:
    text = "holy_riders@C3.12,x pilgrim@A1.0,x,x,x dark_scholar@C4.5,C5.0,x"
    bench = Bench(text, hands={1: ["CHX4"]}).dice(3)
    bench.order('play "Trample" lower', "move holy_riders/1 C5.12 via C4")
    assert bench.told("hit") == [{"models": ["dark_scholar/1"], "result": 3}]
    assert bench.squad("dark_scholar").endurance == 0
    assert (bench.player(1).pool, bench.player(1).discard) == (4, ["CHX4"])


@rule("EF-2.1")
def test_trample_hits_nobody_in_the_last_space() -> None:
    text = "holy_riders@C3.12,x pilgrim@A1.0,x,x,x dark_scholar@C5.0,x,x"
    bench = Bench(text, hands={1: ["CHX4"]}).order('play "Trample" lower', "move holy_riders/1 C5.12 via C4")
    assert (bench.told("shot"), bench.asked()) == ([], (1, "order"))


# Inspire, the Upper Action of Trample.


@rule("EF-8.3.11", "EF-2.13")
def test_inspire_gives_ini_and_att_for_each_own_model_in_contact() -> None:
    """Two Pilgrims touch the one that is attacked: INI 4 strikes before the Gorehound only if it is mine."""
    bench = Bench(
        "pilgrim@C4.0,C4.1,C4.6,x gorehound:Astral@C4.34",
        turn=2,
        hands={1: ["CHX4"]},
        standing={1: 'play "Trample" upper on ini_check'},
    )
    bench.dice(1, 0).order("activate gorehound", "fight GO vs PI1")
    assert bench.told("attacked")[0] == {"model": "pilgrim/1", "target": "gorehound/1", "power": 4}
    assert (bench.player(1).pool, bench.player(1).discard) == (4, ["CHX4"])
    assert bench.state.effects == []


@rule("ED-19.5")
def test_inspire_after_the_ini_check_still_helps_the_attack() -> None:
    bench = Bench(
        "pilgrim@C4.0,C4.1,C4.6,x gorehound:Astral@C4.34",
        hands={1: ["CHX4"]},
        standing={1: 'play "Trample" upper on in_combat'},
    )
    bench.dice(0, 0).order("activate pilgrim", "fight PI1 vs GO")
    assert bench.told("attacked")[0]["power"] == 3


@rule("ED-9.4", "ED-25.12")
def test_winged_charge_cannot_fill_the_space_of_one_large_model() -> None:
    """Both Riders would overlap it, and a model is pushed by exactly one mover; beside it they may arrive."""
    bench = Bench(f"{AWAY} son_of_khyber@C5.* gorehound@D4.12", hands={1: ["CHX1"]})
    offered = bench.offers("play", "CHX1", "lower", "holy_riders")
    assert "C5" not in offered
    assert "D4" in offered
    bench.refused('play "Winged Charge" lower to C5')
