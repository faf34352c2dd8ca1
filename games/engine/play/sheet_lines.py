"""The lines of sheets as answers: what they say to a question, and what becomes of those that do not fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

import msgspec

from games.engine.contract.conditions import evaluate
from games.engine.contract.decisions import Decision, SeatId
from games.engine.contract.state import MatchState
from games.engine.contract.text import Illegal, Incomplete, PlayerError, Unreadable, gettext_noop, key
from games.engine.contract.tree import Path
from games.engine.language.lines import Problem
from games.engine.language.paths import Reading, read, write
from games.engine.language.sheet import Jump, JumpUnless, Program, Sheet, Step, Stop, lines_from, parse_sheet
from games.engine.language.standing import with_payment_last
from games.engine.play.answer_lines import (
    answers_from,
    asked_at,
    begins,
    beyond,
    is_for_another,
    is_only_answer,
    line_for,
    lines_with_first,
    with_further_lines,
)
from games.engine.play.clauses import unused, without_clauses, without_payment
from games.engine.play.receipts import Done, Needless, Receipt
from games.engine.play.run import Run
from games.engine.play.save import CLAUSE, ORDER, Answer, OpenStep, SheetState

S = TypeVar("S", bound=MatchState)


class SheetLines(Generic[S]):
    """The sheets of a run and their receipts. Each step is atomic up to the first information point."""

    def __init__(self, run: Run[S]) -> None:
        self.run = run
        self.receipts: dict[SeatId, Receipt] = {}

    def receipt(self, seat: SeatId) -> Receipt:
        """The receipt of a seat, begun when first needed."""
        return self.receipts.setdefault(seat, Receipt())

    def _said(self, decision: Decision[object], path: Path) -> str:
        """An answer in the words of a receipt."""
        return write(decision, path, self.run.engine.vocabulary.spoken)

    def goes_on(self, seat: SeatId) -> bool:
        """Whether the seat's sheet has further lines after the running step."""
        state = self.run.sheets.get(seat)
        return state is not None and state.running is not None and state.at < len(self._program(state))

    def _sheet(self, state: SheetState) -> Sheet:
        return parse_sheet(state.text, self.run.engine.vocabulary)[0]

    def _program(self, state: SheetState) -> Program:
        return self._sheet(state).program

    def keep(self, seat: SeatId) -> None:
        """Say what of a sheet waits for the seat's next question."""
        left = self.run.sheets.get(seat)
        if left is not None and not self._is_over(seat, left) and left.at < len(self._program(left)):
            self.receipt(seat).kept = lines_from(self._sheet(left), left.at)

    def _is_over(self, seat: SeatId, state: SheetState) -> bool:
        """A sheet is for one turn: what is left when the turn has ended is handed back."""
        if state.turn in (-1, self.run.turn) and self.run.result is None:
            return False
        left = [op for op in self._program(state)[state.at :] if isinstance(op, Step)]
        closing = self.run.engine.vocabulary.closing
        if all(len(words) == 1 and key(words[0]) in closing for op in left for words in op.alternatives):
            self.run.sheets.pop(seat)  # an `end` too many, or nothing
            if left:  # a receipt with nothing in it would take the place of one that tells something
                self.receipt(seat).needless += [Needless(op.line, op.text) for op in left]
            return True
        error = Illegal(gettext_noop("your turn ended before this line"))
        self._hand_back(seat, state, state.at, Problem(left[0].line, left[0].text, error))
        return True

    def answer(self, decision: Decision[object]) -> bool:
        """Answer a question from its seat's sheet; False if that says nothing about it."""
        seat = decision.seat
        if self._follow_reaction(decision):
            return True
        state = self.run.sheets.get(seat)
        if state is None or self.run.is_away(seat) or self._is_over(seat, state):
            return False
        return self._next_step(decision, state) if decision.major else self._follow_up(decision, state)

    def _next_step(self, decision: Decision[object], state: SheetState) -> bool:
        """Walk the program to its next step and take it; answers that nothing asked for are passed over."""
        program, at = self._program(state), state.at
        if at:
            at = self._pass_over(decision.seat, state, at)
        while at < len(program):
            op = program[at]
            if isinstance(op, Step):
                return self._take(decision, state, op, at)
            if isinstance(op, Stop) and (op.when is None or evaluate(op.when, decision.facts())):
                self._stop(decision.seat, state, at + 1)
                return False
            at = _after(op, at, decision)
        del self.run.sheets[decision.seat]
        return False

    def _pass_over(self, seat: SeatId, state: SheetState, at: int) -> int:
        """Answers whose question did not come up do no harm; where the next order stands."""
        program = self._program(state)
        answers = answers_from(program, at, self.run.engine.vocabulary)
        ops = [program[place] for place in (*state.passed, *answers)]
        left = [Needless(op.line, op.text) for op in ops if isinstance(op, Step)]
        if left:
            self.receipt(seat).needless += left
            self.run.sheets[seat] = msgspec.structs.replace(state, at=answers.stop, passed=())
        return answers.stop

    def _take(self, decision: Decision[object], state: SheetState, step: Step, at: int) -> bool:
        """Of the alternatives the first legal one, with the lines that belong to the same answer."""
        run, seat = self.run, decision.seat
        refusals: list[tuple[int, PlayerError]] = []
        for words in step.alternatives:
            for last, joined in with_further_lines(decision, self._program(state), at, words):
                try:
                    reading = self._read(decision, joined)
                    left = with_payment_last(reading.left, run.engine.vocabulary)
                except PlayerError as error:
                    refusals.append((last, error))
                    continue
                if last > at + 1 and is_for_another(decision, reading):
                    continue
                if self._cuts_short(decision, state, last, refusals):
                    break
                running = OpenStep(step.text, step.line, at, len(run.replay.log), len(run.events), left)
                run.sheets[seat] = SheetState(state.text, last, running, run.turn)
                self.receipt(seat).done.append(Done(step.line, step.text, self._said(decision, reading.path)))
                run.seal(Answer(seat, decision.kind, reading.path, ORDER))
                return True
        self._hand_back(seat, state, at, self._what_is_wrong(state, step, refusals))
        return False

    def _cuts_short(
        self,
        decision: Decision[object],
        state: SheetState,
        last: int,
        refusals: Sequence[tuple[int, PlayerError]],
    ) -> bool:
        """Whether the next line belongs to this answer too, but not with it: then neither is taken."""
        if all(end <= last for end, _error in refusals):
            return False
        op = self._program(state)[last]
        try:
            read(decision, op.alternatives[0] if isinstance(op, Step) else ())
        except PlayerError:
            return False
        return True

    def _what_is_wrong(
        self, state: SheetState, step: Step, refusals: list[tuple[int, PlayerError]]
    ) -> Problem:
        """Of an answer over several lines: the first line that makes it wrong, not only longer."""
        shortest_first = refusals[::-1]
        last, error = next((r for r in shortest_first if not isinstance(r[1], Incomplete)), shortest_first[0])
        op = self._program(state)[last - 1]
        wrong = op if isinstance(op, Step) else step
        return Problem(wrong.line, wrong.text, error)

    def _read(self, decision: Decision[object], words: Sequence[str]) -> Reading:
        return self._unopposed(
            decision, read(decision, words, frozenset(self.run.engine.vocabulary.shorthands))
        )

    def _unopposed(self, decision: Decision[object], reading: Reading) -> Reading:
        """What was read, unless a tutorial wants something else here."""
        objection = self.run.objection(decision, reading.path)
        if objection is not None:
            raise objection
        return reading

    # The step that is being carried out.

    def finish_steps(self) -> bool:
        """At a rest point a step is over: its clauses end, and words that nothing asked for are a mistake."""
        run = self.run
        if not run.replay.is_at_rest:
            return False
        run.reacting.clear()
        for seat, state in list(run.sheets.items()):
            running = state.running
            if running is None or running.start >= len(run.replay.log) or seat in run.sealed:
                continue
            left, payment = without_payment(without_clauses(self.run, running)[0])
            if left:
                words = " ".join(running.left)
                self._fail(
                    seat,
                    Unreadable(gettext_noop("“{words}” does not belong to this order"), {"words": words}),
                )
                return True
            texts = [*unused(run, running), *([payment] if payment else [])]
            idle = [Needless(running.line, text, is_clause=True) for text in texts]
            if idle:
                self.receipt(seat).needless += idle
            run.sheets[seat] = msgspec.structs.replace(state, running=None)
        return False

    def _follow_up(self, decision: Decision[object], state: SheetState) -> bool:
        """Words of the running step that name what is asked now: `to pilgrim/2`, `at C5.3`."""
        running = state.running
        before = asked_at(decision, running.left) if running is not None else None
        if running is None or before is None:
            return running is not None and self._next_line(decision, state, running)
        try:
            reading = self._read(decision, running.left[before:])
        except PlayerError as error:
            self._fail(decision.seat, error)
            return True
        step = msgspec.structs.replace(running, left=(*running.left[:before], *reading.left))
        self.run.sheets[decision.seat] = msgspec.structs.replace(state, running=step)
        self.run.seal(Answer(decision.seat, decision.kind, reading.path, CLAUSE))
        return True

    def _next_line(self, decision: Decision[object], state: SheetState, running: OpenStep) -> bool:
        """What a step brings up may stand on a later line: `play "Horde"`, then `fight gorehound/1 vs …`."""
        program, vocabulary = self._program(state), self.run.engine.vocabulary
        if not decision.asks or without_clauses(self.run, running)[0]:
            return False
        place = line_for(decision, program, state, vocabulary)
        op = program[place] if place is not None else None
        if place is None or not isinstance(op, Step):
            return False
        refusals: list[tuple[int, PlayerError]] = []
        for words in op.alternatives:
            for last, joined in with_further_lines(decision, program, place, words):
                try:
                    reading = self._read(decision, joined)
                except PlayerError as error:
                    refusals.append((last, error))
                    continue
                if last > place + 1 and is_for_another(decision, reading):
                    continue
                if self._cuts_short(decision, state, last, refusals):
                    break
                self._take_answer(decision, beyond(state, place, last), op, reading)
                return True
        if is_only_answer(decision, op, vocabulary):
            self._ask_instead(decision.seat, state, place, self._what_is_wrong(state, op, refusals))
        return False

    def _take_answer(self, decision: Decision[object], state: SheetState, op: Step, reading: Reading) -> None:
        running = state.running
        following = msgspec.structs.replace(running, left=reading.left) if running is not None else None
        self.run.sheets[decision.seat] = msgspec.structs.replace(state, running=following)
        self.receipt(decision.seat).done.append(Done(op.line, op.text, self._said(decision, reading.path)))
        self.run.seal(Answer(decision.seat, decision.kind, reading.path, CLAUSE))

    def _ask_instead(self, seat: SeatId, state: SheetState, place: int, problem: Problem) -> None:
        """An answer that cannot be read is never replaced by the default: its player is asked."""
        sheet, receipt = self._sheet(state), self.receipt(seat)
        receipt.problem = problem
        receipt.handed_back = "\n".join(lines_with_first(sheet, state, place))
        self.run.sheets[seat] = msgspec.structs.replace(state, at=len(sheet.program), passed=())
        self.run.asking.add(seat)

    def _follow_reaction(self, decision: Decision[object]) -> bool:
        """Words of a reaction that name what the card it played asks now; what does not fit falls through."""
        reacting = self.run.reacting.get(decision.seat)
        if reacting is None or self.run.replay.window or not begins(decision, reacting.left):
            return False
        try:
            reading = self._read(decision, reacting.left)
        except PlayerError:
            self.run.reacting.pop(decision.seat)
            return False
        self.run.reacting[decision.seat] = msgspec.structs.replace(reacting, left=reading.left)
        self.run.seal(Answer(decision.seat, decision.kind, reading.path, CLAUSE))
        return True

    # When a sheet does not go on.

    def _fail(self, seat: SeatId, error: PlayerError) -> None:
        """Words of a running step prove wrong: undo all of it if nobody has learned anything, else ask."""
        run, state = self.run, self.run.sheets[seat]
        running = state.running
        if running is None:
            raise RuntimeError("no step is being carried out")
        problem = Problem(running.line, running.text, error)
        if run.replay.barrier() <= running.start:
            run.roll_back_step(seat)
            self.receipt(seat).done[-1:] = []
            self._hand_back(seat, state, running.op, problem)
        else:
            run.asking.add(seat)
            self._hand_back(seat, state, state.at, problem)

    def _hand_back(self, seat: SeatId, state: SheetState, at: int, problem: Problem | None) -> None:
        receipt = self.receipt(seat)
        receipt.problem = problem
        receipt.handed_back = lines_from(self._sheet(state), at)
        self.run.sheets.pop(seat, None)

    def _stop(self, seat: SeatId, state: SheetState, at: int) -> None:
        self._hand_back(seat, state, at, None)
        self.receipt(seat).stopped = True

    def answer_question(self, decision: Decision[object], sheet: Sheet) -> bool:
        """A question in mid-step: the first line answers it, the others replace the lines that are left."""
        step = sheet.program[0]
        if not isinstance(step, Step):
            first = Illegal(gettext_noop("answer the open question first"))
            return self._refuse(decision.seat, sheet, Problem(1, sheet.text, first))
        refusals: list[PlayerError] = []
        for words in step.alternatives:
            try:
                path = self._unopposed(decision, read(decision, words)).path
            except PlayerError as error:
                refusals.append(error)
                continue
            done = Done(step.line, step.text, self._said(decision, path))
            self.receipt(decision.seat).done.append(done)
            self._replace_lines(decision.seat, sheet)
            self.run.answer(decision.seat, path)
            return True
        return self._refuse(decision.seat, sheet, Problem(step.line, step.text, refusals[0]))

    def _replace_lines(self, seat: SeatId, sheet: Sheet) -> None:
        """Lines after an answer replace what is left of the sheet; the step in progress keeps its clauses."""
        if len(sheet.program) > 1:
            old = self.run.sheets.get(seat, SheetState(""))
            self.run.sheets[seat] = SheetState(sheet.text, 1, old.running, old.turn)

    def _refuse(self, seat: SeatId, sheet: Sheet, problem: Problem) -> bool:
        receipt = self.receipt(seat)
        receipt.problem, receipt.handed_back = problem, sheet.text
        return False


def _after(op: JumpUnless | Jump | Stop, at: int, decision: Decision[object]) -> int:
    """Where the program goes on. What is not known to be true counts as not true."""
    match op:
        case Jump():
            return op.to
        case JumpUnless():
            return at + 1 if evaluate(op.when, decision.facts()) else op.otherwise
        case Stop():
            return at + 1
