"""The chances of a roll, and what a form tells of a strike."""

from __future__ import annotations

from itertools import product

import pytest

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
        f"all of it on brawler2: disrupted {disrupt}%, destroyed {destroy}%",
        f"all of it on thug: disrupted {thug}%, destroyed 0%",
    ]
    assert DREAMBLADE.about(("strike", "C3"), view)[0].startswith("dice 5,")
    assert DREAMBLADE.about(("strike", "C3", "all"), view)[0].startswith("dice 5,")
    assert DREAMBLADE.about(("strike", "C3", "colossus"), view)[0].startswith("dice 7,")
