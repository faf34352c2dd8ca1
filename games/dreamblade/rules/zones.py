"""DB-4: miniatures change zones."""

from __future__ import annotations

from games.dreamblade.catalogue import BONUS
from games.dreamblade.state import GRAVEYARD, RESERVES, Figure, SeatId, State, has
from games.engine.contract.table import Table


def bring(state: State, figure: Figure, cell: str) -> None:
    """DB-4.2: onto the map."""
    state.arrivals += 1
    figure.at, figure.arrived = cell, state.arrivals


def _leave(state: State, figure: Figure, zone: str) -> None:
    """DB-4.7: damage and modifiers stay behind."""
    figure.at, figure.damage, figure.arrived = zone, 0, 0
    state.hurt.pop(figure.id, None)


def banish(table: Table[State], figure: Figure, why: str) -> None:
    """DB-4.5: to the reserves of its owner; nobody gains anything."""
    table.tell("banished", figure=figure.id, seat=figure.seat, cell=figure.at, why=why)
    _leave(table.state, figure, RESERVES)


def sacrifice(table: Table[State], figure: Figure, why: str) -> None:
    """DB-4.4: to the graveyard of its owner; not destroyed, so nobody gains anything."""
    table.tell("sacrificed", figure=figure.id, seat=figure.seat, cell=figure.at, why=why)
    _leave(table.state, figure, GRAVEYARD)


def bury(table: Table[State], figure: Figure, by: SeatId) -> None:
    """DB-4.3, DB-4.8: destroyed: a point for the opponent who caused it, bonus points for the owner."""
    state = table.state
    bonus = vessel.value if (vessel := state.works(figure, "VESSEL")) is not None else BONUS
    scores = by != figure.seat
    state.player(by).points += scores
    state.player(figure.seat).bonus += bonus
    if state.combat is not None and figure.is_creature:
        state.combat.destroyed.append(figure.id)
    table.tell("destroyed", figure=figure.id, seat=figure.seat, by=by, bonus=bonus, scores=scores)
    _leave(state, figure, GRAVEYARD)


def purge(table: Table[State], figure: Figure) -> None:
    """DB-4.9: from the reserves to the graveyard."""
    table.tell("purged", figure=figure.id, seat=figure.seat)
    figure.at = GRAVEYARD


def recall(table: Table[State], figure: Figure) -> None:
    """DB-4.9: from the graveyard to the reserves."""
    table.tell("returned", figure=figure.id, seat=figure.seat)
    figure.at = RESERVES


def is_reborn(figure: Figure) -> bool:
    """DB-9.24: destruction becomes banishment."""
    return has(figure, "REGENERATE") is not None
