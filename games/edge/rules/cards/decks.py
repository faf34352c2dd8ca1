"""ED-7.4, ED-22.4 and ED-23.7: shuffling and drawing."""

from __future__ import annotations

from games.edge.effects.lasting import hand_bonus
from games.edge.state import Player, SeatId, State
from games.engine.contract.events import Values
from games.engine.contract.table import Table


def shuffle_deck(table: Table[State], seat: SeatId) -> None:
    """ED-4.9: nobody knows the order of a deck."""
    table.shuffle(f"deck {seat}", table.state.player(seat).deck)


def draw(table: Table[State], seat: SeatId, count: int, reason: str) -> list[str]:
    """ED-7.4: draw cards, or what is there; all learn how many, the owner learns which."""
    player = table.state.player(seat)
    drawn: list[str] = []
    if count > 0 and _has_card(table, player):
        table.learn()
    while len(drawn) < count and _has_card(table, player):
        drawn.append(player.deck.pop(0))
        if not player.deck:
            _run_out(table, player)
    if drawn:
        _note_progress(table.state)
        player.hand += drawn
        own: dict[SeatId, Values] = {seat: {"cards": list(drawn)}}
        table.tell("drew", seat=seat, count=len(drawn), left=len(player.deck), reason=reason, own=own)
    return drawn


def _note_progress(state: State) -> None:
    """A deck that is shuffled again and again (ED-23.7) brings no match nearer to its end."""
    if not (state.choices.reshuffle and state.since(4)):
        state.note_progress()


def hand_limit(state: State, seat: SeatId) -> int:
    """ED-2.8, ED-23.9, ED-25.2: how many cards a player has after drawing."""
    return state.choices.hand + hand_bonus(state, seat)


def draw_to_limit(table: Table[State], seat: SeatId, reason: str) -> list[str]:
    """ED-2.8: draw up to the hand limit of the match (ED-23.9) and of the player (ED-25.2)."""
    missing = hand_limit(table.state, seat) - len(table.state.player(seat).hand)
    return draw(table, seat, max(0, missing), reason)


def _has_card(table: Table[State], player: Player) -> bool:
    """ED-23.7: with an empty discard pile nothing is drawn until it is not; then it is the new deck."""
    if not player.deck:
        _reshuffle(table, player)
    return bool(player.deck)


def _run_out(table: Table[State], player: Player) -> None:
    """ED-22.4: the last card of a deck was drawn, and the match ends with this turn."""
    if table.state.choices.reshuffle:
        _reshuffle(table, player)
    else:
        table.state.final_turn = True


def _reshuffle(table: Table[State], player: Player) -> None:
    """ED-23.7: the discard pile becomes the new deck."""
    if not table.state.choices.reshuffle or not player.discard:
        return
    player.deck, player.discard = player.discard, []
    shuffle_deck(table, player.seat)
    table.tell("reshuffled", seat=player.seat, count=len(player.deck))
