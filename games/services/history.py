"""What is kept of a match: the view of every reader after each turn, and the proof that all was fair."""

from __future__ import annotations

import zlib
from dataclasses import dataclass

import msgspec

from games.engine.contract import dice, events
from games.engine.contract.dice import Roll
from games.engine.contract.engine import View
from games.engine.contract.events import Event, Link
from games.engine.contract.state import MatchState
from games.engine.play.run import AnyRun
from games.engine.play.save import Chapter, decode_save
from games.models import EventRow, HistoryChapter, Match, Seat, TurnView


def keep_views(match: Match, run: AnyRun, turn: int, state: MatchState) -> None:
    """Save what each reader sees at the end of a turn."""
    TurnView.objects.filter(match=match, turn=turn).delete()
    TurnView.objects.bulk_create(
        TurnView(
            match=match, turn=turn, seat=reader, data=encode_view(run.engine.view(state, reader or None))
        )
        for reader in (0, *run.seats)
    )


def forget_views(match: Match, turn: int) -> None:
    """The match stands in this turn: no view of it or of a later one is to be kept."""
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


class NotOver(Exception):
    """The seed of a running match is a secret."""


@dataclass(frozen=True, slots=True)
class Verified:
    """What was found to hold."""

    rolls: int
    events: int


def verify(match: Match) -> Verified:
    """Compute all rolls and all links again. Raises BadRoll or BrokenChain at the first that differs."""
    if match.status != Match.Status.FINISHED or match.save_data is None:
        raise NotOver("the match is not over, and its seed is a secret until then")
    seeds = decode_save(bytes(match.save_data)).seeds
    rolls = [msgspec.msgpack.decode(bytes(row.data), type=Roll) for row in match.roll_rows.all()]
    rows = list(match.event_rows.all())
    told = [msgspec.msgpack.decode(bytes(row.data), type=Event) for row in rows]
    links = [msgspec.msgpack.decode(bytes(row.link), type=Link) for row in rows if row.link is not None]
    checked = dice.verify(seeds, match.commitment, rolls)
    events.verify(told, links, seeds.server)
    return Verified(checked, len(told))
