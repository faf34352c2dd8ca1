"""DB-12: the conquest phase, and how a match ends."""

from __future__ import annotations

from games.dreamblade.catalogue import WINS_NEEDED
from games.dreamblade.rules.phases import end_phase
from games.dreamblade.rules.prices import is_available
from games.dreamblade.state import INITIATIVE, OVER, SeatId, State
from games.engine.contract.engine import Result
from games.engine.contract.phrases import Phrase, say
from games.engine.contract.table import Table
from games.engine.contract.text import gettext_noop as _

SIX, LIMIT, EXHAUSTED, LEFT = "six", "limit", "exhausted", "left"
REASONS = {
    SIX: _("Six turns have been won."),
    LIMIT: _("The last turn is over."),
    EXHAUSTED: _("Neither side has a creature left."),
    LEFT: _("The other player has left."),
}


def claims(state: State, seat: SeatId) -> dict[str, int]:
    """DB-12.1: the scoring cells that a player holds now, each once however many stand there."""
    return {cell: value for cell, value in state.scoring(seat).items() if _is_claimed(state, seat, cell)}


def _is_claimed(state: State, seat: SeatId, cell: str) -> bool:
    own = state.creatures_at(cell, seat)
    if not state.creatures_at(cell, state.foe(seat)):
        return bool(own)
    return any(state.works(figure, "DOMINATE") is not None for figure in own)


def conquer(table: Table[State]) -> None:
    """DB-12.2 to DB-12.4: points of cells and destroyed miniatures; more of them win the turn."""
    state = table.state
    table.active = state.turn.first
    for player in state.players:
        held = claims(state, player.seat)
        destroyed = player.points
        player.points += sum(held.values())
        cells = [f"{cell} {value}" for cell, value in held.items()]
        table.tell("claimed", seat=player.seat, cells=cells, destroyed=destroyed, points=player.points)
    one, other = state.players
    end_phase(table)
    state.turn.step = INITIATIVE
    if one.points == other.points:
        table.tell("turn_drawn", turn=state.turn.number)
    else:
        winner = max(state.players, key=lambda player: player.points)
        winner.wins += 1
        table.tell("turn_won", turn=state.turn.number, seat=winner.seat, wins=winner.wins)
    _see_whether_over(table)
    table.end_turn()


def _see_whether_over(table: Table[State]) -> None:
    """DB-12.4, DB-12.5."""
    state = table.state
    leaders = _leaders(state)
    if state.player(leaders[0]).wins >= WINS_NEEDED:
        finish(table, leaders, SIX)
    elif state.turn.number >= state.choices.max_turns:
        finish(table, leaders, LIMIT)
    elif not any(_has_creatures(state, player.seat) for player in state.players):
        finish(table, leaders, EXHAUSTED)


def _leaders(state: State) -> list[SeatId]:
    most = max(player.wins for player in state.players)
    return [player.seat for player in state.players if player.wins == most]


def _has_creatures(state: State, seat: SeatId) -> bool:
    return any(
        f.seat == seat and f.is_creature and (f.is_on_map or is_available(f)) for f in state.figures.values()
    )


def finish(table: Table[State], winners: list[SeatId], why: str) -> None:
    """The match is over."""
    state = table.state
    state.stage, state.winners, state.ending = OVER, winners, why
    table.tell("ended", winners=[str(seat) for seat in winners], why=why)


def leave_match(table: Table[State], seat: SeatId) -> None:
    """DB-D39: a player who resigns loses."""
    state = table.state
    state.player(seat).gone = True
    table.tell("left", seat=seat)
    finish(table, [player.seat for player in state.players if not player.gone], LEFT)


def outcome(state: State) -> Result | None:
    """DB-12.4, DB-12.5: both have won a draw."""
    if state.stage != OVER:
        return None
    scores = {player.seat: player.wins for player in state.players}
    return Result(tuple(state.winners), scores, reason(state))


def reason(state: State) -> Phrase:
    """Why it is over."""
    return say(REASONS[state.ending])
