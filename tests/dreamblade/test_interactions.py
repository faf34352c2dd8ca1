"""DB-11: what the notes beside the abilities say of one another, beyond the normal case of each."""

from __future__ import annotations

import pytest

from games.dreamblade.rules.places import spawn_cells
from games.dreamblade.rules.prices import price
from games.dreamblade.state import GRAVEYARD, RESERVES
from tests.dreamblade.bench import SPAWN, Bench, spawning
from tests.dreamblade.notation import change
from tests.rules import rule

# Movement and position.


@rule("DB-A.SWAP", "DB-3.1")
def test_only_creatures_swap(monkeypatch) -> None:
    change(monkeypatch, "V19", "B:Swap")
    b = Bench("V19@C3 V05@C3 V01@A1", "V10@C3").strike("C3 with all", "blade")
    assert b.told("bladed")[0]["figure"] == "bastion"  # the blade is swallowed
    assert b.told("moved") == []


@rule("DB-A.TELEPORT", "DB-Q16")
def test_a_creature_with_teleport_allies_sends_a_local_ally(monkeypatch) -> None:
    change(monkeypatch, "M16", "B:Teleport Allies")
    b = Bench("M16@C3 V05@C3 V01@A1", "V10@C3").strike("C3 with thing", "blade")
    assert b.offers("thing", "teleport") == ["mirrorman", "decline"]
    assert b.order("blade thing teleport mirrorman B2").where("thing", "mirrorman") == ["C3", "B2"]


@rule("DB-A.REINFORCE", "DB-6.6")
def test_reinforce_is_of_no_use_in_the_first_turn_beyond_the_portal() -> None:
    b = Bench("V06 V01@C3 V01", "M03@A5", step=SPAWN, number=1, dice=(6, 5)).begin()
    assert spawn_cells(b.state, b.figure("warrior")) == ["E1"]


@rule("DB-A.ADVANCE", "DB-A.AMBUSH", "DB-8.5")
def test_who_is_advanced_enters_and_is_ambushed() -> None:
    b = Bench("V04@B3 V05@C2", "V10@B3 F06@C3").strike("B3 with all", "blade")
    b.dice("1 1 1 1").order("blade scout advance mirrorman C3")
    assert b.told("attacked")[0] | {"faces": []} == {
        "figure": "reaper", "seat": 2, "target": "mirrorman", "faces": [], "total": 4, "ability": "ambush",
        "lost": False,
    }  # fmt: skip


@rule("DB-A.DOMINATE", "DB-12.1")
def test_dominate_does_not_help_the_others_of_its_cell_nor_on_a_foreign_cell() -> None:
    b = Bench("M21@C2 V05@C3", "V10@C2 V10@C3")
    assert [player["held"] for player in b.view()["players"]] == [{}, {}]


# Damage and attacks.


@rule("DB-A.PAYBACK")
def test_payback_without_a_local_enemy_adds_nothing() -> None:
    b = Bench("V09@C3 V13@C3", "V10@C3").strike("C3 with all", "2 blade blade")
    b.order("blade warcharm skirmish dragon C4").order("blade dragon payback")
    assert b.told("added")[0]["amount"] == 0
    assert b.told("totalled")[0]["total"] == 2  # it has been moved away, and its dice still count


@rule("DB-A.PAYBACK", "DB-A.WEAKEN", "DB-3.8")
def test_payback_of_an_enemy_without_power_is_no_penalty() -> None:
    b = Bench("V09@C3 F14@C3 F14@C3", "V03@C3").strike("C3 with dragon", "2 blade")
    assert b.told("added")[0]["amount"] == 0


@rule("DB-A.FEROCITY")
def test_ferocity_changes_nothing_for_who_would_not_be_disrupted() -> None:
    b = Bench("P20@C3 V01@D3", "V10@C3 V10@D3").strike("C3 with all", "3 blade")
    assert (b.at("scragglemaw1"), b.damage("scragglemaw1")) == ("C3", 3)


@rule("DB-A.FEROCITY", "DB-A.REGENERATE")
def test_ferocity_makes_who_regenerates_go_to_the_reserves() -> None:
    b = Bench("P20@C3 V01@A1", "M08@C3").strike("C3 with all", "3 blade")
    assert (b.at("eviscerator"), b.points()) == (RESERVES, (0, 0))


@rule("DB-A.FEROCITY", "DB-9.14")
def test_ferocity_ends_with_its_combat() -> None:
    b = Bench("P20@C3 M14@B3", "V15@C3 V10@B3").strike("C3 with all", "blade 3 3")
    assert b.told("bladed")[0]["ability"] == "B:Ferocity"
    b.strike("B3 with all", "blade miss", "3 miss miss miss")
    assert b.asked() == (1, "send") or b.asked() == (1, "result")  # of the second combat: no doom any more
    assert b.at("gatewarden") == "C3"


@rule("DB-A.CHARGE", "DB-A.BODYGUARD", "DB-Q5")
def test_a_charge_at_someone_behind_a_bodyguard_is_lost() -> None:
    b = Bench("V16@C2 V01@A1", "V03@C3 V10@C3").order("shift lancer C3")
    b.dice("3 3 3").order("target scragglemaw")
    assert (b.told("attacked")[0]["lost"], b.damage("scragglemaw")) == (True, 0)


@rule("DB-A.BODYGUARD", "DB-A.BOMB", "DB-Q6")
def test_a_bomb_that_satisfies_one_of_two_bodyguards_hits_nobody_behind_them() -> None:
    b = Bench("P11@C3", "V03@C3 V03@C3 V19@C3 V10@C3").strike("C3 with all", "blade")
    assert [row["target"] for row in b.told("bombed")] == ["samurai1", "samurai2"]  # defense 7, 5 each


@rule("DB-A.FORTUNATE", "DB-A.CHARGE", "DB-12A.3")
def test_fortunate_rerolls_a_charge_of_its_own(monkeypatch) -> None:
    change(monkeypatch, "V16", "Charge 3", "Fortunate 2")
    b = Bench("V16@C2 V01@A1", "V10@C3").dice("miss blade 3", "2 2").order("shift lancer C3", "done")
    assert b.told("rerolled")[0]["old"] == ["miss", "blade"]
    assert b.told("attacked")[0]["total"] == 7


@rule("DB-A.RELENTLESS", "DB-E36")
def test_relentless_destroys_where_damage_reaches_life() -> None:
    b = Bench("P18@C3 V01@A1", "V17@C3").strike("C3 with all", "3 3 3")
    assert b.at("champion") == GRAVEYARD  # nobody is asked: it cannot be disrupted


@rule("DB-A.STRIKEBACK", "DB-9.28")
def test_strikeback_is_silent_if_someone_was_destroyed_for_want_of_a_cell() -> None:
    kinds = ["F07", "F12", "F08", "F20", "F13", "M17", "V01", "V14"]
    cells = [c + r for r in "12345" for c in "ABCDE" if c + r != "C3"]
    crowd = " ".join(f"{kinds[number % 8]}@{cell}" for number, cell in enumerate(cells))
    b = Bench("V05@C3", f"V04@C3 V15@C3 {crowd}").strike("C3 with all", "3 2").order("damage scout 5")
    assert b.at("scout") == GRAVEYARD
    assert b.told("attacked") == []


@rule("DB-A.LONER", "DB-9.5")
def test_a_loner_that_sits_out_can_be_hit_by_strikeback() -> None:
    b = Bench("M20@C3 V05@C3", "V15@C3", standing={2: "aim: value"}).strike("C3 with mirrorman", "miss")
    assert b.told("attacked")[0]["target"] == "colossus"


# Statistics.


@rule("DB-A.FIGHT", "DB-10.4")
def test_fight_may_name_a_lineage(monkeypatch) -> None:
    change(monkeypatch, "P14", "Fight Hellbred +2")
    assert Bench("P14@C3", "P10@C3").stats("grudgebearer").power == 6
    assert Bench("P14@C3", "F08@C3").stats("grudgebearer").power == 4


@rule("DB-A.DRAIN", "DB-A.INVIGORATE", "DB-3.8")
def test_a_drained_life_is_clamped_after_what_invigorates() -> None:
    b = Bench("F22@C3 F15@C3", "F08@C3 V12@C4")  # life 4, less 4 and 3, plus 3
    assert b.stats("pariah").life == 1
    b.figure("leech").at = "A1"
    assert b.stats("pariah").life == 3


@rule("DB-A.GEOMANCY", "DB-A.DEMOLISH")
def test_geomancy_falls_with_its_locations() -> None:
    b = Bench("P19@C3 V19@C2 P09@C3", "V10@C3").strike("C3 with boots", "blade")
    assert b.at("bastion") == GRAVEYARD
    assert b.stats("brute") == (5, 5, 7)


@rule("DB-A.PURGE", "DB-A.THANATOMANCY", "DB-7.5", "DB-E56")
def test_what_is_purged_counts_for_aspects_and_thanatomancy() -> None:
    b = Bench("F04@C3", "V10@C3 F02@A5 F08 F07").strike("C3 with all", "blade blade")
    before = price(b.state, b.figure("enforcer"))
    assert b.stats("spiker").power == 0
    b.order("blade queen purge pariah")
    assert b.stats("spiker").power == 1
    assert price(b.state, b.figure("enforcer")) == before == 3  # the Spiker has paid for that aspect
    b.figure("spiker").at = RESERVES
    assert price(b.state, b.figure("enforcer")) == 3  # now the purged one does


# Blade abilities of others.


@rule("DB-A.COPY")
def test_what_is_copied_is_looked_at_anew_for_every_blade() -> None:
    b = Bench("M13@C3 P02@C3 V13@C3", "V10@C3").strike("C3 with all", "blade blade")
    assert "mimic" in b.offers()
    b.order("blade warcharm skirmish savage C4")
    assert b.offers("mimic") == ["skirmish/warcharm", "advance/warcharm"]  # no Crit any more


@rule("DB-A.COPY", "DB-A.NULLIFY")
def test_a_nullified_copy_copies_nothing_that_could_be_used() -> None:
    b = Bench("M13@C3 P02@C3", "M12@C3").strike("C3 with mimic", "blade")
    assert b.told("blades_lost")[0]["count"] == 1


# Spawn economy.


@rule("DB-A.CHANNEL")
def test_channel_does_not_make_spawn_abilities_cheaper(monkeypatch) -> None:
    change(monkeypatch, "M19", "Channel 1")
    b = spawning("M19@A1 V02@C3 V05@C2 F08", dice=(6, 6)).order("use castle gather mirrorman")
    assert b.state.turn.pool == 10
    assert price(b.state, b.figure("pariah")) == 2  # 2, and 1 for the aspect, less 1


@rule("DB-A.RESPAWN", "DB-7.13", "DB-A.APPEASE")
def test_who_respawns_comes_into_play_again(monkeypatch) -> None:
    change(monkeypatch, "F21", "Respawn 5", "CIP:Appease")
    b = spawning("F21@graveyard V01@C3 F08", dice=(6, 6)).order("spawn bailiff", "done")
    assert b.where("bailiff", "brawler") == ["E1", GRAVEYARD]


@rule("DB-A.RESPAWN", "DB-7.8")
def test_who_respawns_does_so_in_the_normal_places() -> None:
    b = spawning("F21@graveyard V05@B3 V01@A1")
    assert spawn_cells(b.state, b.figure("bailiff")) == ["B1", "E1"]


# Destruction and return.


@rule("DB-A.REGENERATE", "DB-4.4", "DB-A.APPEASE")
def test_regenerate_does_not_help_against_sacrifice() -> None:
    b = spawning("F05 M01@C3 V09@D3", dice=(6, 6)).order("spawn eater", "sacrifice scissors")
    assert b.at("scissors") == GRAVEYARD


@rule("DB-A.REINCARNATE", "DB-A.VESSEL", "DB-4.4", "DB-A.APPEASE")
@pytest.mark.parametrize(("code", "word"), [("F13", "nurse"), ("F20", "carrier")])
def test_a_sacrifice_neither_reincarnates_nor_pays_a_vessel(code: str, word: str) -> None:
    b = spawning(f"F05 {code}@C3 V09@D3 V01@graveyard", dice=(6, 6)).order("spawn eater", f"sacrifice {word}")
    assert (b.at(word), b.told("returned"), b.bonus()) == (GRAVEYARD, [], (0, 0))


@rule("DB-A.REINCARNATE", "DB-10.9")
def test_two_who_reincarnate_may_call_each_other() -> None:
    b = Bench("P01@C3 P01@C3", "F13@C3 F13@C3").strike("C3 with all", *["3"] * 5)
    b.order("damage nurse1 6 nurse2 9").order("destroy nurse1").order("destroy nurse2")
    back = [row["figure"] for row in b.told("returned")]
    assert back[0] != back[1] if len(back) == 2 else back == ["nurse2"]
    assert all(b.at(name) == RESERVES for name in back)


@rule("DB-A.WAIL", "DB-A.COPY", "DB-4.5")
def test_who_was_banished_in_mid_combat_has_no_blade_abilities_any_more() -> None:
    b = Bench("M05@C3 P02@C3", "V10@C3").dice("blade blade", numbers=(4, 5))
    b.order("strike C3 with all", "blade lunatic wail")
    assert b.told("blades_lost")[0]["count"] == 1  # the Savage costs 9 as well


@rule("DB-A.DEMOLISH", "DB-A.VESSEL", "DB-4.3")
def test_a_destroyed_location_pays_by_its_vessel(monkeypatch) -> None:
    change(monkeypatch, "V19", "Vessel 5")
    b = Bench("P09@C3", "V10@C3 V19@C4").strike("C3 with all", "blade")
    assert (b.points(), b.bonus()) == ((1, 0), (0, 5))


@rule("DB-A.UNIQUE", "DB-A.RESPAWN")
def test_a_unique_one_in_the_graveyard_waits_as_well(monkeypatch) -> None:
    change(monkeypatch, "V11", "Unique Sir Glorious", "Respawn 4")
    b = spawning("V11@C3 V11@graveyard V01", dice=(6, 6))
    assert "unique" in b.refused("spawn glorious2")
