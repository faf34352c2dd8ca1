"""The chances of a roll, and what a form tells of a strike."""

from __future__ import annotations

from itertools import product

import pytest

from games.dreamblade.catalogue import MINIATURES
from games.dreamblade.engine import DREAMBLADE
from games.dreamblade.odds import chance_of, chance_of_blades, roll_odds
from games.dreamblade.rules.attacks import DIE, damage_of
from tests.dreamblade.bench import Bench
from tests.rules import rule


@rule("DB-1.3")
@pytest.mark.parametrize("dice", range(5))
def test_the_chances_are_those_of_all_ways_the_dice_can_fall(dice: int) -> None:
    rolls = list(product(DIE, repeat=dice))
    for need in range(3 * dice + 2):
        expected = sum(damage_of(roll) >= need for roll in rolls) / len(rolls)
        assert chance_of(dice, need) == pytest.approx(expected)
    expected = sum("blade" in roll for roll in rolls) / len(rolls)
    assert chance_of_blades(dice) == pytest.approx(expected)
    assert sum(roll_odds(dice).values()) == pytest.approx(1)


@rule("DB-1.3")
def test_a_die_brings_one_damage_on_average() -> None:
    average = sum(damage * chance for (damage, _blades), chance in roll_odds(9).items())
    assert average == pytest.approx(9)


def test_a_form_tells_the_chances_of_a_strike() -> None:
    b = Bench("V05@C3 V01@C3 M20@C3", "V01@C3-2 M03@C3").begin()
    view = DREAMBLADE.view(b.state, 1)
    disrupt, destroy, thug = (round(100 * chance_of(3, need)) for need in (3, 4, 6))
    assert DREAMBLADE.about(("strike", "C3", "mirrorman"), view) == [
        "dice 3, damage 3 on average, at least one blade 42%",
        f"all of it on brawler2: can be disrupted {disrupt}%, destroyed {destroy}%",
        f"all of it on thug: can be disrupted {thug}%, destroyed 0%",
    ]
    assert DREAMBLADE.about(("strike", "C3"), view)[0].startswith("dice 5,")
    assert DREAMBLADE.about(("strike", "C3", "all"), view)[0].startswith("dice 5,")
    assert DREAMBLADE.about(("strike", "C3", "colossus"), view)[0].startswith("dice 7,")


def told(b: Bench, *path: str) -> list[str]:
    """What the form says of each enemy."""
    return DREAMBLADE.about(("strike", "C3", *path), DREAMBLADE.view(b.begin().state, 1))[1:]


@rule("DB-A.BODYGUARD")
def test_chances_count_what_bodyguards_must_have_first() -> None:
    b = Bench("P01@C3", "V03@C3-1 V10@C3")
    guard, behind = round(100 * chance_of(8, 4)), round(100 * chance_of(8, 4 + 11))
    lines = told(b)
    assert any(line.startswith(f"all of it on samurai: can be disrupted {guard}%") for line in lines)
    assert any(
        line.startswith(f"4 on Bodyguards, then scragglemaw: can be disrupted {behind}%") for line in lines
    )


@rule("DB-A.RELENTLESS")
def test_where_a_relentless_creature_attacks_nobody_can_be_disrupted() -> None:
    relentless = next(c for c, m in MINIATURES.items() if any(a.name == "RELENTLESS" for a in m.abilities))
    lines = told(Bench(f"{relentless}@C3", "V10@C3"))
    assert "can be disrupted 0%" in lines[0]


@rule("DB-3.5", "DB-E35")
def test_with_defense_above_life_each_chance_is_its_own() -> None:
    b = Bench("P01@C3", "V01@C3 V19@C3")  # a Brawler of life 6 behind a Bastion: defense 7
    disrupt, destroy = (round(100 * chance_of(8, need)) for need in (7, 6))
    assert told(b) == [f"all of it on brawler: can be disrupted {disrupt}%, destroyed {destroy}%"]
