"""A match in memory with its players: who is asked, what answers for them, what may be taken back."""

from __future__ import annotations

import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec

from games.engine.contract import events as story
from games.engine.contract.decisions import Decision, SeatId
from games.engine.contract.dice import Roll, Seeds
from games.engine.contract.engine import Engine, Options, Result, Setting, View
from games.engine.contract.events import STEP_UNDONE, TOOK_BACK, UNSEALED, Event, Link, Values
from games.engine.contract.state import MatchState
from games.engine.contract.text import Illegal, gettext_noop
from games.engine.contract.tree import Path
from games.engine.play.coach import Coach, coach_for
from games.engine.play.receipts import Receipt
from games.engine.play.replay import Disagreement, Replay
from games.engine.play.save import (
    DEFAULT,
    GIVEN,
    ORDER,
    Answer,
    Base,
    Chapter,
    OpenReaction,
    Save,
    SheetState,
)
from games.engine.play.standing import Standing, asked_use, shipped, standing_from

S = TypeVar("S", bound=MatchState)


class NotAsked(Illegal):
    """This seat has no open question."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """What was told and rolled since the last one; each thing is handed out once."""

    events: list[Event]
    links: list[Link]
    rolls: list[Roll]
    chapters: list[Chapter]
    receipts: dict[SeatId, Receipt]
    turn_ends: dict[int, bytes]  # the state at the end of each turn that has ended


class Run(Generic[S]):
    """One match while somebody works on it. Made by `start` or `load`, put away by `save`."""

    def __init__(
        self, engine: Engine[S, Any], seats: Sequence[SeatId], seeds: Seeds, options: Options
    ) -> None:
        self.replay = self._new_replay(engine, seats, seeds, options)
        self.sealed: dict[SeatId, Answer] = {}
        self.sheets: dict[SeatId, SheetState] = {}
        self.standing: dict[SeatId, Standing] = {}
        self.away: dict[SeatId, int] = {}
        self.gone: set[SeatId] = set()
        self.asking: set[SeatId] = set()  # a step went wrong half-way: ask, whatever the standing orders say
        self.reacting: dict[SeatId, OpenReaction] = {}
        self.receipts: dict[SeatId, Receipt] = {}  # of sheets that went on while others acted
        self.chain = story.Chain()
        self.cuts = 0
        self._coach: Coach | None = None  # of a tutorial

    def _new_replay(
        self, engine: Engine[S, Any], seats: Sequence[SeatId], seeds: Seeds, options: Options
    ) -> Replay[S]:
        return Replay(engine, seats, seeds, options, when_base_moves=self._move_steps)

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
            if sheet.running is not None:  # from now on a step that is rolled back was seen by somebody
                self.sheets[seat] = _with_step(sheet, told=-1)
        return delivery

    # Looking.

    @property
    def engine(self) -> Engine[S, Any]:
        """The game."""
        return self.replay.engine

    @property
    def seats(self) -> tuple[SeatId, ...]:
        """Everybody who plays."""
        return self.replay.seats

    @property
    def options(self) -> Mapping[str, Setting]:
        """What the opener of the match has chosen."""
        return self.replay.options

    @property
    def turn(self) -> int:
        """The number of the running turn; 0 in set-up."""
        return self.replay.table.turns

    @property
    def active(self) -> SeatId | None:
        """Whose turn it is; None: everybody's."""
        return self.replay.table.active

    @property
    def result(self) -> Result | None:
        """How it ended, or None while the match runs."""
        return self.replay.result

    @property
    def asked(self) -> tuple[Decision[object], ...]:
        """The open questions, sealed answers included."""
        return self.replay.asked

    @property
    def has_state(self) -> bool:
        """Whether set-up has put a state on the table."""
        return self.replay.table.has_state

    @property
    def state(self) -> S:
        """The truth: for tools and tests, never for a player."""
        return self.replay.table.state

    def view(self, seat: SeatId | None) -> View | None:
        """What one seat may know now (None: a spectator); nothing before set-up has a state."""
        if not self.has_state:
            return None
        view: View = self.engine.view(self.state, seat)
        return view

    @property
    def events(self) -> list[Event]:
        """What was told and is not yet delivered."""
        return self.replay.events

    def seen_rolls(self) -> list[Roll]:
        """All rolls that somebody has seen and no delivery has handed out yet."""
        return [*self.replay.rolls, *self.replay.dice.rolls]

    def decision_for(self, seat: SeatId) -> Decision[object] | None:
        """What a seat is asked now. A sealed answer may be replaced: the question stays open to its owner."""
        return next((decision for decision in self.asked if decision.seat == seat), None)

    def unanswered(self) -> list[Decision[object]]:
        """Open questions without a sealed answer; `orders.waiting_for` tells which of them need a person."""
        return [decision for decision in self.asked if decision.seat not in self.sealed]

    def decision_id(self, seat: SeatId) -> str:
        """An opaque name of the open question: it does not tell how many others there were."""
        if self.decision_for(seat) is None:
            raise NotAsked(gettext_noop("there is no question for you right now"))
        return self._name(len(self.replay.log), seat)

    def _name(self, position: int, seat: SeatId) -> str:
        """What a question is called that is answered at a place in the log."""
        replay = self.replay
        place = (replay.seeds.epoch, replay.settled + position, self.cuts, seat)
        return hmac.new(replay.seeds.server, f"decision {place}".encode(), "sha256").hexdigest()[:20]

    def is_away(self, seat: SeatId) -> bool:
        """Whether a seat is answered for, until the turn ends or for good."""
        return seat in self.gone or self.away.get(seat) == self.turn

    def has_left(self, seat: SeatId) -> bool:
        """Whether its player has given it up for good."""
        return seat in self.gone

    def is_elsewhere(self, seat: SeatId) -> bool:
        """Whether it is another player's turn."""
        return self.active not in (None, seat)

    def standing_of(self, seat: SeatId) -> Standing:
        """The seat's own standing orders, else those the game ships with."""
        return self.standing.get(seat) or shipped(self.engine.standing, self.engine.vocabulary)

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

    @property
    def coach(self) -> Coach | None:
        """Who leads through a tutorial, as long as its script is followed."""
        return self._coach

    def teach(self, passed: Sequence[int] | None = ()) -> None:
        """Follow the script of the game's tutorial, from where it has come to; None: no longer."""
        self._coach = coach_for(self.engine, passed)

    def objection(self, decision: Decision[object], path: Path) -> Illegal | None:
        """What a tutorial has against a legal answer of its pupil, if this is one."""
        return self._coach.refusal(decision, path) if self._coach is not None else None

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
        """Somebody else plays here from now on: nothing that the former player left behind is used."""
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

    def can_take_back(self, seat: SeatId) -> bool:
        """Whether the seat has an answer that `take_back` would undo."""
        return seat in self.sealed or self._take_back_place(seat) is not None

    def take_back_id(self, seat: SeatId) -> str:
        """A name of what `take_back` would undo: the question that was answered by it; empty for nothing."""
        place = len(self.replay.log) if seat in self.sealed else self._take_back_place(seat)
        return self._name(place, seat) if place is not None else ""

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

    def _take_back_place(self, seat: SeatId) -> int | None:
        """Where in the log the answer stands that the seat could take back, if any."""
        log = self.replay.log
        for place in range(len(log) - 1, self.replay.barrier() - 1, -1):
            if log[place].seat == seat and log[place].by in GIVEN:
                return place
        return None

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

    def _move_steps(self, passed: int) -> None:
        """The base has moved: where a step began is counted from it."""
        for seat, sheet in self.sheets.items():
            if sheet.running is not None:
                self.sheets[seat] = _with_step(sheet, start=sheet.running.start - passed)


def _with_step(sheet: SheetState, **changes: int) -> SheetState:
    if sheet.running is None:
        return sheet
    return msgspec.structs.replace(sheet, running=msgspec.structs.replace(sheet.running, **changes))


AnyRun = Run[Any]
