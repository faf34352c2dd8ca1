"""A match in memory: loaded, answered, left, taken back and put away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from games.engine.contract import events as story
from games.engine.contract.decisions import SeatId
from games.engine.contract.dice import Roll, Seeds
from games.engine.contract.engine import Engine, Options, Result
from games.engine.contract.events import STEP_UNDONE, TOOK_BACK, UNSEALED, Event, Link, Values
from games.engine.contract.state import MatchState
from games.engine.contract.text import Illegal, gettext_noop
from games.engine.contract.tree import Path
from games.engine.play.coach import Coach, coach_for
from games.engine.play.receipts import Receipt
from games.engine.play.replay import Disagreement, Replay
from games.engine.play.run_state import NotAsked, RunState, with_step
from games.engine.play.save import DEFAULT, ORDER, Answer, Base, Chapter, Save, SheetState
from games.engine.play.standing import asked_use, standing_from

S = TypeVar("S", bound=MatchState)


@dataclass(frozen=True, slots=True)
class Delivery:
    """What was told and rolled since the last one; each thing is handed out once."""

    events: list[Event]
    links: list[Link]
    rolls: list[Roll]
    chapters: list[Chapter]
    receipts: dict[SeatId, Receipt]
    turn_ends: dict[int, bytes]  # the state at the end of each turn that has ended


class Run(RunState[S]):
    """One match while someone works on it. Made by `start` or `load`, put away by `save`."""

    # Made and put away.

    @classmethod
    def start(
        cls, engine: Engine[S, Any], seats: Sequence[SeatId], seeds: Seeds, options: Options | None = None
    ) -> Run[S]:
        """A new match, driven to its first question."""
        run = cls(engine, seats, seeds, engine.settings(options or {}, len(seats)))
        run.replay.go_on()
        return run

    @classmethod
    def load(cls, engine: Engine[S, Any], save: Save) -> Run[S]:
        """The match as it was saved. Raises Disagreement if the rules no longer lead there."""
        run = cls(engine, save.seats, save.seeds, save.options)
        replay = run.replay
        run.chain, replay.settled, run.cuts = save.chain, save.settled, save.cuts
        try:
            replay.reset(save.base)
            replay.repeat(save.log)
        except (Disagreement, MemoryError):
            raise
        except Exception as error:  # whatever a changed rule stumbles over, the match must stop unharmed
            raise Disagreement(f"{engine.slug}: the replay failed: {error!r}") from error
        run._forfeit(save.gone)
        if replay.digest() != save.digest:
            raise Disagreement(f"{engine.slug}: the replay ends elsewhere than the save")
        run.sealed, run.sheets, run.away = dict(save.sealed), dict(save.sheets), dict(save.away)
        run.gone, replay.leaving, run.asking = set(save.gone), list(save.leaving), set(save.asking)
        run.reacting = dict(save.reacting)
        run.teach(save.taught)
        return run

    def save(self) -> Save:
        """Everything needed to go on. What was told is not in it: `deliver` first."""
        replay = self.replay
        replay.settle()
        return Save(
            game=self.engine.slug,
            seats=replay.seats,
            seeds=replay.seeds,
            base=replay.base,
            digest=replay.digest(),
            options=replay.options,
            log=tuple(replay.log),
            sealed=dict(self.sealed),
            sheets=dict(self.sheets),
            away=dict(self.away),
            gone=tuple(sorted(self.gone)),
            leaving=tuple(replay.leaving),
            asking=tuple(sorted(self.asking)),
            reacting=dict(self.reacting),
            chain=self.chain,
            settled=replay.settled,
            cuts=self.cuts,
            taught=tuple(self._coach.passed) if self._coach is not None else None,
        )

    def deliver(self) -> Delivery:
        """What was told since the last call, with its links of the chain, and what now stands for good."""
        replay = self.replay
        replay.settle()
        links: list[Link] = []
        for event in replay.events:
            self.chain, link = story.extend(self.chain, event, replay.seeds.server)
            if link is not None:
                links.append(link)
        delivery = Delivery(
            replay.events, links, replay.rolls, replay.retired, self.receipts, replay.turn_ends
        )
        replay.events, replay.rolls, replay.retired, replay.turn_ends = [], [], [], {}
        self.receipts = {}
        for seat, sheet in self.sheets.items():
            if sheet.running is not None:  # from now on a step that is rolled back was seen by someone
                self.sheets[seat] = with_step(sheet, told=-1)
        return delivery

    # Acting.

    def note(self, key: str, values: Values | None = None, only: tuple[SeatId, ...] | None = None) -> None:
        """Tell what no rule tells: what became of an order, or what people do to the match."""
        self.events.append(Event(key, values or {}, only=only, turn=self.turn))

    def answer(self, seat: SeatId, path: Path, by: str = ORDER) -> None:
        """Take an answer to the open question of a seat; a sealed one may be replaced until all are in."""
        decision = self.decision_for(seat)
        if decision is None:
            raise NotAsked(gettext_noop("there is no question for you right now"))
        refusal = decision.check(path) or self.objection(decision, path)
        if refusal is not None:
            raise refusal
        counts = not decision.major and self.is_elsewhere(seat)
        self.seal(Answer(seat, decision.kind, path, by, use=asked_use(seat) if counts else ""))

    def teach(self, passed: Sequence[int] | None = ()) -> None:
        """Follow the script of the game's tutorial, from where it has come to; None: no longer."""
        self._coach = coach_for(self.engine, passed)

    def seal(self, answer: Answer) -> None:
        """Lay a checked answer beside the log; with the last one missing, all enter it."""
        self.sealed[answer.seat] = answer
        if not self.unanswered():
            self.enter(list(self.sealed.values()))

    def enter(self, answers: Sequence[Answer]) -> None:
        """Answers to the whole ask enter the log; what was sealed is used up."""
        self.sealed = {}
        self.asking.clear()
        if self._coach is not None:
            self._note_lesson(self._coach, answers)
        self.replay.enter(answers)

    def _note_lesson(self, coach: Coach, answers: Sequence[Answer]) -> None:
        place = self.replay.settled + len(self.replay.log)
        for answer in answers:
            decision = self.decision_for(answer.seat)
            if decision is not None and answer.by != DEFAULT:  # what comes by itself teaches nothing
                coach.note(decision, answer.path, place)

    def set_standing(self, texts: Mapping[SeatId, tuple[int, str]]) -> None:
        """All standing orders, version and text by seat; seats without any follow those of the game."""
        self.standing = standing_from(self.engine, texts)

    def set_away(self, seat: SeatId) -> None:
        """A deadline has passed: standing orders and defaults answer for the seat until the turn ends."""
        self.away[seat] = self.turn
        self.sheets.pop(seat, None)

    def hand_over(self, seat: SeatId) -> None:
        """Someone else plays here from now on: nothing that the former player left behind is used."""
        self.sheets.pop(seat, None)
        self.away.pop(seat, None)
        self.standing.pop(seat, None)

    def end(self, result: Result) -> None:
        """No rule ends the match, people do. What was rolled since the last rest point was seen: it stays."""
        replay = self.replay
        replay.result = result
        replay.settle()
        replay.rolls.extend(replay.dice.rolls)

    def resign(self, seat: SeatId) -> None:
        """Give up a seat: away from now on, left at the next rest point; at once if that ends the match."""
        if seat in self.gone or self.result is not None:
            return
        replay = self.replay
        self.gone.add(seat)
        self.sheets.pop(seat, None)
        replay.leaving.append(seat)
        self._forfeit(tuple(self.gone))
        last = replay.rest_points[-1]
        if last.base.state and self._would_end(last.base):
            if last.position < len(replay.log):
                replay.rolls.extend(replay.dice.rolls[last.rolls :])  # they were seen, and no others follow
                self.note(STEP_UNDONE)
                self.cut(last.position)
            self._drop_sealed()
            replay.leave_seat(replay.leaving.pop(0))
            replay.go_on()

    def _forfeit(self, gone: Sequence[SeatId]) -> None:
        """Before there is a state no rule can say who has won: the player who stays does."""
        staying = tuple(seat for seat in self.seats if seat not in gone)
        if not self.has_state and len(staying) < 2:
            self.replay.result, self.replay.asked, self.replay.leaving = Result(staying), (), []

    def _would_end(self, base: Base) -> bool:
        """Whether the match is over once all who want to leave have left."""
        trial: Replay[S] = Replay(self.engine, self.seats, self.replay.seeds, self.options)
        trial.reset(base)
        trial.leaving = list(self.replay.leaving)
        while trial.leaving:
            trial.leave_seat(trial.leaving.pop(0))
        return trial.result is not None

    # Going back.

    def take_back(self, seat: SeatId) -> None:
        """Undo the seat's last own answer, if nobody has learned anything since."""
        if self.sealed.pop(seat, None) is not None:
            self.sheets.pop(seat, None)
            return
        place = self._take_back_place(seat)
        if place is None:
            raise Illegal(gettext_noop("you have no order that can be taken back now"))
        self.sheets.pop(seat, None)
        self.cut(place)
        self.note(TOOK_BACK, {"seat": seat})

    def cut(self, position: int) -> None:
        """Forget answers: sealed ones were for a question that may not come again, no form fits any more."""
        self._drop_sealed()
        self.reacting.clear()
        self.cuts += 1
        if self._coach is not None:
            self._coach.cut(self.replay.settled + position)
        self.replay.cut(position)

    def _drop_sealed(self) -> None:
        """Answers to a question that is gone: a sheet gives its line again, others are told."""
        for seat in list(self.sealed):
            del self.sealed[seat]
            sheet = self.sheets.get(seat)
            if sheet is not None and sheet.running is not None:
                self.sheets[seat] = SheetState(sheet.text, sheet.running.op, turn=sheet.turn)
            else:
                self.note(UNSEALED, only=(seat,))

    def roll_back_step(self, seat: SeatId) -> None:
        """Undo a step of a sheet that proved impossible before anybody learned anything."""
        step = self.sheets[seat].running
        if step is None:
            raise RuntimeError("no step is being carried out")
        told = self.events[: step.told] if step.told >= 0 else None
        self.cut(step.start)
        if told is None:
            self.note(TOOK_BACK, {"seat": seat})
        else:
            self.events[:] = told


AnyRun = Run[Any]
