"""B.3: what conditions of standing orders and sheets may refer to, from the view of the deciding player."""

from __future__ import annotations

from collections.abc import Mapping

from games.edge.catalogue import FACTIONS
from games.edge.rules.squads.attributes import stat
from games.edge.state import Fight, Model, SeatId, State
from games.engine.contract.conditions import Fact
from games.engine.contract.text import gettext_noop as _

Facts = dict[str, Fact]


def common(state: State, seat: SeatId) -> Facts:
    """What is known at any moment: all of it is public."""
    player = state.player(seat)
    return {
        "crystals": player.pool,
        "depleted": player.depleted,
        "temp": player.temp,
        "dp": player.dark_points,
        "stored": sum(token.shrine == seat for token in state.tokens),
        "vp": state.tally(seat),
        "start": player.kept,
        "hand": len(player.hand),
        "deck": len(player.deck),
        "final": state.final_turn,
        "mine": state.turn.seat == seat,
    }


def concerning(state: State, seat: SeatId, mine: Model | None, foe: Model | None = None) -> Facts:
    """The same, and what holds for the player's model and for the one opposing it."""
    facts = common(state, seat)
    if mine is not None:
        facts |= _of(state, mine, "")
        squad = state.squad_of(mine)
        facts["kills"] = squad.endurance == 0
        facts["models"] = len(squad.on_board)
        facts["last"] = [model.id for model in state.player(squad.seat).models] == [mine.id]
    if foe is not None:
        facts |= _of(state, foe, "foe.")
    if mine is not None and foe is not None:
        facts["edge"] = (stat(state, mine, "ATT") or 0) - (stat(state, foe, "DEF") or 0)
    return facts


def _of(state: State, model: Model, prefix: str) -> Facts:
    squad = state.squad_of(model)
    found: Facts = {f"{prefix}tokens": squad.endurance, f"{prefix}worth": squad.card.endurance}
    for name in ("INI", "ATT", "DEF", "MOV"):
        value = stat(state, model, name)
        if value is not None:
            found[f"{prefix}{name.lower()}"] = value
    return found


def in_fight(state: State, seat: SeatId) -> Facts:
    """What holds in the innermost Combat Sequence, for one of its sides."""
    fight = state.fights[-1] if state.fights else None
    if fight is None:
        return common(state, seat)
    one, other = (state.model(name) for name in (fight.fighter, fight.target))
    mine = _ours(state, seat, fight, [one, other])
    if mine is None:
        return common(state, seat) | {"counter": fight.is_counter}
    return concerning(state, seat, mine, other if mine is one else one) | _running(state, fight, mine)


def _ours(state: State, seat: SeatId, fight: Fight, both: list[Model]) -> Model | None:
    """The player's model in it, else an ally's; if both are, the one that must defend itself now."""
    own = [model for model in both if state.owner(model) == seat]
    ours = own or [model for model in both if not state.is_enemy(seat, model)]
    struck = [model for model in ours if fight.power is not None and model.id == fight.defender]
    return next(iter([*struck, *ours]), None)


def _running(state: State, fight: Fight, mine: Model) -> Facts:
    facts: Facts = {"counter": fight.is_counter}
    if fight.power is not None and fight.defender == mine.id:
        facts["ap"] = fight.power
        facts["need"] = fight.power - (stat(state, mine, "DEF") or 0)
    return facts


# For the vocabulary of the game.
FLAGS = {"first": _("you are the First Player"), "countering": _("you take the first turn")}


WORDS = {"faction": tuple(FACTIONS), "enemy_faction": tuple(FACTIONS)}


def in_setup(state: State, seat: SeatId) -> Mapping[str, Fact]:
    """Who plays what: `army start if enemy_faction = demons`. What is not settled yet is unknown."""
    known: dict[str, Fact] = {"first": state.first == seat}
    if state.countering:
        known["countering"] = state.countering == seat
    if state.player(seat).faction:
        known["faction"] = state.player(seat).faction
    enemies = {player.faction for player in state.opponents(seat)} - {""}
    if len(enemies) == 1:  # of several opponents no condition can ask for the one
        known["enemy_faction"] = enemies.pop()
    return known
