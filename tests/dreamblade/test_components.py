"""DB-1 to DB-4: components, map, miniatures, zones."""

from __future__ import annotations

from collections import Counter

import pytest

from games.dreamblade.catalogue import MINIATURES, WINS_NEEDED
from games.dreamblade.geometry import (
    ADJACENT,
    CELLS,
    COLUMNS,
    KEY_CELLS,
    NORTH,
    PORTAL,
    ROWS,
    SCORING,
    SOUTH,
    SPAWN_ROW,
)
from games.dreamblade.rules.attacks import DIE, damage_of
from games.dreamblade.rules.disruption import legal_cells
from games.dreamblade.rules.outcomes import die
from games.dreamblade.rules.zones import banish, bury, sacrifice
from games.dreamblade.state import GRAVEYARD, RESERVES
from tests.dreamblade.bench import SPAWN, Bench
from tests.rules import rule

# The map.


@rule("DB-1.1", "DB-2.1", "DB-2.8")
def test_the_map_has_25_cells_in_rows_and_columns_of_five() -> None:
    assert len(CELLS) == 25
    assert (CELLS[0], CELLS[4], CELLS[-1]) == ("A1", "E1", "E5")
    assert all(sum(cell[0] == column for cell in CELLS) == 5 for column in COLUMNS)
    assert all(sum(cell[1] == row for cell in CELLS) == 5 for row in ROWS)


@rule("DB-2.2")
def test_adjacent_cells_share_a_side() -> None:
    assert sorted(ADJACENT["C3"]) == ["B3", "C2", "C4", "D3"]
    assert sorted(ADJACENT["A1"]) == ["A2", "B1"]
    assert all(cell not in ADJACENT[cell] for cell in CELLS)
    assert all(cell in ADJACENT[other] for cell in CELLS for other in ADJACENT[cell])


@rule("DB-2.3")
def test_local_is_in_the_same_cell() -> None:
    b = Bench("V05@C3 V01@C4", "M03@C3")
    assert [f.id for f in b.state.local_enemies(b.figure("mirrorman"))] == ["thug"]
    assert b.state.local_enemies(b.figure("brawler")) == []


def turned(cell: str) -> str:
    """The same cell seen from the other side."""
    return COLUMNS[4 - COLUMNS.index(cell[0])] + ROWS[4 - ROWS.index(cell[1])]


@rule("DB-2.4", "DB-2.5")
def test_portals_are_corners_of_the_spawn_rows_and_the_map_can_be_turned_round() -> None:
    assert PORTAL == {"S": "E1", "N": "A5"}
    assert SPAWN_ROW[SOUTH] == ("A1", "B1", "C1", "D1", "E1")
    assert [turned(cell) for cell in SPAWN_ROW[SOUTH]] == list(reversed(SPAWN_ROW[NORTH]))
    assert turned(PORTAL[SOUTH]) == PORTAL[NORTH]
    assert {turned(cell): value for cell, value in SCORING[SOUTH].items()} == SCORING[NORTH]


@rule("DB-2.6", "DB-2.7")
def test_each_player_has_six_scoring_cells_among_the_nine_key_cells() -> None:
    assert SCORING[SOUTH] == {"B4": 5, "C4": 4, "D4": 3, "B3": 1, "C3": 2, "D3": 1}
    assert SCORING[NORTH] == {"D2": 5, "C2": 4, "B2": 3, "B3": 1, "C3": 2, "D3": 1}
    assert set(KEY_CELLS) == {*SCORING[SOUTH], *SCORING[NORTH]}
    assert len(KEY_CELLS) == 9


@rule("DB-2.9")
def test_four_creatures_of_each_player_and_one_location_fit_into_a_cell() -> None:
    b = Bench("V01@C3 V01@C3 V01@C3 V01@C3 V05@C2 V02 V19@C3", "M03@C3", step=SPAWN)
    assert not b.state.has_room("C3", 1)
    assert b.state.has_room("C3", 2)
    assert "C3" not in b.offers("spawn", "castle")
    assert "C2" in b.offers("spawn", "castle")


@rule("DB-2.10", "DB-Q1")
@pytest.mark.parametrize(("strict", "is_there"), [(False, True), (True, False)])
def test_a_location_does_not_make_a_cell_full_unless_the_match_says_so(strict: bool, is_there: bool) -> None:
    b = Bench("V19@B3", "M03@C3", empty_needs_no_location=strict)
    assert ("B3" in legal_cells(b.state, b.figure("thug"))) == is_there


# Components.


@rule("DB-1.3")
def test_an_attack_die_shows_1_2_3_two_misses_and_a_blade() -> None:
    assert Counter(DIE) == {"1": 1, "2": 1, "3": 1, "miss": 2, "blade": 1}
    assert damage_of(DIE) == 6  # one on average


@rule("DB-1.3")
def test_there_are_as_many_attack_dice_as_needed() -> None:
    b = Bench("P01@C3 P01@C3 P01@C3 P01@C3", "V10@C3").strike("C3 with all")
    assert b.loaded.rolled == 32


@rule("DB-1.2", "DB-1.5", "DB-12.4")
def test_a_player_has_a_warband_and_a_track_of_six() -> None:
    b = Bench("V01 V02", "M03", wins=(5, 2))
    assert [player["wins"] for player in b.view()["players"]] == [5, 2]
    assert WINS_NEEDED == 6
    assert [f.id for f in b.state.of(1, RESERVES)] == ["brawler", "castle"]


# Miniatures.


@rule("DB-3.1")
def test_locations_neither_move_nor_fight_nor_claim_nor_engage() -> None:
    b = Bench("V19@C4", "M03@C4 V01@B2")
    assert b.asked() == (2, "action")  # South has nothing to shift and nothing to strike with
    assert not b.state.is_engaged(b.figure("thug"))
    assert not b.state.is_contested("C4")
    assert b.view()["players"][0]["held"] == {}
    assert "power" not in b.view()["figures"][0]


@rule("DB-3.1", "DB-4.3")
def test_a_destroyed_location_yields_a_point_and_two_bonus_points() -> None:
    b = Bench("V19@C4", "M03@C4")
    b.drive(die(b.run.replay.table, [b.figure("bastion")], by=2))
    assert (b.points(), b.bonus(), b.at("bastion")) == ((0, 1), (2, 0), GRAVEYARD)


@rule("DB-3.2", "DB-3.3", "DB-3.4", "DB-3.5", "DB-3.6", "DB-3.7")
def test_what_is_printed_on_a_miniature() -> None:
    duellist = MINIATURES["X01"]
    assert (duellist.name, duellist.cost, duellist.symbols, duellist.lineage) == (
        "Two-Hearted Duellist", 6, "VM", "Janus",
    )  # fmt: skip
    assert duellist.printed == (3, 6, 9)
    assert duellist.rarity == "uncommon"
    assert {m.lineage for m in MINIATURES.values()} == {
        None, "Bloodcut", "Hellbred", "Hivelings", "Janus", "Lost",
    }  # fmt: skip
    assert {aspect for m in MINIATURES.values() for aspect in m.aspects} == {
        "valor", "madness", "fear", "passion",
    }  # fmt: skip


@rule("DB-3.8")
def test_modifiers_are_added_up_before_anything_is_clamped() -> None:
    b = Bench("M10@C3 F22@C3 F10@C3 F14@C3", "F08@C3 P13@C3")
    pariah = b.stats("pariah")  # 2/3/4: Panic 2, Drain 4, Weaken 1 and 1, Enrage 1
    assert pariah == (1, 1, 1)
    b.figure("drummer").at = RESERVES
    assert b.stats("pariah").power == 0
    b.figure("gateway").at = b.figure("maw").at = RESERVES
    assert b.stats("pariah")[1:] == (3, 4)  # from the printed value, not from the clamped one


@rule("DB-3.9")
def test_allies_and_enemies_are_creatures_and_nobody_is_his_own_ally() -> None:
    b = Bench("V05@C3 V01@A1 V19@C3", "M03@C3 M10@B3")
    assert [f.id for f in b.state.allies(b.figure("mirrorman"))] == ["brawler"]
    assert [f.id for f in b.state.allies(b.figure("bastion"))] == ["brawler", "mirrorman"]
    assert [f.id for f in b.state.enemies(b.figure("mirrorman"))] == ["thug"]


@rule("DB-3.10", "DB-3.11")
def test_engaged_is_who_shares_the_cell_with_an_enemy() -> None:
    b = Bench("V05@C3 V01@B3 V19@C3", "M03@C3 M10@B3")
    engaged = [f.id for f in b.state.on_map() if b.state.is_engaged(f)]
    assert engaged == ["mirrorman", "thug"]  # not by the enemy location in B3, and no location is
    assert b.view()["contested"] == ["C3"]


# Zones.


@rule("DB-4.1")
def test_all_miniatures_begin_in_the_reserves_and_each_is_in_one_zone() -> None:
    b = Bench("V01 V05@C3 M03@graveyard")
    assert [f["at"] for f in b.view()["figures"]] == ["reserves", "C3", "graveyard"]
    assert [f.id for f in b.state.on_map(1)] == ["mirrorman"]


@rule("DB-4.2")
def test_spawning_brings_a_miniature_onto_the_map_for_points() -> None:
    b = Bench("V01 F08", step=SPAWN).order("spawn brawler")
    assert b.at("brawler") == "E1"
    assert b.told("spawned")[0]["cost"] == 4  # 3, and 1 for the first of its aspect
    assert b.state.turn.pool == 4


@rule("DB-4.3", "DB-4.7")
def test_destroyed_by_the_opponent_scores_and_pays() -> None:
    b = Bench("V05@C3", "M03@C3-5")
    bury(b.run.replay.table, b.figure("thug"), by=1)
    assert (b.points(), b.bonus()) == ((1, 0), (0, 2))
    assert (b.at("thug"), b.damage("thug")) == (GRAVEYARD, 0)


@rule("DB-4.4")
def test_sacrifice_pays_nobody() -> None:
    b = Bench("V05@C3", "M03@C3")
    sacrifice(b.run.replay.table, b.figure("thug"), "test")
    assert (b.points(), b.bonus(), b.at("thug")) == ((0, 0), (0, 0), GRAVEYARD)


@rule("DB-4.5", "DB-4.7")
def test_banishing_sends_to_the_reserves_and_pays_nobody() -> None:
    b = Bench("V05@C3", "M03@C3-3")
    banish(b.run.replay.table, b.figure("thug"), "test")
    assert (b.points(), b.bonus(), b.at("thug"), b.damage("thug")) == ((0, 0), (0, 0), RESERVES, 0)


@rule("DB-4.6")
def test_the_disrupted_stay_on_the_map_without_damage() -> None:
    b = Bench("V05@C3", "V05@C3").strike("C3 with all", "3 3 3")  # 9 would destroy too: choose
    b.order("disrupt mirrorman2", "send mirrorman2 E5")
    assert (b.at("mirrorman2"), b.damage("mirrorman2")) == ("E5", 0)
    assert b.bonus() == (0, 0)


@rule("DB-4.8")
def test_what_one_destroys_of_ones_own_scores_for_nobody_but_pays() -> None:
    b = Bench("V05@C3 V19@C3", "M03@C3")
    b.drive(die(b.run.replay.table, [b.figure("bastion")], by=1))
    assert (b.points(), b.bonus()) == ((0, 0), (2, 0))


@rule("DB-4.8")
def test_damage_is_never_offered_for_ones_own_creatures() -> None:
    b = Bench("P01@C3 V01@C3", "V10@C3 V05@C3").strike("C3 with all", "3 3 3")
    assert b.offers() == ["mirrorman", "scragglemaw"]


@rule("DB-4.9")
def test_purging_and_returning_are_neither_destruction_nor_spawning() -> None:
    b = Bench("F04@C3", "V05@C3 V01 V10").strike("C3 with all", "blade blade")
    b.order("blade queen purge brawler")
    assert b.at("brawler") == GRAVEYARD
    assert (b.points(), b.bonus()) == ((0, 0), (0, 0))
