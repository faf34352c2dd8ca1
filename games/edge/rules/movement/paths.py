"""ED-9.2 and ED-10: ways through Spaces."""

from __future__ import annotations

from dataclasses import dataclass

from games.edge.geometry import FITS, SPACE, Board

FAR = 1 << 20  # farther than any board


@dataclass(frozen=True, slots=True)
class Ways:
    """The shortest ways from a Space to all others, for a base of one size in one picture."""

    source: int
    steps: list[int]
    before: list[int]  # the Space before each one on its way

    def to(self, space: int) -> tuple[int, ...]:
        """The way to a Space without the first one. Among the shortest it is the first in board order."""
        way: list[int] = []
        while space != self.source:
            way.append(space)
            space = self.before[space]
        return tuple(reversed(way))


Gates = tuple[tuple[int, ...], tuple[int, ...]]


def ways(board: Board, source: int, size: int, occupied: int, gates: Gates | None = None) -> Ways:
    """ED-10.1: a Space can be passed if the base fits on its free hexes; any can be the last (ED-10.3).

    Neighbours are tried in board order, so that the first way found is the first in that order as well.
    """
    steps = [FAR] * len(board.spaces)
    before = [source] * len(board.spaces)
    steps[source] = 0
    queue = [source]
    fits = FITS[size]
    for here in queue:
        if here != source and not fits[~(occupied >> 7 * here) & SPACE]:
            continue
        for space in sorted({*board.neighbours[here], *_across(here, gates)}):
            if steps[space] == FAR:
                steps[space] = steps[here] + 1
                before[space] = here
                queue.append(space)
    return Ways(source, steps, before)


def _across(here: int, gates: Gates | None) -> tuple[int, ...]:
    """ED-25.3: the Spaces on the other side, for one that adjoins a gate."""
    if gates is None:
        return ()
    near, far = gates
    return (*(far if here in near else ()), *(near if here in far else ()))


def line(board: Board, source: int, goal: int) -> tuple[int, ...] | None:
    """ED-3.7: the straight line of Spaces between two, the first left out; None if they are in no line."""
    if source == goal:
        return ()
    for way in board.lines(source):
        if goal in way:
            return tuple(way[: way.index(goal) + 1])
    return None


def straight_way(board: Board, source: int, goal: int, size: int, occupied: int) -> tuple[int, ...] | None:
    """A way along a straight line, if the base fits all along."""
    way = line(board, source, goal)
    if way is None or not all(board.fits(size, space, occupied) for space in way[:-1]):
        return None
    return way
