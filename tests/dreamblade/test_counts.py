"""The number of legal orders at known positions, and of ways to split damage."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Any

import pytest

from games.dreamblade.engine import DREAMBLADE
from games.dreamblade.rules.bodyguards import Splitting
from games.dreamblade.state import State
from games.engine.contract.dice import Seeds
from games.engine.contract.tree import count, paths
from games.engine.play.orders import advance, waiting_for
from games.engine.play.run import Run
from tests.dreamblade.bench import ACTION, Bench
from tests.dreamblade.wanderer import choices

FILE = Path(__file__).parents[1] / "counts" / "dreamblade.toml"
TABLE = tomllib.loads(FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("known", TABLE["position"], ids=lambda known: known["name"].replace(" ", "-"))
def test_there_are_as_many_orders_as_counted_by_hand(known: dict[str, Any]) -> None:
    b = Bench(known["south"], known["north"], step=known.get("step", ACTION)).begin()
    root = b.run.asked[0].root
    found = {branch.word: len(list(paths(branch.grow()))) for branch in root.branches()}
    assert found == known["counts"]


def splits(total: int, needs: list[int], others: int) -> int:
    """How many ways there are to split a total among Bodyguards and others, by trying every one."""
    return sum(1 for split in _all(total, len(needs) + others) if _is_legal(split, needs))


def _all(total: int, places: int) -> list[tuple[int, ...]]:
    if places == 1:
        return [(total,)]
    return [(n, *rest) for n in range(total + 1) for rest in _all(total - n, places - 1)]


def _is_legal(split: tuple[int, ...], needs: list[int]) -> bool:
    guards, others = split[: len(needs)], split[len(needs) :]
    return not any(others) or all(n >= need for n, need in zip(guards, needs, strict=True))


@pytest.mark.parametrize("seed", range(30))
def test_every_split_of_damage_is_offered_and_no_other(seed: int) -> None:
    whims = random.Random(seed)
    damages = [whims.randrange(5) for _ in range(whims.randrange(3))]
    others = whims.randrange(1, 3)
    north = " ".join([*(f"V03@C3-{damage}" for damage in damages), *["V10@C3"] * others])
    state = Bench("V05@C3", north).state
    total = whims.randrange(1, 12)
    node = Splitting(state, state.creatures_at("C3", 2), total).node({}, 0)
    found = list(paths(node))
    assert len(found) == len(set(found)) == count(node)
    assert len(found) == splits(total, [5 - damage for damage in damages], others)


@pytest.mark.parametrize("seed", range(3))
def test_counting_without_listing_agrees_with_the_list(seed: int) -> None:
    whims = random.Random(seed)
    run: Run[State] = Run.start(DREAMBLADE, (1, 2), Seeds(bytes([seed]) * 32), {"max_turns": 20})
    run.answer(1, ("W1",))
    run.answer(2, ("W2",))
    kinds: set[str] = set()
    advance(run)
    while waiting := waiting_for(run):
        decision = run.decision_for(waiting[0])
        assert decision is not None
        size = decision.size(cap=3000)
        if size < 3000:
            assert size == sum(1 for _ in paths(decision.root))
            kinds.add(decision.kind)
        run.answer(decision.seat, choices(whims, decision))
        advance(run)
    assert {"spawn", "action"} <= kinds
