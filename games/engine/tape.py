"""Rules with their log: sends answers into the coroutines, marks rest points, and moves the base along.

Nobody is consulted here; `run.py` adds the people. Everything in this file happens alike the first time and
in a replay, except that a replay tells nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import msgspec

from games.engine.contract import Engine, Options, Result
from games.engine.decisions import Decision, SeatId
from games.engine.dice import Dice, Roll, Seeds
from games.engine.events import Event
from games.engine.save import DEFAULT, LEAVE, Answer, Base, Chapter, digest
from games.engine.table import Answers, Rules, Table

S = TypeVar("S", bound=msgspec.Struct)

_RUNAWAY = 10_000  # turns in a row that ask nobody: a fault of the rules, better stopped than spun


class Disagreement(Exception):
    """A replay does not give what was saved: the rules changed under a match. The save is unharmed."""


@dataclass(slots=True)
class Rest:
    """A rest point that was passed: where in the log, what it was, and how many rolls came before it."""

    position: int
    base: Base
    rolls: int


class Tape(Generic[S]):
    """A base, the answers since, and the coroutine that they have brought to where it waits."""

    def __init__(self, engine: Engine[S], seats: Sequence[SeatId], seeds: Seeds, options: Options) -> None:
        self.engine = engine
        self.seeds = seeds
        self.options = engine.settings(options)
        self.seats = tuple(seats)
        self.events: list[Event] = []  # told and not yet delivered
        self.rolls: list[Roll] = []  # past any take-back and not yet delivered
        self.retired: list[Chapter] = []  # bases left behind
        self.leaving: list[SeatId] = []  # at the next rest point
        self.settled = 0  # answers before the base
        self._replaying = False
        self.reset(Base(rules=engine.rules))

    def reset(self, base: Base) -> None:
        """Stand at a base, with nothing answered since."""
        self.base = base
        self.log: list[Answer] = []
        self.asked: tuple[Decision[object], ...] = ()
        self.result: Result | None = None
        self.dice = Dice(self.seeds)
        self.table: Table[S] = Table(self.seats, self.dice, base.rules)
        self._rules: Rules[None] | None = None
        self._own_since = 0
        self._stand_at(base)
        self.rests = [Rest(0, base, 0)]

    # Going on.

    def go_on(self) -> None:
        """From a rest point on to the next question, or to the end."""
        for _ in range(_RUNAWAY):
            if self._rules is not None:
                return
            if self.leaving and not self._replaying and self.table.has_state:
                self.leave_seat(self.leaving.pop(0))  # before any result: who has left cannot win
                continue
            if self.result is not None:
                return
            self._rules = self._next_rules()
            self._send(None)
        raise RuntimeError(f"{self.engine.slug}: {_RUNAWAY} turns without a question")

    def enter(self, answers: Sequence[Answer]) -> None:
        """Write down the answers to the whole ask, in seat order, and let the rules go on."""
        occasions = {decision.seat: decision.occasion for decision in self.asked}
        for answer in sorted(answers, key=lambda answer: self.seats.index(answer.seat)):
            self._note(answer)
            self.table.count(answer.seat, occasions[answer.seat], answer.use)
        if len(answers) > 1 or any(decision.window for decision in self.asked):
            # What was sealed is open now. A window counts even if it asked one seat alone: how many it asks
            # depends on hands, and a refused take-back must not tell.
            self.table.inform()
        self._send({answer.seat: answer.path for answer in answers})
        self.go_on()

    def leave_seat(self, seat: SeatId) -> None:
        """At a rest point: whatever the next turn had begun without asking anybody is dropped."""
        rest = self.rests[-1]
        if rest.position != len(self.log):
            raise Disagreement(f"{self.engine.slug}: seat {seat} leaves where no rest point is")
        self.asked = ()
        self._stand_at(rest.base)
        del self.dice.rolls[rest.rolls :]
        self._note(Answer(seat, LEAVE, by=DEFAULT))
        self.left.add(seat)
        self.table.inform()
        self._rules = self.engine.leave(self.table, seat)
        self._send(None)

    def _next_rules(self) -> Rules[None]:
        if self.table.has_state:
            return self.engine.turn(self.table)
        return self.engine.setup(self.table, self.options)

    def _send(self, answers: Answers | None) -> None:
        if self._rules is None:
            raise RuntimeError("no rule is waiting for an answer")
        try:
            ask = next(self._rules) if answers is None else self._rules.send(answers)
        except StopIteration:
            self._rules, self.asked = None, ()
            self._collect()
            self._rest()
        else:
            self.asked = ask.decisions
            self._collect()

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

    # Going back.

    def replay(self, log: Sequence[Answer]) -> None:
        """Send a log into the rules again. It consults nobody and tells nobody."""
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
                    at += self._replay_ask(log[at : at + len(self.asked)])
        finally:
            self._replaying = False

    def _replay_ask(self, answers: Sequence[Answer]) -> int:
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
        self.replay(kept)

    def barrier(self) -> int:
        """Answers before this place stand for good: somebody learned something, or another seat answered."""
        if self.result is not None:
            return len(self.log)
        return max(self.table.informed, self._own_since)

    # Rest points and the base.

    def _stand_at(self, base: Base) -> None:
        table = self.table
        if base.state:
            table.state = self.engine.decode(base.state)
            self.result = self.engine.result(table.state)
        self.dice.counters = dict(base.counters)
        table.rules, table.active, table.turns = base.rules, base.active, base.turns
        table.uses = dict(base.uses)
        self.left = set(base.left)

    def _rest(self) -> None:
        self.result = self.engine.result(self.table.state)
        self.rests.append(Rest(len(self.log), self._snapshot(), len(self.dice.rolls)))
        self.settle()

    def _snapshot(self) -> Base:
        table = self.table
        state = self.engine.encode(table.state)
        table.state = self.engine.decode(state)  # go on with what a load would give, to the order of a dict
        counters, left = dict(self.dice.counters), tuple(sorted(self.left))
        return Base(table.rules, state, counters, table.active, table.turns, dict(table.uses), left)

    def settle(self) -> None:
        """Move the base to the newest rest point that no permitted take-back reaches behind."""
        barrier = self.barrier()
        for index in range(len(self.rests) - 1, 0, -1):
            if self.rests[index].position <= barrier:
                self._move_base(index)
                return

    def _move_base(self, index: int) -> None:
        rest = self.rests[index]
        self.base = self._risen(rest)
        if not self._replaying:
            chapter = Chapter(self.rests[0].base, tuple(self.log[: rest.position]), self.seeds.epoch)
            self.retired.append(chapter)
        self.rolls.extend(self.dice.rolls[: rest.rolls])
        self._forget(rest.position, rest.rolls)
        later = self.rests[index + 1 :]
        shifted = [Rest(r.position - rest.position, r.base, r.rolls - rest.rolls) for r in later]
        self.rests = [Rest(0, self.base, 0), *shifted]

    def _risen(self, rest: Rest) -> Base:
        """The rules number rises only here: at a rest point that becomes the base at once."""
        is_now = rest.position == len(self.log) and self._rules is None
        if not is_now or self._replaying or self.engine.rules <= rest.base.rules:
            return rest.base
        self.table.rules = self.engine.rules
        return msgspec.structs.replace(rest.base, rules=self.engine.rules)

    def _forget(self, passed: int, rolls: int) -> None:
        """The answers before the new base are history: count from it."""
        self.settled += passed
        del self.log[:passed]
        del self.dice.rolls[:rolls]
        table = self.table
        table.answered = len(self.log)
        table.informed = max(0, table.informed - passed)
        self._own_since = max(0, self._own_since - passed)

    def digest(self) -> bytes:
        """What a replay must end with: state, dice counters, open questions."""
        state = self.engine.encode(self.table.state) if self.table.has_state else b""
        return digest(state, self.dice.counters, self.asked)
