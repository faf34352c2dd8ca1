"""Putting questions to players; those who are out of the game decide nothing any more."""

from __future__ import annotations

from typing import TypeVar

from games.edge.state import State
from games.engine.contract.decisions import Decision
from games.engine.contract.table import Rules, Table

T = TypeVar("T")


def ask(table: Table[State], decision: Decision[T]) -> Rules[T]:
    """ED-22.10: for a player who is eliminated the default is taken, whatever the standing orders say."""
    if table.state.player(decision.seat).out:
        return decision.value(decision.fallback())
    return (yield from table.ask(decision))
