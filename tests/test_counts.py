"""The number of legal options at known positions."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Any

import pytest

from games.engine.contract.dice import Seeds
from games.engine.contract.tree import paths, sample
from games.engine.play.orders import advance, waiting_for
from games.engine.play.run import Run
from games.scrappers.engine import SCRAPPERS
from tests.scrappers.position import position

TABLE = tomllib.loads((Path(__file__).parent / "counts" / "scrappers.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("known", TABLE["position"], ids=lambda known: known["name"].replace(" ", "-"))
def test_there_are_as_many_orders_as_counted_by_hand(known: dict[str, Any]) -> None:
    options = {name: known[name] for name in ("docks", "mine", "artifacts") if name in known}
    root = position(*known["players"], **options).run.asked[0].root
    found = {branch.word: len(list(paths(branch.grow()))) for branch in root.branches()}
    assert found == known["counts"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_counting_without_listing_agrees_with_the_list(seats: int) -> None:
    whims = random.Random(seats)
    run = Run.start(SCRAPPERS, range(1, seats + 1), Seeds(bytes([seats]) * 32))
    checked = 0
    advance(run)
    while run.result is None:
        decision = run.decision_for(waiting_for(run)[0])
        assert decision is not None
        size = decision.size(cap=3000)
        if size < 3000:
            assert size == sum(1 for _ in paths(decision.root))
            checked += 1
        run.answer(decision.seat, sample(decision.root, whims.randrange))
        advance(run)
    assert checked > 20
