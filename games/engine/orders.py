"""Orders as text: a sheet is handed in, carried out step by step, and answered line by line."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, TypeVar

import msgspec

from games.engine.answering import Wait, automatic, used_order
from games.engine.conditions import evaluate
from games.engine.decisions import Decision, SeatId
from games.engine.events import STANDING_USED, Event, Values
from games.engine.reading import legal_now, read, write
from games.engine.run import Run
from games.engine.save import CLAUSE, ORDER, Answer, Running, SheetState
from games.engine.sheet import Branch, Jump, Program, Sheet, Step, Stop, parse_sheet, rest_of, shorthand
from games.engine.standing import Policy
from games.engine.text import Illegal, PlayerError, Problem, Unreadable, gettext_noop, key

S = TypeVar("S", bound=msgspec.Struct)


@dataclass(frozen=True, slots=True)
class Done:
    """A line that was carried out, as written and as understood."""

    line: int
    text: str
    understood: str


@dataclass(slots=True)
class Receipt:
    """What became of a sheet, line by line."""

    done: list[Done] = field(default_factory=list[Done])
    problem: Problem | None = None
    stopped: bool = False  # at a `stop` of its own
    kept: bool = False  # the rest waits for the seat's next question
    rest: str = ""  # what was not carried out, to be mended and sent again
    legal: list[str] = field(default_factory=list[str])  # what may be ordered now, where something is wrong


def submit(run: Run[S], seat: SeatId, text: str) -> Receipt:
    """Hand in a text with orders: it replaces what was left of the seat's sheet, what is legal is done.

    Lines before a wrong one stand. Without an open question the sheet waits for the next one.
    """
    sheet, problem, rest = parse_sheet(text, run.engine.vocabulary)
    desk = Desk(run)
    if sheet.program:
        desk.hand_in(seat, sheet)
    receipt = desk.receipt(seat)
    if receipt.problem is None and not receipt.stopped and not receipt.kept:
        receipt.problem, receipt.rest = problem, rest
    elif problem is not None:
        receipt.rest = "\n".join(filter(None, [receipt.rest, rest]))
    if not sheet.program and problem is None:
        receipt.problem = Problem(1, text[:80], Unreadable(gettext_noop("there is no order here")))
    decision = run.decision_for(seat)
    if receipt.problem is not None and decision is not None:
        receipt.legal = legal_now(decision)
    return receipt


def advance(run: Run[S]) -> dict[SeatId, Receipt]:
    """Answer everything that needs no waiting; the receipts of sheets that went on are for their owners."""
    desk = Desk(run)
    desk.go()
    return desk.receipts


def waiting_for(run: Run[S]) -> list[SeatId]:
    """The seats without whose answer nothing goes on; who is answered for is not waited for."""
    desk = Desk(run)
    return [decision.seat for decision in run.unanswered() if isinstance(desk.automatic(decision), Wait)]


class Desk(Generic[S]):
    """Where sheets are worked on: one step at a time, each atomic up to the first information point."""

    def __init__(self, run: Run[S]) -> None:
        self.run = run
        self.receipts: dict[SeatId, Receipt] = {}

    def receipt(self, seat: SeatId) -> Receipt:
        """The receipt of a seat, begun when first needed."""
        return self.receipts.setdefault(seat, Receipt())

    def hand_in(self, seat: SeatId, sheet: Sheet) -> None:
        """Take a sheet and carry out what can be: a question in mid-step takes its first line."""
        decision = self.run.decision_for(seat)
        if decision is None or decision.major:
            self.run.sealed.pop(seat, None)
            self.run.sheets[seat] = SheetState(sheet.text)
        elif not self._answer_question(decision, sheet):
            return
        self.go()
        left = self.run.sheets.get(seat)
        if left is None or self._is_over(seat, left) or left.at == len(self._program(left)):
            return
        self.receipt(seat).kept = True
        self.receipt(seat).rest = rest_of(self._sheet(left), left.at)

    def _is_over(self, seat: SeatId, state: SheetState) -> bool:
        """A sheet is for one turn: what is left when the turn has ended is handed back."""
        if state.turn in (-1, self.run.table.turns) and self.run.result is None:
            return False
        left = [op for op in self._program(state)[state.at :] if isinstance(op, Step)]
        closing = self.run.engine.vocabulary.closing
        if all(len(words) == 1 and key(words[0]) in closing for op in left for words in op.alternatives):
            self.run.sheets.pop(seat)  # an `end` too many, or nothing
            return True
        error = Illegal(gettext_noop("your turn was over before this line"))
        self._hand_back(seat, state, state.at, Problem(left[0].line, left[0].text, error))
        return True

    def go(self) -> None:
        """Answer everything that needs no waiting."""
        while self.run.asked and self._one_ask():
            pass

    def _one_ask(self) -> bool:
        """Bring the open ask forward; False when somebody must be waited for."""
        run = self.run
        for decision in run.unanswered():
            if self._from_sheet(decision):
                return True
        answers = [self.automatic(decision) for decision in run.unanswered()]
        given = [answer for answer in answers if not isinstance(answer, Wait)]
        if len(given) < len(answers):
            return False
        self._tell_owners(given)
        run.enter([*run.sealed.values(), *given])
        return True

    def _tell_owners(self, given: list[Answer]) -> None:
        """Whose standing order has answered is told so, in its words; others see only what is done."""
        for answer in given:
            order = used_order(self.run.standing_of(answer.seat), answer)
            if order and answer.seat in self.run.standing:
                values: Values = {"order": order, "answer": " ".join(answer.path)}
                self.run.events.append(Event(STANDING_USED, values, only=(answer.seat,)))

    def automatic(self, decision: Decision[object]) -> Answer | Wait:
        """What a clause of the running step, a standing order or the default answers, if nobody is asked."""
        return automatic(self.run, decision, self._clauses(decision.seat))

    # Sheets.

    def _sheet(self, state: SheetState) -> Sheet:
        return parse_sheet(state.text, self.run.engine.vocabulary)[0]

    def _program(self, state: SheetState) -> Program:
        return self._sheet(state).program

    def _from_sheet(self, decision: Decision[object]) -> bool:
        state = self.run.sheets.get(decision.seat)
        if state is None or self.run.is_away(decision.seat) or self._is_over(decision.seat, state):
            return False
        if not decision.major:
            return self._follow_up(decision, state)
        if self._unused_words(state):
            self._fail(decision.seat, Unreadable(gettext_noop("“{words}” belongs to nothing"), _words(state)))
            return True
        return self._next_step(decision, state)

    def _next_step(self, decision: Decision[object], state: SheetState) -> bool:
        """Walk the program to its next step and take it."""
        program, at = self._program(state), state.at
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

    def _take(self, decision: Decision[object], state: SheetState, step: Step, at: int) -> bool:
        """Of the alternatives the first legal one."""
        run, seat = self.run, decision.seat
        refusals: list[PlayerError] = []
        for words in step.alternatives:
            try:
                reading = read(decision, words, frozenset(run.engine.vocabulary.shorthands))
            except PlayerError as error:
                refusals.append(error)
                continue
            running = Running(at, len(run.log), len(run.events), reading.rest)
            run.sheets[seat] = SheetState(state.text, at + 1, running, run.table.turns)
            self.receipt(seat).done.append(Done(step.line, step.text, write(decision, reading.path)))
            run.seal(Answer(seat, decision.kind, reading.path, ORDER))
            return True
        self._hand_back(seat, state, at, Problem(step.line, step.text, refusals[0]))
        return False

    def _follow_up(self, decision: Decision[object], state: SheetState) -> bool:
        """Words of the running step that name what is asked now: `to pilgrim/2`, `at C5.3`."""
        running = state.running
        fillers = [key(word) for word in decision.root.lead.split()]
        if running is None or not running.rest or key(running.rest[0]) not in fillers:
            return False
        try:
            reading = read(decision, running.rest, frozenset(self.run.engine.vocabulary.shorthands))
        except PlayerError as error:
            self._fail(decision.seat, error)
            return True
        rest = msgspec.structs.replace(running, rest=reading.rest)
        self.run.sheets[decision.seat] = msgspec.structs.replace(state, running=rest)
        self.run.seal(Answer(decision.seat, decision.kind, reading.path, CLAUSE))
        return True

    def _clauses(self, seat: SeatId) -> tuple[Policy, ...]:
        """The clauses of the running step, written out or as shorthands."""
        state = self.run.sheets.get(seat)
        if state is None or state.running is None:
            return ()
        step = self._program(state)[state.running.op]
        _, short = self._split(state.running)
        return (*step.clauses, *short) if isinstance(step, Step) else ()

    def _unused_words(self, state: SheetState) -> bool:
        return state.running is not None and bool(self._split(state.running)[0])

    def _split(self, running: Running) -> tuple[tuple[str, ...], tuple[Policy, ...]]:
        """What is left of a step's words: those that name things, and those that stand for clauses."""
        step = self.run.engine.slug, *running.rest  # a step has a first word, which is none of either
        words, clauses = shorthand(step, self.run.engine.vocabulary)
        return words[1:], clauses

    # When a sheet does not go on.

    def _fail(self, seat: SeatId, error: PlayerError) -> None:
        """Words of a running step prove wrong: undo all of it if nobody has learned anything, else ask."""
        run, state = self.run, self.run.sheets[seat]
        running = state.running
        if running is None:
            raise RuntimeError("no step is being carried out")
        step = self._program(state)[running.op]
        problem = Problem(step.line, step.text, error) if isinstance(step, Step) else None
        if run.barrier() <= running.start:
            run.roll_back_step(seat)
            self.receipt(seat).done[-1:] = []
            self._hand_back(seat, state, running.op, problem)
        else:
            run.asking.add(seat)
            self._hand_back(seat, state, running.op + 1, problem)

    def _hand_back(self, seat: SeatId, state: SheetState, at: int, problem: Problem | None) -> None:
        receipt = self.receipt(seat)
        receipt.problem = problem
        receipt.rest = rest_of(self._sheet(state), at)
        self.run.sheets.pop(seat, None)

    def _stop(self, seat: SeatId, state: SheetState, at: int) -> None:
        self._hand_back(seat, state, at, None)
        self.receipt(seat).stopped = True

    def _answer_question(self, decision: Decision[object], sheet: Sheet) -> bool:
        """A question in mid-step: the first line answers it; what follows replaces the rest of the sheet."""
        step = sheet.program[0]
        receipt = self.receipt(decision.seat)
        if not isinstance(step, Step):
            first = Illegal(gettext_noop("first answer the question that is open"))
            receipt.problem, receipt.rest = Problem(1, sheet.text, first), sheet.text
            return False
        try:
            reading = read(decision, step.alternatives[0])
        except PlayerError as error:
            receipt.problem, receipt.rest = Problem(step.line, step.text, error), sheet.text
            return False
        receipt.done.append(Done(step.line, step.text, write(decision, reading.path)))
        if len(sheet.program) > 1:
            self.run.sheets[decision.seat] = SheetState(rest_of(sheet, 1))
        self.run.answer(decision.seat, reading.path)
        return True


def _after(op: Branch | Jump | Stop, at: int, decision: Decision[object]) -> int:
    """Where the program goes on. What is not known to be true counts as not true."""
    match op:
        case Jump():
            return op.to
        case Branch():
            return at + 1 if evaluate(op.when, decision.facts()) else op.otherwise
        case Stop():
            return at + 1


def _words(state: SheetState) -> dict[str, str | int]:
    return {"words": " ".join(state.running.rest) if state.running else ""}
