"""DB-11b: damage, special attacks, Bodyguard and Relentless."""

from __future__ import annotations

import pytest

from tests.dreamblade.bench import Bench
from tests.dreamblade.notation import change
from tests.rules import rule


@rule("DB-A.CRIT", "DB-A.FUMBLE")
@pytest.mark.parametrize(("code", "amount"), [("P02", 2), ("P21", 3), ("M03", -2), ("V07", 1)])
def test_crit_and_fumble_change_the_common_total(code: str, amount: int) -> None:
    b = Bench(f"{code}@C3 V05@C3", "V10@C3").strike("C3 with all", "blade 3 3")
    assert b.told("totalled")[0]["total"] == 6 + amount


@rule("DB-A.FLANKING", "DB-Q21")
@pytest.mark.parametrize(("south", "north", "bonus"), [("V05@C3", "", 3), ("", "", 0), ("", "V01@C3", 0)])
def test_flanking_needs_more_creatures_than_the_enemy(south: str, north: str, bonus: int) -> None:
    b = Bench(f"V21@C3 {south}", f"V10@C3 {north}").strike("C3 with outrider", "blade")
    assert b.told("totalled")[0]["total"] == bonus


@rule("DB-A.HEROICS", "DB-Q21")
@pytest.mark.parametrize(("south", "north", "bonus"), [("", "V01@C3", 5), ("", "", 0), ("V05@C3", "", 0)])
def test_heroics_need_fewer_creatures_than_the_enemy(south: str, north: str, bonus: int) -> None:
    b = Bench(f"V17@C3 {south}", f"V10@C3 {north}").strike("C3 with champion", "blade")
    assert b.told("totalled")[0]["total"] == bonus


@rule("DB-A.PACK", "DB-Q21")
def test_pack_counts_local_and_adjacent_allies() -> None:
    b = Bench("F12@C3 V05@C3 V01@C4 V01@D4", "V10@C3").strike("C3 with swarmling", "blade")
    assert b.told("totalled")[0]["total"] == 2


@rule("DB-A.STALWART", "DB-Q21")
def test_stalwart_counts_local_enemies() -> None:
    b = Bench("V18@C3", "V10@C3 V05@C3 V01@C4").strike("C3 with all", "blade")
    assert b.told("totalled")[0]["total"] == 2


@rule("DB-A.PAYBACK", "DB-Q21")
def test_payback_adds_the_current_power_of_a_local_enemy() -> None:
    b = Bench("V09@C3 F10@C3", "V10@C3 P01@C4").strike("C3 with all", "blade")
    assert b.told("totalled")[0]["total"] == 3  # 4, weakened by 1


@rule("DB-A.ASSAULT")
def test_assault_is_a_special_attack_on_a_local_enemy() -> None:
    b = Bench("P16@C3", "V10@C3 V05@C3 V01@C4").strike("C3 with all", "blade")
    assert b.offers("djinn", "assault") == ["mirrorman", "scragglemaw"]
    b.dice("3 2 1 blade").order("blade djinn assault scragglemaw")
    assert b.told("attacked")[0]["total"] == 6


@rule("DB-A.WARPSTRIKE")
def test_warpstrike_reaches_other_cells_only() -> None:
    b = Bench("M09@C3", "V10@C3 V05@A1").strike("C3 with all", "blade miss", "3 2")
    assert b.told("attacked")[0] | {"faces": []} == {
        "figure": "mage", "seat": 1, "target": "mirrorman", "faces": [], "total": 5, "ability": "warpstrike",
        "lost": False,
    }  # fmt: skip


@rule("DB-A.BODYGUARD", "DB-E49", "DB-Q27")
@pytest.mark.parametrize(
    ("total", "line", "is_fine"),
    [
        (10, "samurai1 5 samurai2 5", True),
        (10, "samurai1 5 scragglemaw 5", False),
        (11, "samurai1 5 samurai2 6", True),
        (12, "samurai1 5 samurai2 6 scragglemaw 1", True),
        (12, "samurai1 6 samurai2 6", True),
        (12, "samurai1 6 samurai2 5 scragglemaw 1", False),
    ],
)
def test_every_bodyguard_must_have_enough_before_others(total: int, line: str, is_fine: bool) -> None:
    faces = ["3"] * (total // 3) + [str(total % 3)] * bool(total % 3)
    # With the Bastion both Samurai have defense 7: 5 and 6 are missing.
    b = Bench("P01@C3 P01@C3", "V03@C3-2 V03@C3-1 V10@C3 V19@C2").strike("C3 with all", *faces)
    assert b.asked() == (1, "damage")
    if is_fine:
        b.order(f"damage {line}")
    else:
        assert b.refused(f"damage {line}")


@rule("DB-A.BODYGUARD", "DB-10.4")
def test_a_bodyguard_with_a_modifier_protects_only_those_who_fit(monkeypatch) -> None:
    change(monkeypatch, "V03", "Bodyguard Janus")
    b = Bench("P01@C3", "V03@C3 V05@C3 V10@C3").strike("C3 with all", "3")
    assert b.offers() == ["samurai", "scragglemaw"]


@rule("DB-A.BODYGUARD", "DB-E50", "DB-Q5")
@pytest.mark.parametrize(("regular_only", "damage"), [(False, 0), (True, 3)])
def test_a_bodyguard_stops_an_attack_on_another(regular_only: bool, damage: int) -> None:
    b = Bench("P16@C3 V01@D3", "V03@C3 V10@C3 V10@D3", bodyguard_regular_only=regular_only)
    b.strike("C3 with all", "blade").dice("3").order("blade djinn assault scragglemaw1")
    assert b.damage("scragglemaw1") == damage
    assert b.told("attacked")[0]["lost"] == (not damage)


@rule("DB-A.RELENTLESS")
def test_relentless_holds_for_all_damage_of_its_combat() -> None:
    b = Bench("P18@C3 M14@C3 V01@D3", "V10@C3 V04@A1 V10@D3").strike("C3 with all", "blade")
    b.dice("3 2").order("blade marionette warpstrike scout")
    assert (b.at("scout"), b.damage("scout"), b.asked()) == ("A1", 5, (1, "action"))


@rule("DB-A.RELENTLESS")
def test_relentless_does_not_hold_for_ones_own_creatures() -> None:
    b = Bench("P18@C3 V13@C3 V01@C3", "V10@C3 F06@C4").strike("C3 with titan warcharm", "blade")
    b.dice("3 2").order("blade warcharm skirmish brawler C4")
    assert [row["figure"] for row in b.told("disrupted")] == ["brawler"]
