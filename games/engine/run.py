"""A match in memory with its people: who is asked, who answers for whom, what may be taken back."""

from __future__ import annotations

import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from games.engine import events as story
from games.engine.contract import Engine, Options, Result
from games.engine.decisions import Decision, SeatId
from games.engine.dice import Roll, Seeds
from games.engine.events import REWOUND, STEP_UNDONE, TOOK_BACK, UNSEALED, Event, Link, Values
from games.engine.receipts import Receipt
from games.engine.save import GIVEN, ORDER, Answer, Base, Chapter, Reacting, Save, SheetState
from games.engine.standing import StandingOrders, parse_standing
from games.engine.tape import Disagreement, Tape
from games.engine.text import Illegal, gettext_noop
from games.engine.tree import Path
from games.engine.vocabulary import ASK_LIMIT, Vocabulary

S = TypeVar("S", bound=msgspec.Struct)


class NotAsked(Illegal):
    """This seat has no open question."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's standing orders, and which version of them this is."""

    version: int
    orders: StandingOrders


@dataclass(frozen=True, slots=True)
class Delivery:
    """What was told and rolled since the last one; each thing is handed out once."""

    events: list[Event]
    links: list[Link]
    rolls: list[Roll]
    chapters: list[Chapter]
    receipts: dict[SeatId, Receipt]


class Run(Tape[S]):
    """One match while somebody works on it. Made by `start` or `load`, put away by `save`."""

    def __init__(self, engine: Engine[S], seats: Sequence[SeatId], seeds: Seeds, options: Options) -> None:
        super().__init__(engine, seats, seeds, options)
        self.sealed: dict[SeatId, Answer] = {}
        self.sheets: dict[SeatId, SheetState] = {}
        self.standing: dict[SeatId, Standing] = {}
        self.away: dict[SeatId, int] = {}
        self.gone: set[SeatId] = set()
        self.asking: set[SeatId] = set()  # a step went wrong half-way: ask, whatever the standing orders say
        self.reacting: dict[SeatId, Reacting] = {}
        self.receipts: dict[SeatId, Receipt] = {}  # of sheets that went on while others acted
        self.chain = story.Chain()
        self.cuts = 0

    # Made and put away.

    @classmethod
    def start(
        cls, engine: Engine[S], seats: Sequence[SeatId], seeds: Seeds, options: Options | None = None
    ) -> Run[S]:
        """A new match, driven to its first question."""
        run = cls(engine, seats, seeds, options or {})
        run.go_on()
        return run

    @classmethod
    def load(cls, engine: Engine[S], save: Save) -> Run[S]:
        """The match as it was saved. Raises Disagreement if the rules no longer lead there."""
        run = cls(engine, save.seats, save.seeds, save.options)
        run.chain, run.settled, run.cuts = save.chain, save.settled, save.cuts
        try:
            run.reset(save.base)
            run.replay(save.log)
        except Disagreement:
            raise
        except Exception as error:  # whatever a changed rule stumbles over, the match must stop unharmed
            raise Disagreement(f"{engine.slug}: the replay failed: {error!r}") from error
        run.forfeit(save.gone)
        if run.digest() != save.digest:
            raise Disagreement(f"{engine.slug}: the replay ends elsewhere than the save")
        run.sealed, run.sheets, run.away = dict(save.sealed), dict(save.sheets), dict(save.away)
        run.gone, run.leaving, run.asking = set(save.gone), list(save.leaving), set(save.asking)
        run.reacting = dict(save.reacting)
        return run

    def save(self) -> Save:
        """Everything needed to go on. What was told is not in it: `deliver` first."""
        self.settle()
        return Save(
            game=self.engine.slug,
            seats=self.seats,
            seeds=self.seeds,
            base=self.base,
            digest=self.digest(),
            options=self.options,
            log=tuple(self.log),
            sealed=dict(self.sealed),
            sheets=dict(self.sheets),
            away=dict(self.away),
            gone=tuple(sorted(self.gone)),
            leaving=tuple(self.leaving),
            asking=tuple(sorted(self.asking)),
            reacting=dict(self.reacting),
            chain=self.chain,
            settled=self.settled,
            cuts=self.cuts,
        )

    def deliver(self) -> Delivery:
        """What was told since the last call, with its links of the chain, and what now stands for good."""
        self.settle()
        links: list[Link] = []
        for event in self.events:
            self.chain, link = story.extend(self.chain, event, self.seeds.server)
            if link is not None:
                links.append(link)
        delivery = Delivery(self.events, links, self.rolls, self.retired, self.receipts)
        self.events, self.rolls, self.retired, self.receipts = [], [], [], {}
        for seat, sheet in self.sheets.items():
            if sheet.running is not None:  # from now on a step that is rolled back was seen by somebody
                self.sheets[seat] = _with_running(sheet, told=-1)
        return delivery

    # Looking.

    def decision_for(self, seat: SeatId) -> Decision[object] | None:
        """What a seat is asked now. A sealed answer may be replaced: the question stays open to its owner."""
        return next((decision for decision in self.asked if decision.seat == seat), None)

    def unanswered(self) -> list[Decision[object]]:
        """Open questions without a sealed answer; `orders.waiting_for` tells which of them need a person."""
        return [decision for decision in self.asked if decision.seat not in self.sealed]

    def decision_id(self, seat: SeatId) -> str:
        """An opaque name of the open question: it does not tell how many others there were."""
        if self.decision_for(seat) is None:
            raise NotAsked(gettext_noop("nothing is asked of you now"))
        place = (self.seeds.epoch, self.settled + len(self.log), self.cuts, seat)
        return hmac.new(self.seeds.server, f"decision {place}".encode(), "sha256").hexdigest()[:20]

    def is_away(self, seat: SeatId) -> bool:
        """Whether a seat is answered for, until the turn ends or for good."""
        return seat in self.gone or self.away.get(seat) == self.table.turns

    def standing_of(self, seat: SeatId) -> Standing:
        """The seat's own standing orders, else those the game ships with."""
        return self.standing.get(seat) or _shipped(self.engine.standing, self.engine.vocabulary)

    # Acting.

    def note(self, key: str, values: Values | None = None, only: tuple[SeatId, ...] | None = None) -> None:
        """Tell what no rule tells: what became of an order, or what people do to the match."""
        self.events.append(Event(key, values or {}, only=only, turn=self.table.turns))

    def answer(self, seat: SeatId, path: Path, by: str = ORDER) -> None:
        """Take an answer to the open question of a seat; a sealed one may be replaced until all are in."""
        decision = self.decision_for(seat)
        if decision is None:
            raise NotAsked(gettext_noop("nothing is asked of you now"))
        refusal = decision.check(path)
        if refusal is not None:
            raise refusal
        foreign = not decision.major and self.table.active not in (None, seat)
        self.seal(Answer(seat, decision.kind, path, by, use=asked_use(seat) if foreign else ""))

    def seal(self, answer: Answer) -> None:
        """Lay a checked answer beside the log; with the last one missing, all enter it."""
        self.sealed[answer.seat] = answer
        if not self.unanswered():
            self.enter(list(self.sealed.values()))

    def enter(self, answers: Sequence[Answer]) -> None:
        """Answers to the whole ask enter the log; what was sealed is used up."""
        self.sealed = {}
        self.asking.clear()
        super().enter(answers)

    def set_away(self, seat: SeatId) -> None:
        """A deadline has passed: standing orders and defaults answer for the seat until the turn ends."""
        self.away[seat] = self.table.turns
        self.sheets.pop(seat, None)

    def resign(self, seat: SeatId) -> None:
        """Give a seat up: away from now on, left at the next rest point; at once if that ends it all."""
        if seat in self.gone or self.result is not None:
            return
        self.gone.add(seat)
        self.sheets.pop(seat, None)
        self.leaving.append(seat)
        self.forfeit(tuple(self.gone))
        rest = self.rests[-1]
        if rest.base.state and self._would_end(rest.base):
            if rest.position < len(self.log):
                self.rolls.extend(self.dice.rolls[rest.rolls :])  # they were seen, and no others follow
                self.note(STEP_UNDONE)
                self.cut(rest.position)
            self._drop_sealed()
            self.leave_seat(self.leaving.pop(0))
            self.go_on()

    def forfeit(self, gone: Sequence[SeatId]) -> None:
        """Before there is a state no rule can say who has won: who stays does."""
        staying = tuple(seat for seat in self.seats if seat not in gone)
        if not self.table.has_state and len(staying) < 2:
            self.result, self.asked, self.leaving = Result(staying), (), []

    def _would_end(self, base: Base) -> bool:
        """Whether the match is over once all who want to leave have left."""
        trial: Tape[S] = Tape(self.engine, self.seats, self.seeds, self.options)
        trial.reset(base)
        trial.leaving = list(self.leaving)
        while trial.leaving:
            trial.leave_seat(trial.leaving.pop(0))
        return trial.result is not None

    def take_back(self, seat: SeatId) -> None:
        """Undo the seat's last own answer, if nobody has learned anything since."""
        if self.sealed.pop(seat, None) is not None:
            self.sheets.pop(seat, None)
            return
        place = self.take_back_place(seat)
        if place is None:
            raise Illegal(gettext_noop("no order of yours can be taken back now"))
        self.sheets.pop(seat, None)
        self.cut(place)
        self.note(TOOK_BACK, {"seat": seat})

    def cut(self, position: int) -> None:
        """Forget answers: sealed ones were for a question that may not come again, no form fits any more."""
        self._drop_sealed()
        self.reacting.clear()
        self.cuts += 1
        super().cut(position)

    def _drop_sealed(self) -> None:
        """Answers to a question that is gone: a sheet gives its line again, others are told."""
        for seat in list(self.sealed):
            del self.sealed[seat]
            sheet = self.sheets.get(seat)
            if sheet is not None and sheet.running is not None:
                self.sheets[seat] = SheetState(sheet.text, sheet.running.op, turn=sheet.turn)
            else:
                self.note(UNSEALED, only=(seat,))

    def take_back_place(self, seat: SeatId) -> int | None:
        """Where in the log the answer stands that the seat could take back, if any."""
        for place in range(len(self.log) - 1, self.barrier() - 1, -1):
            if self.log[place].seat == seat and self.log[place].by in GIVEN:
                return place
        return None

    def roll_back_step(self, seat: SeatId) -> None:
        """Undo a step of a sheet that proved impossible before anybody learned anything."""
        running = self.sheets[seat].running
        if running is None:
            raise RuntimeError("no step is being carried out")
        told = self.events[: running.told] if running.told >= 0 else None
        self.cut(running.start)
        if told is None:
            self.note(TOOK_BACK, {"seat": seat})
        else:
            self.events[:] = told

    def _forget(self, passed: int, rolls: int) -> None:
        super()._forget(passed, rolls)
        for seat, sheet in self.sheets.items():
            if sheet.running is not None:
                self.sheets[seat] = _with_running(sheet, start=sheet.running.start - passed)


def rewind(engine: Engine[S], save: Save, base: Base, reason: str = "") -> Run[S]:
    """The match at an earlier rest point. The epoch rises: dice once seen must not come again."""
    seeds = msgspec.structs.replace(save.seeds, epoch=save.seeds.epoch + 1)
    run = Run(engine, save.seats, seeds, save.options)
    run.chain, run.settled, run.cuts = save.chain, save.settled, save.cuts + 1
    run.gone = set(base.left)
    run.reset(base)
    told: Values = {"turn": base.turns}
    run.note(REWOUND, {**told, "reason": reason} if reason else told)
    run.go_on()
    return run


@lru_cache(maxsize=32)
def _shipped(text: str, vocabulary: Vocabulary) -> Standing:
    """The standing orders that a game ships with; version 0."""
    return Standing(0, parse_standing(text, vocabulary)[0])


def asked_use(seat: SeatId) -> str:
    """What a real question in a foreign turn is counted under."""
    return f"{seat} {ASK_LIMIT}"


def standing_from(engine: Engine[S], texts: Mapping[SeatId, tuple[int, str]]) -> dict[SeatId, Standing]:
    """Standing orders from version and text per seat, for `Run.standing`."""
    return {
        seat: Standing(version, parse_standing(text, engine.vocabulary)[0])
        for seat, (version, text) in texts.items()
    }


def _with_running(sheet: SheetState, **changes: int) -> SheetState:
    if sheet.running is None:
        return sheet
    return msgspec.structs.replace(sheet, running=msgspec.structs.replace(sheet.running, **changes))


AnyRun = Run[Any]
