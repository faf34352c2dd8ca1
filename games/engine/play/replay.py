"""Rules and their log: answers are sent into the coroutines, rest points marked, the base moved along.

Nobody is consulted here; `run.py` adds the people. Everything in this file happens the same way at first and
in a replay, except that a replay tells nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec

from games.engine.contract.decisions import Decision, SeatId
from games.engine.contract.dice import Dice, Roll, Seeds
from games.engine.contract.engine import Engine, Options, Result
from games.engine.contract.events import Event
from games.engine.contract.state import MatchState
from games.engine.contract.table import Answers, Rules, Table
from games.engine.play.save import DEFAULT, LEAVE, Answer, Base, Chapter, digest

S = TypeVar("S", bound=MatchState)

_RUNAWAY = 10_000  # turns in a row without a question: a fault of the rules, which must not loop for ever


class Disagreement(Exception):
    """A replay does not give what was saved: the rules changed under a match. The save is unharmed."""


@dataclass(slots=True)
class RestPoint:
    """A rest point that was passed: its place in the log, what it was, and how many rolls came before it."""

    position: int
    base: Base
    rolls: int


class Replay(Generic[S]):
    """A base, the answers since, and the coroutine that they have brought to where it waits."""

    def __init__(
        self,
        engine: Engine[S, Any],
        seats: Sequence[SeatId],
        seeds: Seeds,
        options: Options,
        *,
        when_base_moves: Callable[[int], None] | None = None,
        base_stays: bool = False,
    ) -> None:
        self.engine = engine
        self.seeds = seeds
        self.options = dict(options)  # as the match was opened, whatever a later version offers
        self.seats = tuple(seats)
        self.events: list[Event] = []  # told and not yet delivered
        self.rolls: list[Roll] = []  # past any take-back and not yet delivered
        self.retired: list[Chapter] = []  # bases left behind
        self.turn_ends: dict[int, bytes] = {}  # the state at the end of each turn, not yet delivered
        self.leaving: list[SeatId] = []  # at the next rest point
        self.settled = 0  # answers before the base
        self._when_base_moves = when_base_moves  # told how many answers are history from now on
        self._base_stays = base_stays  # nothing is left behind, and no turn is kept
        self._replaying = False
        self.reset(Base(rules=engine.rules))

    def reset(self, base: Base) -> None:
        """Stand at a base, with nothing answered since."""
        self.base = base
        self.log: list[Answer] = []
        self.asked: tuple[Decision[object], ...] = ()
        self.window, self.occasion = "", 0  # of the questions that are open
        self.result: Result | None = None
        self.dice = Dice(self.seeds)
        self.table: Table[S] = Table(self.seats, self.dice, base.rules)
        if not self._base_stays:
            self.table.when_turn_ends = self._keep_turn
        self._rules: Rules[None] | None = None
        self._own_since = 0
        self._stand_at(base)
        self.rest_points = [RestPoint(0, base, 0)]

    # Going on.

    def go_on(self) -> None:
        """From a rest point on to the next question, or to the end."""
        for _ in range(_RUNAWAY):
            if self._rules is not None:
                return
            if self.leaving and not self._replaying and self.table.has_state:
                self.leave_seat(self.leaving.pop(0))  # before any result: a player who has left cannot win
                continue
            if self.result is not None:
                return
            self._start(self._next_rules())
        raise RuntimeError(f"{self.engine.slug}: {_RUNAWAY} turns without a question")

    def enter(self, answers: Sequence[Answer]) -> None:
        """Write down the answers to the whole ask, in seat order, and let the rules go on."""
        for answer in sorted(answers, key=lambda answer: self.seats.index(answer.seat)):
            self._note(answer)
            self.table.count(answer.seat, self.occasion, answer.use)
        if len(answers) > 1 or self.window:
            # What was sealed is open now. A window counts even if it asked one seat alone: how many it asks
            # depends on hands, and a refused take-back must not tell.
            self.table.inform()
        self._send({answer.seat: answer.path for answer in answers})
        self.go_on()

    def leave_seat(self, seat: SeatId) -> None:
        """At a rest point: whatever the next turn had begun without asking anybody is dropped."""
        here = self.rest_points[-1]
        if not self.is_at_rest:
            raise Disagreement(f"{self.engine.slug}: seat {seat} leaves where no rest point is")
        self.asked = ()
        self._stand_at(here.base)
        del self.dice.rolls[here.rolls :]
        self._note(Answer(seat, LEAVE, by=DEFAULT))
        self.left.add(seat)
        self.table.inform()
        self._start(self.engine.leave(self.table, seat))

    def _next_rules(self) -> Rules[None] | None:
        if self.table.has_state:
            return self.engine.turn(self.table)
        usual = {spec.name: spec.default for spec in self.engine.options}
        return self.engine.setup(self.table, {**usual, **self.options})

    def _start(self, rules: Rules[None] | None) -> None:
        """Begin a rule; one that asks nothing has been carried out already."""
        self._rules = rules
        if rules is None:
            self._finish()
        else:
            self._send(None)

    def _send(self, answers: Answers | None) -> None:
        if self._rules is None:
            raise RuntimeError("no rule is waiting for an answer")
        try:
            ask = next(self._rules) if answers is None else self._rules.send(answers)
        except StopIteration:
            self._finish()
        else:
            self.asked, self.window, self.occasion = ask.decisions, ask.window, ask.occasion
            self._collect()

    def _finish(self) -> None:
        """A rule has come to its end, which is a rest point."""
        self._rules, self.asked = None, ()
        self._collect()
        self.result = self.engine.result(self.table.state)
        self.rest_points.append(RestPoint(len(self.log), self._snapshot(), len(self.dice.rolls)))
        self.settle()

    def _collect(self) -> None:
        if not self._replaying:
            self.events.extend(self.table.events)
        self.table.events.clear()

    def _note(self, answer: Answer) -> None:
        """Append to the log, and count what is counted by it."""
        if self.log and self.log[-1].seat != answer.seat:
            self._own_since = len(self.log)
        self.log.append(answer)
        self.table.answered = len(self.log)

    @property
    def is_at_rest(self) -> bool:
        """Whether nothing was answered since the last rest point."""
        return self.rest_points[-1].position == len(self.log)

    # Going back.

    def repeat(self, log: Sequence[Answer], before: Callable[[Sequence[Answer]], None] | None = None) -> None:
        """Send a log into the rules again. It consults nobody and tells nobody.

        `before` looks at each question that was asked, with the answers that it was given.
        """
        self._replaying = True
        try:
            self.go_on()
            at = 0
            while at < len(log):
                if log[at].kind == LEAVE:
                    self.leave_seat(log[at].seat)
                    self.go_on()
                    at += 1
                else:
                    answers = log[at : at + len(self.asked)]
                    if before is not None:
                        before(answers)
                    at += self._repeat_ask(answers)
        finally:
            self._replaying = False

    def _repeat_ask(self, answers: Sequence[Answer]) -> int:
        asked = sorted(self.asked, key=lambda decision: self.seats.index(decision.seat))
        expected = [(decision.seat, decision.kind) for decision in asked]
        given = [(answer.seat, answer.kind) for answer in answers]
        if not asked or given != expected:
            raise Disagreement(f"{self.engine.slug}: the rules ask {expected}, the log answers {given}")
        self.enter(answers)
        return len(answers)

    def cut(self, position: int) -> None:
        """Forget the answers from a place on, by running those before it again."""
        kept = self.log[:position]
        self.reset(self.base)
        self.repeat(kept)
        self.turn_ends = {turn: state for turn, state in self.turn_ends.items() if turn < self.table.turns}

    def barrier(self) -> int:
        """Answers before this place stand for good: someone learned something, or another seat answered."""
        if self.result is not None:
            return len(self.log)
        return max(self.table.informed, self._own_since)

    # Rest points and the base.

    def _stand_at(self, base: Base) -> None:
        table = self.table
        table.rules, table.active, table.turns = base.rules, base.active, base.turns
        if base.state:
            table.state = self.engine.decode(base.state)
            self.result = self.engine.result(table.state)
        self.dice.counters = dict(base.counters)
        table.uses = dict(base.uses)
        self.left = set(base.left)

    def _snapshot(self) -> Base:
        table = self.table
        state = self.engine.encode(table.state)
        table.state = self.engine.decode(state)  # go on with what a load would give, to the order of a dict
        counters, left = dict(self.dice.counters), tuple(sorted(self.left))
        return Base(table.rules, state, counters, table.active, table.turns, dict(table.uses), left)

    def settle(self) -> None:
        """Move the base to the newest rest point that no permitted take-back reaches behind."""
        barrier = self.barrier()
        for index in range(len(self.rest_points) - 1, 0, -1):
            if self.rest_points[index].position <= barrier and not self._base_stays:
                self._move_base(index)
                return

    def _move_base(self, index: int) -> None:
        here = self.rest_points[index]
        self.base = self._risen(here)
        if not self._replaying:
            chapter = Chapter(self.rest_points[0].base, tuple(self.log[: here.position]), self.seeds.epoch)
            self.retired.append(chapter)
        self.rolls.extend(self.dice.rolls[: here.rolls])
        self._forget(here.position, here.rolls)
        later = self.rest_points[index + 1 :]
        shifted = [RestPoint(p.position - here.position, p.base, p.rolls - here.rolls) for p in later]
        self.rest_points = [RestPoint(0, self.base, 0), *shifted]

    def _risen(self, here: RestPoint) -> Base:
        """The rules number rises only here: at a rest point that becomes the base at once."""
        is_now = here.position == len(self.log) and self._rules is None
        is_running = is_now and not self._replaying and self.result is None
        if not is_running or self.engine.rules <= here.base.rules:
            return here.base
        table = self.table
        table.rules = table.state.rules = self.engine.rules
        self.result = self.engine.result(table.state)  # as it will be found when the match is loaded
        return msgspec.structs.replace(here.base, rules=self.engine.rules)

    def _forget(self, passed: int, rolls: int) -> None:
        """The answers before the new base are history: count from it."""
        self.settled += passed
        del self.log[:passed]
        del self.dice.rolls[:rolls]
        table = self.table
        table.answered = len(self.log)
        table.informed = max(0, table.informed - passed)
        self._own_since = max(0, self._own_since - passed)
        if self._when_base_moves is not None:
            self._when_base_moves(passed)

    def _keep_turn(self) -> None:
        if not self._replaying:
            self.turn_ends[self.table.turns] = self.engine.encode(self.table.state)

    def digest(self) -> bytes:
        """What a replay must end with: state, dice counters, open questions."""
        state = self.engine.encode(self.table.state) if self.table.has_state else b""
        return digest(state, self.dice.counters, self.asked)
