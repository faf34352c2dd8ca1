"""ED-22: the VP track and the ends of the game."""

from __future__ import annotations

from games.edge.state import OVER, PLAY, Outcome, SeatId, State
from games.engine.contract.engine import Result
from games.engine.contract.phrases import Phrase, say
from games.engine.contract.table import Table
from games.engine.contract.text import gettext_noop as _


class GameOver(Exception):
    """ED-22.14: an immediate result. Whatever was being done is not finished."""


REASONS = {
    "annihilation": _("The last model of an army is gone."),
    "both annihilated": _("Both armies lost their last model at once."),
    "track": _("The VP marker has reached an end of its track."),
    "deck": _("A deck has run out."),
    "quiet": _("Both players kept taking Passive turns."),
    "left": _("A player has left the game."),
}
QUIET_TURNS = 20  # Passive turns in a row, of both players together


def finish(table: Table[State], winners: list[SeatId], reason: str) -> None:
    """The game is over; several winners are a draw."""
    state = table.state
    state.outcome, state.stage = Outcome(winners, reason), OVER
    table.tell("ended", reason=reason, winner=winners[0] if len(winners) == 1 else None)


def check_models(table: Table[State]) -> None:
    """ED-22.2: without a model on the board, even for a moment, a player has lost; both at once: a draw."""
    state = table.state
    if state.stage != PLAY:  # the check starts after Dispersal
        return
    alive = [player.seat for player in state.players if player.models]
    if len(alive) == len(state.players):
        return
    if alive:
        finish(table, alive, "annihilation")
    else:
        finish(table, [player.seat for player in state.players], "both annihilated")
    raise GameOver


def gain_vp(table: Table[State], seat: SeatId, steps: int) -> None:
    """ED-16.7, ED-22.3: the marker goes towards the player's own end, where it stops."""
    state = table.state
    forward, back = state.ends
    state.vp = max(-back, min(forward, state.vp + (steps if seat == state.seats[0] else -steps)))
    if _is_at_an_end(state):
        if not state.final_turn:
            table.tell("final_turn", reason="track")
        state.final_turn = True


def lose_vp(table: Table[State], seat: SeatId, steps: int) -> None:
    """ED-15.4: the marker goes towards the opponent's end."""
    gain_vp(table, seat, -steps)


def _is_at_an_end(state: State) -> bool:
    forward, back = state.ends
    return state.vp in (forward, -back)


def payable_vp(state: State, seat: SeatId) -> int:
    """ED-15.4, ED-15.5: how many steps can be paid before the marker passes the opponent's end; duel only."""
    if len(state.ends) != 2:
        return 0
    forward, back = state.ends
    return state.lead(seat) + (back if seat == state.seats[0] else forward)


def end_of_turn(table: Table[State]) -> None:
    """ED-22.3 to ED-22.5: with the flag set the turn was the last; the VP leader wins."""
    state = table.state
    if state.final_turn:
        _decide(table, "track" if _is_at_an_end(state) else "deck")
    elif state.quiet >= QUIET_TURNS:
        _decide(table, "quiet")


def _decide(table: Table[State], reason: str) -> None:
    state = table.state
    leaders = [player.seat for player in state.players if state.lead(player.seat) > 0]
    finish(table, leaders or [player.seat for player in state.players], reason)
    raise GameOver


def leave(table: Table[State], seat: SeatId) -> None:
    """A duel is over when one of two leaves it."""
    table.state.player(seat).left = True
    table.tell("left", seat=seat)
    staying = [player.seat for player in table.state.players if not player.left]
    finish(table, staying or [seat], "left")


def result(state: State) -> Result | None:
    """How it ended, or None while the match runs."""
    if state.outcome is None:
        return None
    scores = {player.seat: state.lead(player.seat) for player in state.players}
    reason: Phrase = say(REASONS[state.outcome.reason])
    return Result(tuple(state.outcome.winners), scores, reason)
