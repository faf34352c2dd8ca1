"""ED-4: what the conditions of a player's lines may refer to during set-up."""

from __future__ import annotations

from collections.abc import Mapping

from games.edge.catalogue import FACTIONS
from games.edge.state import SeatId, State
from games.engine.decisions import Fact
from games.engine.text import gettext_noop as _

# For the vocabulary of the game.
FLAGS = {"first": _("you are the First Player"), "countering": _("you take the first turn")}
WORDS = {"faction": tuple(FACTIONS), "enemy_faction": tuple(FACTIONS)}


def facts(state: State, seat: SeatId) -> Mapping[str, Fact]:
    """Who plays what: `army start if enemy_faction = demons`. What is not settled yet is unknown."""
    known: dict[str, Fact] = {"first": state.first == seat}
    if state.countering:
        known["countering"] = state.countering == seat
    if state.player(seat).faction:
        known["faction"] = state.player(seat).faction
    if state.foe(seat).faction:
        known["enemy_faction"] = state.foe(seat).faction
    return known
