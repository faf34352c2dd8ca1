"""ED-7.1, B.2: what the active player may order, one thing at a time."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from games.edge.attributes import stat
from games.edge.effects.prepare import FURTHER
from games.edge.names import card_branch, model_branch, squad_branch
from games.edge.rules import facts, modes, moving, paying, tokens
from games.edge.rules.act_kinds import Act
from games.edge.rules.acts import VERBS, act_branches, act_node
from games.edge.rules.combat import Challenge, combat
from games.edge.rules.fights import Chosen, Pair, fight_node
from games.edge.rules.moments import Moment
from games.edge.rules.movement import Manner, Plan, can_go, move_node
from games.edge.rules.reaching import manner_of, movers
from games.edge.rules.refusals import barred_fighters, barred_modes, barred_orders, barred_squads
from games.edge.rules.windows import perform, window
from games.edge.state import Activation, SeatId, Squad, State, Token
from games.engine.decisions import Decision
from games.engine.phrases import say
from games.engine.table import Rules, Table
from games.engine.text import gettext_noop as _
from games.engine.tree import Barred, Branch, End, Node, leaf, mapped

MAIN = "main"


class Order(ABC):
    """One thing that is done in the main part of an Active turn."""

    __slots__ = ()

    @abstractmethod
    def carry_out(self, table: Table[State]) -> Rules[None]:
        """Do it."""


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
            yield from paying.pay(table, seat, squad.side.change.cost)
            yield from modes.flip(table, seat, squad, self.mode)
        yield from window(table, Moment("activation"))


@dataclass(frozen=True, slots=True)
class Move(Order):
    """ED-9.1: the Move Action of the activated Squad; it ends a Combat Action that has begun (ED-8.5)."""

    plan: Plan

    def carry_out(self, table: Table[State]) -> Rules[None]:
        """All models of the Squad at once."""
        activation = table.state.turn.activation
        if activation is not None:
            activation.moved = True
            activation.closed = activation.fighting
        yield from moving.move(table, table.state.turn.seat, self.plan)


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


@dataclass(frozen=True, slots=True)
class Play(Order):
    """A card, an Enhancement Action, an attachment or the Banner."""

    act: Act

    def carry_out(self, table: Table[State]) -> Rules[None]:
        """Paid, resolved, then others may answer."""
        yield from perform(table, self.act, Moment(MAIN))


@dataclass(frozen=True, slots=True)
class BuyOff(Order):
    """DP-A19: pay a token on an own model off."""

    token: Token

    def carry_out(self, table: Table[State]) -> Rules[None]:
        """ED-15.11: its price is a Crystal cost."""
        price = tokens.price(table.state, self.token)
        yield from paying.pay(table, table.state.turn.seat, price or 0)
        tokens.take(table, self.token)


@dataclass(frozen=True, slots=True)
class EndTurn(Order):
    """ED-7.4: the End Step, with a card to discard or none."""

    discard: str = ""

    def carry_out(self, table: Table[State]) -> Rules[None]:
        """The turn is over when the End Step is."""
        table.state.turn.stage = "end"
        return
        yield


def what_next(state: State) -> Decision[Order]:
    """The question of an Active turn."""
    seat = state.turn.seat
    return Decision(
        seat=seat,
        kind="order",
        prompt=say(_("Your Active turn: what do you do?")),
        grow=lambda: order_node(state),
        default=("end",),
        major=True,
        facts=lambda: facts.common(state, seat),
        lines=("move",),
    )


def order_node(state: State) -> Node[Order]:
    """`activate`, `move`, `fight`, `play`, `use`, `attach`, `banner`, `remove`, `end`."""
    seat = state.turn.seat

    def branches() -> Iterator[Branch[Order]]:
        yield from _activation(state, seat)
        yield from _moves(state, seat)
        yield from _fights(state, seat)
        for branch in act_branches(state, seat, Moment(MAIN)):
            yield Branch(branch.word, _played(branch.grow), _LABELS[branch.word])
        yield from _removals(state, seat)
        yield from _ends(state, seat)

    def find(word: str) -> Node[Order] | None:
        """One kind of order, without looking at the others."""
        if word in VERBS:
            node = act_node(state, seat, Moment(MAIN), word)
            return mapped(node, Play) if node is not None and node.has_more() else None
        offered = _OFFERED.get(word)
        branch = next(offered(state, seat), None) if offered is not None else None
        return branch.grow() if branch is not None else None

    def barred() -> Iterator[Barred]:
        return barred_orders(state, seat, {branch.word for branch in branches()})

    return Node(None, branches, find, barred=barred)


_LABELS = {
    "activate": _("name the Squad that acts this turn"),
    "move": _("the Move Action of the activated Squad"),
    "fight": _("a Combat Sequence of the activated Squad"),
    "play": _("a card from your hand"),
    "use": _("an Action of an attached Enhancement"),
    "attach": _("put an Enhancement on a Squad"),
    "banner": _("use your Banner"),
    "remove": _("pay a token on one of your models off"),
    "end": _("end the turn"),
}

Grow = Callable[[], Node[Order]]


def _played(grow: Callable[[], Node[Act]]) -> Grow:
    return lambda: mapped(grow(), Play)


# Activation.


def _activation(state: State, seat: SeatId) -> Iterator[Branch[Order]]:
    """ED-7.1: at most one Squad in a turn."""
    squads = state.player(seat).alive if not state.turn.activated else []
    if squads:
        options = [squad_branch(squad.id, _modes(state, squad)) for squad in squads]
        node = Node(None, lambda: options, barred=lambda: barred_squads(state, seat))
        yield Branch("activate", lambda: node, _LABELS["activate"])


def _modes(state: State, squad: Squad) -> Grow:
    """ED-8.5 (1): only if the present side shows the arrow, at its printed cost."""
    change = squad.side.change

    def branches() -> Iterator[Branch[Order]]:
        if change.allowed and paying.can_pay(state, squad.seat, change.cost):
            others = [mode.name for mode in squad.card.modes if mode.name != squad.mode]
            able = [name for name in others if modes.can_flip(state, squad, name)]
            options = [Branch(name, _leaf(Activate(squad.id, name))) for name in able]
            if options:
                yield Branch("mode", lambda: Node(None, lambda: options), _("change the mode first"))

    return lambda: Node(
        End(Activate(squad.id)), branches, after=FURTHER, barred=lambda: barred_modes(state, squad)
    )


def _leaf(order: Order) -> Grow:
    return lambda: leaf(order, FURTHER)


def _moves(state: State, seat: SeatId) -> Iterator[Branch[Order]]:
    activation = state.turn.activation
    if activation is None or activation.moved:
        return
    able = movers(state, state.squad(activation.squad).on_board)
    manner = manner_of(state, seat, able, Manner())
    if able and can_go(state, able, manner):
        yield Branch("move", lambda: mapped(move_node(state, able, manner), Move), _LABELS["move"])


def _fights(state: State, seat: SeatId) -> Iterator[Branch[Order]]:
    pairs = fighting_pairs(state)
    if pairs:
        able = {fighter.id for fighter, _target in pairs}
        node = replace(fight_node(state, seat, pairs), barred=lambda: barred_fighters(state, seat, able))
        yield Branch("fight", lambda: mapped(node, _fight), _LABELS["fight"])


def fighting_pairs(state: State) -> list[Pair]:
    """ED-12.1, ED-12.2: who of the activated Squad may still fight whom."""
    activation = state.turn.activation
    if activation is None or activation.closed:
        return []
    able = [model for model in state.squad(activation.squad).on_board if model.id not in activation.fought]
    return [(m, foe) for m in able if stat(state, m, "ATT") is not None for foe in state.contacts(m)]


def _fight(chosen: Chosen | None) -> Order:
    if chosen is None:
        raise ValueError("a fight of the activation names a target")
    (fighter, target), die = chosen
    return FightOrder(fighter.id, target.id, die)


# The rest.


def _removals(state: State, seat: SeatId) -> Iterator[Branch[Order]]:
    """`remove TRAP from pilgrim/1`."""
    found = [token for token in state.tokens if _can_buy_off(state, seat, token)]
    if found:
        kinds = list(dict.fromkeys(token.t for token in found))
        options = [Branch(kind, _bearers([token for token in found if token.t == kind])) for kind in kinds]
        yield Branch("remove", lambda: Node(None, lambda: options), _LABELS["remove"])


def _can_buy_off(state: State, seat: SeatId, token: Token) -> bool:
    price = tokens.price(state, token)
    is_mine = bool(token.models) and state.owner(state.model(token.models[0])) == seat
    return price is not None and is_mine and paying.can_pay(state, seat, price)


def _bearers(found: list[Token]) -> Grow:
    options = [model_branch(token.models[0], _leaf(BuyOff(token))) for token in found]
    return lambda: Node(None, lambda: options, lead="from")


def _ends(state: State, seat: SeatId) -> Iterator[Branch[Order]]:
    yield Branch("end", lambda: _ending(state, seat), _LABELS["end"])


def _ending(state: State, seat: SeatId) -> Node[Order]:
    """ED-7.4 (1): `end`, or `end discard "Leap"`."""
    hand = sorted(set(state.player(seat).hand))

    def branches() -> Iterator[Branch[Order]]:
        if hand:
            options = [card_branch(card, _leaf(EndTurn(card))) for card in hand]
            yield Branch("discard", lambda: Node(None, lambda: options), _("discard one card"))

    return Node(End(EndTurn()), branches)


_OFFERED: dict[str, Callable[[State, SeatId], Iterator[Branch[Order]]]] = {
    "activate": _activation,
    "move": _moves,
    "fight": _fights,
    "remove": _removals,
    "end": _ends,
}
