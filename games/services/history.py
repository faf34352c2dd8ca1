"""What is kept of a match: the view of every reader after each turn, and the answers that led to it."""

from __future__ import annotations

import zlib

import msgspec

from games.engine.contract import events
from games.engine.contract.engine import View
from games.engine.contract.events import Event
from games.engine.contract.state import MatchState
from games.engine.play.run import AnyRun
from games.engine.play.save import Chapter
from games.models import EventRow, HistoryChapter, Match, Seat, TurnView
from games.services.rows import insert


def keep_views(match: Match, run: AnyRun, turn: int, state: MatchState) -> None:
    """Save what each reader sees at the end of a turn; nothing may be kept of it yet."""
    insert(
        TurnView,
        ("match", "turn", "seat", "data"),
        (
            (match.pk, turn, reader, encode_view(run.engine.view(state, reader or None)))
            for reader in (0, *run.seats)
        ),
    )


def forget_views(match: Match, turn: int) -> None:
    """From this turn on, no view is to be kept."""
    TurnView.objects.filter(match=match, turn__gte=turn).delete()


def encode_view(view: View) -> bytes:
    """A view for its row."""
    return zlib.compress(msgspec.msgpack.encode(view))


def decode_view(data: bytes) -> View:
    """A view from its row."""
    view: View = msgspec.msgpack.decode(zlib.decompress(data))
    return view


def taken_over(seat: Seat) -> EventRow | None:
    """Where the story tells that the player took over the seat; None for its first player."""
    found = None
    for row in EventRow.objects.filter(match=seat.match_id).only("data", "told_at", "turn"):
        event = msgspec.msgpack.decode(bytes(row.data), type=Event)
        if event.key == events.TAKEN_OVER and event.values.get("seat") == seat.number:
            found = row
    return found


def encode_chapter(chapter: Chapter) -> bytes:
    """A chapter for its row."""
    return msgspec.msgpack.encode(chapter)


def recent_chapters(match: Match, since: int) -> list[Chapter]:
    """The answers of the last turns, as they led here; what was wound back is left out."""
    kept: list[Chapter] = []
    turn = match.turn
    for row in HistoryChapter.objects.filter(match=match, turn__gte=since).order_by("-number"):
        if row.turn <= turn:
            turn = row.turn
            kept.append(msgspec.msgpack.decode(bytes(row.data), type=Chapter))
    return kept[::-1]
