"""Small questions of DreamBlade: a few answers are tried out, each in worlds with other dice."""

from __future__ import annotations

import random
from collections.abc import Iterator

from games.bots.dreamblade_plans import play_on
from games.bots.dreamblade_sketch import Sketch, side_of
from games.bots.glimpse import Glimpse
from games.bots.trials import after, best, some
from games.dreamblade.rules.bodyguards import Splitting
from games.dreamblade.rules.policies import FOCUS, KILL, SCATTER, VALUE, split_path
from games.dreamblade.state import ACTIONS, State
from games.engine.contract.decisions import Decision, SeatId
from games.engine.contract.tree import Path, paths

LISTED = 60  # answers to a question that are looked at
TRIED = 7  # of them tried
WORLDS = 3


def best_answer(glimpse: Glimpse[State], whim: random.Random) -> Path:
    """The answer after which the turn is worth most; the usual one unless another is better."""
    decision = glimpse.decision
    usual = decision.fallback()
    candidates = [usual, *(path for path in _candidates(glimpse, whim) if path != usual)]
    if len(candidates) == 1:
        return usual
    seeds, turn = [whim.randbytes(8) for _ in range(WORLDS)], glimpse.imagine(b"").state.turn.number

    def look(path: Path, seed: bytes) -> float:
        return outlook(after(glimpse, path, seed), glimpse.seat, turn, seed)

    return best(candidates, look, seeds, first=WORLDS, finalists=1)[1]


def _candidates(glimpse: Glimpse[State], whim: random.Random) -> list[Path]:
    decision = glimpse.decision
    if decision.kind == "damage":
        return list(dict.fromkeys(_splits(glimpse.imagine(b"").state, decision)))
    return some(paths(decision.root), LISTED, TRIED, whim)


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


def outlook(state: State, seat: SeatId, turn: int, seed: bytes) -> float:
    """What the turn comes to from here, between plain players; of another turn nothing is known yet."""
    sketch, whim = Sketch(state), random.Random(seed)  # noqa: S311 (a bot's whims are no secret)
    side, step = side_of(state, seat), state.turn.step
    if state.turn.number != turn or step > ACTIONS[-1]:
        return sketch.standing(side) - sketch.standing(1 - side)
    is_waiting = state.active != seat
    play_on(sketch, [later for later in ACTIONS if later > step or (later == step and is_waiting)], whim)
    return sketch.worth(side)
