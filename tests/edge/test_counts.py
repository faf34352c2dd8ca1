"""The number of legal options at known positions, as perft is for chess."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from games.edge.engine import EDGE
from games.edge.state import State
from games.engine.contract.dice import Seeds
from games.engine.contract.tree import Node
from games.engine.play.orders import waiting_for
from games.engine.play.run import Run
from games.engine.play.save import Base
from tests.edge.bench import Bench
from tests.edge.position import state_of
from tests.edge.slow_counts import slow_count
from tests.rules import rule

TABLE = tomllib.loads((Path(__file__).parents[1] / "counts" / "edge.toml").read_text(encoding="utf-8"))
OPTIONS = ("turn", "pools", "sources", "shrines", "enhancements", "special_sources", "buy_vp", "mulligan")


def question(known: Mapping[str, Any]) -> Run[State]:
    """The match at a position, after the orders that lead to the question."""
    options = {name: known[name] for name in OPTIONS if name in known}
    for name in ("hands",):
        if name in known:
            options[name] = {int(seat): cards for seat, cards in known[name].items()}
    if "stage" in known:
        return _set_up(known, options)
    bench = Bench(known["text"], declare=False, **options)
    bench.state.neutral_charges = known.get("neutral_charges", bench.state.neutral_charges)
    for line in known.get("orders", ["turn active"]):
        bench.order(line)
    return bench.run


def _set_up(known: Mapping[str, Any], options: Mapping[str, Any]) -> Run[State]:
    state = state_of(known["text"], **options)
    state.stage, state.countering = known["stage"], 1 if known["turn"] == 2 else 2
    for name in known.get("waiting", ()):
        for model in state.squad(name).models:
            model.state, model.at = "undeployed", ""
    run: Run[State] = Run(EDGE, [1, 2], Seeds(b"\x07" * 32), {})
    run.replay.reset(Base(EDGE.rules, EDGE.encode(state), active=state.turn.seat, turns=0))
    run.replay.go_on()
    return run


def answers(node: Node[Any], without: frozenset[str]) -> int:
    """How many complete answers there are, some words left unsaid."""
    below = sum(answers(branch.grow(), without) for branch in node.branches() if branch.word not in without)
    return below + (node.end is not None)


@pytest.mark.parametrize("known", TABLE["position"], ids=lambda known: known["name"].replace(" ", "-"))
def test_there_are_as_many_options_as_were_recorded(known: dict[str, Any]) -> None:
    run = question(known)
    decision = run.decision_for(waiting_for(run)[0])
    assert decision is not None
    node: Node[Any] | None = decision.root
    for word in known.get("at", "").split():
        node = node.step(word) if node is not None else None
    assert node is not None
    assert answers(node, frozenset(known.get("without", ()))) == known["count"]


@rule("ED-9.4", "ED-11.2", "ED-12.1", "ED-13.6", "ED-15.2", "ED-18.4", "ED-4.14")
@pytest.mark.parametrize("known", TABLE["position"], ids=lambda known: known["name"].replace(" ", "-"))
def test_a_slow_counter_written_from_the_rules_agrees(known: dict[str, Any]) -> None:
    assert slow_count(known) == known["count"]
