"""ED-12.1: the Combat Action of the activated Squad."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from games.edge.names import model_code, model_name
from games.edge.rules.active.order import Order
from games.edge.rules.combat.sequence import Challenge, combat
from games.edge.rules.combat.words import Chosen, Pair, fight_node
from games.edge.rules.squads.attributes import is_led, may_fight, stat
from games.edge.state import SeatId, State
from games.engine.contract.phrases import say
from games.engine.contract.table import Rules, Table
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Barred, Branch, mapped


def barred_fighters(state: State, seat: SeatId, offered: Container[str]) -> Iterator[Barred]:
    """Models that cannot begin a Combat Sequence, each with the reason."""
    activation = state.turn.activation
    for squad in state.squads:
        for model in squad.models:
            if model.id in offered:
                continue
            if squad.seat != seat:
                reason = say(_("{model} is not yours"), model=model_name(model.id))
            elif activation is None or squad.id != activation.squad:
                reason = say(_("{model} is not in the Squad that fights"), model=model_name(model.id))
            elif model not in squad.on_board:
                reason = say(_("{model} is not on the board"), model=model_name(model.id))
            elif model.id in activation.fought:
                reason = say(_("{model} has already fought"), model=model_name(model.id))
            elif is_led(state, model):
                reason = say(_("{model} is joined, and the other one leads"), model=model_name(model.id))
            elif stat(state, model, "ATT") is None:
                reason = say(_("{model} has no ATT and cannot fight"), model=model_name(model.id))
            else:
                reason = say(_("{model} touches no enemy"), model=model_name(model.id))
            yield Barred(model.id, reason, (model_code(model.id),))


@dataclass(frozen=True, slots=True)
class FightOrder(Order):
    """ED-12.1: one Combat Sequence of the activated Squad."""

    fighter: str
    target: str
    die: str = ""

    def carry_out(self, table: Table[State]) -> Rules[None]:
        """The next fighter is chosen only when this sequence is over."""
        state = table.state
        activation = state.turn.activation
        if activation is not None:
            activation.fighting = True
            activation.fought.append(self.fighter)
        fighter, target = state.model(self.fighter), state.model(self.target)
        yield from combat(table, Challenge(fighter, target, state.turn.seat, self.die))


def fights(state: State, seat: SeatId) -> Iterator[Branch[Order]]:
    pairs = fighting_pairs(state)
    if pairs:
        able = {fighter.id for fighter, _target in pairs}
        node = replace(fight_node(state, seat, pairs), barred=lambda: barred_fighters(state, seat, able))
        yield Branch("fight", lambda: mapped(node, _fight), _("a Combat Sequence of the activated Squad"))


def fighting_pairs(state: State) -> list[Pair]:
    """ED-12.1, ED-12.2: which models of the activated Squad may still fight which enemies."""
    activation = state.turn.activation
    if activation is None or activation.closed:
        return []
    able = [model for model in state.squad(activation.squad).on_board if model.id not in activation.fought]
    return [(m, foe) for m in able if may_fight(state, m) for foe in state.contacts(m)]


def _fight(chosen: Chosen | None) -> Order:
    if chosen is None:
        raise ValueError("a fight of the activation names a target")
    (fighter, target), die = chosen
    return FightOrder(fighter.id, target.id, die)
