"""ED-21: Shrines."""

from __future__ import annotations

from games.edge.catalogue.steps import PutToken
from games.edge.effects.moment import Moment
from games.edge.effects.scope import Scope
from games.edge.state import Player, State, Token


def set_up_shrine(state: State, player: Player) -> None:
    """ED-25.5: what lies on a Shrine from the beginning."""
    for step in player.shrine_card.setup:
        if isinstance(step, PutToken) and step.n is not None:
            count = Scope(state, player.seat).number(step.n)
            state.tokens += [Token(step.t, player.seat, shrine=player.seat) for _ in range(count)]


def shrine_acts(state: State, player: Player, moment: Moment) -> bool:
    """Whether the power of a Shrine belongs to this window; a `mine` one acts in its owner's turn only."""
    if not player.shrine_at:
        return False
    shrine = player.shrine_card
    return shrine.win == moment.window and (shrine.side != "mine" or state.turn.seat == player.seat)
