"""ED-7.1: what every order of an Active turn has in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from games.edge.effects.prepare import FURTHER
from games.edge.state import State
from games.engine.contract.table import Rules, Table
from games.engine.contract.tree import Node, leaf


class Order(ABC):
    """One thing that is done in the main part of an Active turn."""

    __slots__ = ()

    @abstractmethod
    def carry_out(self, table: Table[State]) -> Rules[None] | None:
        """Do it. An order that asks nobody returns None."""


Grow = Callable[[], Node[Order]]


def order_leaf(order: Order) -> Grow:
    """The end of an order; questions that it brings up may be answered in the same line."""
    return lambda: leaf(order, FURTHER)
