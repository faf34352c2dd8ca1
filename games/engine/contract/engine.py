"""What a game is: six functions, its vocabulary, and the words it is told in."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from games.engine.contract import events
from games.engine.contract.decisions import SeatId
from games.engine.contract.dice import Chance
from games.engine.contract.events import Seen, Values
from games.engine.contract.guide import AnyGuide, Guide
from games.engine.contract.illustrations import Illustration
from games.engine.contract.lessons import Lesson
from games.engine.contract.phrases import Names as Names
from games.engine.contract.phrases import Phrase, Seat, in_english, say
from games.engine.contract.reference import Reference
from games.engine.contract.rosters import AnyRosterBook
from games.engine.contract.state import MatchState
from games.engine.contract.table import Rules, Table
from games.engine.contract.text import gettext_noop
from games.engine.contract.tree import Path
from games.engine.contract.tutorial import Tutorial
from games.engine.contract.vocabulary import Vocabulary

Setting = int | str | bool
Options = Mapping[str, Setting]
View = Mapping[str, object]
S = TypeVar("S", bound=MatchState)
V = TypeVar("V", bound=View)


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended. Several winners share the victory."""

    winners: tuple[SeatId, ...]
    scores: Mapping[SeatId, int] = field(default_factory=dict[SeatId, int])
    reason: Phrase = field(default_factory=lambda: Phrase(gettext_noop("The match is over.")))


@dataclass(frozen=True, slots=True)
class Facts:
    """What people want to know before they choose a game."""

    about: str = ""  # two sentences
    length: str = ""  # how long a match takes by email
    weight: str = ""  # how much there is to learn
    first: Options = field(default_factory=dict[str, Setting])  # the options of a first match


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """Something the opener of a match may choose."""

    name: str
    about: str
    choices: tuple[Setting, ...]
    group: str = ""  # options of one group are shown together, folded; those without one are always shown
    labels: Mapping[Setting, str] = field(
        default_factory=dict[Setting, str]
    )  # for people, where a word is not enough
    seats: tuple[int, ...] = ()  # the numbers of players that it is for; none: for all

    def is_for(self, seats: int) -> bool:
        """Whether it may be chosen for a match of so many players."""
        return not self.seats or seats in self.seats

    @property
    def listed(self) -> tuple[Setting, ...]:
        """As a form lists them: numbers by size, words as they are given."""
        return tuple(sorted(self.choices)) if all(type(c) is int for c in self.choices) else self.choices

    def label(self, choice: Setting) -> str:
        """A choice for people."""
        return self.labels.get(choice, str(choice))

    @property
    def default(self) -> Setting:
        """The first choice is taken when nobody chooses."""
        return self.choices[0]


# For games in which players may be asked in another player's turn; see `may_ask` in play/automatic.py.
INTERRUPTS = OptionSpec(
    "interrupts",
    gettext_noop("whether players may be asked during another player's turn"),
    ("limited", "never", "always"),
    labels={"limited": gettext_noop("as often as each of them allows")},
)


# For games in which it matters who sits where; see `start_if_full` in services/seats.py.
DRAWN_SEATS = OptionSpec(
    "drawn_seats",
    gettext_noop("who sits where, and so who plays with whom, is drawn when the match starts"),
    (False, True),
    seats=(3, 4, 5, 6),
)


class Engine(ABC, Generic[S, V]):
    """One game. The six functions are rules; everything else says how the game is named and told."""

    slug: ClassVar[str]  # folder, URL, fixtures
    title: ClassVar[str]
    facts: ClassVar[Facts] = Facts()
    ink: ClassVar[str] = "#1f3a5f"  # the colour of the game on pages, emails and reports
    night: ClassVar[Mapping[str, str]] = {}  # the colours of its drawings, and those on dark ground instead
    seats: ClassVar[range]
    rules: ClassVar[int]  # raised by what alters questions, options, draws, state or scores; see MatchState
    vocabulary: ClassVar[Vocabulary]
    options: ClassVar[tuple[OptionSpec, ...]] = ()
    standing: ClassVar[str] = ""  # for players who have none of their own
    score: ClassVar[str] = gettext_noop("points: {score}")  # what the numbers of a result count
    details: ClassVar[frozenset[str]] = frozenset()  # events told in one paragraph with what led to them
    stakes: ClassVar[frozenset[str]] = frozenset()  # events that odds in few words name: what is won and lost
    rosters: ClassVar[AnyRosterBook | None] = None  # decks or armies that players may build in advance
    reference: ClassVar[Reference | None] = None  # figures or cards that players may look up
    guide: ClassVar[AnyGuide] = Guide()  # the table as a place to play on
    lessons: ClassVar[tuple[Lesson, ...]] = ()  # what is told beside the questions of a first match
    tutorial: ClassVar[Tutorial | None] = None  # a scripted match for newcomers
    # The rule behind a refusal, by its sentence, and behind an event, by its key: pages and emails name it.
    rules_behind: ClassVar[Mapping[str, str]] = {}
    illustrations: ClassVar[tuple[Illustration, ...]] = ()  # in the rules: `manage.py draw_rules`
    state: type[S]

    # The rules.

    @abstractmethod
    def setup(self, table: Table[S], options: Options) -> Rules[None] | None:
        """Put the state on the table, up to the first rest point. One that asks nothing returns None."""

    @abstractmethod
    def turn(self, table: Table[S]) -> Rules[None] | None:
        """From one rest point to the next. The state alone says what comes next."""

    @abstractmethod
    def leave(self, table: Table[S], seat: SeatId) -> Rules[None] | None:
        """A player has given a seat up.

        It runs at a rest point, once for each seat, and never before there is a state. The match may have
        ended at that very rest point: the player cannot win, so `leave` comes before the result counts.
        When all others have left, the last one wins; `leave` never runs for that seat.
        """

    @abstractmethod
    def view(self, state: S, seat: SeatId | None) -> V:
        """What one seat may know, built up from nothing. None: a spectator."""

    def views_of(self, state: S, seats: Iterable[SeatId | None]) -> list[V]:
        """The same for several, for games in which what all of them see takes long to work out."""
        return [self.view(state, seat) for seat in seats]

    @abstractmethod
    def result(self, state: S) -> Result | None:
        """How it ended, or None while the match runs."""

    @abstractmethod
    def guess(self, state: S, seat: SeatId | None, dice: Chance) -> None:
        """Replace, in place, all that the seat cannot know by a random world that fits its view."""

    # The telling.

    @abstractmethod
    def sentence(self, seen: Seen) -> Phrase:
        """An event in words."""

    @abstractmethod
    def board(self, view: V, translate: Callable[[str], str] = in_english, names: Names | None = None) -> str:
        """The view as plain text, enough to play from, in lines of at most 76 characters."""

    @abstractmethod
    def picture(
        self, view: V, translate: Callable[[str], str] = in_english, names: Names | None = None
    ) -> str:
        """The view as one self-contained SVG: no scripts, nothing fetched, readable without colour."""

    def about(self, path: Path, view: V, translate: Callable[[str], str] = in_english) -> list[str]:
        """What a player wants to know of the last word of an answer: the text of a card, its cost."""
        return []

    def look_up(self, words: str, view: V, translate: Callable[[str], str] = in_english) -> list[str]:
        """What a player wants to know of a thing by its name: a card, a figure; nothing if it is unknown."""
        return []

    def texts(self, view: V, translate: Callable[[str], str] = in_english) -> list[str]:
        """The texts of all that the reader sees on the table, for those who do not know them by heart."""
        return []

    # Common to all.

    def tell(self, seen: Seen) -> Phrase:
        """An event in words, whether the game's or the table's own."""
        values = seen.values
        match seen.key:
            case events.TOOK_BACK:
                return say(
                    gettext_noop("{seat} takes back the last order."), seat=Seat(_number(values, "seat"))
                )
            case events.REWOUND:
                return _told_of_rewind(values)
            case events.STANDING_USED:
                told = gettext_noop("(Standing order “{order}”: {answer}.)")
                return say(told, order=str(values["order"]), answer=str(values["answer"]))
            case events.TOO_LATE:
                return say(
                    gettext_noop("“{answer}” came too late to be played."), answer=str(values["answer"])
                )
            case events.UNSEALED:
                return say(gettext_noop("The question has changed, so your sealed answer was not used."))
            case events.STEP_UNDONE:
                return say(gettext_noop("The match ended during this step, so the step was undone."))
            case events.EXTENDED if "reason" in values:
                return say(gettext_noop("{seat} has {hours} more hours: {reason}"), **_named(values))
            case key if key in _HAPPENED:
                return say(_HAPPENED[key], **_named(values))
            case _:
                return self.sentence(seen)

    def is_detail(self, seen: Seen) -> bool:
        """Whether it is told in one paragraph with what was told before."""
        return seen.key == events.STANDING_USED or seen.key in self.details

    def gist(self, seen: Seen) -> Seen | None:
        """What an event comes to, however the dice fell; None if that is nothing. Previews count by it."""
        return seen

    def measures(self, told: Sequence[Seen]) -> list[tuple[Phrase, int]]:
        """Numbers that the dice decide, by name: previews say how likely each value is."""
        return []

    def outlook(self, state: S, told: Sequence[Seen]) -> bytes:
        """All that what comes next can depend on: two rolls that lead to the same are one to a preview."""
        return self.encode(state)

    def settings(self, chosen: Options, seats: int | None = None) -> dict[str, Setting]:
        """The chosen options with the defaults of the others. Raises ValueError for what is not offered.

        With a number of players also for what is not meant for so many.
        """
        known = {spec.name: spec for spec in self.options}
        for name, value in chosen.items():
            if name not in known or value not in known[name].choices:
                raise ValueError(f"{self.slug} has no option {name}={value!r}")
            if seats is not None and value != known[name].default and not known[name].is_for(seats):
                raise ValueError(f"{name} is not for {seats} players")
        return {name: chosen.get(name, spec.default) for name, spec in known.items()}

    def sides(self, options: Options, seats: Sequence[SeatId]) -> list[tuple[SeatId, ...]]:
        """Who wins together: in most games each player alone. Allies may write to each other in private."""
        return [(seat,) for seat in seats]

    def encode(self, state: S) -> bytes:
        """The state as bytes: the same for equal states, on every machine."""
        return _encoder.encode(state)

    def decode(self, data: bytes) -> S:
        """The state from its bytes."""
        decoder: msgspec.msgpack.Decoder[S] = _decoder(self.state)
        return decoder.decode(data)


# What people do to a match, whichever game it is.
_HAPPENED = {
    events.LATE: gettext_noop("{seat} missed the deadline."),
    events.PAUSED: gettext_noop("The match is paused: {reason}"),
    events.RESUMED: gettext_noop(
        "The match continues. Every deadline was extended by the length of the pause."
    ),
    events.EXTENDED: gettext_noop("{seat} has {hours} more hours."),
    events.TAKEN_OVER: gettext_noop("{seat} takes over this seat from the previous player."),
    events.LOOKED: gettext_noop("The host looked at the hidden information of {seat}: {reason}"),
    events.AGREED: gettext_noop("The players agreed to end the match here."),
    events.ABSENT: gettext_noop("{seat} is absent from {first} to {last}."),
    events.BACK: gettext_noop("{seat} cancelled the absence from {first} to {last}."),
}


def _told_of_rewind(values: Values) -> Phrase:
    turn = _number(values, "turn")
    to = say(gettext_noop("turn {turn}"), turn=turn) if turn else say(gettext_noop("the end of set-up"))
    if "reason" not in values:
        return say(
            gettext_noop("The host rewound the match to {turn}. The dice will be rolled again."), turn=to
        )
    why = gettext_noop("The host rewound the match to {turn} ({reason}). The dice will be rolled again.")
    return say(why, turn=to, reason=str(values["reason"]))


def _named(values: Values) -> dict[str, int | str | Phrase]:
    return {
        name: Seat(_number(values, name)) if name == "seat" else str(value) for name, value in values.items()
    }


def _number(values: Values, name: str) -> int:
    return int(str(values[name]))


AnyEngine = Engine[Any, Any]
_encoder = msgspec.msgpack.Encoder(order="deterministic")


@cache
def _decoder(state: type[S]) -> msgspec.msgpack.Decoder[S]:
    return msgspec.msgpack.Decoder(state)
