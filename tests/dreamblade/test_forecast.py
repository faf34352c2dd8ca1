"""A preview of a strike says exactly how likely each outcome, each damage and each number of blades is."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from games.dreamblade.engine import DREAMBLADE
from games.dreamblade.rules.attacks import DIE, damage_of
from games.engine.play.preview import Preview, preview
from tests.dreamblade.bench import Bench
from tests.rules import rule


def look(b: Bench, order: str) -> Preview:
    """What an order of South would do."""
    return preview(DREAMBLADE, b.begin().run.save(), 1, order, b"seed")


def spreads(seen: Preview) -> dict[str, dict[int, float]]:
    """All numbers that the dice decide."""
    return {spread.name.text(): dict(spread.values) for spread in seen.spreads}


def chance_of(seen: Preview, key: str) -> float:
    """How likely an event is."""
    return sum(chance for chance, told in seen.chances if any(event.key == key for event in told))


def shares(counted: Counter[int]) -> dict[int, float]:
    return {value: count / counted.total() for value, count in counted.items()}


@rule("DB-1.3", "DB-9.6")
def test_damage_and_blades_of_a_strike_are_spread_as_all_falls_of_the_dice() -> None:
    seen = look(Bench("V04@C3 V01@C3", "M03@C3"), "strike C3 with all")  # power 3 and 2; one blade: Advance
    falls = list(product(DIE, repeat=5))
    assert seen.exact
    assert spreads(seen)["Damage in C3"] == pytest.approx(shares(Counter(map(damage_of, falls))))
    assert spreads(seen)["Blades in C3"] == pytest.approx(shares(Counter(f.count("blade") for f in falls)))


def test_what_is_destroyed_or_disrupted_has_the_chance_of_all_falls_that_do_it() -> None:
    seen = look(Bench("V05@C3", "F08@C3"), "strike C3 with all")
    falls = list(product(DIE, repeat=3))  # the pariah: defense 3, life 4
    assert seen.exact
    assert chance_of(seen, "disrupted") == pytest.approx(sum(damage_of(f) == 3 for f in falls) / len(falls))
    assert chance_of(seen, "destroyed") == pytest.approx(sum(damage_of(f) >= 4 for f in falls) / len(falls))
    assert sum(chance for chance, _ in seen.chances) == pytest.approx(1)


@rule("DB-A.FORTUNATE")
def test_dice_that_are_rolled_again_are_followed_face_by_face() -> None:
    seen = look(Bench("M02@C3", "M03@C3"), "strike C3 with all")  # the stalker rolls two misses again
    blades: Counter[int] = Counter()
    for fall in product(DIE, repeat=3):
        again = min(2, fall.count("miss"))
        for fresh in product(DIE, repeat=again):
            blades[fall.count("blade") + fresh.count("blade")] += 6 ** (2 - again)
    assert seen.exact
    assert spreads(seen)["Blades in C3"] == pytest.approx(shares(blades))


def test_a_strike_of_many_dice_is_followed_to_all_its_ends_in_few_runs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    b = Bench("V01@C3 V01@C3 V01@C3 V05@C3", "M03@C3")  # nine dice: ten million falls
    monkeypatch.setattr("games.engine.play.dry_run.THROWN", 250)
    seen = look(b, "strike C3 with all")
    assert seen.exact
    assert sum(spreads(seen)["Damage in C3"].values()) == pytest.approx(1)


@rule("DB-9.30")
def test_rolls_that_lead_to_the_same_are_followed_once_and_counted_in_full() -> None:
    """The one who is destroyed strikes back: her dice matter only after a fall that destroys her."""
    seen = look(Bench("F08@C3", "F08@C3"), "strike C3 with all")
    falls = list(product(DIE, repeat=2))
    deadly = sum(damage_of(fall) >= 4 for fall in falls) / len(falls)
    assert seen.exact
    assert chance_of(seen, "destroyed") == pytest.approx(deadly)
    both = sum(chance for chance, told in seen.chances if sum(e.key == "destroyed" for e in told) == 2)
    assert both == pytest.approx(deadly * deadly)
