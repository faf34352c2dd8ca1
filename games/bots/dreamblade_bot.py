"""A bot that plays DreamBlade to win: it plans whole phases and plays each plan to the end of the turn."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from games.bots.dreamblade_answers import best_answer
from games.bots.dreamblade_plans import PASS, Judge, Plan, shift_plans, strike_plans
from games.bots.dreamblade_sketch import Sketch
from games.bots.dreamblade_spawns import best_basket, leftovers
from games.bots.glimpse import Glimpse
from games.bots.thinker import Idea, Thinker
from games.dreamblade.catalogue import WARBANDS
from games.dreamblade.geometry import CELLS, PLACE
from games.dreamblade.rules.strike import battlefields
from games.dreamblade.rules.teams import ALL
from games.dreamblade.state import SHIFT, STRIKE, State
from games.engine.contract.tree import Node, Path, paths, walk

DONE: Path = ("done",)
LISTED = 200

# What it decides in advance for the other player's phases; in its own it wants to be asked.
ORDERS = """\
join: best
aim: ask; value
result: ask; smart
send: ask; far
ask-limit: 0
"""


class Dreamer(Thinker[State]):
    """Gives the first order of the best plan for the phase, then plans again: it has no memory."""

    def _ideas(self) -> Mapping[str, Idea[State]]:
        return {"warband": self._warband, "spawn": self._spawn, "action": self._action}

    def _small(self, glimpse: Glimpse[State]) -> Path:
        return best_answer(glimpse, self._random)

    def _warband(self, _glimpse: Glimpse[State]) -> Path:
        """Whichever it likes today: it plays them all."""
        return (self._random.choice(list(WARBANDS)),)

    # Phases.

    def _spawn(self, glimpse: Glimpse[State]) -> Path:
        state, seat = self._state(glimpse), glimpse.seat
        basket = best_basket(state, seat, self._random)
        if basket:
            return ("spawn", basket[0].figure, basket[0].cell)
        options = list(islice(paths(glimpse.decision.root), LISTED))
        return leftovers(state, seat, options) or DONE

    def _action(self, glimpse: Glimpse[State]) -> Path:
        state = self._state(glimpse)
        sketch = Sketch(state)
        plan = self._best_plan(state, sketch)
        if plan.team:
            return _strike_order(glimpse.decision.root, sketch, plan)
        if not plan.moves:
            return DONE
        number, cell = plan.moves[0]
        return (SHIFT, sketch.pieces[number].name, CELLS[cell])

    def _best_plan(self, state: State, sketch: Sketch) -> Plan:
        turn = state.turn
        cells = [PLACE[cell] for cell in battlefields(state, state.crowd())]
        judge = Judge(sketch, turn.step, cells, self._random)
        plans = [PASS]
        if turn.mode != STRIKE:
            plans += shift_plans(sketch, judge.phase, turn.moved, self._random)
        if turn.mode != SHIFT:
            plans += strike_plans(sketch, judge.phase, cells)
        return judge.best(list(dict.fromkeys(plans)))


def _strike_order(root: Node[object], sketch: Sketch, plan: Plan) -> Path:
    """All who may attack together, or some by name in the order in which they are offered."""
    start = (STRIKE, CELLS[plan.cell])
    node, _taken = walk(root, start)
    pool = node.pool if node is not None else ()
    chosen = {sketch.pieces[n].name for n in plan.team}
    loners = {piece.name for piece in sketch.pieces if piece.is_loner}
    is_all = len(chosen) > 1 and chosen == set(pool) - loners
    return (*start, *((ALL,) if is_all else (name for name in pool if name in chosen)))
