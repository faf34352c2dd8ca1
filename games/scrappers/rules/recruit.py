"""SS-7: RECRUIT."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from games.engine.contract.phrases import say
from games.engine.contract.table import Table
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Barred, Branch, End, Node, leaf
from games.scrappers import reasons
from games.scrappers.catalogue import HAND_LIMIT, LEVEL
from games.scrappers.names import Groups, card_branch, card_names, dock_groups, hand_groups
from games.scrappers.rules.orders import Order, play_cards
from games.scrappers.state import State


@dataclass(frozen=True, slots=True)
class Recruit(Order):
    """SS-7.1: take a Mercenary from the Docks into hand."""

    card: str
    pay: tuple[str, ...]

    def carry_out(self, table: Table[State]) -> None:
        """Pay, then take; a free recruit still uses the action (SS-7.6)."""
        state = table.state
        state.turn.actions.append("recruit")
        play_cards(state, self.pay)
        for row in state.docks:
            if self.card in row:
                row.remove(self.card)
        state.active.hand.append(self.card)
        table.tell("recruited", seat=state.turn.seat, card=self.card, pay=list(self.pay))


def prices(state: State, card: str) -> set[int]:
    """SS-7.3: the required levels, one for each choice of reductions; 0 means free."""
    return _prices(state, LEVEL[card])


def _prices(state: State, level: int) -> set[int]:
    reductions = {0}
    if state.turn.foreman:
        reductions |= {r + 2 for r in reductions}
    if state.active.owns("AR11-A"):  # SS-17.13 Training Manual
        reductions |= {r + 1 for r in reductions}
    return {max(0, level - 1 - r) for r in reductions}


def counts_as(state: State, card: str) -> set[int]:
    """SS-7.5: with a Rooter a Weedlock has its printed or its doubled level, as its player chooses."""
    return {LEVEL[card], state.paying_level(card)}


def node(state: State) -> Node[Order] | None:
    """`recruit MET3 with TER2`; None if nobody can be recruited."""
    if len(state.active.hand) >= HAND_LIMIT:  # SS-7.2: before paying
        return None

    docks = dock_groups(card for row in state.docks for card in row)
    hand = hand_groups(state, state.active.hand)

    def branches() -> Iterator[Branch[Order]]:
        for name, cards in docks.items():
            priced = _price_node(state, cards[0], hand)
            if priced.end is not None or priced.has_more():
                yield card_branch(name, cards[0], _constant(priced))

    def size(cap: int) -> int:
        levels = [counts_as(state, cards[0]) for cards in hand.values()]
        priced = Counter(LEVEL[cards[0]] for cards in docks.values())
        return sum([many * _ways(_prices(state, level), levels) for level, many in priced.items()])

    root: Node[Order] = Node(None, branches, barred=lambda: _too_dear(state), size=size)
    return root if root.has_more() else None


def _ways(asked: set[int], levels: list[set[int]]) -> int:
    """In how many ways someone can be recruited: for nothing, or with a card of a level that is asked."""
    exact = asked - {0}
    return len(asked - exact) + sum([not exact.isdisjoint(level) for level in levels])


def _too_dear(state: State) -> Iterator[Barred]:
    for name, cards in dock_groups(card for row in state.docks for card in row).items():
        level = min(prices(state, cards[0]))
        reason = say(_("{card} costs one card of level {level}, and you hold none"), card=name, level=level)
        yield Barred(name, reason, card_names(cards[0]))
    yield from reasons.not_in_the_docks(card for row in state.docks for card in row)


def _price_node(state: State, card: str, hand: Groups) -> Node[Order]:
    asked = prices(state, card)
    free: End[Order] | None = End(Recruit(card, ())) if 0 in asked else None
    exact = asked - {0}

    def branches() -> Iterator[Branch[Order]]:
        for name, cards in hand.items() if exact else ():
            if counts_as(state, cards[0]) & exact:
                yield card_branch(name, cards[0], _constant(leaf(Recruit(card, (cards[0],)))))

    def barred() -> Iterator[Barred]:
        yield from reasons.not_held(state.active.hand)
        levels = ", ".join(str(level) for level in sorted(exact))
        inexact = say(_("the price is exactly one card of level {level}"), level=levels)
        for name, cards in hand.items():
            yield Barred(
                name, inexact if exact else say(_("it is free: you may not play a card for it")), (cards[0],)
            )

    return Node(free, branches, lead="with", barred=barred)


def _constant(node: Node[Order]) -> Callable[[], Node[Order]]:
    return lambda: node
