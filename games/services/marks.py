"""The mark of a page: it changes with what its reader would see on reloading it, and with nothing else.

A push must not tell more than a look: that somebody was asked, or has sent something that nobody sees yet, is
a secret. So a mark is made from what its reader sees, and only readers whose mark has changed are told.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import islice

from django.db.models import Count, Max
from django.utils.crypto import salted_hmac
from msgspec.msgpack import Encoder

from games.models import EventRow, Match, Order, Press, Seat
from games.services import orders
from games.services.scene import Scene

LENGTH = 20
AT_ONCE = 500  # matches in one question to the database

Version = tuple[int, int, int]  # of a match: written so often, its last message, its players


def mark_of(scene: Scene) -> str:
    """An opaque word for what the reader sees now."""
    shown = [_table(scene), _match(scene.match), _seats(scene), _own(scene)]
    return salted_hmac("games.mark", _encode(shown), algorithm="sha256").hexdigest()[:LENGTH]


def _table(scene: Scene) -> list[object]:
    """The board, the question, and how much of the story was told."""
    question = scene.question
    asked = [question.id, question.is_waited_for] if question is not None else []
    return [scene.number, scene.view, asked, scene.can_take_back, _told(scene)]


def _told(scene: Scene) -> list[bool]:
    """Each event of this turn that the reader knows, and whether a rewind has undone it."""
    rows = EventRow.objects.filter(match=scene.match, turn=scene.match.turn).order_by("number")
    return [is_void for data, is_void in rows.values_list("data", "is_void") if scene.knows(bytes(data))]


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
    sent = Order.objects.of(seat).exclude(kind=Order.Kind.LATE).order_by("-pk")
    read = Press.objects.filter(match=scene.match).seen_by(seat).order_by("-pk")
    return [
        list(sent.values_list("pk", "played_at", "is_void", "receipt")[:1]),
        list(read.values_list("pk", flat=True)[:1]),
        orders.kept(scene).text,
    ]


def versions(matches: Collection[int]) -> dict[int, Version]:
    """How often each match was written. Whoever has seen this number has missed nothing."""
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
