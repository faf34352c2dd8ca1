"""ED-22: the ends of the game, by the sides that still stand."""

from __future__ import annotations

from games.edge.rules import victory
from games.edge.state import DYING, OVER, PLAY, Outcome, Player, SeatId, State
from games.engine.contract.engine import Result
from games.engine.contract.phrases import Phrase, say
from games.engine.contract.table import Table
from games.engine.contract.text import gettext_noop as _


class GameOver(Exception):
    """ED-22.14: an immediate result. Whatever was being done is not finished."""


REASONS = {
    "annihilation": _("The last model of an army is gone."),
    "both annihilated": _("Both armies lost their last model at once."),
    "eliminated": _("A player has been eliminated."),
    "captured": _("Enough Victory Points have been captured."),
    "track": _("The VP marker has reached an end of its track."),
    "deck": _("A deck has run out."),
    "quiet": _("Nothing has happened for a long time."),
    "left": _("A player has left the match."),
}


def finish(table: Table[State], winners: list[SeatId], reason: str) -> None:
    """The game is over; winners of more than one side are a draw."""
    state = table.state
    state.outcome, state.stage = Outcome(winners, reason), OVER
    if 1 < len(winners) < len(state.players):
        table.tell("ended", reason=reason, winners=[str(winner) for winner in winners])
    else:
        table.tell("ended", reason=reason, winner=winners[0] if len(winners) == 1 else None)


# While a turn is played.


def check_models(table: Table[State]) -> None:
    """ED-22.2, ED-22.6, ED-22.11: who has no model on the board, even for a moment, is out."""
    _check_out(table, [player for player in table.state.players if not player.models], "annihilation")


def check_points(table: Table[State]) -> None:
    """ED-22.6, ED-22.7, ED-22.11, ED-22.12: an empty pile puts a player out; enough tokens win at once."""
    state = table.state
    if state.has_track:
        return
    _check_out(table, [player for player in state.players if not player.kept], "eliminated")
    winners = [side for side in state.standing if victory.has_won(state, side)]
    if winners:
        finish(table, victory.best(state, winners), "captured")  # ED-22.14
        raise GameOver


def _check_out(table: Table[State], fallen: list[Player], reason: str) -> None:
    state = table.state
    new = [player for player in fallen if not player.out]
    if state.stage != PLAY or not new:  # the check starts after Dispersal
        return
    if state.format.out == "loses":
        _lose(table, new, reason)
    for player in new:
        player.out = True
        table.tell("eliminated", seat=player.seat)
    state.final_turn = True


def _lose(table: Table[State], fallen: list[Player], reason: str) -> None:
    """ED-22.2, ED-22.11: with one of its players a side has lost; all at once: a draw."""
    state = table.state
    gone = {player.seat for player in fallen}
    alive = [seat for side in state.sides if not gone & {*side} for seat in side]
    finish(table, alive or state.seats, reason if alive else "both annihilated")
    raise GameOver


def after_deaths(table: Table[State]) -> None:
    """ED-22.10: the turn of a player who is out ends at once, when the deaths have been scored."""
    state = table.state
    check_points(table)
    if state.active.out or not state.standing:
        _decide(table, "eliminated")


def after_change(table: Table[State]) -> None:
    """ED-22.1: points or places have changed by themselves; a death is scored first (ED-16.14)."""
    state = table.state
    is_scored = all(model.state != DYING for squad in state.squads for model in squad.models)
    if state.since(4) and state.stage == PLAY and is_scored:
        after_deaths(table)


# Afterwards.


def end_of_turn(table: Table[State]) -> None:
    """ED-22.3 to ED-22.8: with the flag set the turn was the last; the VP leader wins.

    So is a match in which nothing happens any more: no card is drawn, no Wound is dealt, no VP changes.
    """
    state = table.state
    if state.since(2):
        state.quiet = 0 if state.turn.progress else state.quiet + 1
    if state.final_turn:
        _decide(table, _why_last(state))
    elif state.quiet >= state.format.quiet:
        _decide(table, "quiet")


def _why_last(state: State) -> str:
    """EC-87: a marker that touched an end and left it ends the match as well as a deck does."""
    if any(player.out for player in state.players):
        return "eliminated"
    ran_out = any(not player.deck for player in state.players) or not (state.since(2) and state.has_track)
    return "deck" if ran_out and not victory.is_at_an_end(state) else "track"


def _decide(table: Table[State], reason: str) -> None:
    finish(table, victory.leaders(table.state), reason)
    raise GameOver


def leave(table: Table[State], seat: SeatId) -> None:
    """A player who leaves cannot win; the match is over when only one side still has a player."""
    state = table.state
    state.player(seat).left = True
    table.tell("left", seat=seat)
    staying = [side for side in state.sides if not all(state.player(member).left for member in side)]
    if len(staying) < 2:
        finish(table, [member for side in staying for member in side] or [seat], "left")
    elif state.outcome is not None:
        winners = [winner for winner in state.outcome.winners if not state.player(winner).left]
        finish(table, winners or victory.leaders(state), state.outcome.reason)


def result(state: State) -> Result | None:
    """How it ended, or None while the match runs."""
    if state.outcome is None:
        return None
    scores = {player.seat: state.tally(player.seat) for player in state.players}
    reason: Phrase = say(REASONS[state.outcome.reason])
    return Result(tuple(state.outcome.winners), scores, reason)
