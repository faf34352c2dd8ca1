"""ED-24.8: allies may show each other their hands."""

from __future__ import annotations

from games.edge.rules import facts
from games.edge.state import Player, State
from games.engine.contract.decisions import IF_SAID, Decision, choice_of
from games.engine.contract.phrases import say
from games.engine.contract.table import Rules, Table
from games.engine.contract.text import gettext_noop as _

ALLY, NONE = "ally", "none"


def show_hands(table: Table[State]) -> Rules[None]:
    """At the start of each turn, standing orders say whether an ally sees a player's hand."""
    state = table.state
    partners = [player for player in state.players if state.allies(player.seat) and not player.left]
    shown = yield from table.ask_all(_whether(state, player) for player in partners)
    for player in partners:
        if shown[player.seat] and not player.shows_hand:
            table.learn()
        player.shows_hand = shown[player.seat]


def _whether(state: State, player: Player) -> Decision[bool]:
    """DP-I12: nobody is obliged to, and nobody is waited for."""
    return Decision(
        seat=player.seat,
        kind="share-hand",
        prompt=say(_("Do you show your hand to your ally?")),
        grow=lambda: choice_of({ALLY: True, NONE: False}),
        default=(NONE,),
        facts=lambda: facts.common(state, player.seat),
        asks=IF_SAID,
    )
