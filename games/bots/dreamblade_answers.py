"""Small questions of DreamBlade: a few answers are tried out, each in worlds with other dice."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

from games.bots.dreamblade_plans import play_on
from games.bots.dreamblade_sketch import Sketch, side_of
from games.bots.glimpse import Glimpse
from games.dreamblade.rules.bodyguards import Splitting
from games.dreamblade.rules.policies import FOCUS, KILL, SCATTER, VALUE, split_path
from games.dreamblade.state import ACTIONS, State
from games.engine.contract.decisions import Decision, SeatId
from games.engine.contract.tree import Path, paths
from games.engine.play.imagination import Imagined
from games.engine.play.orders import advance, waiting_for

LISTED = 60  # answers to a question that are looked at
TRIED = 7  # of them tried
WORLDS = 3
MOST_QUESTIONS = 20  # that follow from an answer


def best_answer(glimpse: Glimpse[State], whim: random.Random) -> Path:
    """The answer after which the turn is worth most; the usual one unless another is better."""
    decision = glimpse.decision
    usual = decision.fallback()
    candidates = [usual, *(path for path in _candidates(glimpse, whim) if path != usual)]
    if len(candidates) == 1:
        return usual
    seeds = [whim.randbytes(8) for _ in range(WORLDS)]
    return max(candidates, key=lambda path: sum(_look(glimpse, path, seed) for seed in seeds))


def _candidates(glimpse: Glimpse[State], whim: random.Random) -> list[Path]:
    decision = glimpse.decision
    if decision.kind == "damage":
        return list(dict.fromkeys(_splits(glimpse.imagine(b"").state, decision)))
    offered = list(islice(paths(decision.root), LISTED))
    return offered if len(offered) <= TRIED else sorted(whim.sample(offered, TRIED))


def _splits(state: State, decision: Decision[object]) -> Iterator[Path]:
    """Ways to split damage that lead to something: by each policy, and each enemy first."""
    combat = state.combat
    total = decision.facts()["damage"]
    if combat is None or combat.seat != decision.seat or not isinstance(total, int):
        return
    targets = state.creatures_at(combat.cell, state.foe(combat.seat))
    splitting = Splitting(state, targets, total)
    ways = [*((style, ()) for style in (KILL, VALUE, SCATTER)), *((FOCUS, (target,)) for target in targets)]
    for style, focus in ways:
        yield split_path(state, splitting, KILL if focus else style, focus, can_disrupt=not combat.relentless)


def _look(glimpse: Glimpse[State], path: Path, seed: bytes) -> float:
    run = glimpse.imagine(seed)
    turn = run.state.turn.number
    run.answer(glimpse.seat, path)
    _finish(run, glimpse.seat)
    return outlook(run.state, glimpse.seat, turn, seed)


def _finish(run: Imagined[State], seat: SeatId) -> None:
    """Let all small questions be answered as usual, up to the next big one."""
    for _ in range(MOST_QUESTIONS):
        advance(run)
        decision = run.decision_for(seat) if seat in waiting_for(run) else None
        if decision is None or decision.major:
            return
        run.answer(seat, decision.fallback())


def outlook(state: State, seat: SeatId, turn: int, seed: bytes) -> float:
    """What the turn comes to from here, between plain players; of another turn nothing is known yet."""
    sketch, whim = Sketch(state), random.Random(seed)  # noqa: S311 (a bot's whims are no secret)
    side, step = side_of(state, seat), state.turn.step
    if state.turn.number != turn or step > ACTIONS[-1]:
        return sketch.standing(side) - sketch.standing(1 - side)
    is_waiting = state.active != seat
    play_on(sketch, [later for later in ACTIONS if later > step or (later == step and is_waiting)], whim)
    return sketch.worth(side)
