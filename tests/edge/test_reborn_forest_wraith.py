"""The Forest Wraith: it grows out of the forest, plants it where it kills, and draws it near."""

from __future__ import annotations

from games.edge.rules.squads.attributes import stat
from games.edge.state import Token
from tests.edge.bench import Bench
from tests.rules import rule

AWAY = "wyrm@A1.0,x forest_wraith@-"


def thickets(*hexes: str) -> list[Token]:
    return [Token("THICKET", 1, at=name) for name in hexes]


def forest(bench: Bench) -> list[str]:
    return [token.at for token in bench.state.tokens if token.t == "THICKET"]


# Arriving (RBX1).


@rule("EF-7.1", "EF-7.2", "ED-4.22")
def test_symbiosis_brings_it_and_a_thicket_to_the_shrine() -> None:
    bench = Bench(f"{AWAY} pilgrim@E9.0", beside={1: ["RBX1"]})
    assert bench.offers("activate") == ["wyrm"]
    bench.order('play "Manifestation" upper', "at B5.016")
    hexes = bench.offers()
    halo = bench.state.placement(bench.model("forest_wraith/1")).halo
    assert hexes
    assert all(bench.state.mask_of(name) & halo for name in hexes)
    bench.order(f"at {hexes[0]}")
    assert forest(bench) == [hexes[0]]
    assert (bench.at("forest_wraith/1"), bench.player(1).pool, bench.player(1).beside) == ("B5.016", 4, [])


@rule("EF-7.1", "EF-6.6.3", "ED-12.8")
def test_it_manifests_on_empty_hexes_with_att_for_each_connected_thicket_and_backstabs() -> None:
    """B5.1 touches the Shrine at A5, and B5.2 touches B5.1; D5.5 stands alone."""
    lying = thickets("B5.1", "B5.2", "D5.5", "E8.1")
    bench = Bench(f"{AWAY} holy_knight@B5.34 pilgrim@E9.0", beside={1: ["RBX1"]}, tokens=lying)
    bench.dice(4, 0).order('play "Manifestation" lower', "at B5.056")
    model = bench.model("forest_wraith/1")
    assert bench.squad("forest_wraith").mode == "Wraith"
    assert stat(bench.state, model, "ATT") == 3
    assert (bench.player(1).pool, bench.squad("holy_knight").endurance) == (2, 1)
    assert bench.told("attacked")


@rule("ED-4.22")
def test_it_does_not_push_when_it_arrives() -> None:
    bench = Bench(f"{AWAY} pilgrim@B5.2", beside={1: ["RBX1"]})
    bench.order('play "Manifestation" lower')
    assert not any(name.startswith("B5.") and "2" in name.partition(".")[2] for name in bench.offers())


# Thorn Beast (RBX2).


@rule("EF-7.3", "EF-2.9")
def test_only_where_it_touches_the_shrine_it_wounds_more() -> None:
    attached = {"forest_wraith": [("RBX2", 1)]}
    for place, foe, left in (("B5.016", "B5.23", 0), ("D5.016", "D5.23", 1)):
        orders = {1: "use forest_wraith.1 upper on in_combat"}
        bench = Bench(f"forest_wraith@{place} holy_knight@{foe}", enhancements=attached, standing=orders)
        bench.order("activate forest_wraith").dice(4, 0).order("fight forest_wraith/1 vs HK")
        assert bench.squad("holy_knight").endurance == left


@rule("EF-2.1", "ED-16.14")
def test_where_it_kills_it_may_plant_a_thicket_beside_the_hexes_of_the_victim() -> None:
    text = "forest_wraith@D5.016 holy_knight=0@D5.23 pilgrim@E9.0"
    attached = {"forest_wraith": [("RBX2", 1)]}
    bench = Bench(text, enhancements=attached, standing={1: 'trigger "Thorn Beast": yes'})
    stood = bench.state.board.placements["D5.23"].halo
    bench.order("activate forest_wraith").dice(4, 0).order("fight forest_wraith/1 vs HK")
    (grown,) = forest(bench)
    assert bench.state.mask_of(grown) & stood
    bench = Bench(text, enhancements=attached, standing={1: 'trigger "Thorn Beast": no'})
    bench.order("activate forest_wraith").dice(4, 0).order("fight forest_wraith/1 vs HK")
    assert forest(bench) == []


def test_when_others_kill_nothing_grows() -> None:
    text = "forest_wraith@A1.016 wyrm@D5.1,x holy_knight=0@D5.23 pilgrim@E9.0"
    bench = Bench(text, enhancements={"forest_wraith": [("RBX2", 1)]})
    bench.order("activate wyrm").dice(4, 0).order("fight wyrm/1 vs HK")
    assert (bench.at("holy_knight/1"), forest(bench)) == ("", [])


# Spikes Explosion (RBX3).


@rule("ED-13.2", "EF-4.9")
def test_spikes_wound_it_and_everybody_it_touches() -> None:
    text = "forest_wraith@D5.016 wyrm@D5.5,x holy_knight@D5.23 pilgrim@E9.0"
    bench = Bench(text, hands={1: ["RBX3"]}).dice(4)
    bench.order('play "Spikes Explosion" lower')
    assert [bench.squad(name).endurance for name in ("forest_wraith", "wyrm", "holy_knight", "pilgrim")] == [
        1,
        0,
        1,
        1,
    ]


@rule("ED-16.1")
def test_a_wraith_that_dies_of_its_spikes_checks_nobody() -> None:
    bench = Bench("forest_wraith=0@D5.016 wyrm@A1.0,x holy_knight@D5.23", hands={1: ["RBX3"]})
    bench.order('play "Spikes Explosion" lower')
    assert (bench.at("forest_wraith/1"), bench.squad("holy_knight").endurance) == ("", 2)


# Forest Elemental (RBX4).


@rule("EF-2.14", "EF-6.6.1")
def test_the_elemental_draws_up_to_three_thickets_near() -> None:
    lying = thickets("E9.1", "E9.2", "A1.3", "A2.4")
    bench = Bench("forest_wraith@D5.016 pilgrim@E1.0", hands={1: ["RBX4"]}, tokens=lying)
    bench.order('play "Forest Elemental" lower to A1.3 E9.1 E9.2', "at D5.2", "at D5.5", "at D5.3")
    assert sorted(forest(bench)) == ["A2.4", "D5.2", "D5.3", "D5.5"] or bench.asked() is None


def test_without_thickets_there_is_nothing_to_draw() -> None:
    bench = Bench("forest_wraith@D5.016 pilgrim@E1.0", hands={1: ["RBX4"]})
    assert "lower" not in bench.offers("play", "RBX4")
