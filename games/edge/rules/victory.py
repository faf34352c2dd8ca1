"""ED-4.16, ED-16.6 to ED-16.10: Victory Points, on the track of a duel or as tokens of each player."""

from __future__ import annotations

from games.edge.catalogue import VP_TOKENS, VP_TRACK_HALF
from games.edge.state import Model, SeatId, Side, State
from games.engine.contract.table import Table

ENOUGH_OF_EACH = 4  # ED-22.7: captured from each opponent
ENOUGH_OF_A_TEAM = 8  # ED-22.12


def lay_out(state: State) -> None:
    """ED-4.16: a track with its marker in the middle, or a pile for each player."""
    if state.has_track:
        state.ends = [VP_TRACK_HALF for _player in state.players]
    else:
        for player in state.players:
            player.kept = VP_TOKENS


# The track.


def gain(table: Table[State], seat: SeatId, steps: int) -> None:
    """ED-16.7, ED-22.3: the marker goes towards the player's own end, where it stops."""
    state = table.state
    if not state.has_track:
        return  # ED-16.8: outside a duel only deaths bring points
    forward, back, before = *state.ends, state.vp
    state.vp = max(-back, min(forward, before + steps * state.direction(seat)))
    if state.vp != before:
        state.note_progress()
    if is_at_an_end(state):
        if not state.final_turn:
            table.tell("final_turn", reason="track")
        state.final_turn = True


def lose(table: Table[State], seat: SeatId, steps: int) -> None:
    """ED-15.4: the marker goes towards the opponent's end."""
    gain(table, seat, -steps)


def is_at_an_end(state: State) -> bool:
    """ED-22.3: whether the marker of a duel stands on an end position."""
    if not state.has_track:
        return False
    forward, back = state.ends
    return state.vp in (forward, -back)


def payable(state: State, seat: SeatId) -> int:
    """ED-15.4, ED-15.5: how many steps can be paid before the marker passes the opponent's end."""
    if not (state.has_track and state.format.vp_payment):
        return 0
    forward, back = state.ends
    return state.lead(seat) + (back if state.direction(seat) > 0 else forward)


# Deaths.


def score(table: Table[State], model: Model, worth: int, killer: SeatId) -> None:
    """ED-16.6 in a duel, ED-16.8 to ED-16.10 elsewhere: what a death brings, and to whom."""
    state = table.state
    owner = state.owner(model)
    seat = _scorer(state, owner, killer)
    if not state.has_track:
        worth = _hand_over(state, owner, seat, max(0, worth))
    if seat is not None and worth > 0:
        table.tell("scored", seat=seat, model=model.id, vp=worth)
        gain(table, seat, worth)


def _scorer(state: State, owner: SeatId, killer: SeatId) -> SeatId | None:
    """The enemy who killed it; without one, in a duel or a team, the next enemy clockwise."""
    if not state.has_track and state.are_enemies(owner, killer):
        return killer
    if state.has_track or state.format.teams:
        return state.opponents(owner)[0].seat
    return None


def _hand_over(state: State, owner: SeatId, taker: SeatId | None, worth: int) -> int:
    """ED-16.8, ED-16.9: tokens of the victim, as many as are left, go to the taker or out of the game."""
    victim = state.player(owner)
    taken = min(victim.kept, worth)
    victim.kept -= taken
    state.note_progress()
    if taker is not None:
        captured = state.player(taker).captured
        captured[owner] = captured.get(owner, 0) + taken
    return taken


# Who wins.


def has_won(state: State, side: Side) -> bool:
    """ED-22.7, ED-22.12: enough tokens are captured for an immediate victory."""
    if state.has_track:
        return False
    if state.format.teams:
        return state.points(side) >= ENOUGH_OF_A_TEAM
    (seat,) = side
    captured = state.player(seat).captured
    return all(captured.get(foe.seat, 0) >= ENOUGH_OF_EACH for foe in state.opponents(seat))


def leaders(state: State) -> list[SeatId]:
    """ED-22.3 to ED-22.5, ED-22.8, ED-22.9, ED-22.13: the sides still standing with the best score.

    If none is, all of them: a draw (ED-22.14).
    """
    standing = state.standing
    if not standing:
        return state.seats
    best = max(_rank(state, side) for side in standing)
    return [seat for side in standing if _rank(state, side) == best for seat in side]


def _rank(state: State, side: Side) -> tuple[int, ...]:
    """The lead; among equals in tokens those kept, then Endurance and models."""
    if state.has_track:
        return (state.lead(side[0]),)
    players = [state.player(seat) for seat in side]
    kept = sum(player.kept for player in players)
    strength = sum(squad.endurance for player in players for squad in player.squads)
    return state.points(side), kept, strength + sum(len(player.models) for player in players)
