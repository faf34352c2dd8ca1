"""SS-14: the Cave-in token and the end of the game."""

from __future__ import annotations

from games.engine.contract.table import Table
from games.scrappers.catalogue import CRYSTALS, STALL_ROUNDS
from games.scrappers.state import SeatId, State


def step(table: Table[State], cause: str, thing: str) -> None:
    """SS-14.1: the token moves at once and for good; SS-14.5: past the end it moves on without effect."""
    state = table.state
    was_triggered = state.is_triggered
    state.cave_in += 1
    state.stepped = True
    table.tell("caved", at=state.cave_in, end=state.end_value, cause=cause, thing=thing)
    if state.is_triggered and not was_triggered:
        table.tell("triggered", seat=state.turn.seat)  # SS-14.3: nothing is interrupted


def acquire(table: Table[State], seat: SeatId, crystal: str, *, propped: bool = False) -> None:
    """A Crystal leaves the Mine for a player's pile; its mark works however it was acquired (SS-1.10)."""
    state = table.state
    for row in state.mine:
        if crystal in row:
            row.remove(crystal)
    state.turn.tinted.pop(crystal, None)  # SS-16.11: its printed colour counts again
    state.turn.dug.pop(crystal, None)
    state.player(seat).crystals.append(crystal)
    if CRYSTALS[crystal].cave_in and not propped:
        step(table, "crystal", crystal)


def turn_order(state: State) -> list[SeatId]:
    """SS-2.9: seat order from the first player; seats that have left are skipped."""
    seats = [player.seat for player in state.players]
    start = seats.index(state.first)
    return [seat for seat in seats[start:] + seats[:start] if not state.player(seat).gone]


def after_turn(table: Table[State], seat: SeatId) -> None:
    """SS-12.6: the end of the game, or the next seat. `seat` has just finished (or left)."""
    state = table.state
    order = turn_order(state)
    later = [other for other in order if _place(state, other) > _place(state, seat)]
    if not later:
        _close_round(table)
    if state.over:
        return
    state.turn.seat = later[0] if later else order[0]


def _place(state: State, seat: SeatId) -> int:
    return (seat - state.first) % len(state.players)


def _close_round(table: Table[State]) -> None:
    """SS-14.4: everyone has had the same number of turns. SS-14.7: ten quiet rounds end the game too."""
    state = table.state
    state.quiet = 0 if state.stepped else state.quiet + 1
    state.stepped = False
    if state.is_triggered or state.quiet >= STALL_ROUNDS:
        finish(table)
    else:
        state.round += 1


def finish(table: Table[State]) -> None:
    """SS-3.5: the match is over and everything is revealed."""
    table.learn()
    table.state.over = True
    table.tell("ended", round=table.state.round)
