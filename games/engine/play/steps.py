"""A turn event by event: its answers are given again, and what a reader could see is noted at each event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec

from games.engine.contract.decisions import SeatId
from games.engine.contract.engine import Engine, View
from games.engine.contract.events import Event
from games.engine.contract.state import MatchState
from games.engine.play.replay import Disagreement, Replay
from games.engine.play.save import Base, Chapter, Save

S = TypeVar("S", bound=MatchState)


@dataclass(frozen=True, slots=True)
class Step:
    """Something that the reader was told, and the table as the reader saw it then."""

    event: Event
    view: View


def steps(
    engine: Engine[S, Any],
    save: Save,
    chapters: Sequence[Chapter],
    until: Base | None,
    turn: int,
    seat: SeatId | None,
) -> list[Step]:
    """The steps of a turn in these chapters, up to the base after them; None: to where the match is now.

    Raises Disagreement if the rules no longer lead where they led.
    """
    found: list[Step] = []
    following = [chapter.base for chapter in chapters[1:]]
    for chapter, after in zip(chapters, [*following, until], strict=False):
        some, at_the_end = _steps_of(engine, save, chapter, after, turn, seat)
        found += some
        if found and at_the_end is not None:
            found[-1] = Step(found[-1].event, at_the_end)
    return found


def _steps_of(
    engine: Engine[S, Any], save: Save, chapter: Chapter, after: Base | None, turn: int, seat: SeatId | None
) -> tuple[list[Step], View | None]:
    """The steps in one chapter; and, if the turn ends in it, the table then."""
    seeds = msgspec.structs.replace(save.seeds, epoch=chapter.epoch)
    replay = Replay(engine, save.seats, seeds, save.options, base_stays=True)
    replay.reset(chapter.base)
    watcher = _Watcher(replay, turn, seat)
    try:
        replay.repeat(chapter.log, before=lambda _answers: watcher.settle())
    except (Disagreement, MemoryError):
        raise
    except Exception as error:  # whatever a changed rule stumbles over
        raise Disagreement(f"{engine.slug}: the replay failed: {error!r}") from error
    watcher.settle()
    end = _end(replay, after)
    return [step for step, passed in watcher.told if end is None or passed <= end], watcher.at_the_end


class _Watcher(Generic[S]):
    """Notes what one reader was told in a turn, and saw.

    Some rules tell what they have done, others what they are about to do. Where a question is put or a turn
    ends, all of it is done: what was told last is shown as the table is then.
    """

    def __init__(self, replay: Replay[S], turn: int, seat: SeatId | None) -> None:
        self.told: list[tuple[Step, int]] = []  # with the number of rest points passed
        self.at_the_end: View | None = None
        self._replay, self._turn, self._seat = replay, turn, seat
        self._is_settled = True
        replay.table.when_told = self._note
        replay.table.when_turn_ends = self._end_turn

    def _note(self, event: Event) -> None:
        points = self._replay.rest_points
        if self.told and self.told[-1][1] < len(points):
            self._settle(self._replay.engine.decode(points[-1].base.state))
        is_known = event.turn == self._turn and event.seen_by(self._seat) is not None
        if is_known and self._replay.table.has_state:
            self.told.append((Step(event, self._view(self._replay.table.state)), len(points)))
            self._is_settled = False

    def settle(self) -> None:
        """All that was told has been done."""
        if self._replay.table.has_state:
            self._settle(self._replay.table.state)

    def _end_turn(self) -> None:
        """Something may have changed since the last event without being told: here it is seen."""
        self.settle()
        if self._replay.table.turns == self._turn:
            self.at_the_end = self._view(self._replay.table.state)

    def _settle(self, state: S) -> None:
        if not self._is_settled:
            self._is_settled = True
            step, passed = self.told[-1]
            self.told[-1] = (Step(step.event, self._view(state)), passed)

    def _view(self, state: S) -> View:
        view: View = self._replay.engine.view(state, self._seat)
        return view


def _end(replay: Replay[S], after: Base | None) -> int | None:
    """Which rest point the next chapter begins with: what was told after it is told there again."""
    if after is None:
        return None
    for index, point in enumerate(replay.rest_points):
        if (point.base.state, point.base.turns) == (after.state, after.turns) and index:
            return index
    raise Disagreement(f"{replay.engine.slug}: the replay does not come to the next chapter")


def aligned(told: Sequence[Event], steps: Sequence[Step], before: View | None) -> list[View | None]:
    """The table after each event that is on record; `before` is the table at the beginning.

    Not everything on record comes from the rules, and what was taken back is not in any replay: after such an
    event the table looks as it did before. The last of two equal events is the one that counted.
    """
    views: list[View | None] = [None] * len(told)
    left = len(steps)
    for place in range(len(told) - 1, -1, -1):
        found = next((at for at in range(left - 1, -1, -1) if steps[at].event == told[place]), None)
        if found is not None:
            views[place], left = steps[found].view, found
    shown = before
    for place, view in enumerate(views):
        shown = views[place] = view if view is not None else shown
    return views


def spanning(turns: Sequence[int], turn: int) -> range:
    """Which chapters a turn is in, given the turn at the beginning of each: from the one in which it begins.

    >>> spanning([0, 0, 1, 2, 2, 3], 2), spanning([0, 0], 0), spanning([0, 1], 5)
    (range(2, 5), range(0, 2), range(1, 2))
    """
    earlier = [place for place, begun in enumerate(turns) if begun < turn]
    within = [place for place, begun in enumerate(turns) if begun <= turn]
    return range(earlier[-1] if earlier else 0, within[-1] + 1 if within else 0)
