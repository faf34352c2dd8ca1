"""Past turns: what was answered in them, and one gone through step by step.

After each event of a turn there is the board as one reader saw it then.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext
from msgspec.msgpack import encode

from accounts.refusals import Refused
from games.engine.contract.engine import View
from games.engine.contract.events import TAKEN_OVER, Event
from games.engine.play.replay import Disagreement
from games.engine.play.save import Chapter, Save, decode_save
from games.engine.play.steps import aligned, spanning
from games.models import EventRow, HistoryChapter, Match, Seat, TurnView
from games.services.access import Access
from games.services.rehearsal.messages import WhatWas
from games.services.rehearsal.parent import Busy, TooHard, what_was
from games.services.scene import Scene
from games.services.storage import decode_view, encode_view
from games.services.stories.told import Told, event_of

KEPT = 64  # turns of readers, for those who go on to the next step


@dataclass(frozen=True, slots=True)
class StepView:
    """One step: what happened, and the scene after it."""

    told: Told
    event: Event
    scene: Scene


@dataclass(frozen=True, slots=True)
class Walk:
    """A turn, as one reader can go through it."""

    turn: int
    before: Scene | None  # the board when it began; None before the first board
    steps: list[StepView]
    after: Scene  # at its end, or now
    is_over: bool

    def scene(self, step: int) -> Scene | None:
        """The board after so many steps."""
        return self.before if step == 0 else self.steps[step - 1].scene


def with_eyes(access: Access, number: int | None) -> Access:
    """When a match is over nothing is hidden any more: anyone may see it as any player saw it."""
    if number is None or access.match.status != Match.Status.FINISHED:
        return access
    return replace(access, seat=next((seat for seat in access.seats if seat.number == number), None))


def walk(access: Access, turn: int, after: Scene) -> Walk:
    """A turn step by step; `after` is its end. Raises Refused if it cannot be shown in steps."""
    match = access.match
    told = _told(after, turn)
    before = kept_view(access, turn - 1) if turn else None
    views = _views(access, turn, [event for _, event in told], before)
    scenes = [Scene(access, None, decode_view(view) if view else None) for view in views]
    scenes[-1:] = [after] if scenes else []
    steps = [StepView(told[at][0], told[at][1], scene) for at, scene in enumerate(scenes)]
    is_over = turn < match.turn or match.status == Match.Status.FINISHED
    first = Scene(access, None, before) if before is not None else None
    return Walk(turn, first, steps, after, is_over)


def _told(scene: Scene, turn: int) -> list[tuple[Told, Event]]:
    """What the reader was told in the turn, each with its event."""
    rows = EventRow.objects.filter(match=scene.match, turn=turn, is_void=False).order_by("number")
    events = [event_of(bytes(data)) for data in rows.values_list("data", flat=True)]
    known = [event for event in events if event.seen_by(scene.number) is not None]
    return list(zip(scene.story(turn=turn), known, strict=True))


def kept_view(access: Access, turn: int) -> View | None:
    """What a reader saw at the end of a turn, if that was kept."""
    number = access.seat.number if access.seat is not None else 0
    row = TurnView.objects.filter(match=access.match, seat=number, turn=turn).values_list("data", flat=True)
    found = row.first()
    return decode_view(bytes(found)) if found is not None else None


def _views(access: Access, turn: int, told: list[Event], before: View | None) -> list[bytes]:
    """The reader's view after each event, from those kept or from the rules."""
    match, number = access.match, access.seat.number if access.seat is not None else 0
    key = (
        match.pk,
        match.commitment,
        match.rewinds,
        match.version if turn >= match.turn else -1,
        turn,
        number,
        len(told),
    )
    found = _kept.get(key)
    if found is None:
        views = aligned(told, _ask(match, turn, number), before)
        found = [encode_view(view) if view is not None else b"" for view in views]
        _kept.put(key, found)
    return found


def _ask(match: Match, turn: int, number: int) -> Any:
    if match.save_data is None:
        return []
    save = decode_save(bytes(match.save_data))
    chapters, until = _chapters(match, save, turn)
    try:
        return what_was(WhatWas(match.game, bytes(match.save_data), number, "", turn, chapters, until))
    except Disagreement:
        raise Refused(gettext("the rules have changed since this turn was played")) from None
    except Busy:
        raise Refused(
            gettext("too many people are asking for this right now; try again in a few seconds")
        ) from None
    except TooHard:
        raise Refused(gettext("working this turn out took too long")) from None


def _chapters(match: Match, save: Save, turn: int) -> tuple[list[bytes], bytes | None]:
    """The chapters that a turn is in, and the one after them, if any."""
    kept: list[tuple[int, int]] = []  # row and turn, as they led here; what was rewound is left out
    least = match.turn
    rows = HistoryChapter.objects.filter(match=match).order_by("-number")
    for pk, begun in rows.values_list("pk", "turn"):
        if begun <= least:
            least = begun
            kept.append((pk, begun))
    kept.reverse()
    now = encode(Chapter(save.base, save.log, save.seeds.epoch))
    places = spanning([*(begun for _, begun in kept), save.base.turns], turn)
    wanted = [pk for pk, _ in kept[places.start : places.stop + 1]]
    data = dict(HistoryChapter.objects.filter(pk__in=wanted).values_list("pk", "data"))
    found = [*(bytes(data[pk]) for pk in wanted), now]
    count = len(places)
    return found[:count], found[count] if count < len(found) else None


class _Kept:
    """The last turns that someone has gone through, in this process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._found: OrderedDict[tuple[object, ...], list[bytes]] = OrderedDict()

    def get(self, key: tuple[object, ...]) -> list[bytes] | None:
        with self._lock:
            if key in self._found:
                self._found.move_to_end(key)
            return self._found.get(key)

    def put(self, key: tuple[object, ...], views: list[bytes]) -> None:
        with self._lock:
            self._found[key] = views
            while len(self._found) > KEPT:
                self._found.popitem(last=False)


_kept = _Kept()


def taken_over(seat: Seat) -> EventRow | None:
    """Where the story tells that the player took over the seat; None for its first player."""
    found = None
    for row in EventRow.objects.filter(match=seat.match_id).only("data", "told_at", "turn"):
        event = event_of(bytes(row.data))
        if event.key == TAKEN_OVER and event.values.get("seat") == seat.number:
            found = row
    return found


def recent_chapters(match: Match, since: int) -> list[bytes]:
    """The answers of the last turns, encoded, as they led here; what was rewound is left out."""
    kept: list[bytes] = []
    turn = match.turn
    for row in HistoryChapter.objects.filter(match=match, turn__gte=since).order_by("-number"):
        if row.turn <= turn:
            turn = row.turn
            kept.append(bytes(row.data))
    return kept[::-1]
