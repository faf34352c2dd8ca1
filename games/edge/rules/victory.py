"""ED-4.16, ED-16.6 to ED-16.10: Victory Points, on the track of a duel or as tokens of each player."""

from __future__ import annotations

from functools import partial

from games.edge.catalogue import VP_TOKENS, VP_TRACK_HALF
from games.edge.names import player_branch
from games.edge.rules import facts
from games.edge.rules.asking import ask
from games.edge.state import Model, Player, SeatId, Side, State
from games.engine.contract.decisions import IF_SAID, Decision
from games.engine.contract.phrases import say
from games.engine.contract.policies import Choice, StandingOrders
from games.engine.contract.table import Rules, Table
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Path, leaf, words

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
        return  # ED-16.8: outside a duel points are tokens
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


def score(table: Table[State], model: Model, worth: int, killer: SeatId) -> Rules[None]:
    """ED-16.6 in a duel, ED-16.8 to ED-16.10 elsewhere: what a death brings, and to whom."""
    state = table.state
    owner = state.owner(model)
    if state.has_track:
        seat: SeatId | None = state.opponents(owner)[0].seat
    else:
        worth = min(state.player(owner).kept, max(0, worth))
        seat = (yield from _taker(table, owner, killer)) if worth else None
        hand_over(state, owner, seat, worth)
    if seat is None and worth:
        table.tell("vp_gone", model=model.id, vp=worth)
    if seat is not None and worth > 0:
        table.tell("scored", seat=seat, model=model.id, vp=worth)
        gain(table, seat, worth)


def gain_from(table: Table[State], seat: SeatId, victim: SeatId, amount: int) -> None:
    """VP that a card brings: steps of a track, or tokens of the victim."""
    if table.state.has_track:
        gain(table, seat, amount)
    else:
        hand_over(table.state, victim, seat, amount)


def forfeit(table: Table[State], seat: SeatId, amount: int) -> Rules[None]:
    """VP that a card takes from its own player: steps back on a track, else tokens that nobody has won."""
    state = table.state
    if state.has_track:
        lose(table, seat, amount)
        return
    amount = min(state.player(seat).kept, amount)
    taker = (yield from _taker(table, seat, seat)) if amount else None
    hand_over(state, seat, taker, amount)


def hand_over(state: State, owner: SeatId, taker: SeatId | None, amount: int) -> None:
    """ED-16.8, ED-16.9: tokens of the victim, as many as are left, go to the taker or out of the game."""
    victim = state.player(owner)
    taken = min(victim.kept, amount)
    victim.kept -= taken
    state.note_progress()
    if taker is not None:
        state.player(taker).capture(owner, taken)


def _taker(table: Table[State], owner: SeatId, killer: SeatId) -> Rules[SeatId | None]:
    """The enemy who has done it; without one, an enemy of the team, or nobody."""
    state = table.state
    if state.are_enemies(owner, killer):
        return killer
    if not state.format.teams:
        return None
    return (yield from ask(table, _who_captures(state, owner)))


def _who_captures(state: State, owner: SeatId) -> Decision[SeatId]:
    """ED-16.10, DP-I9: the owner chooses; by default the enemy with fewer tokens, then the next clockwise."""
    enemies = state.opponents(owner)

    def read(choice: Choice, orders: StandingOrders) -> Path | None:
        wanted = choice[0].words[0].lower()
        named = {"fewest": _fewest(enemies), "most": _most(enemies), **{p.faction: p for p in enemies}}
        return (named[wanted].faction,) if wanted in named else None

    return Decision(
        seat=owner,
        kind="vp-to",
        prompt=say(_("Which enemy captures the tokens for the death of your model?")),
        grow=lambda: words([player_branch(p, partial(leaf, p.seat)) for p in enemies], "vp-to"),
        default=(_fewest(enemies).faction,),
        facts=lambda: facts.common(state, owner),
        asks=IF_SAID,
        interpret=read,
    )


def _fewest(players: list[Player]) -> Player:
    return min(players, key=lambda player: player.points)


def _most(players: list[Player]) -> Player:
    return max(players, key=lambda player: player.points)


# Who wins.


def has_won(state: State, side: Side) -> bool:
    """ED-22.7, ED-22.12: enough tokens are captured for an immediate victory."""
    if state.has_track:
        return False
    if state.format.teams:
        return state.points(side) >= ENOUGH_OF_A_TEAM
    (seat,) = side
    player = state.player(seat)
    return all(player.captured_from(foe.seat) >= ENOUGH_OF_EACH for foe in state.opponents(seat))


def leaders(state: State) -> list[SeatId]:
    """ED-22.3 to ED-22.5, ED-22.8, ED-22.9, ED-22.13: the sides still standing with the best score.

    If none is, all of them: a draw (ED-22.14).
    """
    return best(state, state.standing) or state.seats


def best(state: State, sides: list[Side]) -> list[SeatId]:
    """ED-22.9: the players of those sides that are ahead of the others, or level with the best."""
    top = max((_rank(state, side) for side in sides), default=())
    return [seat for side in sides if _rank(state, side) == top for seat in side]


def _rank(state: State, side: Side) -> tuple[int, ...]:
    """The lead; among equals in tokens those kept, then Endurance and models."""
    if state.has_track:
        return (state.lead(side[0]),)
    players = [state.player(seat) for seat in side]
    kept = sum(player.kept for player in players)
    strength = sum(squad.endurance for player in players for squad in player.squads)
    return state.points(side), kept, strength + sum(len(player.models) for player in players)
