"""DB-7: the spawn phase."""

from __future__ import annotations

import pytest

from games.dreamblade.rules.places import spawn_cells
from games.dreamblade.rules.prices import price
from games.dreamblade.state import GRAVEYARD
from tests.dreamblade.bench import SPAWN, Bench, spawning
from tests.dreamblade.notation import change
from tests.rules import rule


def cost(b: Bench, name: str) -> int:
    """What it costs to spawn now."""
    return price(b.state, b.figure(name))


def cells(b: Bench, name: str) -> list[str]:
    """Where it may be spawned now."""
    return spawn_cells(b.state, b.figure(name))


# The pool.


@rule("DB-7.1", "DB-7.2")
def test_the_pool_is_both_dice_bonus_and_energize() -> None:
    b = spawning("P05@C4 P07@B3 V01", bonus=(4, 0), dice=(5, 3))
    assert b.told("pooled")[0] == {"seat": 1, "points": 5 + 3 + 4 + 3, "bonus": 4, "energy": 3}
    assert b.bonus() == (0, 0)


@rule("DB-7.2")
def test_both_players_have_the_same_dice() -> None:
    b = Bench("V01", "M01 M01", step=SPAWN, dice=(6, 2)).order("done")
    assert [row["points"] for row in b.told("pooled")] == [8, 8]


@rule("DB-7.3", "DB-E5", "DB-7.14")
def test_destroyed_in_ones_own_spawn_phase_pays_for_the_next_one() -> None:
    b = spawning("V02@C3 V01@C2-5 V01", "F06@C3").dice("1")
    b.order("use castle gather brawler1")
    assert b.at("brawler1") == GRAVEYARD
    assert (b.points(), b.bonus()) == ((0, 1), (2, 0))
    assert b.told("deathblow") == []


@rule("DB-7.4", "DB-D2")
def test_spawns_and_abilities_in_any_order_while_points_last() -> None:
    b = spawning("V02@C3 V05@C2 V01 F08", dice=(6, 6))
    b.order("spawn brawler", "use castle gather mirrorman", "spawn pariah", "done")
    assert b.where("brawler", "mirrorman", "pariah") == ["E1", "C3", "E1"]
    assert b.state.turn.pool == 0  # what is left is lost


@rule("DB-7.4", "DB-D2")
def test_what_cannot_be_paid_is_refused_with_its_price() -> None:
    b = spawning("V09 V01", dice=(4, 3))
    assert b.refused("spawn Noble Dragon") == "dragon costs 13, and you have 7 spawn points"
    assert b.offers("spawn") == ["brawler"]


# The price.


@rule("DB-7.5", "DB-E6")
def test_the_surcharge_is_counted_for_each_aspect_by_itself() -> None:
    b = spawning("X01 V01@A1 V01@A1 V01@graveyard")
    assert cost(b, "duellist") == 7


@rule("DB-7.5", "DB-E7")
def test_what_is_spawned_counts_for_what_follows() -> None:
    b = spawning("V01 V06")  # 3V and 6VV
    assert (cost(b, "brawler"), cost(b, "warrior")) == (4, 8)
    b = Bench("V01 V06", step=SPAWN, dice=(6, 6)).order("spawn brawler")
    assert cost(b, "warrior") == 7


@rule("DB-7.5", "DB-Q8")
def test_who_comes_from_the_graveyard_counts_itself() -> None:
    assert cost(spawning("F21@graveyard V01"), "bailiff") == 5
    assert cost(spawning("F21 V01"), "bailiff") == 6


@rule("DB-7.6")
def test_enemies_do_not_count_for_aspects() -> None:
    assert cost(spawning("M01", "M03@A5 M02@A5"), "scissors") == 3


@rule("DB-A.CHANNEL", "DB-E8", "DB-Q24")
def test_channel_takes_from_the_whole_price_but_never_pays_back() -> None:
    b = spawning("M19@C3 M19@C3 M19@C3 M01 M03 V01")
    assert cost(b, "scissors") == 0  # 2, less 3
    assert cost(b, "thug1") == 7  # 10, less 3
    assert cost(b, "brawler") == 4  # only Madness is channelled


@rule("DB-A.CHANNEL")
def test_channel_is_taken_from_price_and_surcharge_together() -> None:
    b = spawning("M19@C3 M05")  # MMM with one of Madness known: 9 + 2 - 1
    assert cost(b, "lunatic") == 10


@rule("DB-A.RESPAWN", "DB-Q7")
@pytest.mark.parametrize(("printed", "expected"), [(False, 5), (True, 8)])
def test_respawn_is_paid_by_its_own_number(monkeypatch, printed: bool, expected: int) -> None:
    change(monkeypatch, "F21", cost=8)
    b = spawning("F21@graveyard V01", respawn_printed_cost=printed)
    assert cost(b, "bailiff") == expected
    b.order("spawn bailiff E1")
    assert b.at("bailiff") == "E1"
    assert b.told("spawned")[0]["zone"] == GRAVEYARD
    assert cost(spawning("F21 V01"), "bailiff") == 9  # from the reserves: printed cost and surcharge


@rule("DB-7.5", "DB-4.1")
def test_what_was_removed_from_the_match_counts_for_nothing() -> None:
    b = spawning("V01 V05@removed F08")
    assert cost(b, "brawler") == 4
    assert "not in your reserves" in b.refused("spawn mirrorman")


@rule("DB-A.RESPAWN")
def test_respawn_without_a_number_costs_what_is_printed(monkeypatch) -> None:
    change(monkeypatch, "F21", "Respawn", cost=8)
    assert cost(spawning("F21@graveyard V01"), "bailiff") == 8


@rule("DB-E54")
def test_what_was_purged_can_be_respawned() -> None:
    b = Bench("F04@C3", "V05@C3 F21 V01", first=2, step=5, dice=(6, 6)).strike("C3 with all", "blade blade")
    b.order("blade queen purge bailiff")
    assert b.at("bailiff") == GRAVEYARD
    b = Bench("F04@C3", "V05@C3 F21@graveyard V01", first=2, step=SPAWN, dice=(6, 6))
    assert b.order("spawn bailiff").at("bailiff") == "A5"


@rule("DB-A.RESPAWN")
def test_without_respawn_the_dead_stay_dead() -> None:
    b = spawning("V01@graveyard F08")
    assert "not in your reserves" in b.refused("spawn brawler")


# Where.


@rule("DB-7.7", "DB-D3")
def test_creatures_come_to_the_portal_unless_another_cell_is_named() -> None:
    b = spawning("V01 F08 V05@C3")
    assert cells(b, "brawler") == ["C1", "E1"]
    b.order("spawn brawler")
    assert b.at("brawler") == "E1"
    assert "not in your spawn row" in b.refused("spawn pariah C2")


@rule("DB-7.8", "DB-Q2", "DB-Q29")
def test_a_cell_of_the_spawn_row_needs_an_own_miniature_in_its_column_and_nobody_in_it_before() -> None:
    b = spawning("V01 V05@B1 V05@C5 V05@D3", "M03@D1")
    assert cells(b, "brawler") == ["C1", "D1", "E1"]  # B1 was held; an enemy in D1 forbids nothing


@rule("DB-7.8", "DB-E9")
def test_a_location_in_the_cell_itself_opens_it() -> None:
    assert "B1" in cells(spawning("V01 V19@B1"), "brawler")


@rule("DB-7.8", "DB-E10", "DB-E11", "DB-Q2")
def test_held_at_the_start_stays_closed_and_the_mover_opens_another_column() -> None:
    b = spawning("V02@C1 V05@B1 V01 V01 F08 F08 F08", dice=(6, 6))
    b.order("use castle gather mirrorman")
    assert b.at("mirrorman") == "C1"
    assert cells(b, "brawler1") == ["C1", "E1"]
    b.state.turn.pool = 40
    for name in ("brawler1", "brawler2", "pariah1"):
        b.order(f"spawn {name} C1")
    assert cells(b, "pariah2") == ["E1"]  # four creatures


@rule("DB-7.8", "DB-E12")
def test_no_fifth_creature_is_spawned_into_a_cell_of_the_row() -> None:
    b = spawning("V19@C3 V01 V01 V01 F08 F08", dice=(6, 6))
    b.state.turn.pool = 40
    for name in ("brawler1", "brawler2", "brawler3", "pariah1"):
        b.order(f"spawn {name} C1")
    b.figure("brawler1").at = "C2"
    assert cells(b, "pariah2") == ["E1"]


@rule("DB-7.9", "DB-E13")
def test_the_own_portal_takes_any_number_of_spawned_creatures() -> None:
    b = spawning("V01@E1 V01@E1 V01@E1 F08@E1 F08@E1 F08@E1 V05", "M03@E1", dice=(6, 6))
    b.order("spawn mirrorman portal")
    assert len(b.state.creatures_at("E1", 1)) == 7


@rule("DB-7.10", "DB-E15", "DB-E16")
def test_locations_go_wherever_an_own_creature_is_and_no_location() -> None:
    b = spawning("V19 V01@A5 V05@C3 V05@B3", "M03@A5 M01@A5 M02@A5 M10@B3")
    assert cells(b, "bastion") == ["C3", "A5"]
    b.order("spawn bastion A5")
    assert b.at("bastion") == "A5"
    assert "needs a creature of yours" in spawning("V19 V05@C3", "M10@B3").refused("spawn bastion B3")


@rule("DB-7.10")
def test_a_location_must_be_given_its_cell() -> None:
    assert "is incomplete" in spawning("V19 V05@E1 V01").refused("spawn bastion")


@rule("DB-7.10")
def test_a_creature_spawned_a_moment_ago_is_enough_for_a_location() -> None:
    b = spawning("V19 V01", dice=(6, 6)).order("spawn brawler", "spawn bastion portal")
    assert b.at("bastion") == "E1"


@rule("DB-7.11", "DB-E14")
def test_spawning_is_not_entering() -> None:
    b = spawning("V01 V05@C3", "F06@C1").order("spawn brawler C1")
    assert b.told("attacked") == []
    assert b.state.is_engaged(b.figure("brawler"))


@rule("DB-7.11")
def test_the_freshly_spawned_may_act_at_once() -> None:
    b = spawning("V01 V05@D1", "M03@A5").order("spawn brawler E1", "done")
    b.order("shift brawler D1", seat=1)
    assert b.at("brawler") == "D1"


@rule("DB-A.REINFORCE", "DB-E18")
def test_reinforcements_come_to_creatures_that_fit() -> None:
    b = spawning("V06 V05@C3 M03@D3 V01@B4")
    assert [c for c in cells(b, "warrior") if c[1] != "1"] == ["C3", "B4"]


@rule("DB-A.REINFORCE", "DB-2.9")
def test_reinforcements_keep_the_stacking_limit() -> None:
    b = spawning("V06 V01@C3 V01@C3 V01@C3 V05@C3")
    assert "C3" not in cells(b, "warrior")
