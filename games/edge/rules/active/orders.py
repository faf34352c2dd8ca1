"""ED-7.1, B.2: what the active player may order, one thing at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from games.edge.effects.moment import Moment
from games.edge.names import card_branch
from games.edge.rules import facts
from games.edge.rules.active.order import Grow, Order, order_leaf
from games.edge.rules.active.refusals import barred_orders
from games.edge.rules.cards.acts import Act
from games.edge.rules.cards.offers import VERBS, act_branches, act_node, leads_on
from games.edge.rules.cards.perform import perform
from games.edge.rules.combat.order import fights
from games.edge.rules.instants.windows import window
from games.edge.rules.movement.actions import moves
from games.edge.rules.movement.arrangement import arranged, with_sorted_pushes
from games.edge.rules.squads.activation import activations
from games.edge.rules.tokens import removals
from games.edge.state import SeatId, State
from games.engine.contract.decisions import MAJOR, Decision
from games.engine.contract.phrases import say
from games.engine.contract.table import Rules, Table
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.text import key
from games.engine.contract.tree import Barred, Branch, End, Node, Path, mapped

MAIN = "main"


@dataclass(frozen=True, slots=True)
class Play(Order):
    """A card, an Enhancement Action, an attachment or the Banner."""

    act: Act

    def carry_out(self, table: Table[State]) -> Rules[None]:
        """Paid, resolved, then others may answer."""
        yield from perform(table, self.act, Moment(MAIN), window)


@dataclass(frozen=True, slots=True)
class EndTurn(Order):
    """ED-7.4: the End Step, with a card to discard or none."""

    discard: str = ""

    def carry_out(self, table: Table[State]) -> None:
        """The turn is over when the End Step is."""
        table.state.turn.stage = "end"


def what_next(state: State) -> Decision[Order]:
    """The question of an Active turn."""
    seat = state.turn.seat
    return Decision(
        seat=seat,
        kind="order",
        prompt=say(_("Your Active turn: what do you do?")),
        grow=lambda: order_node(state),
        default=("end",),
        asks=MAJOR,
        facts=lambda: facts.common(state, seat),
        arrange=lambda words: _arranged(state, words),
        lines=("move",),
    )


def _arranged(state: State, words: Path) -> Path:
    """The models of a Move Action may be named in any order; what a card moves is moved as it says."""
    activation = state.turn.activation
    if not words or key(words[0]) != "move" or activation is None:
        return with_sorted_pushes(state, words)
    return arranged(state, [model.id for model in state.squad(activation.squad).models], words)


def order_node(state: State) -> Node[Order]:
    """`activate`, `move`, `fight`, `play`, `use`, `attach`, `banner`, `remove`, `end`."""
    seat = state.turn.seat

    def branches() -> Iterator[Branch[Order]]:
        yield from activations(state, seat)
        yield from moves(state, seat)
        yield from fights(state, seat)
        for branch in act_branches(state, seat, Moment(MAIN)):
            yield Branch(branch.word, _played(branch.grow), _LABELS[branch.word])
        yield from removals(state, seat)
        yield from _ends(state, seat)

    def find(word: str) -> Node[Order] | None:
        """One kind of order, without looking at the others."""
        if word in VERBS:
            node = act_node(state, seat, Moment(MAIN), word)
            return mapped(node, Play) if node is not None and leads_on(node) else None
        offered = _OFFERED.get(word)
        branch = next(offered(state, seat), None) if offered is not None else None
        return branch.grow() if branch is not None else None

    def barred() -> Iterator[Barred]:
        return barred_orders(state, seat, {branch.word for branch in branches()})

    return Node(None, branches, find, barred=barred)


_LABELS = {
    "play": _("a card from your hand"),
    "use": _("an Action of an attached Enhancement"),
    "attach": _("put an Enhancement on a Squad"),
    "banner": _("use your Banner"),
}


def _played(grow: Callable[[], Node[Act]]) -> Grow:
    return lambda: mapped(grow(), Play)


def _ends(state: State, seat: SeatId) -> Iterator[Branch[Order]]:
    yield Branch("end", lambda: _ending(state, seat), _("end the turn"))


def _ending(state: State, seat: SeatId) -> Node[Order]:
    """ED-7.4 (1): `end`, or `end discard "Leap"`."""
    hand = sorted(set(state.player(seat).hand))

    def branches() -> Iterator[Branch[Order]]:
        if hand:
            options = [card_branch(card, order_leaf(EndTurn(card))) for card in hand]
            yield Branch("discard", lambda: Node(None, lambda: options), _("discard one card"))

    return Node(End(EndTurn()), branches)


_OFFERED: dict[str, Callable[[State, SeatId], Iterator[Branch[Order]]]] = {
    "activate": activations,
    "move": moves,
    "fight": fights,
    "remove": removals,
    "end": _ends,
}
