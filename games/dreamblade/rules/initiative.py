"""DB-6.3 to DB-6.8: who goes first, and whether anything is spawned."""

from __future__ import annotations

from games.dreamblade.rules.phases import end_phase
from games.dreamblade.state import SeatId, State, Turn
from games.engine.contract.table import Table


def roll_initiative(table: Table[State]) -> None:
    """DB-6.3: a die each; only the dice finally kept count for anything (DB-Q30)."""
    state = table.state
    state.skipped = state.turn.skips
    state.turn = Turn(number=state.turn.number + 1)
    for player in state.players:
        player.points = 0  # DB-12.3
    dice, told = _roll_both(table), list[str]()
    while (first := _who_is_first(state, dice)) is None:
        told.append(_shown(dice))
        dice = _roll_both(table)
    told.append(_shown(dice))
    turn = state.turn
    turn.first, turn.dice, turn.skips = first, dice, 1 in dice  # DB-6.4
    table.begin_turn(first)
    table.tell("initiative", turn=turn.number, seat=first, dice=told, skips=turn.skips)
    end_phase(table)


def _shown(dice: list[int]) -> str:
    return ":".join(map(str, dice))


def _roll_both(table: Table[State]) -> list[int]:
    """DB-6.5, DB-6.8: where ones do not stand, each is rolled again until it is none."""
    dice = [table.roll("initiative", 6) for _ in table.state.players]
    while _are_ones_rerolled(table.state) and 1 in dice:
        dice = [table.roll("initiative", 6) if die == 1 else die for die in dice]
    return dice


def _are_ones_rerolled(state: State) -> bool:
    return state.turn.number == 1 or (state.choices.no_double_skip and state.skipped)


def _who_is_first(state: State, dice: list[int]) -> SeatId | None:
    """The higher die, then more turns won; None: both are rolled again (in the first turn on every tie)."""
    ranks = [(counted(die), player.wins) for die, player in zip(dice, state.players, strict=True)]
    if ranks[0] == ranks[1]:
        return None
    return state.players[0].seat if ranks[0] > ranks[1] else state.players[1].seat


def counted(die: int) -> int:
    """DB-6.7: a die as it counts for going first; spawn points and the skip use the die itself."""
    return die
