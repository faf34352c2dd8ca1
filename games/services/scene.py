"""A match as one reader may know it: the one source of pages, emails, reports and the API."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import QuerySet

from accounts.refusals import Refused
from games.engine.contract.decisions import Decision
from games.engine.contract.engine import AnyEngine, View
from games.engine.contract.parts import Part, Thing
from games.engine.contract.phrases import Phrase
from games.engine.contract.tree import Path
from games.engine.language.explain import About, explain, nothing
from games.engine.language.paths import write
from games.engine.play.coach import Coach
from games.engine.play.listing import Listing, decision_from
from games.engine.play.orders import waiting_for
from games.engine.play.replay import Disagreement
from games.engine.play.run import AnyRun
from games.models import EventRow, Match, Order, Seat, TurnView
from games.services import storage
from games.services.access import Access, Look, Remembered, for_a_reader
from games.services.engines import ENGINES
from games.services.storage import decode_view
from games.services.stories.told import MOST_HAPPENINGS, Happening, Told, event_of, outcome, translator
from post.prepared import Prepared

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Question:
    """What the reader is asked."""

    id: str
    prompt: str
    decision: Decision[object]
    is_waited_for: bool  # False: an answer is sealed, or given automatically, and may be replaced
    spoken: Callable[[str], str] = str  # how this game's words are written
    order_of: Callable[[Path], Path] = tuple  # a line in the words of this game
    about: About = nothing  # what the game tells of an answer, beyond its label

    def explain(self, words: list[str] | None = None) -> str:
        """What may be written, in plain text. Raises a PlayerError where the words are not possible."""
        return explain(self.decision, words or [], translator(), self.spoken, self.about)

    def write(self, path: Path) -> str:
        """An answer as people write it."""
        return write(self.decision, path, self.spoken)

    @property
    def draft(self) -> str:
        """A line that can be sent as it is: the default."""
        return self.write(self.decision.fallback())


@dataclass(frozen=True, slots=True)
class LastSent:
    """What is asked of the newest order of a player."""

    pk: int
    played_at: datetime | None
    is_void: bool
    receipt: dict[str, Any]
    turn: int


# What every page reads.


def _happenings(match: int, since_turn: int) -> QuerySet[EventRow, Any]:
    found = EventRow.objects.filter(match=match, turn__gte=since_turn).order_by("number")
    return found.values_list("number", "turn", "told_at", "is_void", "data")


def _newest_order(seat: int, taken_at: datetime | None) -> QuerySet[Order, Any]:
    sent = Order.objects.of(Seat(pk=seat, taken_at=taken_at)).exclude(kind=Order.Kind.LATE)
    return sent.order_by("-pk").values_list("pk", "played_at", "is_void", "receipt", "turn")[:1]


_all_since = Prepared(_happenings)
_some_since = Prepared(lambda match, since_turn: _happenings(match, since_turn)[:MOST_HAPPENINGS])
_last_sent = Prepared(_newest_order)


@dataclass
class Scene:
    """One match, one reader, now. Nothing in it goes beyond what the reader may know."""

    access: Access
    run: AnyRun | None = field(repr=False)
    view: View | None
    listing: Listing | None = None  # of the options, where they take too long to be looked at here

    @property
    def match(self) -> Match:
        return self.access.match

    @property
    def seat(self) -> Seat | None:
        return self.access.seat

    @cached_property
    def engine(self) -> AnyEngine:
        return ENGINES[self.match.game]

    @cached_property
    def names(self) -> dict[int, str]:
        return self.access.names

    @property
    def number(self) -> int | None:
        """The reader's seat, for the engine."""
        return self.seat.number if self.seat is not None else None

    def look_up(self, words: str) -> list[str]:
        """What there is to know of a card or figure by its name."""
        return self.engine.look_up(words, self.view, translator()) if self.view is not None else []

    def texts(self) -> list[str]:
        """The texts of what lies on the table, as far as the reader may see it."""
        return self.engine.texts(self.view, translator()) if self.view is not None else []

    def board(self) -> str:
        """The table as plain text."""
        return self.engine.board(self.view, translator(), self.names) if self.view is not None else ""

    def picture(self) -> str:
        """The table as an SVG; an email and its report show the same."""
        return self._picture

    @cached_property
    def _picture(self) -> str:
        return self.engine.picture(self.view, translator(), self.names) if self.view is not None else ""

    def parts(self) -> list[Part]:
        """The table as drawings that a page arranges; none if the game has only its picture."""
        return self.engine.guide.parts(self.view, translator(), self.names) if self.view is not None else []

    def things(self, wanted: Collection[str]) -> dict[str, list[Thing]]:
        """Where things are on the table, and what they are."""
        return self.engine.guide.things(self.view, wanted, translator()) if self.view is not None else {}

    def thing(self, decision: Decision[object], path: Path) -> str:
        """What the last word of an answer means on the table."""
        return self.engine.guide.thing(decision, path, self.view) if self.view is not None else path[-1]

    def asks(self, decision: Decision[object], path: Path) -> str:
        """What the next word of an answer is for; empty if the prompt says it."""
        return (
            self.engine.guide.asks(decision, path, self.view, translator()) if self.view is not None else ""
        )

    def without(self, decision: Decision[object], path: Path) -> str:
        """What is given up if an answer ends here."""
        return (
            self.engine.guide.without(decision, path, self.view, translator())
            if self.view is not None
            else ""
        )

    def suggest(self, decision: Decision[object], path: Path) -> Path | None:
        """A whole answer that begins so and that most players would give."""
        return self.engine.guide.suggest(decision, path, self.view) if self.view is not None else None

    def at_hand(self, decision: Decision[object], path: Path) -> Iterator[Path]:
        """Whole answers that begin so and that hang on dice."""
        return self.engine.guide.at_hand(decision, path, self.view) if self.view is not None else iter(())

    def sketch(self, word: str) -> Part | None:
        """A small drawing of a word that names do not tell apart."""
        return self.engine.guide.sketch(word, self.view) if self.view is not None else None

    def about(self, path: Path) -> list[str]:
        """What the game tells of the last word of an answer, beyond its label."""
        return self.engine.about(path, self.view, translator()) if self.view is not None else []

    @cached_property
    def question(self) -> Question | None:
        """What the reader is asked now, if anything."""
        if self.run is None or self.number is None or self.match.status != Match.Status.RUNNING:
            return None
        decision = self.run.decision_for(self.number)
        if decision is None:
            return None
        if self.listing is not None:
            decision = decision_from(self.listing, decision)
        return Question(
            self.run.decision_id(self.number),
            self.said(decision.prompt),
            decision,
            self.number in waiting_for(self.run),
            self.run.engine.vocabulary.spoken,
            self.run.engine.vocabulary.order_of,
            self.about,
        )

    @property
    def coach(self) -> Coach | None:
        """Who leads the reader through a tutorial; None in all other matches."""
        return self.run.coach if self.run is not None and self.number is not None else None

    @property
    def can_take_back(self) -> bool:
        """Whether the reader's last order may still be taken back."""
        return bool(self.take_back_id)

    @cached_property
    def take_back_id(self) -> str:
        """A name of the reader's last order, if it may still be taken back."""
        if self.run is None or self.number is None or self.match.status != Match.Status.RUNNING:
            return ""
        return self.run.take_back_id(self.number)

    def said(self, phrase: Phrase) -> str:
        """A sentence for this reader: in the active language, with the players' names."""
        return phrase.text(self.names, translator())

    def story(
        self,
        first: int = 0,
        last: int | None = None,
        turn: int | None = None,
        *,
        since_turn: int | None = None,
        is_void: bool = False,
    ) -> list[Told]:
        """What the reader was told: rows `first` (exclusive) to `last`, some turns or one, or everything.

        What a rewind has undone is a separate story: `is_void`.
        """
        if since_turn is not None:
            happened = self.happened(since_turn)
            return list(self._told((one.turn, one.data) for one in happened if one.is_void == is_void))
        rows = EventRow.objects.filter(match=self.match, is_void=is_void).order_by("number")
        if turn is not None:
            rows = rows.filter(turn=turn)
        if first:
            rows = rows.filter(number__gt=first)
        if last is not None:
            rows = rows.filter(number__lte=last)
        return list(self._told(rows.values_list("turn", "data")))

    def told_at(self, moment: datetime, since_turn: int) -> list[Told]:
        """What happened at one moment: all that an order brought about has the same."""
        found = (one for one in self.happened(since_turn) if one.told_at == moment and not one.is_void)
        return list(self._told((one.turn, one.data) for one in found))

    def happened(self, since_turn: int) -> list[Happening]:
        """All that happened from a turn on, told to the reader or not; of earlier rounds, so much at most."""
        if since_turn >= self._round:
            return [one for one in self._lately if one.turn >= since_turn]
        return [Happening(*row) for row in _some_since(self.match.pk, since_turn)]

    @property
    def newest(self) -> int:
        """The number of the last event that a page shows."""
        return self._lately[-1].number if self._lately else 0

    @property
    def _round(self) -> int:
        """The first of the turns that a page shows: the current one, and one of each player before it."""
        return max(0, self.match.turn - len(self.access.seats))

    @cached_property
    def _lately(self) -> list[Happening]:
        return [Happening(*row) for row in _all_since(self.match.pk, self._round)]

    def _told(self, rows: Iterable[tuple[int, bytes | memoryview]]) -> Iterator[Told]:
        number = 0
        for turn, data in rows:
            seen = event_of(bytes(data)).seen_by(self.number)
            if seen is not None:
                number += 1
                is_detail = self.engine.is_detail(seen)
                rule = self.engine.rules_behind.get(seen.key, "")
                yield Told(number, turn, seen.key, self.said(self.engine.tell(seen)), is_detail, rule)

    @cached_property
    def last_sent(self) -> LastSent | None:
        """The reader's newest order, whatever became of it."""
        if self.seat is None:
            return None
        found = _last_sent(self.seat.pk, self.seat.taken_at)
        return next((LastSent(*row) for row in found), None)

    def knows(self, data: bytes) -> bool:
        """Whether the reader was told of an event, given as its row keeps it."""
        return event_of(data).seen_by(self.number) is not None

    @property
    def outcome(self) -> str:
        """How it ended, in one sentence; empty while it runs."""
        return outcome(self.match, self.names)


def scene_of(access: Access) -> Scene:
    """The match as it stands now; if its rules fail, as it stood when they last worked."""
    match = access.match
    if match.save_data is None or access.look is Look.NO_BOARD:
        return Scene(access, None, None)
    if match.stuck or access.look is Look.LAST_KNOWN or _overlong.has(match.pk, match.version):
        return _last_known(access)
    try:
        with for_a_reader():
            run = storage.load(match, access.seats)
            return Scene(access, run, run.view(access.seat.number if access.seat is not None else None))
    except Disagreement:  # the worker tells the host
        return _last_known(access)
    except Refused:
        _overlong.add(match.pk, match.version)
        return _last_known(access)
    except Exception:
        log.exception("match %s cannot be shown as it stands now", match.pk)
        return _last_known(access)


_overlong = Remembered()  # matches that were not loaded in time, as they stand


def _last_known(access: Access) -> Scene:
    number = access.seat.number if access.seat is not None else 0
    views = TurnView.objects.filter(match=access.match, seat=number).order_by("-turn")
    found = views.values_list("data", flat=True).first()
    return Scene(access, None, decode_view(bytes(found)) if found is not None else None)


def scene_after(access: Access, turn: int) -> Scene | None:
    """The match as the reader saw it at the end of a turn; the next known turn if several ended at once."""
    number = access.seat.number if access.seat is not None else 0
    views = TurnView.objects.filter(match=access.match, seat=number, turn__gte=turn)
    found = views.order_by("turn").values_list("data", flat=True).first()
    if found is None:
        return scene_of(access) if turn <= access.match.turn else None
    return Scene(access, None, decode_view(bytes(found)))
