"""The Pilgrims' cards: Energy Drain, and the Enhancements Fake Death and Last Man Standing."""

from __future__ import annotations

import pytest

from games.edge.rules.squads.attributes import stat
from tests.edge.bench import Bench
from tests.rules import rule

# Energy Drain (CH03). The Source on C5 touches C4.2 and C4.3, that on A3 touches A2.2 and A2.3.

SOURCES = ("C5", "A3", "D7", "E1")


def test_energy_drain_takes_a_crystal_from_each_controlled_source_that_a_pilgrim_touches() -> None:
    bench = Bench("pilgrim@C4.2,C4.3,A2.2,x gorehound@E9.12", sources=SOURCES, hands={1: ["CH03"]})
    bench.order('play "Energy Drain" lower')
    assert (bench.player(1).pool, bench.player(1).depleted) == (6, 1)  # 5, less 1 paid, and 2 drained
    assert bench.state.neutral_crystals == 8
    assert bench.player(1).discard == ["CH03"]


@rule("ED-6.2", "ED-17.6")
def test_energy_drain_needs_a_source_that_no_enemy_touches() -> None:
    bench = Bench("pilgrim@C4.2,x,x,x gorehound@C6.56", sources=SOURCES, hands={1: ["CH03"]})
    assert bench.offers("play", "CH03") == []


@rule("ED-17.6")
def test_a_source_touched_by_others_than_pilgrims_gives_no_crystal() -> None:
    bench = Bench("pilgrim@A2.2,x,x,x ranger@C4.2,x gorehound@E9.12", sources=SOURCES, hands={1: ["CH03"]})
    bench.order('play "Energy Drain" lower')
    assert bench.told("harvested") == [{"seat": 1, "count": 1, "sites": ["A3"]}]


@rule("EC-110", "ED-21.5")
def test_energy_drain_gets_nothing_from_the_blood_altar() -> None:
    bench = Bench("pilgrim@C4.2,x,x,x gorehound@E9.12", shrines=("A5", "C5"), hands={1: ["CH03"]})
    assert bench.offers("play", "CH03") == []


@rule("ED-2.4")
def test_energy_drain_takes_no_more_than_the_neutral_pile_has() -> None:
    text = "pilgrim@C4.2,A2.2,x,x gorehound@E9.12"
    bench = Bench(text, sources=SOURCES, pools=(10, 9), hands={1: ["CH03"]})
    bench.order('play "Energy Drain" lower')
    assert (bench.player(1).pool, bench.state.neutral_crystals) == (10, 0)


# Worthless, the Upper Action of Fake Death (CH04).


def dying(squad: str, card: str = "CH04", charges: int = 3, orders: str = "") -> Bench:
    """A Gorehound is about to kill a model without tokens left."""
    name = squad.partition("@")[0].partition("=")[0]
    return Bench(
        f"{squad} ranger@A1.0,x gorehound@C4.56",
        turn=2,
        enhancements={name: [(card, charges)]},
        standing={1: orders or f"use {name}.1 upper on killed"},
    )


@rule("EF-8.3.7", "ED-16.14", "ED-18.6")
@pytest.mark.parametrize(
    ("squad", "target", "vp"),
    [
        ("pilgrim=0@C4.0,x,x,x", "PI1", 0),
        ("holy_knight=0@C4.01", "HK", 0),
        ("angel_of_death=0@C3.*", "AD", -1),
    ],
)
def test_worthless_takes_two_vp_off_a_death_but_never_below_none(squad: str, target: str, vp: int) -> None:
    bench = dying(squad)
    bench.dice(4, 0, 0).order("activate gorehound", f"fight GO vs {target}")
    assert [told["half"] for told in bench.told("used")] == ["upper"]
    assert bench.state.vp == vp
    assert bench.state.neutral_charges == 18


@rule("ED-18.7")
def test_worthless_may_be_paid_for_twice_in_one_death() -> None:
    bench = dying("angel_of_death=0@C3.*", orders="use angel_of_death.1 upper on killed limit 2/turn")
    bench.dice(4, 0, 0).order("activate gorehound", "fight GO vs AD")
    assert bench.state.vp == 0
    assert bench.state.enhancement("angel_of_death.1").charges == 1


@rule("EF-2.9")
def test_worthless_is_for_deaths_in_its_own_squad() -> None:
    bench = Bench(
        "pilgrim=0@C4.0,x,x,x holy_knight@A1.12 gorehound@C4.45",
        turn=2,
        enhancements={"holy_knight": [("CH04", 2)]},
        standing={1: "use holy_knight.1 upper on killed"},
    )
    bench.dice(4, 0).order("activate gorehound", "fight GO vs PI1")
    assert bench.told("used") == []
    assert bench.state.vp == -1


def test_a_condition_on_charges_reads_those_of_the_enhancement() -> None:
    for least, vp in ((3, 0), (4, -1)):
        bench = dying("pilgrim=0@C4.0,x,x,x", orders=f"use pilgrim.1 upper on killed if ch >= {least}")
        bench.dice(4, 0).order("activate gorehound", "fight GO vs PI1")
        assert bench.state.vp == vp


# Fake Death (CH04).


@rule("EF-3.3", "ED-18.7", "ED-15.7")
def test_fake_death_ignores_a_wound_once_a_turn_and_nobody_strikes_back() -> None:
    bench = Bench(
        "pilgrim=0@C4.0,x,x,x ranger@A1.0,x gorehound@C4.45 gorehound@C4.12",
        turn=2,
        enhancements={"pilgrim": [("CH04", 4)]},
        standing={1: "use pilgrim.1 lower on wound_pending"},
        hands={2: ["DE01"]},
    )
    bench.dice(4, 0).order("activate gorehound#1", "fight GO1 vs PI1")
    assert bench.model("pilgrim/1").state == "board"
    assert (bench.told("countered"), bench.told("wounded")) == ([], [])
    assert (bench.state.enhancement("pilgrim.1").charges, bench.state.neutral_charges) == (2, 18)
    bench.dice(4, 0).order('play "Horde" upper with gorehound#2', "fight GO2 vs PI1")
    assert bench.model("pilgrim/1").state == "dead"
    assert bench.state.enhancement("pilgrim.1").charges == 2


@rule("EF-8.3.2", "EF-3.3")
def test_fake_death_works_against_the_wound_of_a_card_too() -> None:
    bench = Bench(
        "pilgrim=0@C4.0,x,x,x ranger@A1.0,x master_of_elements@C7.0",
        turn=2,
        enhancements={"pilgrim": [("CH04", 2)]},
        standing={1: "use pilgrim.1 lower on wound_pending"},
        hands={2: ["DE09"]},
    )
    bench.dice(4).order('play "Fireball" lower', "at C4 C3")
    assert bench.model("pilgrim/1").state == "board"
    assert bench.told("prevented") != []


@rule("ED-18.6", "EC-97", "EC-74")
def test_fake_death_is_only_for_pilgrims_and_needs_its_charges() -> None:
    for name, charges in (("holy_knight", 4), ("pilgrim", 1)):
        bench = Bench(
            "pilgrim=0@C4.0,x,x,x holy_knight=0@C4.12 gorehound@C4.45",
            turn=2,
            enhancements={name: [("CH04", charges)]},
            standing={1: f"use {name}.1 lower on wound_pending"},
        )
        bench.dice(4, 0).order("activate gorehound", "fight GO vs PI1")
        assert bench.told("used") == []
        assert bench.model("pilgrim/1").state == "dead"


# Revenge, the Upper Action of Last Man Standing (CH10).


@rule("ED-16.14", "ED-12.8", "ED-18.11")
def test_revenge_backstabs_the_killer_before_the_dead_model_leaves() -> None:
    bench = dying("pilgrim=0@C4.0,x,x,x", card="CH10")
    bench.dice(4, 0, 4, 0).order("activate gorehound", "fight GO vs PI1")
    assert [told["model"] for told in bench.told("attacked")] == ["gorehound/1", "pilgrim/1"]
    assert bench.told("fought")[1]["backstab"] is True
    assert bench.squad("gorehound").endurance == 0
    assert (bench.model("pilgrim/1").state, bench.state.vp) == ("dead", -1)
    assert bench.state.enhancement("pilgrim.1").charges == 2


@rule("ED-12.8")
def test_who_withstands_revenge_does_not_strike_back() -> None:
    bench = dying("pilgrim=0@C4.0,x,x,x", card="CH10")
    bench.dice(4, 0, 0, 0).order("activate gorehound", "fight GO vs PI1")
    assert (bench.squad("gorehound").endurance, bench.told("countered")) == (1, [])


def test_revenge_is_for_deaths_in_combat_only() -> None:
    bench = Bench(
        "pilgrim=0@C4.0,x,x,x ranger@A1.0,x master_of_elements@C4.1",
        turn=2,
        enhancements={"pilgrim": [("CH10", 2)]},
        standing={1: "use pilgrim.1 upper on killed"},
        hands={2: ["DE09"]},
    )
    bench.dice(4).order('play "Fireball" lower', "at C4 C3")
    assert bench.model("pilgrim/1").state == "dead"
    assert bench.told("used") == []


# Last Man Standing (CH10).


def last_man(pilgrims: str = "C4.0,x,x,x", charges: int = 3) -> Bench:
    return Bench(
        f"pilgrim@{pilgrims} ranger@A1.0,x gorehound@C4.45",
        enhancements={"pilgrim": [("CH10", charges)]},
        hands={1: ["CH12", "CH18"]},
    )


@rule("ED-18.10", "EF-2.15")
def test_the_last_pilgrim_has_three_def_more_once_it_was_paid_for() -> None:
    bench = last_man()
    pilgrim = bench.model("pilgrim/1")
    assert stat(bench.state, pilgrim, "DEF") == 1
    bench.order("use pilgrim.1 lower")
    assert stat(bench.state, pilgrim, "DEF") == 4
    assert (bench.state.enhancement("pilgrim.1").charges, bench.state.neutral_charges) == (0, 20)
    bench.order("end")
    assert stat(bench.state, pilgrim, "DEF") == 4


@rule("ED-18.10")
def test_two_pilgrims_are_not_the_last_and_it_is_paid_for_once() -> None:
    bench = last_man("C4.0,C7.0,x,x", charges=6)
    bench.order("use pilgrim.1 lower")
    assert stat(bench.state, bench.model("pilgrim/1"), "DEF") == 1
    assert bench.offers("use", "pilgrim.1") == []


@rule("EC-98", "ED-18.3")
def test_a_passive_action_ends_when_its_card_is_replaced() -> None:
    bench = last_man().order("use pilgrim.1 lower", 'attach "Overwatch" to pilgrim')
    bench.order('attach "Tactic" to pilgrim drop "Last Man Standing"')
    assert stat(bench.state, bench.model("pilgrim/1"), "DEF") == 1
    assert bench.state.neutral_charges == 18


@rule("EF-8.3.8", "EF-3.4")
def test_a_passive_action_with_the_bolt_is_paid_for_in_the_enemys_turn_too() -> None:
    bench = Bench(
        "pilgrim@C4.0,x,x,x ranger@A1.0,x gorehound@C4.45",
        turn=2,
        enhancements={"pilgrim": [("CH10", 3)]},
        standing={1: "use pilgrim.1 lower on combat_declared\ncounter: no"},
    )
    bench.dice(0, 0).order("activate gorehound", "fight GO vs PI1")
    assert bench.told("defended")[0]["guard"] == 4


@rule("ED-18.6", "EC-97")
def test_last_man_standing_is_for_pilgrims_only() -> None:
    bench = Bench(
        "ranger@A1.0,x gorehound@C4.45", enhancements={"ranger": [("CH10", 3)]}, hands={1: ["CH16"]}
    )
    assert bench.offers("use", "ranger.1") == []
