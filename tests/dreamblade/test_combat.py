"""DB-9.1 to DB-9.6 and DB-9.15 to DB-9.18: combats, attackers, dice, damage."""

from __future__ import annotations

import pytest

from games.dreamblade.state import GRAVEYARD, RESERVES
from tests.dreamblade.bench import Bench
from tests.rules import rule


@rule("DB-9.1", "DB-D10")
def test_combats_are_held_cell_by_cell_and_none_is_compulsory() -> None:
    b = Bench("V05@C3 V01@D3", "V10@C3 V10@D3")
    assert b.offers("strike") == ["C3", "D3"]
    assert b.run.asked[0].fallback() == ("done",)
    b.strike("D3 with all")
    assert b.offers("strike") == ["C3"]
    b.order("done")
    assert len(b.told("struck")) == 1


@rule("DB-9.2", "DB-E23")
def test_a_cell_sees_one_combat_in_a_phase_even_if_others_arrive() -> None:
    b = Bench("V05@C3 V05@C3 F03@B3 V01@D2", "V10@B3 M01@C3 V10@D2").strike("C3 with mirrorman1", "3 3")
    b.order("destroy scissors")
    assert b.at("scissors") == RESERVES  # regenerated: C3 is free of enemies
    b.strike("B3 with all", "blade").order("blade dreadmorph expel scragglemaw1 C3")
    assert b.state.is_contested("C3")
    assert b.refused("strike C3 with all") == "there has already been a combat in C3 in this phase"


@rule("DB-9.2")
def test_whether_a_cell_is_contested_is_seen_when_its_combat_starts() -> None:
    b = Bench("V05@C3 F03@B3 V01@C2 V01@D1", "V10@B3 V10@D1").dice("blade")
    assert b.refused("strike C3 with all") == "C3 is not contested"
    b.order("strike B3 with all")
    b.order("blade dreadmorph expel scragglemaw1 C3")
    assert b.order("strike C3 with all").told("struck")[-1]["cell"] == "C3"


@rule("DB-9.3")
def test_who_was_moved_to_another_cell_may_attack_again() -> None:
    b = Bench("P12@C3 V01@C3", "V10@C3 V10@C4").strike("C3 with berserker", "blade")
    b.order("blade berserker skirmish C4")
    b.strike("C4 with all", "1")
    assert [row["figures"] for row in b.told("struck")] == [["berserker"], ["berserker"]]


@rule("DB-9.4")
def test_the_steps_of_a_combat_in_their_order() -> None:
    b = Bench("M17@C3 M02@C3 P02@C3", "F08@C3 V10@C3")
    b.strike("C3 with all", "blade 3 2 1", "", "", "").order("reroll none")
    assert b.asked() == (1, "damage")
    b.order("damage pariah 8").order("destroy pariah")
    keys = [key for key in b.story() if key not in ("phase", "blades_lost")]
    assert keys == [
        "struck", "rolled", "bladed", "added", "totalled", "dealt", "deathblow", "destroyed", "banished",
    ]  # fmt: skip
    assert b.at("prophet") == RESERVES


@rule("DB-9.5", "DB-D11")
def test_some_or_all_of_the_creatures_attack() -> None:
    b = Bench("V05@C3 V01@C3 F08@C3", "V10@C3")
    assert b.offers("strike", "C3") == ["all", "brawler", "mirrorman", "pariah"]
    b.strike("C3 with Mirrorman, brawler")
    assert b.told("struck")[0]["figures"] == ["brawler", "mirrorman"]
    assert b.loaded.rolled == 5


@rule("DB-9.5", "DB-A.LONER")
def test_a_loner_attacks_only_alone() -> None:
    b = Bench("M20@C3 V05@C3 V01@C3", "V10@C3")
    assert b.offers("strike", "C3") == ["all", "brawler", "mirrorman", "colossus"]
    assert b.offers("strike", "C3", "colossus") == []
    assert b.order("strike C3 with all").told("struck")[0]["figures"] == ["brawler", "mirrorman"]
    b = Bench("M20@C3 V05@C3", "V10@C3").strike("C3 with colossus")
    assert b.loaded.rolled == 7


@rule("DB-D11")
@pytest.mark.parametrize(
    ("south", "attackers"),
    [
        ("M20@C3 V05@C3 V01@C3", ["brawler", "mirrorman"]),
        ("M20@C3 V05@C3", ["mirrorman"]),
        ("M20@C3 M20@C3", ["colossus1"]),
    ],
)
def test_by_default_all_who_are_no_loners_attack(south: str, attackers: list[str]) -> None:
    b = Bench(south, "V10@C3").order("strike C3")
    assert b.told("struck")[0]["figures"] == attackers


@rule("DB-9.6", "DB-E22")
def test_creatures_without_power_may_attack_with_no_dice() -> None:
    b = Bench("F02@C3 P10@C3 F02@C3", "F14@C3 V15@C3 P01@C3").begin()
    assert b.stats("spiker1").power == 0
    b = Bench("F02@C3 F02@C3", "V15@C3").strike("C3 with all")
    assert (b.told("rolled")[0]["faces"], b.told("totalled")[0]["total"]) == ([], 0)
    assert b.told("attacked")[0]["ability"] == "strikeback"


@rule("DB-E22", "DB-A.DETONATE", "DB-A.FADE", "DB-A.BLOODTHIRSTY")
def test_an_attack_without_dice_is_an_attack() -> None:
    b = Bench("M17@C3 P10@C3 P08@C3", "F14@C3 F14@C3 F14@C3 F14@C3").strike("C3 with all")
    assert b.told("rolled")[0]["faces"] == []
    assert b.where("prophet", "whelp", "redcap") == [RESERVES, GRAVEYARD, GRAVEYARD]


@rule("DB-9.6", "DB-E64", "DB-A.WEAKEN")
def test_each_power_is_clamped_by_itself() -> None:
    b = Bench("V03@C3 V10@C3", "F14@C3 F14@C3 F14@C3 V05@C3")
    assert (b.stats("samurai").power, b.stats("scragglemaw").power) == (0, 1)
    b.strike("C3 with all")
    assert b.loaded.rolled == 1


@rule("DB-9.6", "DB-A.FORTUNATE", "DB-D12")
def test_fortunate_rerolls_up_to_its_number_and_keeps_the_new_result() -> None:
    b = Bench("M02@C3 V05@C3", "V10@C3").strike("C3 with all", "1 2 blade", "", "", "")
    assert b.asked() == (1, "reroll")
    assert "reroll" not in b.offers()
    assert b.offers("miss") == ["miss", "blade", "1", "2"]
    b.dice("3 3").order("reroll miss blade")
    assert b.told("rerolled")[0]["old"] == ["miss", "blade"]
    assert b.told("totalled")[0]["total"] == 1 + 2 + 6


@rule("DB-A.FORTUNATE", "DB-Q19", "DB-D12")
def test_several_fortunates_reroll_one_after_another() -> None:
    b = Bench("M02@C3 M02@C3", "V10@C3").strike("C3 with all", "1")
    b.dice("miss miss").order("reroll miss miss")
    assert b.asked() == (1, "reroll")
    b.dice("3 3").order("reroll miss miss")
    assert [row["figure"] for row in b.told("rerolled")] == ["stalker1", "stalker2"]
    assert b.told("totalled")[0]["total"] == 7


@rule("DB-D12", "DB-12A.3")
def test_by_default_misses_are_rolled_again() -> None:
    b = Bench("M02@C3 V01@A1", "V10@C3").dice("blade 1 miss", "3").order("strike C3 with all", "done")
    assert b.told("rerolled")[0] | {"new": []} == {
        "figure": "stalker", "seat": 1, "old": ["miss"], "new": [],
    }  # fmt: skip


# Damage.


@rule("DB-9.15")
def test_the_total_is_clamped_after_everything() -> None:
    b = Bench("M03@C3", "V10@C3").strike("C3 with all", "1 blade")
    assert b.told("added")[0]["amount"] == -2
    assert b.told("totalled")[0]["total"] == 0
    b = Bench("M06@C3", "V10@C3").strike("C3 with all", "1 blade blade").order("blade mutant fumble")
    assert b.told("totalled")[0]["total"] == 1  # -5 first, then +5


@rule("DB-9.16", "DB-D19")
def test_the_whole_total_is_split_as_its_player_likes() -> None:
    b = Bench("M03@C3", "V10@C3 V05@C3 M01@C3").strike("C3 with all", "3 3 2")
    assert "is incomplete" in b.refused("damage Mirrorman 5")
    assert "all 8 damage must be dealt, and this is 9" in b.refused("damage Mirrorman 9")
    b.order("damage Mirrorman 5, Scragglemaw 3")
    assert b.told("dealt")[0]["figures"] == ["mirrorman 5", "scragglemaw 3"]


@rule("DB-9.16")
def test_overkill_is_allowed() -> None:
    b = Bench("P01@C3", "F08@C3 V10@C3").strike("C3 with all", "3 3 3 3").order("damage pariah 12")
    assert b.asked() == (1, "result")


@rule("DB-9.16", "DB-E24", "DB-A.EXPEL")
def test_with_nobody_left_in_the_cell_the_damage_is_lost() -> None:
    b = (
        Bench("F01@C3 V01@A1", "V15@C3")
        .strike("C3 with all", "3 blade")
        .order("blade poltergeist expel gatewarden C4")
    )
    assert b.told("dealt") == []
    assert b.told("attacked") == []  # no Strikeback: it is not local any more
    assert b.damage("gatewarden") == 0


@rule("DB-9.16", "DB-E25", "DB-A.LURE")
def test_who_was_lured_into_the_cell_can_be_dealt_damage() -> None:
    b = (
        Bench("F16@C3", "V10@C3 V05@C4")
        .strike("C3 with all", "3 blade")
        .order("blade puppeteer lure mirrorman C3")
    )
    assert b.offers() == ["mirrorman", "scragglemaw"]


@rule("DB-9.17", "DB-E65")
def test_all_damage_of_a_phase_adds_up() -> None:
    b = Bench("M14@B3 V05@C4 V01@A1", "V10@B3 V04@C4").strike("B3 with all", "blade miss", "3")
    assert b.damage("scout") == 3
    b.strike("C4 with all", "3 1")
    assert b.asked() == (1, "result")  # 7 of life 7
    assert b.order("destroy scout").at("scout") == GRAVEYARD


@rule("DB-9.18", "DB-Q31", "DB-A.WARPSTRIKE")
def test_nobody_falls_by_damage_before_the_end_of_a_combat() -> None:
    b = Bench("M15@B3", "V10@B3 F08@C4 V05@E5").strike("B3 with all", "blade blade")
    b.dice("3 2").order("blade juggler warpstrike pariah")
    assert (b.at("pariah"), b.damage("pariah")) == ("C4", 5)
    b.order("blade juggler warpstrike mirrorman")
    assert b.asked() == (1, "result")


@rule("DB-9.35", "DB-E66")
def test_damage_stays_until_the_end_of_the_phase_and_no_longer() -> None:
    b = Bench("M03@C3 V01@D3", "V15@C3 V10@D3").strike("C3 with all", "3 3")
    assert b.damage("gatewarden") == 6
    assert b.state.combat is None
    b.order("done")
    assert b.damage("gatewarden") == 0
    b.strike("C3 with all", "2")
    assert b.told("disrupted") == b.told("destroyed") == []
