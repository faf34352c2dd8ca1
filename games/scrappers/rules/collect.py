"""SS-9: COLLECT."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from games.engine.contract.phrases import say
from games.engine.contract.table import Table
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Barred, Branch, Node, leaf
from games.scrappers import reasons
from games.scrappers.catalogue import ARTIFACTS, Half
from games.scrappers.names import payment
from games.scrappers.purse import Purse
from games.scrappers.rules.cave_in import step
from games.scrappers.rules.orders import Order, play_cards
from games.scrappers.state import State

SIDES = {"A": "left", "B": "right"}


@dataclass(frozen=True, slots=True)
class Collect(Order):
    """SS-9.1: pay for the top card of a stack and choose one half for good."""

    stack: int
    half: Half
    pay: tuple[str, ...]

    def carry_out(self, table: Table[State]) -> None:
        """The next card is revealed at once (SS-9.6); taking the last one moves the token (SS-9.7)."""
        state = table.state
        state.turn.actions.append("collect")
        play_cards(state, self.pay)
        stack = state.artifact_stacks[self.stack]
        stack.pop()
        state.active.artifacts.append(self.half.id)
        state.turn.bought.append(self.half.id)
        number = self.stack + 1
        seat = state.turn.seat
        table.tell("collected", seat=seat, artifact=self.half.id, stack=number, pay=list(self.pay))
        if stack:
            table.learn()
            table.tell("uncovered", stack=number, card=stack[-1])
        else:
            step(table, "artifacts", str(number))


def current_cost(state: State, card: str) -> int:
    """SS-9.3: less 4 for each Ancientone, less 3 with the Bargaining Chip (SS-17.9)."""
    chip = 3 if state.active.owns("AR07-A") else 0
    return max(0, ARTIFACTS[card].cost - 4 * state.turn.ancients - chip)


def node(state: State) -> Node[Order] | None:
    """`collect 2 left with MET3 TER2`; None if the hand cannot pay for any card."""
    purse = Purse(state)
    worth = purse.sum(state.active.hand)

    def branches() -> Iterator[Branch[Order]]:
        for index, stack in enumerate(state.artifact_stacks):
            if stack and current_cost(state, stack[-1]) <= worth:
                card = ARTIFACTS[stack[-1]]
                label = " / ".join(half.name for half in card.halves)
                yield Branch(
                    str(index + 1), _halves(state, purse, index), label, (card.id, f"stack {index + 1}")
                )

    def barred() -> Iterator[Barred]:
        for index, stack in enumerate(state.artifact_stacks):
            if not stack:
                yield Barred(str(index + 1), say(_("that stack is empty")))
            else:
                cost = current_cost(state, stack[-1])
                reason = say(_("it costs {cost}, and your hand is worth {worth}"), cost=cost, worth=worth)
                yield Barred(str(index + 1), reason, (stack[-1],))

    def size(cap: int) -> int:
        costs = [current_cost(state, stack[-1]) for stack in state.artifact_stacks if stack]
        return sum([len(SIDES) * purse.ways_in_any_colours(cost) for cost in costs if cost <= worth])

    root: Node[Order] = Node(None, branches, barred=barred, size=size)
    return root if root.has_more() else None


def _halves(state: State, purse: Purse, index: int) -> Callable[[], Node[Order]]:
    card = ARTIFACTS[state.artifact_stacks[index][-1]]

    def branches() -> Iterator[Branch[Order]]:
        for half in card.halves:
            names = (half.half, half.name, half.id)
            yield Branch(SIDES[half.half], _pay(state, purse, index, half), half.name, names)

    return lambda: Node(None, branches)


def _pay(state: State, purse: Purse, index: int, half: Half) -> Callable[[], Node[Order]]:
    """SS-9.2: any cards that are worth the cost."""
    cost = current_cost(state, state.artifact_stacks[index][-1])
    return lambda: payment(
        purse.groups,
        lambda cards: purse.sum(cards) >= cost,
        lambda cards: True,  # any cards may pay, and the whole hand is enough
        lambda cards: leaf(Collect(index, half, cards)),
        size=lambda cap: purse.ways_in_any_colours(cost),
        barred=lambda cards: _wrong_payment(state, purse, cards, cost),
    )


def _wrong_payment(state: State, purse: Purse, cards: tuple[str, ...], cost: int) -> Iterator[Barred]:
    """Why these cards do not pay for an Artifact yet, and why another one cannot."""
    yield reasons.not_enough(purse.sum(cards), cost)
    yield from reasons.not_held(state.active.hand)
    yield from reasons.no_more_copies(cards)
