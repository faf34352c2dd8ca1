"""ED-11 and B.5: where pushed models go. All of them find a place together, or the placement is illegal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from games.edge.geometry import Board, Placement


@dataclass(frozen=True, slots=True)
class Pushed:
    """A model that has to make room: its base, the Space it leaves, and what it must stay in contact with."""

    name: str
    size: int
    origin: int
    pusher: Placement


@lru_cache(maxsize=4096)
def rooms(board: Board, pusher: Placement, size: int, origin: int) -> tuple[Placement, ...]:
    """ED-11.2, B.5: the placements in contact with a pusher, in the order in which they are tried."""
    near = sorted(
        [pusher.space, *board.neighbours[pusher.space]],
        key=lambda space: (board.distance(origin, space), space),
    )
    found = [place for space in near for place in board.by_size[size][space]]
    return tuple(place for place in found if place.halo & pusher.mask and not place.mask & pusher.mask)


def is_room(pushed: Pushed, place: Placement, occupied: int) -> bool:
    """ED-11.2: whether a pushed model may be set there."""
    return place.size == pushed.size and bool(place.halo & pushed.pusher.mask) and not place.mask & occupied


def assign(
    board: Board, victims: Sequence[Pushed], occupied: int, given: Sequence[Placement | None]
) -> list[Placement] | None:
    """ED-11.4, B.5: a place for everybody, those that are given kept; None if there is none.

    `occupied` is the final picture without the victims (ED-11.5). Without anything given it is the first
    joint solution in the order of B.5.
    """
    for pushed, place in zip(victims, given, strict=True):
        if place is not None:
            if not is_room(pushed, place, occupied):
                return None
            occupied |= place.mask
    found = list(given)
    failed: set[tuple[int, int]] = set()  # equal bases are interchangeable: what failed once fails again

    def put(at: int, taken: int) -> bool:
        if at == len(victims):
            return True
        if found[at] is not None:
            return put(at + 1, taken)
        if (at, taken) in failed:
            return False
        pushed = victims[at]
        for place in rooms(board, pushed.pusher, pushed.size, pushed.origin):
            if not place.mask & taken:
                found[at] = place
                if put(at + 1, taken | place.mask):
                    return True
        found[at] = None
        failed.add((at, taken))
        return False

    return [place for place in found if place is not None] if put(0, occupied) else None
