"""A tutorial in a match: how far it has come, which answers it wants, what the opponent plays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.engine.contract.decisions import Decision
from games.engine.contract.engine import AnyEngine
from games.engine.contract.text import Illegal, PlayerError, gettext_noop
from games.engine.contract.tree import Path
from games.engine.contract.tutorial import AND_SO_ON, PUPIL, Reply, Step, Tutorial
from games.engine.language.paths import follow, read
from games.engine.language.sheet import Step as Line
from games.engine.language.sheet import parse_sheet
from games.engine.play.answer_lines import with_further_lines


@dataclass(frozen=True, slots=True)
class Wanted:
    """An answer that a step wants; an open one may go on in any legal way."""

    path: Path
    is_open: bool = False

    def is_met_by(self, path: Path) -> bool:
        """Whether an answer is this one."""
        return path[: len(self.path)] == self.path if self.is_open else path == self.path


class Coach:
    """Stands beside a run. A step is over when its question has got an answer that it wants."""

    def __init__(self, engine: AnyEngine, tutorial: Tutorial, passed: Sequence[int] = ()) -> None:
        self._engine, self.tutorial = engine, tutorial
        self.passed = list(passed)  # for each step that is over, its answer's place among all of the match

    @property
    def step(self) -> Step | Reply | None:
        """The step that comes next; None when all are over."""
        steps = self.tutorial.steps
        return steps[len(self.passed)] if len(self.passed) < len(steps) else None

    @property
    def before(self) -> Step | None:
        """The last step of the pupil that is over."""
        over = self.tutorial.steps[: len(self.passed)]
        return next((step for step in reversed(over) if isinstance(step, Step)), None)

    @property
    def number(self) -> int:
        """Which of the pupil's steps comes next, counted from 1."""
        over = self.tutorial.steps[: len(self.passed)]
        return sum(isinstance(step, Step) for step in over) + 1

    def wanted(self, decision: Decision[object]) -> list[Wanted]:
        """The answers that the next step wants to an open question; none if it is about another one."""
        step = self.step
        if step is None or isinstance(step, Step) != (decision.seat == PUPIL):
            return []
        return [wanted for text in _orders(step) for wanted in self._read(decision, text)]

    def step_for(self, decision: Decision[object]) -> Step | None:
        """What the pupil is told beside a question."""
        step = self.step
        return step if isinstance(step, Step) and self.wanted(decision) else None

    def refusal(self, decision: Decision[object], path: Path) -> Illegal | None:
        """Why a legal answer of the pupil does not go on with the tutorial, if it does not."""
        step = self.step_for(decision)
        if step is None or any(wanted.is_met_by(path) for wanted in self.wanted(decision)):
            return None
        return Illegal(step.otherwise or _OTHERWISE, {"order": step.tries[0].removesuffix(AND_SO_ON)})

    def reply(self, decision: Decision[object]) -> str:
        """The orders that the opponent gives now; empty where the script says nothing."""
        step = self.step
        return step.order if isinstance(step, Reply) and self.wanted(decision) else ""

    def note(self, decision: Decision[object], path: Path, place: int) -> None:
        """An answer enters the log at a place: it may be the one that was waited for."""
        if any(wanted.is_met_by(path) for wanted in self.wanted(decision)):
            self.passed.append(place)

    def cut(self, place: int) -> None:
        """The answers from a place on are forgotten."""
        self.passed = [passed for passed in self.passed if passed < place]

    def _read(self, decision: Decision[object], text: str) -> Iterator[Wanted]:
        """What an order means as an answer; nothing where it does not answer this question."""
        is_open = text.endswith(AND_SO_ON)
        program = parse_sheet(text.removesuffix(AND_SO_ON), self._engine.vocabulary)[0].program
        first = program[0] if program else None
        for words in first.alternatives if isinstance(first, Line) else ():
            for _last, joined in with_further_lines(decision, program, 0, words):
                try:
                    yield self._one(decision, joined, is_open=is_open)
                except PlayerError:
                    continue
                break

    def _one(self, decision: Decision[object], words: tuple[str, ...], *, is_open: bool) -> Wanted:
        if is_open:
            return Wanted(follow(decision, words)[0], is_open=True)
        return Wanted(read(decision, words, frozenset(self._engine.vocabulary.shorthands)).path)


_OTHERWISE = gettext_noop("That is legal, but the tutorial goes on with something else. Try: {order}")


def coach_for(engine: AnyEngine, passed: Sequence[int] | None) -> Coach | None:
    """The coach of a saved match; none if it is no tutorial, or has left its script."""
    tutorial = engine.tutorial
    return Coach(engine, tutorial, passed) if tutorial is not None and passed is not None else None


def _orders(step: Step | Reply) -> tuple[str, ...]:
    return step.tries if isinstance(step, Step) else (step.order,)
