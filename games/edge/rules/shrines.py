"""ED-21: Shrines: what lies on them, when they act, and how one is moved."""

from __future__ import annotations

from games.edge.catalogue.steps import PutToken
from games.edge.effects.moment import Moment
from games.edge.effects.scope import Scope
from games.edge.state import ACTIVE, ON_BOARD, Player, SeatId, State, Token

CONTACT_LOST = "contact_lost"


def set_up_shrine(state: State, player: Player) -> None:
    """ED-25.5: what lies on a Shrine from the beginning."""
    for step in player.shrine_card.setup:
        if isinstance(step, PutToken):
            count = Scope(state, player.seat).number(step.n, 1)
            state.tokens += [Token(step.t, player.seat, shrine=player.seat) for _ in range(count)]


def shrine_acts(state: State, player: Player, moment: Moment) -> bool:
    """Whether the power of a Shrine belongs to this window; a `mine` one acts in its owner's turn only."""
    if not player.shrine_at:
        return False
    shrine = player.shrine_card
    if moment.window in (CONTACT_LOST, "shrine_moved") and moment.shrine != player.seat:
        return False
    return shrine.win == moment.window and (shrine.side != "mine" or state.turn.seat == player.seat)


def may_push(state: State, player: Player) -> bool:
    """ED-21.3: only a Shrine whose text says so pushes, in its owner's Active turn."""
    is_own = state.turn.seat == player.seat and state.turn.kind == ACTIVE
    return is_own and "may_push" in player.shrine_card.also


# Contact with a Shrine that reacts to its end.

Touching = list[tuple[SeatId, str]]


def contacts(state: State) -> Touching:
    """Who touches a Shrine of an enemy that reacts when contact is lost."""
    watching = [p for p in state.players if p.shrine_at and p.shrine_card.win == CONTACT_LOST]
    return [
        (player.seat, model.id)
        for player in watching
        for model in state.touching(state.enemies(player.seat), state.space_mask(player.shrine_at))
    ]


def left_contact(state: State, before: Touching) -> Touching:
    """Those who touch it no longer, and have not died."""
    now = contacts(state) if before else []
    return [(s, name) for s, name in before if (s, name) not in now and state.model(name).state == ON_BOARD]
