"""The two Shrines of the Demons: Blood Altar and Altar of Conquest."""

from __future__ import annotations

import pytest

from tests.edge.bench import Bench
from tests.rules import rule

# The Shrine of the Demons fills E5 and touches D4.3, D4.4, D5.4, D5.5, E4.2, E4.3, E6.5 and E6.6.
CONQUEST = {2: ("std", "alt")}


@rule("ED-16.1", "EF-8.3.2", "ED-21.1")
def test_the_blood_altar_adds_a_wound_to_an_enemy_who_touches_it() -> None:
    text = "holy_knight@D4.34 pilgrim@A1.0 gorehound@D4.12"
    bench = Bench(text, turn=2).dice(4, 0)
    bench.order("activate gorehound", "fight gorehound/1 vs holy_knight/1")
    assert bench.squad("holy_knight").endurance == 0
    assert bench.told("more_wounds") == [{"title": "Blood Altar", "count": 1}]


def test_the_blood_altar_counts_for_shots_as_well_and_in_foreign_turns() -> None:
    text = "angel_of_death@D4.* pilgrim@A1.0 master_of_elements@D2.0"
    bench = Bench(text, turn=2, hands={2: ["DE11"]}, sources=("B2",)).dice(4)
    bench.order('play "Ice Beam" lower', "along D3")
    assert bench.squad("angel_of_death").endurance == 1
    bench = Bench("pilgrim@D4.3,A1.0,A1.1 dark_scholar@D4.2").dice(0, 4, 4, 0)
    bench.order("activate pilgrim", "fight pilgrim/1 vs dark_scholar/1")
    assert (bench.squad("pilgrim").endurance, bench.model("pilgrim/1").state) == (0, "dead")


def test_the_blood_altar_spares_own_models_and_enemies_who_do_not_touch_it() -> None:
    bench = Bench("holy_knight@D4.12 pilgrim@A1.0 gorehound@D4.34", turn=2).dice(4, 0)
    bench.order("activate gorehound", "fight gorehound/1 vs holy_knight/1")
    assert bench.squad("holy_knight").endurance == 1
    bench = Bench("pilgrim@D4.2 dark_scholar@D4.3,D4.4").dice(4, 0)
    bench.order("activate pilgrim", "fight pilgrim/1 vs dark_scholar/1")
    assert (bench.squad("dark_scholar").endurance, bench.model("dark_scholar/1").state) == (0, "board")


@rule("ED-21.5", "ED-6.1", "ED-6.2")
@pytest.mark.parametrize("variant", ["std", "alt"])
@pytest.mark.parametrize(
    ("seat", "text"), [(1, "pilgrim@D4.3 gorehound@E9.12"), (2, "pilgrim@A1.0 gorehound@D4.34")]
)
def test_both_altars_are_sources_in_everybodys_harvest(variant: str, seat: int, text: str) -> None:
    bench = Bench(text, turn=seat, variants={2: ("std", variant)}, declare=False)
    bench.order("turn passive")
    assert (bench.player(seat).pool, bench.state.neutral_crystals) == (6, 9)
    assert bench.told("harvested")[0]["sites"] == ["E5"]


@rule("ED-6.2", "ED-21.5")
def test_an_altar_touched_by_both_sides_is_harvested_by_nobody() -> None:
    bench = Bench("pilgrim@D4.3 gorehound@D5.45", turn=2, declare=False)
    bench.order("turn passive")
    assert bench.player(2).pool == 5


@rule("EC-110", "ED-21.5")
def test_energy_drain_takes_nothing_from_an_altar() -> None:
    bench = Bench("pilgrim@D4.3 gorehound@E9.12", hands={1: ["CH03"]})
    bench.refused('play "Energy Drain" lower')


@rule("ED-16.14", "ED-15.9", "ED-16.6")
def test_the_altar_of_conquest_gives_a_point_and_a_temporary_crystal_for_an_enemy_who_dies_there() -> None:
    text = "pilgrim=0@D4.3,D4.1 gorehound@D4.02"
    bench = Bench(text, turn=2, variants=CONQUEST).dice(4, 0)
    bench.order("activate gorehound", "fight gorehound/1 vs pilgrim/1")
    assert (bench.state.lead(2), bench.player(2).temp, bench.player(2).pool) == (2, 1, 5)
    bench = Bench(text, turn=2, variants=CONQUEST).dice(4, 0)
    bench.order("activate gorehound", "fight gorehound/1 vs pilgrim/2")
    assert (bench.state.lead(2), bench.player(2).temp) == (1, 0)


def test_the_altar_of_conquest_gives_nothing_for_own_models() -> None:
    text = "pilgrim@D4.2 dark_scholar=0@D4.3,E9.0"
    bench = Bench(text, variants=CONQUEST).dice(4, 0)
    bench.order("activate pilgrim", "fight pilgrim/1 vs dark_scholar/1")
    assert (bench.state.lead(1), bench.player(2).temp) == (1, 0)
