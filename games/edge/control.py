"""ED-6.2: who controls a Crystal Source."""

from __future__ import annotations

from games.edge.state import SeatId, State


def controller(state: State, space: str) -> SeatId | None:
    """The player with at least one model, and no enemy model, in contact with what fills this Space."""
    mask = state.space_mask(space)
    seats = {state.owner(model) for model in state.touching(state.models, mask)}
    return seats.pop() if len(seats) == 1 else None


def controlled(state: State, seat: SeatId) -> list[str]:
    """The Crystal Sources that a player controls, in the order they were placed."""
    return [space for space in state.sources if controller(state, space) == seat]


def harvest_sites(state: State) -> list[str]:
    """ED-21.5: where Crystals are harvested: Sources, and Shrines that count as one in Harvest."""
    altars = [p.shrine_at for p in state.players if p.shrine_at and "counts_as_source" in p.shrine_card.also]
    return [*state.sources, *altars]
