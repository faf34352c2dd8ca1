"""ED-11.2: pushes as they are said, one pushed model after the other, in the order of the army lists."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from games.edge.geometry import Placement
from games.edge.rules.movement.layout import NOBODY, Layout
from games.edge.rules.movement.partial import PartialMove, can_finish, later
from games.edge.rules.pushing.room import rooms


def candidates(layout: Layout, move: PartialMove) -> Iterator[tuple[int, int]]:
    """Who may be pushed next by the last mover, and the movers that then have to take part instead.

    A smaller mover that stands there and has not been named may still do either.
    """
    leg = move.legs[-1]
    last = leg.pushes[-1][0] if leg.pushes else NOBODY
    open_movers = later(layout, move) & ~move.owed
    passed = 0
    for number in layout.overlapped(leg.place.mask, move.part):
        stander = layout.standers[number]
        bit = 1 << stander.piece if stander.piece != NOBODY else 0
        if number <= last or bit & move.owed or not layout.can_push(layout.force(leg.piece), stander):
            continue
        yield number, passed
        if not bit & open_movers:
            return  # this one has to be pushed: nobody after it may come first
        passed |= bit


def shifts(layout: Layout, move: PartialMove) -> Iterator[tuple[str, Placement, PartialMove]]:
    """The next pushed model, where it may go, and the move in which it does."""
    leg = move.legs[-1]
    for number, passed in candidates(layout, move):
        stander = layout.standers[number]
        for place in rooms(layout.board, leg.place, stander.place.size, stander.place.space):
            pushed = _with_push(layout, move, number, place, passed)
            if can_finish(layout, pushed):
                yield stander.name, place, pushed


def shifted(layout: Layout, move: PartialMove, name: str, place: Placement) -> PartialMove | None:
    """The move in which this model is pushed there next, if that is possible."""
    for number, passed in candidates(layout, move):
        stander = layout.standers[number]
        if stander.name == name and stander.place.size == place.size:
            pushed = _with_push(layout, move, number, place, passed)
            return pushed if can_finish(layout, pushed) else None
    return None


def _with_push(layout: Layout, move: PartialMove, number: int, place: Placement, passed: int) -> PartialMove:
    leg, piece = move.legs[-1], layout.standers[number].piece
    longer = replace(leg, pushes=(*leg.pushes, (number, place)))
    return move.with_last(longer, owed=passed, out=1 << piece if piece != NOBODY else 0)


def closed(layout: Layout, move: PartialMove) -> PartialMove | None:
    """The move with its pushes complete: all who still have a choice take part; None if one is missing."""
    owed = 0
    for number, _ in candidates(layout, move):
        piece = layout.standers[number].piece
        if piece == NOBODY or not later(layout, move) >> piece & 1:
            return None
        owed |= 1 << piece
    return move.with_last(move.legs[-1], owed=owed)
