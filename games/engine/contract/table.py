"""The table that rules are played at: state, dice, what is told, and the two places where a rule waits."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from games.engine.contract import events
from games.engine.contract.decisions import Decision, SeatId
from games.engine.contract.dice import Chance, Worth, shuffle, throw
from games.engine.contract.events import Event, Plain, Values
from games.engine.contract.state import MatchState
from games.engine.contract.tree import Path

S = TypeVar("S", bound=MatchState)
R = TypeVar("R")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Ask:
    """Questions that are open at the same time, one per seat; answers are sealed until all are in."""

    decisions: tuple[Decision[object], ...]
    window: str = ""  # where reactions (`play … on <window>`) may answer
    occasion: int = 0  # which opening of that window


Answers = Mapping[SeatId, Path]
Rules = Generator[Ask, Answers, R]


def steps_of(rule: Rules[None] | None) -> Rules[None]:
    """Go through what may be a rule or, where nobody is asked, a plain function that has done it all."""
    if rule is not None:
        yield from rule


class Reveal(Exception):
    """A preview has come to something that its seat cannot know yet."""


class Table(Generic[S]):
    """What a rule may touch. Everything that lasts is in `state`; the rest is made again by a replay."""

    def __init__(self, seats: Sequence[SeatId], dice: Chance, rules: int) -> None:
        self.seats = tuple(seats)
        self.dice = dice
        self.rules = rules  # the number in force; the runner raises it
        self.events: list[Event] = []
        self.active: SeatId | None = None  # whose turn it is; None: everybody's
        self.turns = 0
        self.uses: dict[str, int] = {}  # of standing orders with a limit, this turn
        self.occasions: set[tuple[int, str]] = set()  # reactions used, by the opening of a window
        self.used: dict[SeatId, tuple[int, str]] = {}  # what each seat's last answer was counted as
        self.answered = 0  # answers since the base; the runner counts them
        self.informed = 0  # how many of them someone has learned something after
        self.stop_at_reveal = False  # a preview goes no further than what its seat can know
        self.when_turn_ends: Callable[[], None] | None = None  # the runner keeps what the table looks like
        self.when_told: Callable[[Event], None] | None = None  # set while a turn is gone through step by step
        self._occasions = 0
        self._state: list[S] = []

    @property
    def state(self) -> S:
        """The state of the match; `setup` puts it on the table."""
        return self._state[0]

    @state.setter
    def state(self, state: S) -> None:
        state.rules = self.rules
        self._state[:] = [state]

    @property
    def has_state(self) -> bool:
        """Whether `setup` has come that far."""
        return bool(self._state)

    # Asking: the only places where a rule waits.

    def ask(self, decision: Decision[T]) -> Rules[T]:
        """Put a question to one seat and wait for the answer."""
        answers = yield Ask((decision,))
        return decision.value(answers[decision.seat])

    def ask_all(self, decisions: Iterable[Decision[T]]) -> Rules[dict[SeatId, T]]:
        """Put questions to several seats at once; nobody sees an answer before all are in."""
        asked = tuple(decisions)
        answers: Answers = (yield Ask(asked)) if asked else {}
        return {decision.seat: decision.value(answers[decision.seat]) for decision in asked}

    def window(
        self,
        name: str,
        offer: Callable[[SeatId], Decision[T | None] | None],
        act: Callable[[SeatId, T], Rules[None]],
        *,
        might: Callable[[SeatId], bool],
        order: Sequence[SeatId] | None = None,
    ) -> Rules[None]:
        """A moment that several seats may use, again and again until all pass.

        `might` judges by public facts alone and covers every real case: that the window was there is known to
        all, so it is an information point whether or not anybody holds anything. `offer` may look at hands;
        its value None is a pass. Answers take effect in order, each checked again: one no longer legal is a
        pass.
        """
        seats = [seat for seat in (order or self.clockwise()) if might(seat)]
        if seats:
            self.inform()
        self._occasions += 1
        occasion = self._occasions
        acted = True
        while acted:
            acted = False
            asked = tuple(found for seat in seats if (found := offer(seat)) is not None)
            answers: Answers = (yield Ask(asked, name, occasion)) if asked else {}
            # What was meant is read before anybody acts: a tree may grow from the state as it then is.
            meant = [(first, first.value(answers[first.seat])) for first in asked]
            for first, intended in meant:
                again = offer(first.seat)
                if again is None or again.check(answers[first.seat]) is not None:
                    self._void(first.seat, answers[first.seat], is_pass=intended is None)
                    continue
                value = again.value(answers[first.seat])
                if value is not None:
                    acted = True
                    yield from act(first.seat, value)

    def _void(self, seat: SeatId, path: Path, *, is_pass: bool) -> None:
        """An answer came too late: it counts against no limit, and its owner is told unless it was a pass."""
        occasion, use = self.used.pop(seat, (0, ""))
        if use:
            self.uses[use] -= 1
            self.occasions.discard((occasion, use))
        if not is_pass:
            self.tell(events.TOO_LATE, only=(seat,), answer=" ".join(path))

    def count(self, seat: SeatId, occasion: int, use: str) -> None:
        """An answer was given that counts against a limit; an empty `use` counts against none."""
        self.used.pop(seat, None)
        if use:
            self.used[seat] = (occasion, use)
            self.uses[use] = self.uses.get(use, 0) + 1
            self.occasions.add((occasion, use))

    # Turns and seats.

    def begin_turn(self, seat: SeatId | None = None) -> None:
        """A turn begins: limits of standing orders count anew, and anyone who was away is back.

        Without a seat it is a turn of all: nobody is asked in another player's turn.
        """
        if self.turns == 0:
            self.end_turn()  # set-up
        self.active = seat
        self.turns += 1
        self.uses.clear()

    def end_turn(self) -> None:
        """The turn is over, and nothing points to the next one yet: this is how its readers will see it."""
        if self.when_turn_ends is not None and self.has_state:
            self.when_turn_ends()

    def clockwise(self, first: SeatId | None = None) -> list[SeatId]:
        """All seats in order, from the given one or from the active one."""
        start = first if first is not None else self.active
        at = self.seats.index(start) if start is not None else 0
        return [*self.seats[at:], *self.seats[:at]]

    def since(self, number: int) -> bool:
        """Whether this match is played by rules number `number` or newer: for rules, from set-up on.

        Everything else asks the state.
        """
        return self.rules >= number

    # Chance and knowledge: the information points.

    def roll(self, purpose: str, sides: int) -> int:
        """An open roll, 1 to `sides`. Everybody learns it."""
        self.inform()
        return self.dice.below(purpose, sides) + 1

    def throw(self, purpose: str, sides: int, count: int, worth: Worth) -> list[int]:
        """So many open rolls at once, each 1 to `sides`; see `throw` in dice.py."""
        self.inform()
        return [face + 1 for face in throw(self.dice, purpose, sides, count, worth)]

    def draw(self, purpose: str, sides: int) -> int:
        """A hidden number in range(sides): nobody learns it now."""
        return self.dice.below(purpose, sides, hidden=True)

    def shuffle(self, purpose: str, items: list[T]) -> None:
        """Shuffle in place; nobody learns anything."""
        shuffle(self.dice, purpose, items)

    def learn(self) -> None:
        """Someone is about to see something hidden."""
        if self.stop_at_reveal:
            raise Reveal
        self.inform()

    def inform(self) -> None:
        """An information point: what was answered before it can no longer be taken back."""
        self.informed = self.answered

    # Telling.

    def tell(
        self,
        key: str,
        *,
        own: Mapping[SeatId, Values] | None = None,
        only: Iterable[SeatId] | None = None,
        **values: Plain,
    ) -> None:
        """Something happened: a key in the past tense, values for all, more for some, or `only` for some."""
        event = events.told(key, own, only, values, self.turns)
        self.events.append(event)
        if self.when_told is not None:
            self.when_told(event)
