"""The Jumpsuit: it falls from the skies, runs people down, bars Spaces, and pays Wounds with VP."""

from __future__ import annotations

import pytest

from games.edge.state import Token
from tests.edge.bench import Bench
from tests.rules import rule

AWAY = "storm_bringer@A1.0,x jumpsuit@-"
SUIT = {"jumpsuit": [("RZX2", 2)]}


def barriers(*spaces: str) -> list[Token]:
    return [Token("BARRIER", 1, at=name) for name in spaces]


def barred(bench: Bench) -> list[str]:
    return sorted(token.at for token in bench.state.tokens if token.t == "BARRIER")


# Arriving (RZX1).


@rule("EF-7.1", "EF-7.2", "ED-4.22")
def test_it_descends_on_any_empty_hexes() -> None:
    bench = Bench(f"{AWAY} pilgrim@C5.1", beside={1: ["RZX1"]})
    bench.order('play "From the Skies" upper')
    assert "C5.012" not in bench.offers()
    bench.order("at C5.034")
    assert (bench.at("jumpsuit/1"), bench.player(1).pool, bench.player(1).beside) == ("C5.034", 4, [])
    assert "jumpsuit" in bench.offers("activate")


@rule("ED-13.2", "EF-4.9")
def test_from_the_skies_it_checks_everybody_it_touches() -> None:
    bench = Bench(f"{AWAY} holy_knight@C5.12 pilgrim@E9.0", beside={1: ["RZX1"]}).dice(4)
    bench.order('play "From the Skies" lower', "at C5.034")
    assert [bench.squad(name).endurance for name in ("holy_knight", "pilgrim", "jumpsuit")] == [1, 1, 2]


# Temporary Setback (RZX2).


def wounded(orders: str, endurance: int = 2) -> Bench:
    """The Son of Khyber has hit the Jumpsuit."""
    bench = Bench(
        f"jumpsuit={endurance}@D5.016 storm_bringer@A1.0,x son_of_khyber@C5.*",
        turn=2,
        enhancements=SUIT,
        standing={1: orders},
        vp=0,
    )
    bench.order("activate son_of_khyber").dice(4, 0)
    return bench.order("fight SK vs jumpsuit/1")


@rule("ED-25.17", "DP-I18", "EF-7.3")
def test_a_setback_costs_vp_in_place_of_endurance() -> None:
    assert (wounded("").squad("jumpsuit").endurance, wounded("").state.vp) == (1, 0)
    bench = wounded("use jumpsuit.1 upper on wound_pending")
    assert bench.squad("jumpsuit").endurance == 2
    assert bench.state.vp == -1
    assert bench.state.enhancement("jumpsuit.1").charges == 1


@rule("ED-25.17")
def test_without_endurance_there_is_nothing_to_pay_for() -> None:
    bench = wounded("use jumpsuit.1 upper on wound_pending", endurance=0)
    assert bench.at("jumpsuit/1") == ""
    assert bench.state.vp == -2


# Lightning Strike (RZX2).


@rule("ED-25.12", "ED-10.5", "EF-4.3")
def test_lightning_pushes_aside_whoever_stands_on_its_way_and_checks_them() -> None:
    """From C3 over C4 and C5 to C6: the Knights of C5 are in its way, the one at D9 is not."""
    text = "jumpsuit:Jump@C3.016 storm_bringer@A1.0,x holy_knight@C5.34 holy_knight@E9.12"
    bench = Bench(text, enhancements=SUIT).dice(4)
    bench.order("use jumpsuit.1 lower", "move jumpsuit/1 C6.016 via C4 C5")
    assert bench.at("jumpsuit/1") == "C6.016"
    offered = bench.offers()
    assert {name.partition(".")[0] for name in offered} <= {"B4", "B5", "C4", "C6", "D4", "D5"}
    bench.order("at D4.12")
    assert (bench.at("holy_knight#1/1"), bench.squad("holy_knight#1").endurance) == ("D4.12", 1)
    assert (bench.at("holy_knight#2/1"), bench.squad("holy_knight#2").endurance) == ("E9.12", 2)


@rule("ED-25.12", "ED-11.2")
def test_where_it_ends_it_pushes_bases_of_any_size() -> None:
    text = "jumpsuit:Jump@C3.016 storm_bringer@A1.0,x son_of_khyber@C4.* pilgrim@E9.0"
    bench = Bench(text, enhancements=SUIT).dice(4)
    bench.order("use jumpsuit.1 lower", "move jumpsuit/1 C4.016")
    assert bench.at("jumpsuit/1") == "C4.016"
    assert bench.at("son_of_khyber/1") != "C4.*"
    assert bench.squad("son_of_khyber").endurance == 3


@rule("ED-11.6")
def test_it_does_not_push_what_cannot_be_pushed() -> None:
    text = "jumpsuit:Jump@C3.016 storm_bringer@A1.0,x holy_knight@C4.34 holy_knight@C4.12 pilgrim@E9.0"
    wall = Token("SHIELD_WALL", 2, models=["holy_knight#1/1", "holy_knight#2/1"])
    bench = Bench(text, enhancements=SUIT, tokens=[wall])
    bench.order("use jumpsuit.1 lower", "move jumpsuit/1 C5.016 via C4")
    assert [bench.at("holy_knight#1/1"), bench.at("holy_knight#2/1")] == ["C4.34", "C4.12"]


@rule("EF-2.1")
def test_lightning_is_for_jump_mode() -> None:
    bench = Bench("jumpsuit@C3.016 storm_bringer@A1.0,x pilgrim@E9.0", enhancements=SUIT)
    assert "lower" not in bench.offers("use", "jumpsuit.1")


# Barrier (RZX3).


@rule("EF-2.11", "ED-2.4")
def test_barriers_lie_on_up_to_three_empty_spaces_within_three() -> None:
    text = "jumpsuit@C3.016 storm_bringer@A1.0,x pilgrim@C5.0"
    bench = Bench(text, hands={1: ["RZX3"]})
    offered = bench.offers("play", "RZX3", "lower", "jumpsuit", "jumpsuit/1")
    assert not {"C3", "C5", "B2", "C7"} & set(offered)
    assert {"C2", "C6"} <= set(offered)
    bench.order('play "Barrier" lower to C4 C6')
    assert barred(bench) == ["C4", "C6"]


@rule("ED-9.8", "DP-A20")
@pytest.mark.parametrize(("order", "to", "pool"), [("pay", "C7.0", 4), ("stop", "C6.0", 5)])
def test_who_enters_pays_or_stops_there(order: str, to: str, pool: int) -> None:
    text = "jumpsuit@A1.016 pilgrim@C5.0 holy_knight@E9.12"
    bench = Bench(text, turn=2, tokens=barriers("C6"), standing={2: f"barrier: {order}"})
    bench.order("activate pilgrim", "move pilgrim/1 C7.0 via C6")
    if order == "stop":
        bench.order("at C6.0")
    assert (bench.at("pilgrim/1"), bench.player(2).pool) == (to, pool)
    assert barred(bench) == ["C6"]


@rule("DP-A20")
def test_who_says_nothing_is_asked_and_pays_by_default() -> None:
    bench = Bench("jumpsuit@A1.016 pilgrim@C5.0", turn=2, tokens=barriers("C6"))
    bench.order("activate pilgrim", "move pilgrim/1 C7.0 via C6")
    assert (bench.asked(), bench.offers()) == ((2, "option"), ["pay", "stop"])
    decision = bench.run.decision_for(2)
    assert decision is not None
    assert decision.fallback() == ("pay",)


@rule("ED-9.8", "DP-A20")
def test_entering_costs_where_the_move_ends_too() -> None:
    bench = Bench("jumpsuit@A1.016 pilgrim@C5.0 holy_knight@E9.12", turn=2, tokens=barriers("C6"))
    bench.order("activate pilgrim", "move pilgrim/1 C6.0")
    assert (bench.at("pilgrim/1"), bench.player(2).pool) == ("C6.0", 4)


@rule("ED-9.8", "DP-A20")
def test_who_cannot_pay_stops() -> None:
    text = "jumpsuit@A1.016 pilgrim=0@C5.0"
    bench = Bench(text, turn=2, pools=(5, 0), vp=10, tokens=barriers("C6"))
    bench.order("activate pilgrim", "move pilgrim/1 C7.0 via C6", "at C6.0")
    assert bench.at("pilgrim/1") == "C6.0"
    bench = Bench(text, turn=2, pools=(5, 0), vp=10, tokens=barriers("C6"))
    bench.order("activate pilgrim", "move pilgrim/1 C6.3")
    assert bench.at("pilgrim/1") == "C6.3"


@rule("DP-A19")
def test_its_owner_takes_a_barrier_back_for_nothing_and_nobody_else() -> None:
    text = "jumpsuit@A1.016 pilgrim@C5.0"
    bench = Bench(text, tokens=barriers("C6", "C7"))
    bench.order("remove BARRIER from C6")
    assert (barred(bench), bench.player(1).pool) == (["C7"], 5)
    assert "remove" not in Bench(text, turn=2, tokens=barriers("C6")).offers()


# Gravitron Punch (RZX4).


@rule("ED-12.8", "EF-4.4")
def test_the_punch_backstabs_and_hurls_the_enemy_away() -> None:
    text = "jumpsuit@C3.016 storm_bringer@A1.0,x holy_knight@C3.23 pilgrim@E9.0"
    bench = Bench(text, hands={1: ["RZX4"]}).dice(4, 0)
    bench.order('play "Gravitron Punch" lower to HK', "move HK C6.12")
    assert (bench.squad("holy_knight").endurance, bench.at("holy_knight/1")) == (1, "C6.12")


def test_who_dies_of_the_punch_goes_nowhere() -> None:
    text = "jumpsuit@C3.016 storm_bringer@A1.0,x holy_knight=0@C3.23 pilgrim@E9.0"
    bench = Bench(text, hands={1: ["RZX4"]}).dice(4, 0)
    bench.order('play "Gravitron Punch" lower to HK')
    assert (bench.at("holy_knight/1"), bench.asked()) == ("", (1, "order"))


@rule("ED-17.6")
def test_who_stays_after_all_pushes_nobody() -> None:
    text = "jumpsuit:Jump@C3.016 storm_bringer@A1.0,x holy_knight@C5.34"
    bench = Bench(text, enhancements=SUIT).order("use jumpsuit.1 lower", "stay")
    assert (bench.told("shot"), bench.state.enhancement("jumpsuit.1").charges) == ([], 0)
