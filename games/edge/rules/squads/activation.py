"""ED-8.5: activating a Squad, in words; its mode may change first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.edge.effects.lasting import has_own_activation
from games.edge.effects.moment import Moment
from games.edge.effects.prepare import FURTHER
from games.edge.names import squad_branch, squad_code, squad_name
from games.edge.rules import payment
from games.edge.rules.active.order import Grow, Order, order_leaf
from games.edge.rules.instants.windows import window
from games.edge.rules.squads import modes
from games.edge.state import Activation, SeatId, Squad, State
from games.engine.contract.phrases import Phrase, say
from games.engine.contract.table import Rules, Table
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Barred, Branch, End, Node


def barred_squads(state: State, seat: SeatId) -> Iterator[Barred]:
    """Squads that cannot be activated."""
    for squad in state.squads:
        if squad.seat != seat:
            yield _barred(squad, say(_("{squad} is not yours"), squad=squad_name(squad.id)))
        elif not squad.is_alive:
            yield _barred(squad, say(_("{squad} is dead"), squad=squad_name(squad.id)))


def _barred(squad: Squad, reason: Phrase) -> Barred:
    return Barred(squad.id, reason, (squad_code(squad.id),))


def barred_modes(state: State, squad: Squad) -> Iterator[Barred]:
    """Modes to which this Squad cannot change now: named, or behind the word `mode`."""
    change = squad.side.change
    name = squad_name(squad.id)
    if not change.allowed:
        reason = say(_("an activation cannot take {squad} out of {mode} mode"), squad=name, mode=squad.mode)
    elif not payment.can_pay(state, squad.seat, change.cost, _unit(squad)):
        most = payment.most(state, squad.seat, _unit(squad))
        told = _("changing the mode of {squad} costs {cost}, but you can pay at most {most}")
        reason = say(told, squad=name, cost=change.cost, most=most)
    else:
        reason = say(_("there is no room for {squad} in another mode"), squad=name)
    yield Barred("mode", reason)


def _unit(squad: Squad) -> str:
    return payment.DARK if squad.side.change.unit == "dark_point" else payment.CRYSTAL


@dataclass(frozen=True, slots=True)
class Activate(Order):
    """ED-8.5: name a Squad, change its mode if wanted."""

    squad: str
    mode: str = ""

    def carry_out(self, table: Table[State]) -> Rules[None]:
        """The window `activation` opens when the mode is settled; set-aside models return in it."""
        state = table.state
        squad, seat = state.squad(self.squad), state.turn.seat
        table.tell("activated", seat=seat, squad=self.squad)
        state.turn.activation = Activation(self.squad)
        state.turn.activated.append(self.squad)
        if self.mode:
            yield from payment.pay(table, seat, squad.side.change.cost, _unit(squad))
            yield from modes.flip(table, seat, squad, self.mode)
        yield from window(table, Moment("activation"))


def activations(state: State, seat: SeatId) -> Iterator[Branch[Order]]:
    """ED-7.1: at most one Squad in a turn; more only by ED-8.9."""
    squads = [squad for squad in state.player(seat).alive if may_activate(state, squad)]
    if squads:
        options = [squad_branch(squad.id, _modes(state, squad)) for squad in squads]
        node = Node(None, lambda: options, barred=lambda: barred_squads(state, seat))
        yield Branch("activate", lambda: node, _("name the Squad that acts this turn"))


def may_activate(state: State, squad: Squad) -> bool:
    """Each Squad once; one that has an activation of its own does not use up the others'."""
    turn = state.turn
    if squad.id in turn.activated:
        return False
    usual = [name for name in turn.activated if not has_own_activation(state, state.squad(name))]
    return has_own_activation(state, squad) or not (usual or turn.spent)


def other_modes(state: State, squad: Squad) -> list[str]:
    """ED-8.5 (1): only if the present side shows the arrow, at its printed cost."""
    change = squad.side.change
    if not change.allowed or not payment.can_pay(state, squad.seat, change.cost, _unit(squad)):
        return []
    others = [side for side in squad.card.sides if side != squad.mode]
    return [name for name in others if modes.can_flip(state, squad, name)]


def _modes(state: State, squad: Squad) -> Grow:
    def branches() -> Iterator[Branch[Order]]:
        able = other_modes(state, squad)
        options = [Branch(name, order_leaf(Activate(squad.id, name))) for name in able]
        if options:
            yield Branch("mode", lambda: Node(None, lambda: options), _("change the mode first"))

    return lambda: Node(
        End(Activate(squad.id)), branches, after=FURTHER, barred=lambda: barred_modes(state, squad)
    )
