"""What can be asked of a match in memory: who plays, who is asked what, what may be taken back."""

from __future__ import annotations

import hmac
from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from games.engine.contract import events as story
from games.engine.contract.decisions import Decision, SeatId
from games.engine.contract.dice import Roll, Seeds
from games.engine.contract.engine import Engine, Options, Result, Setting, View
from games.engine.contract.events import Event
from games.engine.contract.state import MatchState
from games.engine.contract.text import Illegal, gettext_noop
from games.engine.contract.tree import Path
from games.engine.play.coach import Coach
from games.engine.play.receipts import Receipt
from games.engine.play.replay import Replay
from games.engine.play.save import GIVEN, Answer, OpenReaction, SheetState
from games.engine.play.standing import Standing, shipped

S = TypeVar("S", bound=MatchState)


class NotAsked(Illegal):
    """This seat has no open question."""


class RunState(Generic[S]):
    """A match in memory with its players, as it can be asked about; `Run` is what changes it."""

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
        self.cuts: int = 0
        self._coach: Coach | None = None  # of a tutorial

    def _new_replay(
        self, engine: Engine[S, Any], seats: Sequence[SeatId], seeds: Seeds, options: Options
    ) -> Replay[S]:
        return Replay(engine, seats, seeds, options, when_base_moves=self._move_steps)

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
        """All rolls that someone has seen and no delivery has handed out yet."""
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

    @property
    def coach(self) -> Coach | None:
        """Who leads through a tutorial, as long as its script is followed."""
        return self._coach

    def objection(self, decision: Decision[object], path: Path) -> Illegal | None:
        """What a tutorial has against a legal answer of its pupil, if this is one."""
        return self._coach.refusal(decision, path) if self._coach is not None else None

    def can_take_back(self, seat: SeatId) -> bool:
        """Whether the seat has an answer that `take_back` would undo."""
        return seat in self.sealed or self._take_back_place(seat) is not None

    def take_back_id(self, seat: SeatId) -> str:
        """A name of what `take_back` would undo: the question that was answered by it; empty for nothing."""
        place = len(self.replay.log) if seat in self.sealed else self._take_back_place(seat)
        return self._name(place, seat) if place is not None else ""

    def _take_back_place(self, seat: SeatId) -> int | None:
        """Where in the log the answer stands that the seat could take back, if any."""
        log = self.replay.log
        for place in range(len(log) - 1, self.replay.barrier() - 1, -1):
            if log[place].seat == seat and log[place].by in GIVEN:
                return place
        return None

    def _move_steps(self, passed: int) -> None:
        """The base has moved: where a step began is counted from it."""
        for seat, sheet in self.sheets.items():
            if sheet.running is not None:
                self.sheets[seat] = with_step(sheet, start=sheet.running.start - passed)


def with_step(sheet: SheetState, **changes: int) -> SheetState:
    if sheet.running is None:
        return sheet
    return msgspec.structs.replace(sheet, running=msgspec.structs.replace(sheet.running, **changes))
