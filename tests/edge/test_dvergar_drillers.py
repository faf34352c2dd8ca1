"""The Drillers: they come out of the ground, bore through large bases, and blow up Crystal Sources."""

from __future__ import annotations

from typing import cast

from games.edge.state import Token
from games.edge.telling.values import listed
from games.engine.contract.events import Plain
from tests.edge.bench import Bench
from tests.rules import rule

AWAY = "enkindled@A1.0,x,x drillers@-,-"
DRILL = {"drillers": [("DVX2", 1)]}


# Arriving (DVX1).


@rule("EF-7.1", "EF-7.2", "ED-4.22", "ED-4.14")
def test_they_emerge_touching_each_other() -> None:
    bench = Bench(f"{AWAY} pilgrim@E9.0", beside={1: ["DVX1"]})
    bench.order('play "Subterran Strike" upper')
    bench.refused("at drillers/1 C5.12 move drillers/2 E8.12")
    bench.order("at drillers/1 C5.12 move drillers/2 C5.34")
    assert [bench.at(f"drillers/{n}") for n in (1, 2)] == ["C5.12", "C5.34"]
    assert (bench.player(1).pool, bench.player(1).beside) == (4, [])


@rule("ED-4.22")
def test_together_only_places_beside_the_first_are_offered_for_the_second() -> None:
    bench = Bench(f"{AWAY} pilgrim@E9.0", beside={1: ["DVX1"]}).order('play "Subterran Strike" upper')
    offered = bench.offers("drillers/1", "C5.12", "move", "drillers/2")
    halo = bench.state.board.placements["C5.12"].halo
    assert offered
    assert all(bench.state.board.placements[place].mask & halo for place in offered)


@rule("ED-4.22", "ED-25.12", "EF-4.3")
def test_they_strike_in_either_mode_and_push_any_base() -> None:
    bench = Bench(f"{AWAY} son_of_khyber@C5.*", beside={1: ["DVX1"]})
    bench.order('play "Subterran Strike" lower option 2', "at drillers/1 C5.12 move drillers/2 E8.12")
    assert bench.squad("drillers").mode == "Drill"
    assert bench.at("son_of_khyber/1") != "C5.*"
    assert (bench.at("drillers/2"), bench.player(1).pool) == ("E8.12", 3)


# Puncture (DVX2).


@rule("EF-7.3", "EF-2.15", "ED-12.12")
def test_in_drill_mode_they_wound_large_bases_once_more() -> None:
    for mode, foe, left in (
        ("Drill", "warbeast@C5.034,x", 0),
        ("Basic", "warbeast@C5.034,x", 1),
        ("Drill", "ancient_guard@C5.34,x,x", 1),
    ):
        bench = Bench(f"drillers:{mode}@C5.12,x {foe}", enhancements=DRILL)
        name = foe.partition("@")[0]
        bench.order("activate drillers").dice(4, 0).order(f"fight drillers/1 vs {name}/1")
        assert bench.squad(name).endurance == left


@rule("EF-2.3")
def test_overheat_is_an_attack() -> None:
    bench = Bench(
        "drillers@C5.12,x holy_knight@C5.34",
        enhancements=DRILL,
        standing={1: "use drillers.1 upper on before_attack"},
    )
    bench.order("activate drillers").dice(0, 0).order("fight drillers/1 vs HK")
    assert bench.told("attacked")[0]["power"] == 4


# Crystal Repairs and Dynamite (DVX3).


@rule("ED-15.10", "ED-16.13")
def test_repairs_turn_unspent_crystals_into_endurance() -> None:
    bench = Bench("drillers=0@C5.12,x pilgrim@E9.0", hands={1: ["DVX3"]})
    neutral = bench.state.neutral_crystals
    bench.order('play "Dynamite" upper with drillers x 2')
    assert (bench.squad("drillers").endurance, bench.player(1).pool) == (2, 3)
    assert (bench.player(1).depleted, bench.state.neutral_crystals) == (0, neutral + 2)


def test_there_is_nothing_to_repair_with_or_at_all() -> None:
    assert "upper" not in Bench("drillers@C5.12,x pilgrim@E9.0", hands={1: ["DVX3"]}).offers("play", "DVX3")
    poor = Bench("drillers=0@C5.12,x pilgrim@E9.0", hands={1: ["DVX3"]}, pools=(0, 5), depleted=(3, 0))
    assert "upper" not in poor.offers("play", "DVX3")


@rule("ED-13.2", "EF-2.13")
def test_dynamite_checks_everybody_around_a_source() -> None:
    """The Source at B2 is next to the Driller in B3; B7 is too far away."""
    text = "drillers@B3.12,x enkindled@C2.0,x,x holy_knight@B3.45 holy_knight@E9.12"
    bench = Bench(text, hands={1: ["DVX3"]})
    assert bench.offers("play", "DVX3", "lower", "drillers", "drillers/1") == ["B2"]
    touching = {m.id for m in bench.state.touching(list(bench.state.models), bench.state.space_mask("B2"))}
    bench.dice(4).order('play "Dynamite" lower to B2')
    (shot,) = bench.told("shot")
    assert {*listed(cast("Plain", shot["targets"]))} == touching
    assert touching


# Crystal Breaker (DVX4).


@rule("ED-21.4", "EF-4.6")
def test_a_broken_source_is_gone_with_all_that_lay_on_it() -> None:
    text = "drillers:Drill@B3.45,x stream_guard@E9.12"
    bench = Bench(text, hands={1: ["DVX4"]}, tokens=[Token("SOURCE", 2, at="B2")])
    touched = bench.offers("play", "DVX4", "lower", "drillers", "drillers/1")
    assert touched == ["B2"]
    bench.order('play "Crystal Breaker" lower to B2')
    assert bench.state.sources == ["B7", "D2", "D7"]
    assert bench.state.tokens == []
    player = bench.player(1)
    assert (player.pool, player.depleted) == (3, 3)
    bench.order("end", seat=1)
    bench.order("turn passive", seat=2)


@rule("EF-2.1")
def test_breaking_is_for_drill_mode() -> None:
    bench = Bench("drillers@B3.45,x pilgrim@E9.0", hands={1: ["DVX4"]})
    assert "lower" not in bench.offers("play", "DVX4")
