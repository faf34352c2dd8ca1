"""DB-11c: power, defense and life as they are now."""

from __future__ import annotations

import pytest

from tests.dreamblade.bench import Bench
from tests.rules import rule


@rule("DB-A.BOLSTER", "DB-A.INVIGORATE", "DB-A.ENRAGE")
@pytest.mark.parametrize(
    ("code", "place", "expected"),
    [
        ("V19", "C3", (3, 10, 9)), ("V19", "C4", (3, 10, 9)), ("V19", "D4", (3, 8, 9)),
        ("V12", "C3", (3, 8, 12)), ("V12", "B3", (3, 8, 12)), ("F19", "C3", (3, 8, 9)),
        ("P06", "C2", (4, 8, 9)), ("P13", "A1", (3, 8, 9)),
    ],
)  # fmt: skip
def test_auras_for_allies_reach_local_and_adjacent_ones(code: str, place: str, expected) -> None:
    b = Bench(f"V05@C3 {code}@{place}", "V05@C3")
    assert b.stats("mirrorman1") == expected
    assert b.stats("mirrorman2") == (3, 8, 9)


@rule("DB-A.INVIGORATE", "DB-A.ENRAGE", "DB-A.BOLSTER")
def test_nobody_is_helped_by_his_own_aura() -> None:
    b = Bench("V12@C3 P13@C3", "M03@A1")
    assert b.stats("lion") == (5, 7, 7)
    assert b.stats("drummer") == (3, 4, 9)


@rule("DB-A.DRAIN", "DB-A.PANIC", "DB-A.WEAKEN", "DB-A.INCITER")
@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("F15", (3, 8, 6)),
        ("F17", (3, 6, 9)),
        ("F14", (2, 8, 9)),
        ("P17", (4, 8, 9)),
        ("M10", (3, 6, 9)),
        ("F10", (2, 8, 9)),
    ],
)
def test_auras_against_enemies_reach_local_ones_only(code: str, expected) -> None:
    b = Bench(f"V05@C3 {code}@C3 V01@C3", "V05@C3 V05@C4")
    assert b.stats("mirrorman2") == expected
    assert b.stats("mirrorman3") == b.stats("mirrorman1") == (3, 8, 9)


@rule("DB-A.FIGHT")
def test_fight_adds_once_while_such_an_enemy_is_local() -> None:
    b = Bench("P14@C3", "F08@C3 F07@C3")
    assert b.stats("grudgebearer").power == 6
    assert Bench("P14@C3", "V10@C3 F08@C4").stats("grudgebearer").power == 4


@rule("DB-A.THANATOMANCY", "DB-E56", "DB-Q15", "DB-13.3")
@pytest.mark.parametrize(("counts_all", "power"), [(False, 4), (True, 5)])
def test_thanatomancy_counts_the_creatures_in_the_graveyard(counts_all: bool, power: int) -> None:
    dead = "V01@graveyard V05@graveyard F08@graveyard M01@graveyard V19@graveyard V10"
    b = Bench(f"F02@C3 {dead}", "V10@C3 V01@graveyard", thanatomancy_all=counts_all)
    assert b.stats("spiker").power == power


@rule("DB-A.THANATOMANCY", "DB-A.ENRAGE")
def test_modifiers_come_on_top_of_thanatomancy() -> None:
    assert Bench("F02@C3 V01@graveyard P06@C4").stats("spiker").power == 2


@rule("DB-A.GEOMANCY", "DB-E74")
def test_geomancy_counts_own_locations_in_the_column() -> None:
    b = Bench("P19@C3 V19@C1 V20@D3", "M10@C5")
    assert b.stats("brute") == (6, 6, 8)
