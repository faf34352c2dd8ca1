"""Phases of DreamBlade as plans: moves and combats that look good, and what a turn comes to with them."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from games.bots.dreamblade_pieces import GROUND, OFF, POINT
from games.bots.dreamblade_sketch import Sketch
from games.bots.trials import best
from games.dreamblade.state import ACTIONS

WORTH_MOVING = 0.05
WORTH_STRIKING = 0.4
SOON, LATER = 0.75, 0.3  # what a combat counts that can follow in the next phase, or in the next turn
PLANS = 10  # ways to shift that are compared
FIRST_LOOKS, MORE_LOOKS = 2, 6
FINALISTS = 4

Move = tuple[int, int]  # a piece, and where it goes


@dataclass(frozen=True, slots=True)
class Taste:
    """How a player looks at moves; several tastes give several plans."""

    point: float = POINT  # a conquest point
    fight: float = 1.0
    ground: float = GROUND
    whim: float = 0.0


PLAIN = Taste()
TASTES = (
    PLAIN,
    Taste(point=2.5, fight=0.4),
    Taste(point=1.0, fight=2.0),
    Taste(point=3.0, fight=0.0, ground=0.1),
    Taste(fight=-0.5),
)


@dataclass(frozen=True, slots=True)
class Plan:
    """What is done in a phase: moves, or a combat first of all; neither is a pass."""

    moves: tuple[Move, ...] = ()
    cell: int = OFF
    team: tuple[int, ...] = ()


PASS = Plan()


class Phase:
    """One action phase, seen by the side that has it."""

    def __init__(self, step: int) -> None:
        self.number = ACTIONS.index(step)
        self.side = self.number // 2
        self.has_another = self.number % 2 == 0
        self.is_first_player = self.side == 0

    def score(self, sketch: Sketch, cell: int, taste: Taste) -> float:
        """What a cell is worth as it stands: held, threatened or fought about."""
        own, foes = sketch.crowd[cell][self.side], sketch.crowd[cell][1 - self.side]
        if own and foes:
            return taste.fight * self._tension(sketch, cell)
        if own:
            return taste.point * sketch.value[self.side][cell]
        return -taste.point * sketch.value[1 - self.side][cell] if foes else 0.0

    def _tension(self, sketch: Sketch, cell: int) -> float:
        mine, theirs = sketch.strike_worth(cell, self.side), sketch.strike_worth(cell, 1 - self.side)
        if self.has_another:
            return SOON * max(0.0, mine) - (LATER if self.is_first_player else 0.0) * max(0.0, theirs)
        if self.is_first_player:
            return -SOON * max(0.0, theirs)
        return LATER * (max(0.0, mine) - max(0.0, theirs))


def shift(
    sketch: Sketch, phase: Phase, taste: Taste, whim: random.Random, moved: Collection[str] = ()
) -> tuple[float, tuple[Move, ...]]:
    """Move one piece after another to where it does most; the sketch is changed. Returns what it gained."""
    gained, moves = 0.0, list[Move]()
    waiting = [n for n in sketch.on_map(phase.side) if sketch.pieces[n].name not in moved]
    if taste.whim:
        whim.shuffle(waiting)
    for _round in range(2):
        for number in list(waiting):
            gain, cell = _best_step(sketch, phase, number, taste, whim)
            if gain > WORTH_MOVING:
                sketch.put(number, cell)
                waiting.remove(number)
                moves.append((number, cell))
                gained += gain
    return gained, tuple(moves)


def _best_step(
    sketch: Sketch, phase: Phase, number: int, taste: Taste, whim: random.Random
) -> tuple[float, int]:
    start, best = sketch.at[number], (0.0, 0)
    steps = sketch.steps(number)
    if not steps:
        return best
    reach = sketch.reach[phase.side]
    before = {cell: phase.score(sketch, cell, taste) for cell in (start, *steps)}
    for cell in steps:
        sketch.put(number, cell)
        after = phase.score(sketch, cell, taste) + phase.score(sketch, start, taste)
        gain = after - before[cell] - before[start] + taste.ground * (reach[cell] - reach[start])
        if taste.whim:
            gain += whim.gauss(0.0, taste.whim)
        best = max(best, (gain, cell))
    sketch.put(number, start)
    return best


def play_phase(sketch: Sketch, phase: Phase, whim: random.Random) -> None:
    """What a plain player does in a phase: the better of shift and strike."""
    fights = [
        (worth, cell)
        for cell in sketch.battlefields()
        if (worth := sketch.strike_worth(cell, phase.side)) > WORTH_STRIKING
    ]
    before = sketch.at[:] if fights else []
    gained, moves = shift(sketch, phase, PLAIN, whim)
    if sum(worth for worth, _cell in fights) > gained:
        for number, _cell in moves:
            sketch.put(number, before[number])
        strike_all(sketch, phase, [cell for _worth, cell in sorted(fights, reverse=True)], whim)


def strike_all(sketch: Sketch, phase: Phase, cells: Sequence[int], whim: random.Random) -> None:
    """Combats one after another, where there is still one."""
    for cell in cells:
        if sketch.crowd[cell][0] and sketch.crowd[cell][1]:
            sketch.strike(cell, phase.side, sketch.team(cell, phase.side), whim)


def play_on(sketch: Sketch, steps: Sequence[int], whim: random.Random) -> None:
    """The rest of a turn between plain players."""
    for step in steps:
        play_phase(sketch, Phase(step), whim)


# Plans.


def shift_plans(sketch: Sketch, phase: Phase, moved: Collection[str], whim: random.Random) -> list[Plan]:
    """Ways to shift those who have not moved, each by another taste."""
    found: dict[Plan, None] = {}
    for number in range(PLANS):
        taste = TASTES[number % len(TASTES)]
        if number >= len(TASTES):
            taste = Taste(taste.point, taste.fight, taste.ground, whim=1.0)
        _gained, moves = shift(sketch.copy(), phase, taste, whim, moved)
        found[Plan(moves)] = None
    return list(found)


def strike_plans(sketch: Sketch, phase: Phase, cells: Sequence[int]) -> list[Plan]:
    """Each combat as the first one, with all, and without those who would be lost by it."""
    found: dict[Plan, None] = {}
    for cell in cells:
        team = sketch.team(cell, phase.side)
        found[Plan(cell=cell, team=tuple(team))] = None
        lasting = tuple(n for n in team if not sketch.pieces[n].is_spent)
        if lasting:
            found[Plan(cell=cell, team=lasting)] = None
    return list(found)


class Judge:
    """Plays plans to the end of the turn; all of them with the same dice."""

    def __init__(self, sketch: Sketch, step: int, cells: Sequence[int], whim: random.Random) -> None:
        self.sketch, self.phase, self.cells = sketch, Phase(step), cells
        self.rest = [later for later in ACTIONS if later > step]
        self.seeds = [whim.randrange(1 << 30) for _ in range(FIRST_LOOKS + MORE_LOOKS)]

    def look(self, plan: Plan, seed: int) -> float:
        """What one turn comes to."""
        twin, whim = self.sketch.copy(), random.Random(seed)  # noqa: S311 (a bot's whims are no secret)
        for number, cell in plan.moves:
            twin.put(number, cell)
        if plan.cell != OFF:
            twin.strike(plan.cell, self.phase.side, list(plan.team), whim)
            strike_all(twin, self.phase, self._others(twin, plan.cell), whim)
        play_on(twin, self.rest, whim)
        return twin.worth(self.phase.side)

    def _others(self, sketch: Sketch, cell: int) -> list[int]:
        return [
            other
            for other in self.cells
            if other != cell and sketch.strike_worth(other, self.phase.side) > WORTH_STRIKING
        ]

    def best(self, plans: Sequence[Plan]) -> Plan:
        """All plans a few times, the better ones and the pass more often."""
        return best(plans, self.look, self.seeds, first=FIRST_LOOKS, finalists=FINALISTS, always=(PASS,))[1]

    def mean(self, plan: Plan) -> float:
        """What a plan is worth on average."""
        return sum(self.look(plan, seed) for seed in self.seeds) / len(self.seeds)
