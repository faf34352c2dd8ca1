"""DreamBlade as a bot thinks of it: what creatures and cells are worth."""

from __future__ import annotations

from typing import NamedTuple

from games.bots.dreamblade_odds import Target
from games.dreamblade.geometry import ADJACENT, CELLS, DISTANCE, PLACE, SIDES
from games.dreamblade.geometry import PORTAL as PORTAL_OF
from games.dreamblade.geometry import SCORING as SCORING_OF
from games.dreamblade.state import Figure, State
from games.dreamblade.statistics import statistics

OFF = -1  # not on the map

# What things are worth, in spawn points.
TURN = 12.0  # a turn won
MATCH = 500.0
POINT = 1.6  # a conquest point while the turn is open
BODY = 0.9  # for each point of cost on the map
BONUS = 0.7  # a bonus point
GROUND = 0.35  # how near a creature is to its scoring cells
HOLD = 0.5  # a point of a cell that is held for the turn to come

STEPS = tuple(tuple(PLACE[cell] for cell in ADJACENT[name]) for name in CELLS)
PORTAL = {side: PLACE[PORTAL_OF[side]] for side in SIDES}
VALUE = {side: tuple(SCORING_OF[side].get(cell, 0) for cell in CELLS) for side in SIDES}


def _reach(side: str, cell: str) -> float:
    """How good it is to stand in a cell: the best scoring cell, less for each step to it."""
    return max(value * 0.6 ** DISTANCE[cell, goal] for goal, value in SCORING_OF[side].items())


REACH = {side: tuple(_reach(side, cell) for cell in CELLS) for side in SIDES}
# Where disrupted creatures of a side are sent: the worst cells for it first.
EXILE = {side: tuple(sorted(range(25), key=REACH[side].__getitem__)) for side in SIDES}


class Piece(NamedTuple):
    """A creature."""

    name: str
    side: int
    cost: int
    power: int
    target: Target
    crit: int  # damage that a blade adds, or takes
    is_timid: bool  # Defender
    is_lord: bool  # Dominate
    is_reborn: bool  # Regenerate
    is_loner: bool
    is_spent: bool  # leaves after an attack


DAMAGING = ("CRIT", "FLANKING", "HEROICS", "PACK", "STALWART", "PAYBACK", "ASSAULT", "WARPSTRIKE")
LEAVING = ("FADE", "DETONATE", "BLOODTHIRSTY")
BLADE_USE = 2  # what a blade ability without a number is worth in damage


def piece_of(state: State, figure: Figure, side: int) -> Piece:
    """What matters about a creature."""
    now = statistics(state, figure)
    names = {ability.name for ability in figure.miniature.abilities}
    worth = BODY * figure.cost
    is_reborn = "REGENERATE" in names
    killed = worth if is_reborn else worth + POINT - 2 * BONUS
    return Piece(
        figure.id,
        side,
        figure.cost,
        now.power,
        Target(now.defense, now.life, 0.8 + 0.15 * figure.cost, killed),
        _crit(figure),
        "DEFENDER" in names,
        "DOMINATE" in names,
        is_reborn,
        "LONER" in names,
        any(name in names for name in LEAVING),
    )


def _crit(figure: Figure) -> int:
    blades = [ability for ability in figure.miniature.abilities if ability.condition.kind == "blade"]
    gains = [(a.value or BLADE_USE) // a.condition.blades for a in blades if a.name in DAMAGING]
    losses = [-a.value for a in blades if a.name == "FUMBLE"]
    return max(gains, default=max(losses, default=0))
