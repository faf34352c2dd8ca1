"""Bullgrim: it enters its Rage only when hurt, digs quarries, blows them up, and charges into them."""

from __future__ import annotations

from games.edge.rules.squads.attributes import stat
from games.edge.state import Token
from tests.edge.bench import Bench
from tests.rules import rule

BORER = {"bullgrim": [("DVX5", 1)]}


def quarries(*hexes: str) -> list[Token]:
    return [Token("QUARRY", 1, at=name) for name in hexes]


def dug(bench: Bench) -> list[str]:
    return sorted(token.at for token in bench.state.tokens if token.t == "QUARRY")


# Enrage and Borer (DVX5).


@rule("EF-7.5", "ED-8.6", "EF-7.3")
def test_only_with_two_endurance_or_less_it_may_enter_its_rage() -> None:
    for endurance, asked in ((2, True), (3, False)):
        text = f"bullgrim={endurance}@C5.* pilgrim@E9.0"
        bench = Bench(text, enhancements=BORER, standing={1: 'trigger "Enrage": yes'})
        assert bench.squad("bullgrim").mode == ("Rage" if asked else "Basic")


@rule("EF-7.5", "ED-8.5")
def test_an_activation_never_changes_its_mode() -> None:
    for mode in ("Basic", "Rage"):
        bench = Bench(f"bullgrim:{mode}@C5.* pilgrim@E9.0").order("activate bullgrim")
        assert "mode" not in bench.offers()


@rule("EF-2.1", "ED-25.13")
def test_the_borer_digs_on_any_empty_hex_and_nobody_minds() -> None:
    bench = Bench("bullgrim@C5.* pilgrim@E9.0 holy_knight@E8.12", enhancements=BORER)
    assert "E9.0" not in bench.offers("use", "bullgrim.1", "lower")
    bench.order("use bullgrim.1 lower to E9.3")
    assert (dug(bench), bench.state.enhancement("bullgrim.1").charges) == (["E9.3"], 0)
    bench.order("end", seat=1)
    bench.order("turn active", "activate pilgrim", "move pilgrim/1 E9.3", seat=2)
    assert bench.at("pilgrim/1") == "E9.3"


# Explosion (DVX6).


@rule("ED-13.2")
def test_a_quarry_explodes_under_everybody_in_its_space() -> None:
    text = "bullgrim@C5.* enkindled@E9.1,x,x holy_knight@E9.45 pilgrim@E8.1"
    bench = Bench(text, hands={1: ["DVX6"]}, tokens=quarries("E9.3", "E9.6", "A9.0")).dice(4)
    bench.order('play "Explosion" lower to E9.3')
    assert dug(bench) == ["A9.0", "E9.6"]
    assert [bench.squad(name).endurance for name in ("enkindled", "holy_knight", "pilgrim")] == [1, 1, 1]


@rule("EF-2.15")
def test_its_upper_half_defends_for_the_whole_combat() -> None:
    """DEF 2 and 0 on the die against 3 and 0: only with +1 does it hold."""
    text = "enkindled:Attack@D5.1,x,x holy_riders:Charge@D5.23,x"
    for orders, held in (('play "Explosion" upper on before_defense', True), ("", False)):
        bench = Bench(text, turn=2, hands={1: ["DVX6"]}, standing={1: orders}, pools=(5, 5))
        bench.state.squad("enkindled").mode = "Basic"
        bench.order("activate holy_riders").dice(0, 0).order("fight holy_riders/1 vs enkindled/1")
        assert bench.told("defended")[0]["held"] is held


# Lethal Shot (DVX7).


@rule("EF-2.13", "EF-2.15")
def test_all_who_stand_in_a_quarry_space_have_def_0_until_the_turn_ends() -> None:
    text = "bullgrim@C5.* holy_knight@E9.45 pilgrim@E8.1,E9.1"
    bench = Bench(text, hands={1: ["DVX7"]}, tokens=quarries("E9.3"))
    bench.order('play "Lethal Shot" lower to E9')
    defences = [
        stat(bench.state, bench.model(name), "DEF") for name in ("holy_knight/1", "pilgrim/1", "pilgrim/2")
    ]
    assert defences == [0, 1, 0]
    bench.order("end")
    assert stat(bench.state, bench.model("holy_knight/1"), "DEF") == 2


def test_one_model_steps() -> None:
    bench = Bench("bullgrim@C5.* enkindled@E9.1,x,x pilgrim@A1.0", hands={1: ["DVX7"]})
    bench.order('play "Lethal Shot" upper with enkindled/1', "move enkindled/1 E8.1")
    assert bench.at("enkindled/1") == "E8.1"


# Tunnels and Stampede (DVX8).


@rule("EF-2.14")
def test_tunnels_move_one_quarry() -> None:
    bench = Bench("bullgrim@C5.* pilgrim@E1.0", hands={1: ["DVX8"]}, tokens=quarries("E9.3", "A9.0"))
    bench.order('play "Stampede" upper to E9.3', "at E8.0")
    assert dug(bench) == ["A9.0", "E8.0"]


@rule("ED-13.5", "EF-2.12", "ED-12.12")
def test_in_its_rage_it_charges_straight_into_a_quarry_and_wounds_more_for_each_space() -> None:
    """C5 to C8 is a line: it ends in C7, two Spaces on, beside the Son of Khyber."""
    text = "bullgrim:Rage@C5.* son_of_khyber@C8.*"
    bench = Bench(text, hands={1: ["DVX8"]}, tokens=quarries("C8.3"))
    bench.dice(4, 0).order('play "Stampede" lower to SK', "move bullgrim/1 C7.*")
    assert bench.at("bullgrim/1") == "C7.*"
    assert bench.squad("son_of_khyber").endurance == 1


@rule("EF-2.11")
def test_it_charges_only_where_a_quarry_is_and_only_in_its_rage() -> None:
    for mode, tokens in (("Rage", quarries("C6.1")), ("Basic", quarries("C8.3"))):
        bench = Bench(f"bullgrim:{mode}@C5.* son_of_khyber@C8.*", hands={1: ["DVX8"]}, tokens=tokens)
        assert "lower" not in bench.offers("play", "DVX8")
