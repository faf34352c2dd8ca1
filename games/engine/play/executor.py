"""Sheets carried out: each question takes the next line, a clause, a standing order or the default."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

import msgspec

from games.engine.contract.decisions import Decision, SeatId
from games.engine.contract.events import STANDING_USED, Values
from games.engine.contract.state import MatchState
from games.engine.language.sheet import Sheet
from games.engine.play.automatic import Wait, automatic, further_words, used_order
from games.engine.play.clauses import clauses_of
from games.engine.play.receipts import Receipt
from games.engine.play.run import Run
from games.engine.play.save import CLAUSE, Answer, SheetState
from games.engine.play.sheet_lines import SheetLines

S = TypeVar("S", bound=MatchState)


class Executor(Generic[S]):
    """Answers what is asked from the sheets of the players, and for those who need not be waited for."""

    def __init__(self, run: Run[S]) -> None:
        self.run = run
        self.lines = SheetLines(run)

    @property
    def receipts(self) -> dict[SeatId, Receipt]:
        """What became of each sheet, by seat."""
        return self.lines.receipts

    def hand_in(self, seat: SeatId, sheet: Sheet) -> None:
        """Take a sheet and carry out what can be: a question in mid-step takes its first line."""
        run = self.run
        decision = run.decision_for(seat)
        if decision is not None and not decision.major and seat in self.waiting_for():
            if not self.lines.answer_question(decision, sheet):
                return
        else:
            sealed = run.sealed.pop(seat, None)
            run.sheets[seat] = SheetState(sheet.text)
            if sealed is not None and decision is not None and not self.lines.answer(decision):
                run.sealed[seat] = sealed  # the new text was no answer: the old one stands
        self.go()
        self.lines.keep(seat)

    def waiting_for(self) -> list[SeatId]:
        """The seats whose answers the match waits for."""
        asked = self.run.unanswered()
        return [decision.seat for decision in asked if isinstance(self.automatic(decision), Wait)]

    def go(self) -> None:
        """Answer everything that needs no waiting."""
        while self.lines.finish_steps() or (self.run.asked and self._one_ask()):
            pass

    def _one_ask(self) -> bool:
        """Bring the open ask forward; False when someone must be waited for."""
        run = self.run
        for decision in run.unanswered():
            if self.lines.answer(decision):
                return True
        asked = run.unanswered()
        answers = [self.automatic(decision) for decision in asked]
        given = [answer for answer in answers if not isinstance(answer, Wait)]
        if len(given) < len(answers):
            return False
        self._tell_owners(asked, given)
        self._note_clauses(asked, given)
        run.enter([*run.sealed.values(), *given])
        return True

    def _note_clauses(self, asked: Sequence[Decision[object]], given: Sequence[Answer]) -> None:
        """Remember which clauses of a running step have answered: the others are named in the receipt."""
        for decision, answer in zip(asked, given, strict=True):
            state = self.run.sheets.get(answer.seat)
            if answer.by == CLAUSE and state is not None and state.running is not None:
                used = (*state.running.used, decision.policy)
                step = msgspec.structs.replace(state.running, used=used)
                self.run.sheets[answer.seat] = msgspec.structs.replace(state, running=step)

    def automatic(self, decision: Decision[object]) -> Answer | Wait:
        """What a clause of the running step, a standing order or the default answers, if nobody is asked."""
        return automatic(
            self.run, decision, clauses_of(self.run, decision.seat), is_busy=self.lines.goes_on(decision.seat)
        )

    def _tell_owners(self, asked: Sequence[Decision[object]], given: Sequence[Answer]) -> None:
        """Tell each player which of their standing orders has answered; others see only what is done."""
        run = self.run
        for decision, answer in zip(asked, given, strict=True):
            standing = run.standing_of(answer.seat)
            further = further_words(run, decision, answer)
            if further is not None:
                run.reacting[answer.seat] = further
            order = used_order(standing, answer)
            if order and answer.seat in run.standing:
                values: Values = {"order": order, "answer": " ".join(answer.path)}
                run.note(STANDING_USED, values, only=(answer.seat,))
