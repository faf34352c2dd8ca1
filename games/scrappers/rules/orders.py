"""SS-6: what all orders of the action phase have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable

from games.engine.contract.table import Table
from games.scrappers.state import State


class Order(ABC):
    """One order, checked as a whole when it was read (SS-6.8): carrying it out cannot fail."""

    __slots__ = ()

    @abstractmethod
    def carry_out(self, table: Table[State]) -> None:
        """Do all of it."""

    @property
    def closes_start(self) -> bool:
        """SS-5.4: the first order of the action phase closes the starting phase."""
        return True


def play_cards(state: State, cards: Iterable[str]) -> None:
    """SS-6.4: from the hand to the top of the play area, in this order."""
    for card in cards:
        state.active.hand.remove(card)
        state.turn.played.append(card)


def may_act(state: State, kind: str) -> bool:
    """SS-6.1, SS-6.2: a normal action is left, and this type may be taken."""
    turn = state.turn
    if turn.raided or len(turn.actions) >= 2:
        return False
    return kind not in turn.actions or may_repeat(state)


def may_repeat(state: State) -> bool:
    """SS-6.2: a repeat permission is active (SS-16.5 Fish'Bean, SS-17.11 Double Shift)."""
    return state.turn.repeat or state.active.owns("AR09-A")
