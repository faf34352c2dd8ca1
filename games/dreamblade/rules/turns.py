"""DB-6.1: a turn, from one rest point to the next."""

from __future__ import annotations

from games.dreamblade.rules.action import action_phase
from games.dreamblade.rules.conquest import conquer
from games.dreamblade.rules.initiative import roll_initiative
from games.dreamblade.rules.spawn import spawn_phase
from games.dreamblade.rules.warbands import choose_warbands
from games.dreamblade.state import ACTIONS, CONQUEST, INITIATIVE, SPAWNS, WARBANDS, State
from games.engine.contract.table import Rules, Table


def take_turn(table: Table[State]) -> Rules[None]:
    """What comes next, as the state says."""
    state = table.state
    if state.stage == WARBANDS:
        yield from choose_warbands(table)
    elif state.turn.step == INITIATIVE:
        roll_initiative(table)
    elif state.turn.step in SPAWNS:
        yield from spawn_phase(table)
    elif state.turn.step in ACTIONS:
        yield from action_phase(table)
    elif state.turn.step == CONQUEST:
        conquer(table)
