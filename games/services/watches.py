"""Somebody watches a match: a connection that stays open and is told when there is something new to see.

A view makes a `Watch` and asks the web server to hold the connection. Where that is not possible, the answer
ends at once and says when to ask again: the same address, asked now and then, tells the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from secrets import randbelow
from typing import Any

from games.services.access import Access, NotVisible
from games.services.marks import LENGTH, Version, mark_of, versions
from games.services.scene import scene_of

HOLD = "edgepbem.hold"  # in a request: the web server's offer to hold its connection
MEDIA_TYPE = "text/event-stream"
HEADERS = {"X-Accel-Buffering": "no", "Cache-Control": "private, no-store"}  # a proxy passes on what comes
LONGEST_MARK = LENGTH
AGAIN = 1_500  # milliseconds until a connection that ended is opened again, and up to twice as many
AGAIN_UNHELD = 8_000  # where the server has no room to hold it
GONE = ""  # the mark of what its reader may see no longer

Look = Callable[[], Access]  # the reader's access, checked anew; raises NotVisible


@dataclass(slots=True)
class Watch:
    """One open connection to one match."""

    match: int
    known: str  # the mark that its reader has seen
    mark: str  # and the one that was sent last
    look: Look
    who: str  # against whom it counts
    seen: Version  # of the match, when the mark was made
    seat: int | None = None  # of a player who has the page in front

    def current(self, marks: dict[int, str]) -> str:
        """The mark as it is now. Readers with the same eyes share one: `marks` keeps those made already."""
        try:
            access = self.look()
        except NotVisible:
            return GONE
        eyes = access.seat.number if access.seat is not None else 0
        if eyes not in marks:
            marks[eyes] = mark_of(scene_of(access))
        return marks[eyes]

    def beginning(self, is_held: bool) -> str:
        """What is sent first: how soon to come back, and whether there is something new already."""
        first = changed(self.mark) if self.known != self.mark else f"id: {self.mark}\n\n"
        again = AGAIN if is_held else AGAIN_UNHELD
        return f"retry: {again + randbelow(again)}\n{first}"  # after a restart, not all at once


def watch(access: Access, look: Look, who: str, known: str, *, is_here: bool = False) -> Watch:
    """A watch on a match by a reader who has seen the mark `known`."""
    match, seat = access.match.pk, access.seat
    seen = versions([match]).get(match, (0, 0, 0))  # before the mark: a change in between is seen once more
    mark = mark_of(scene_of(look()))
    return Watch(match, known, mark, look, who, seen, seat.pk if seat is not None and is_here else None)


def is_held(request: Mapping[str, Any], watching: Watch) -> bool:
    """Ask the web server to hold the connection of a request."""
    hold = request.get(HOLD)
    return bool(hold is not None and hold(watching))


# What is sent later on, as browsers read it (server-sent events).


def changed(mark: str) -> str:
    """There is something new to see."""
    return f"id: {mark}\nevent: changed\ndata: {mark}\n\n"
