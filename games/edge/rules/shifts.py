"""ED-11.2: pushes as they are said, one pushed model after the other, in the order of the army lists."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from games.edge.geometry import Placement
from games.edge.rules.drafts import Draft, can_finish, later
from games.edge.rules.pushing import rooms
from games.edge.rules.scene import NOBODY, Scene


def candidates(scene: Scene, draft: Draft) -> Iterator[tuple[int, int]]:
    """Who may be pushed next by the last mover, and the movers that then have to take part instead.

    A smaller mover that stands there and has not been named may still do either.
    """
    leg = draft.legs[-1]
    last = leg.pushes[-1][0] if leg.pushes else NOBODY
    open_movers = later(scene, draft) & ~draft.owed
    passed = 0
    for number in scene.overlapped(leg.place.mask, draft.part):
        stander = scene.standers[number]
        bit = 1 << stander.piece if stander.piece != NOBODY else 0
        if number <= last or bit & draft.owed or not scene.can_push(leg.place.size, stander):
            continue
        yield number, passed
        if not bit & open_movers:
            return  # this one has to be pushed: nobody after it may come first
        passed |= bit


def shifts(scene: Scene, draft: Draft) -> Iterator[tuple[str, Placement, Draft]]:
    """The next pushed model, where it may go, and the draft in which it does."""
    leg = draft.legs[-1]
    for number, passed in candidates(scene, draft):
        stander = scene.standers[number]
        for place in rooms(scene.board, leg.place, stander.place.size, stander.place.space):
            pushed = _with_push(scene, draft, number, place, passed)
            if can_finish(scene, pushed):
                yield stander.name, place, pushed


def shifted(scene: Scene, draft: Draft, name: str, place: Placement) -> Draft | None:
    """The draft in which this model is pushed there next, if that is possible."""
    for number, passed in candidates(scene, draft):
        stander = scene.standers[number]
        if stander.name == name and stander.place.size == place.size:
            pushed = _with_push(scene, draft, number, place, passed)
            return pushed if can_finish(scene, pushed) else None
    return None


def _with_push(scene: Scene, draft: Draft, number: int, place: Placement, passed: int) -> Draft:
    leg, piece = draft.legs[-1], scene.standers[number].piece
    longer = replace(leg, pushes=(*leg.pushes, (number, place)))
    return draft.with_last(longer, owed=passed, out=1 << piece if piece != NOBODY else 0)


def closed(scene: Scene, draft: Draft) -> Draft | None:
    """The draft with its pushes complete: whoever may still choose takes part; None if one is missing."""
    owed = 0
    for number, _ in candidates(scene, draft):
        piece = scene.standers[number].piece
        if piece == NOBODY or not later(scene, draft) >> piece & 1:
            return None
        owed |= 1 << piece
    return draft.with_last(draft.legs[-1], owed=owed)
