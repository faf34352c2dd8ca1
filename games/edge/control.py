"""ED-6.2: who controls a Crystal Source."""

from __future__ import annotations

from games.edge.state import SeatId, State


def controls(state: State, seat: SeatId, space: str) -> bool:
    """A model of the player and no enemy model touches what fills this Space; allies do not matter."""
    owners = {state.owner(model) for model in state.touching(state.models, state.space_mask(space))}
    return seat in owners and not any(state.are_enemies(seat, owner) for owner in owners)


def controller(state: State, space: str) -> SeatId | None:
    """The player who controls what fills this Space; of two allies the first."""
    owners = sorted({state.owner(model) for model in state.touching(state.models, state.space_mask(space))})
    if any(state.are_enemies(owners[0], owner) for owner in owners[1:]):
        return None
    return owners[0] if owners else None


def controlled(state: State, seat: SeatId) -> list[str]:
    """The Crystal Sources that a player controls, in the order they were placed."""
    return [space for space in state.sources if controls(state, seat, space)]


def harvest_sites(state: State) -> list[str]:
    """ED-21.5: where Crystals are harvested: Sources, and Shrines that count as one in Harvest."""
    altars = [p.shrine_at for p in state.players if p.shrine_at and "counts_as_source" in p.shrine_card.also]
    return [*state.sources, *altars]
