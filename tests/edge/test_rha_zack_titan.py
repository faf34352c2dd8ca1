"""The Destiny Titan: what it does with Crystals that nobody has spent, and the Beacon that calls it."""

from __future__ import annotations

from games.edge.state import Token
from tests.edge.bench import Bench
from tests.rules import rule

TITAN = {"destiny_titan": [("RZX6", 1)]}
AWAY = "storm_bringer@A1.0,x"


def beacons(bench: Bench) -> list[str]:
    return [token.at for token in bench.state.tokens if token.t == "BEACON"]


# Defensive Matrix (RZX5).


@rule("EF-2.12", "ED-14.1", "EF-2.9")
def test_the_matrix_adds_unspent_crystals_to_a_defense_that_has_been_rolled() -> None:
    """DEF 1, 4 against 3 + 3: with the four Crystals that are left after the price it holds."""
    text = f"destiny_titan@D5.* {AWAY} son_of_khyber@C5.*"
    for orders, held in (('play "Defensive Matrix" lower on after_defense', True), ("", False)):
        tokens = [Token("FREEZE", 2, models=["destiny_titan/1"])]
        bench = Bench(text, turn=2, hands={1: ["RZX5"]}, tokens=tokens, standing={1: orders})
        bench.order("activate son_of_khyber").dice(3, 1).order("fight SK vs destiny_titan/1")
        assert bench.told("defended")[-1]["held"] is held
        assert (bench.squad("destiny_titan").endurance == 4) is held


# Beacon and Reactor (RZX6).


@rule("EF-7.3", "ED-9.6", "EF-4.2")
def test_the_beacon_calls_the_titan_at_the_end_of_its_next_passive_turn() -> None:
    text = f"destiny_titan@D5.* {AWAY} pilgrim@C7.1 holy_knight@E9.12"
    bench = Bench(text, enhancements=TITAN)
    offered = bench.offers("use", "destiny_titan.1", "upper")
    assert not {"B2", "B7", "D2", "D7", "A5", "E5"} & set(offered)
    bench.order("use destiny_titan.1 upper to C7", "end")
    assert (beacons(bench), bench.at("destiny_titan/1")) == (["C7"], "D5.*")
    bench.order("turn passive", seat=2)
    assert bench.at("destiny_titan/1") == "D5.*"
    bench.order("turn passive", "at C7.*", seat=1)
    assert (beacons(bench), bench.at("destiny_titan/1")) == ([], "C7.*")
    assert bench.at("pilgrim/1") != "C7.1"


@rule("ED-25.13")
def test_a_beacon_is_in_nobodys_way() -> None:
    bench = Bench(f"destiny_titan@D5.* {AWAY} pilgrim@C6.1", turn=2, tokens=[Token("BEACON", 1, at="C7")])
    bench.order("activate pilgrim", "move pilgrim/1 C7.0")
    assert bench.at("pilgrim/1") == "C7.0"


@rule("EF-7.3", "EF-2.12")
def test_the_reactor_charges_while_two_crystals_are_unspent() -> None:
    text = f"destiny_titan@D5.* {AWAY} pilgrim@C7.1"
    for pool, charges in ((2, 2), (1, 1)):
        bench = Bench(text, enhancements=TITAN, pools=(pool, 5)).order("end")
        assert bench.state.enhancement("destiny_titan.1").charges == charges


# Recall and Tornado Strike (RZX7).


@rule("ED-21.3", "ED-25.24")
def test_recall_brings_the_shrine_to_the_titan_or_to_the_beacon() -> None:
    text = f"destiny_titan@D5.* {AWAY} pilgrim@D4.1"
    bench = Bench(text, hands={1: ["RZX7"]}, tokens=[Token("BEACON", 1, at="C8")], depleted=(2, 0))
    bench.order('play "Tornado Strike" upper')
    spaces = {name.partition(".")[0] for name in bench.offers()}
    assert {"C5", "D6", "C7", "C9"} <= spaces
    assert not {"D4", "D5", "A1", "E9"} & spaces
    bench.order("at C7.*")
    player = bench.player(1)
    assert (player.shrine_at, player.pool, player.depleted) == ("C7", 5, 2)


@rule("ED-13.6", "ED-13.7")
def test_the_tornado_needs_a_line_of_fire() -> None:
    """B5 is on a line through C5, which the Angel fills; D3 is free to see."""
    text = f"destiny_titan@D5.* {AWAY} angel_of_death@C5.* holy_knight@B4.12 holy_knight@D3.12"
    bench = Bench(text, hands={1: ["RZX7"]}, pools=(2, 5)).dice(3)
    bench.order('play "Tornado Strike" lower')
    assert bench.told("shot")[0]["targets"] == ["angel_of_death/1", "holy_knight#2/1"]


@rule("EF-2.12", "ED-13.3")
def test_the_tornado_hits_with_unspent_crystals() -> None:
    """INI 1 against a die of 0: two unspent Crystals make it 2."""
    text = f"destiny_titan@D5.* {AWAY} holy_knight@D3.12"
    for pool, left in ((4, 1), (2, 2)):
        bench = Bench(text, hands={1: ["RZX7"]}, pools=(pool, 5)).dice(0)
        bench.order('play "Tornado Strike" lower')
        assert bench.squad("holy_knight").endurance == left


# Unstable Force (RZX8).


@rule("EF-4.6", "ED-12.8", "EF-2.12")
def test_unstable_force_burns_an_unspent_crystal_and_strikes_with_the_rest() -> None:
    bench = Bench(f"destiny_titan@D5.* {AWAY} son_of_khyber@C5.*", hands={1: ["RZX8"]}, pools=(8, 5))
    neutral = bench.state.neutral_crystals
    bench.dice(2, 0).order('play "Unstable Force" lower')
    assert (bench.player(1).pool, bench.player(1).depleted) == (4, 3)
    assert bench.state.neutral_crystals == neutral + 1
    assert bench.told("attacked")[0]["power"] == 4 + 2 + 2
    assert bench.squad("son_of_khyber").endurance == 2


@rule("EF-4.6")
def test_a_spent_crystal_will_not_do() -> None:
    text = f"destiny_titan=4@D5.* {AWAY} son_of_khyber@C5.*"
    assert "lower" in Bench(text, hands={1: ["RZX8"]}, pools=(1, 5)).offers("play", "RZX8")
    bench = Bench(text, hands={1: ["RZX8"]}, pools=(0, 5), depleted=(4, 0))
    assert "lower" not in bench.offers("play", "RZX8")
