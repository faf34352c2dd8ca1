"""Whole games at random over all warbands: nothing gets lost, no limit is broken, every game ends.

`EDGEPBEM_GAMES=1000 pytest tests/dreamblade/test_whole_games.py` plays a thousand.
"""

from __future__ import annotations

import os
import random

import pytest

from games.dreamblade.catalogue import WARBANDS
from games.dreamblade.engine import DREAMBLADE
from games.dreamblade.geometry import CELLS, PLACE
from games.dreamblade.state import GRAVEYARD, REMOVED, RESERVES, State
from games.engine.contract.decisions import Decision
from games.engine.contract.dice import Seeds
from games.engine.contract.tree import Path, paths
from games.engine.play.orders import advance, waiting_for
from games.engine.play.random_play import play_out
from games.engine.play.run import AnyRun, Run
from games.engine.play.standing import standing_from
from tests.catalogue import many
from tests.dreamblade.wanderer import choices
from tests.rules import rule

GAMES = int(os.environ.get("EDGEPBEM_GAMES", many(12, 1000)))
COUNTED = int(os.environ.get("EDGEPBEM_GAMES", many(5, 200)))  # for waits
PARTS = 4
LISTED = 2_000  # answers: of more a sample would miss most
HOUSE_RULES = ("empty_needs_no_location", "bodyguard_regular_only", "no_double_skip")
KEYS = ("join", "aim", "result", "send", "dice", "pick", "order", "blade")
ASK = "\n".join([*(f"{key}: ask" for key in KEYS), "ask-limit: 99"])


def everything_is_in_its_place(state: State, before: set[tuple[str, str, int]]) -> None:
    """Figures are conserved over the four zones; stacking limits and pools hold."""
    assert {(f.id, f.kind, f.seat) for f in state.figures.values()} == before
    assert all(f.at in PLACE or f.at in (RESERVES, GRAVEYARD, REMOVED) for f in state.figures.values())
    assert all(f.damage == 0 for f in state.figures.values() if f.at not in PLACE)
    assert state.turn.pool >= 0
    assert all(player.bonus >= 0 and 0 <= player.wins <= 6 for player in state.players)
    for cell in CELLS:
        assert sum(not f.is_creature for f in state.figures.values() if f.at == cell) <= 1
        for player in state.players:
            if cell != state.portal(player.seat):
                assert len(state.creatures_at(cell, player.seat)) <= 4


def what_is_not_offered_is_refused(decision: Decision[object], state: State, whims: random.Random) -> None:
    """Answers that differ in a word from a legal one are legal exactly if they are listed."""
    if decision.size(LISTED + 1) > LISTED:
        return
    offered = set(paths(decision.root))
    words = sorted({word for path in offered for word in path} | set(CELLS) | set(state.figures))
    for path in [whims.choice(sorted(offered)) for _ in range(30)]:
        changed = altered(path, words, whims)
        assert (decision.check(changed) is None) == (changed in offered), (decision.kind, changed)


def altered(path: Path, words: list[str], whims: random.Random) -> Path:
    """The same with a word more, a word less, another word, or two words exchanged."""
    at, word = whims.randrange(len(path)), whims.choice(words)
    other = whims.randrange(len(path))
    swapped = list(path)
    swapped[at], swapped[other] = swapped[other], swapped[at]
    return whims.choice([
        (*path[:at], word, *path[at:]), (*path[:at], *path[at + 1 :]), (*path[:at], word, *path[at + 1 :]),
        tuple(swapped),
    ])  # fmt: skip


def nobody_moved_into_a_full_cell(run: Run[State], told: int) -> None:
    """DB-8.3: not even into the own portal, which may hold more than four only by spawning."""
    for event in run.events[told:]:
        if event.key == "moved" and event.values["ability"] != "swap":
            cell, seat = str(event.values["cell"]), int(str(event.values["seat"]))
            assert len(run.state.creatures_at(cell, seat)) <= 4


def play(seed: str, **options: str | int | bool) -> Run[State]:
    """A random game to its end, looked at before every answer."""
    whims = random.Random(seed)
    run: Run[State] = Run.start(DREAMBLADE, (1, 2), Seeds(whims.randbytes(32)), options)
    if whims.random() < 0.5:
        run.standing = standing_from(DREAMBLADE, {1: (1, ASK), 2: (1, ASK)})
    advance(run)
    before: set[tuple[str, str, int]] = set()
    while waiting := waiting_for(run):
        state = run.state
        before = before or {(f.id, f.kind, f.seat) for f in state.figures.values()}
        everything_is_in_its_place(state, before)
        decision = run.decision_for(waiting[0])
        assert decision is not None
        assert decision.check(decision.fallback()) is None
        path = choices(whims, decision)
        assert decision.check(path) is None
        if whims.random() < 0.2:
            what_is_not_offered_is_refused(decision, state, whims)
        told = len(run.events)
        assert decision.check((*path, "?")) is not None
        assert decision.check((*path[:-1], path[-1] + "?")) is not None
        run.answer(decision.seat, path)
        advance(run)
        nobody_moved_into_a_full_cell(run, told)
    return run


@rule("DB-2.9", "DB-4.1", "DB-12.5", "DB-9.25")
@pytest.mark.catalogue
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("part", range(PARTS))
def test_random_games_keep_everything_and_end(part: int) -> None:
    for number in range(part, GAMES, PARTS):
        options: dict[str, str | int | bool] = {"max_turns": 20, "interrupts": "always"}
        if number % 3 == 0:
            options["format"] = "limited"
        if number % 5 == 0:
            options |= dict.fromkeys(
                ("empty_needs_no_location", "bodyguard_regular_only", "no_double_skip"), True
            )
        run = play(f"{number}", **options)
        assert run.result is not None
        assert run.state.turn.number <= 20


@pytest.mark.parametrize("one", WARBANDS)
@pytest.mark.parametrize("other", WARBANDS)
def test_every_ready_made_warband_plays_every_other(one: str, other: str) -> None:
    whims = random.Random(one + other)
    run: Run[State] = Run.start(DREAMBLADE, (1, 2), Seeds(whims.randbytes(32)), {"max_turns": 20})
    run.answer(1, (one,))
    run.answer(2, (other,))
    play_out(run, lambda run, decision: choices(whims, decision))
    assert run.result is not None


@rule("DB-12A.1")
def test_nobody_waits_for_who_is_not_on_turn() -> None:
    def chooser(run: AnyRun, decision: Decision[object]) -> Path:
        return choices(whims, decision)

    waits = turns = 0
    for number in range(COUNTED):
        whims = random.Random(f"waits {number}")
        run: Run[State] = Run.start(DREAMBLADE, (1, 2), Seeds(whims.randbytes(32)), {"max_turns": 20})
        waits += play_out(run, chooser).waits
        turns += run.state.turn.number
    assert waits / turns <= 0.05
