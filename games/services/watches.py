"""Someone watches a match: a connection that stays open and is told when there is something new to see.

What a reader sees has a mark, which changes with it and with nothing else. A push must not tell more than a
look: that someone was asked, or has sent something that nobody sees yet, is a secret. So a mark is made from
what its reader sees, and only readers whose mark has changed are told.

A view makes a `Watch` and asks the web server to hold the connection. Where that is not possible, the answer
ends at once and says when to ask again: the same address, asked now and then, tells the same.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import islice
from secrets import randbelow
from typing import Any

from django.db.models import Count, Max, QuerySet
from django.utils.crypto import salted_hmac
from msgspec.msgpack import Encoder

from accounts.models import User
from games.models import Match, Press, Seat
from games.services import orders
from games.services.access import Access, NotVisible, match_for
from games.services.scene import Scene, scene_of
from post.prepared import Prepared

HOLD = "edgepbem.hold"  # in a request: the web server's offer to hold its connection
MEDIA_TYPE = "text/event-stream"
HEADERS = {"X-Accel-Buffering": "no", "Cache-Control": "private, no-store"}  # a proxy passes on what comes
LONGEST_MARK = 20
AGAIN = 1_500  # milliseconds until a connection that ended is opened again, and up to twice as many
AGAIN_UNHELD = 8_000  # where the server has no room to hold it
GONE = ""  # the mark of what its reader may see no longer

AT_ONCE = 500  # matches in one question to the database
Version = tuple[int, int, int]  # of a match: written so often, its last message, its players
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


def look_of(user: User | None, match: int) -> Look:
    """How a reader looks again: not any more after signing out everywhere."""
    if user is None:
        return partial(match_for, None, match)
    return partial(_still_signed_in, user.pk, user.session_nonce, match)


def _still_signed_in(pk: int, nonce: str, match: int) -> Access:
    user = User.objects.filter(pk=pk, session_nonce=nonce, is_active=True).first()
    if user is None:
        raise NotVisible
    return match_for(user, match)


def is_held(request: Mapping[str, Any], watching: Watch) -> bool:
    """Ask the web server to hold the connection of a request."""
    hold = request.get(HOLD)
    return bool(hold is not None and hold(watching))


# What is sent later on, as browsers read it (server-sent events).


def changed(mark: str) -> str:
    """There is something new to see."""
    return f"id: {mark}\nevent: changed\ndata: {mark}\n\n"


# Marks.


def mark_of(scene: Scene) -> str:
    """An opaque word for what the reader sees now."""
    shown = [_table(scene), _match(scene.match), _seats(scene), _own(scene)]
    return salted_hmac("games.mark", _encode(shown), algorithm="sha256").hexdigest()[:LONGEST_MARK]


def _table(scene: Scene) -> list[object]:
    """The board, the question, and how much of the story was told."""
    question = scene.question
    asked = [question.id, question.is_waited_for] if question is not None else []
    return [scene.number, scene.view, asked, scene.can_take_back, _told(scene)]


def _told(scene: Scene) -> list[bool]:
    """Each event of this turn that the reader knows, and whether a rewind has undone it."""
    turn = scene.match.turn
    return [one.is_void for one in scene.happened(turn) if one.turn == turn and scene.knows(bytes(one.data))]


def _match(match: Match) -> list[object]:
    return [match.name, match.status, match.turn, match.paused_at, bool(match.stuck), match.result]


def _seats(scene: Scene) -> list[object]:
    return [
        [
            seat.user.name if seat.user is not None else "",  # not as the page names it: that has a language
            seat.bot,
            bool(seat.invited),
            seat.waiting_since,
            seat.due_at,
            seat.resigned_at,
            seat.declined_at,
            seat.agreed_at,
            seat.is_abandoned,
        ]
        for seat in scene.access.seats
    ]


def _own(scene: Scene) -> list[object]:
    """What the reader has sent and received."""
    seat = scene.seat
    if seat is None:
        return []
    sent = scene.last_sent
    return [
        [[sent.pk, sent.played_at, sent.is_void, sent.receipt]] if sent is not None else [],
        _newest_message(scene.match.pk, seat.pk, seat.taken_at),
        orders.kept(scene).text,
    ]


def _messages(match: int, seat: int, taken_at: datetime | None) -> QuerySet[Press, Any]:
    read = Press.objects.filter(match=match).seen_by(Seat(pk=seat, taken_at=taken_at)).order_by("-pk")
    return read.values_list("pk", flat=True)[:1]


_newest_message = Prepared(_messages)


def versions(matches: Collection[int]) -> dict[int, Version]:
    """How often each match was written. A reader who has seen this number has missed nothing."""
    found: dict[int, Version] = {}
    ids = iter(matches)
    while some := list(islice(ids, AT_ONCE)):
        found |= _versions(some)
    return found


def _versions(some: list[int]) -> dict[int, Version]:
    rows = list(Match.objects.filter(pk__in=some).values_list("pk", "version", "status"))
    messages = dict(Press.objects.filter(match__in=some).order_by().values_list("match").annotate(Max("pk")))
    waiting = [pk for pk, _, status in rows if status == Match.Status.OPEN]
    players = dict(
        Seat.objects.filter(match__in=waiting).order_by().values_list("match").annotate(Count("user"))
    )
    return {pk: (version, messages.get(pk, 0), players.get(pk, 0)) for pk, version, _ in rows}


_encode = Encoder(order="deterministic").encode
