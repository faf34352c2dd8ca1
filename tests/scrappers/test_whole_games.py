"""Whole random games, with what must hold at every moment of them.

`EDGEPBEM_GAMES=2000 pytest tests/scrappers/test_whole_games.py` plays two thousand for each number of seats.
"""

from __future__ import annotations

import os
import random
from collections import Counter

import msgspec
import pytest

from games.engine.contract.decisions import Decision
from games.engine.contract.dice import Seeds
from games.engine.contract.tree import Node, count, sample
from games.engine.play.orders import advance, waiting_for
from games.engine.play.run import Run
from games.scrappers.catalogue import ARTIFACTS, CAPACITY, CARDS, COSTS, CRYSTALS, LEVEL, LEVELS
from games.scrappers.engine import SCRAPPERS
from games.scrappers.state import State
from tests.catalogue import many
from tests.rules import rule

GAMES = int(os.environ.get("EDGEPBEM_GAMES", many(12, 1000)))
PARTS = 4  # so that several processes can share them


def everything_is_there_once(state: State) -> None:
    """No card, Crystal, Artifact or Totem is lost or doubled."""
    zones = [*state.merc_stacks, *state.docks, state.box, state.turn.played]
    for player in state.players:
        zones += [player.hand, player.base, player.subjugated]
    expected = Counter(card for card, mercenary in CARDS.items() if mercenary.faction in state.factions)
    assert Counter(card for zone in zones for card in zone) == expected
    crystals = [*state.crystal_stacks, *state.mine, *(player.crystals for player in state.players)]
    assert Counter(token for zone in crystals for token in zone) == Counter(list(CRYSTALS))
    owned = [half[:4] for player in state.players for half in player.artifacts]
    assert sorted([*owned, *(card for stack in state.artifact_stacks for card in stack)]) == sorted(ARTIFACTS)
    totems = [*state.totems, *(totem for player in state.players for totem in player.totems)]
    assert sorted(totems) == sorted(state.factions)


def everything_is_in_its_place(state: State) -> None:
    """Rows hold what belongs there, and no more than they can; Bases keep their limit between turns."""
    for row, level, capacity in zip(state.docks, LEVELS, CAPACITY, strict=True):
        assert len(row) <= capacity
        assert all(LEVEL[card] == level for card in row)
    for row, cost, capacity in zip(state.mine, COSTS, CAPACITY, strict=True):
        assert len(row) <= capacity
        assert all(CRYSTALS[token].cost == cost for token in row)
    for player in state.players:
        assert len(player.base) <= (10 if player.owns("AR08-A") else 7)
    assert state.turn.extra_mines >= 0
    assert len(state.turn.actions) <= 2


def nothing_hidden_is_shown(state: State) -> None:
    """Not one id that a viewer may not know is in the viewer's bytes."""
    stacks = [*state.merc_stacks, *state.crystal_stacks, *(stack[:-1] for stack in state.artifact_stacks)]
    for viewer in (None, *(player.seat for player in state.players)):
        hidden = {thing for stack in stacks for thing in stack}
        for player in state.players:
            if player.seat != viewer and not state.over:
                hidden.update(player.hand, player.crystals, player.subjugated)
        shown = msgspec.json.encode(SCRAPPERS.view(state, viewer)).decode()
        assert not [thing for thing in hidden if f'"{thing}"' in shown]


def play(seats: int, seed: str) -> tuple[Run[State], Counter[int]]:
    """A random game to its end, looked at after every order; turns taken by each seat."""
    whims = random.Random(seed)
    run = Run.start(SCRAPPERS, range(1, seats + 1), Seeds(whims.randbytes(32)))
    turns: Counter[int] = Counter()
    at = 0
    advance(run)
    while waiting := waiting_for(run):
        state = run.state
        everything_is_there_once(state)
        everything_is_in_its_place(state)
        assert state.cave_in >= at
        at = state.cave_in
        if whims.random() < 0.05:
            nothing_hidden_is_shown(state)
        decision = run.decision_for(waiting[0])
        assert decision is not None
        if decision.kind == "order" and not state.turn.actions and not state.turn.played:
            turns[decision.seat] = max(turns[decision.seat], state.round)
        run.answer(decision.seat, _wanderers_choice(decision, whims))
        advance(run)
    return run, turns


def _wanderers_choice(decision: Decision[object], whims: random.Random) -> tuple[str, ...]:
    path = sample(decision.root, whims.randrange)
    assert decision.check(path) is None
    assert decision.check((*path, "?")) is not None
    return path


@rule("SS-14.4", "SS-6.8", "SS-17.16")
@pytest.mark.catalogue
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.timeout(3600)
def test_random_games_keep_everything_and_end_after_even_turns(seats: int, part: int) -> None:
    for number in range(part, GAMES, PARTS):
        run, turns = play(seats, f"{seats} {number}")
        assert run.result is not None
        everything_is_there_once(run.state)
        assert set(turns.values()) == {run.state.round}


@pytest.mark.parametrize("number", range(6))
def test_counting_and_listing_the_options_comes_to_the_same(number: int) -> None:
    """`size` counts without listing, in every part of the tree that has one."""
    whims = random.Random(number)
    run = Run.start(SCRAPPERS, tuple(range(1, 3 + number % 3)), Seeds(bytes([number]) * 32))
    advance(run)
    for _ in range(60):
        if not (waiting := waiting_for(run)):
            break
        decision = run.decision_for(waiting[0])
        assert decision is not None
        listed(decision.root)
        run.answer(waiting[0], sample(decision.root, whims.randrange))
        advance(run)


def listed(node: Node[object]) -> int:
    """How many paths there are, one by one; wherever the tree says how many, it says the same."""
    total = (node.end is not None) + sum(listed(branch.grow()) for branch in node.branches())
    assert count(node) == total
    return total
