"""A skill about to be used, and the pieces that its choices are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from games.engine.contract.tree import Barred, Branch, Node, leaf
from games.scrappers import skill_reasons
from games.scrappers.catalogue import HAND_LIMIT, TYPE
from games.scrappers.rules.effects import Effect
from games.scrappers.state import Player, State


@dataclass(frozen=True, slots=True)
class Use:
    """A skill about to be used: by whom, and with which hand (SS-10.1: the card itself has left it)."""

    state: State
    card: str
    hand: tuple[str, ...]

    @property
    def room(self) -> int:
        """SS-13.2: the hand limit applies to every skill."""
        return max(0, HAND_LIMIT - len(self.hand))

    def barred(self) -> Iterator[Barred]:
        """Why something cannot be chosen for this skill."""
        return skill_reasons.out_of_reach(self.state, self.card, self.room)

    def only_declining(self) -> Iterator[Barred]:
        """The same for a skill without a target, and why naming the card alone is not enough."""
        yield skill_reasons.only_declining(self.state, TYPE[self.card], self.room)
        yield from self.barred()

    @property
    def me(self) -> Player:
        """The player who uses it."""
        return self.state.active


Offer = Callable[[Use], Node[Effect] | None]


def grown(branches: Sequence[Branch[Effect]], lead: str = "") -> Callable[[], Node[Effect]]:
    """A choice among these, grown when it is reached."""
    return lambda: Node(None, lambda: branches, lead=lead)


def effect_leaf(effect: Effect) -> Callable[[], Node[Effect]]:
    """The end of a path: this effect."""
    return lambda: leaf(effect)


def choice_among(branches: Sequence[Branch[Effect]], lead: str, each: int | None = 1) -> Node[Effect] | None:
    """A choice; `each` is in how many ways any of its words can be completed, where that is known."""

    def size(cap: int) -> int:
        return (each or 0) * len(branches)

    counted = None if each is None else size
    return Node(None, lambda: branches, lead=lead, size=counted) if branches else None


def if_any(node: Node[Effect]) -> Node[Effect] | None:
    """The choice, if there is anything to choose."""
    return node if node.end is not None or node.has_more() else None
