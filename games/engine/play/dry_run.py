"""One dry run: a sheet tried in an imagined world, with dice that are told how to fall."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import msgspec

from games.engine.contract.decisions import SeatId
from games.engine.contract.dice import Chance, Foresight, Worth, ways
from games.engine.contract.engine import Engine
from games.engine.contract.events import Seen, seen_by
from games.engine.contract.state import MatchState
from games.engine.contract.table import Reveal
from games.engine.play.automatic import Wait, automatic
from games.engine.play.imagination import Imagined
from games.engine.play.orders import advance, submit
from games.engine.play.receipts import Receipt
from games.engine.play.run import Run
from games.engine.play.save import Save
from games.engine.play.standing import Standing

S = TypeVar("S", bound=MatchState)

RUNS = 100  # that following all ways of the dice exactly may take
THROWN = 400  # the same where dice are thrown together: samples tell little of their sums

Faces = tuple[int, ...]  # of the dice that are rolled at once
Ways = list[tuple[float, Faces]]


class Unknown(Exception):
    """The dry run has come to a roll."""

    def __init__(self, found: Ways, most: int) -> None:
        super().__init__(found)
        self.ways, self.most = found, most


class Script(Foresight):
    """Dice that show the faces they are told to, and stop where they know no more."""

    def __init__(self, rolls: Sequence[Faces]) -> None:
        self._rolls = iter(rolls)

    def throw(self, sides: int, count: int, worth: Worth) -> Faces:
        """The next faces of the script."""
        faces = next(self._rolls, None) if count else ()
        if faces is None:
            raise Unknown(ways(sides, count, worth), THROWN)
        return faces

    def below(self, purpose: str, sides: int, *, hidden: bool = False) -> int:
        """The next face of the script. A hidden draw is no outcome that anybody sees: any value will do."""
        if hidden:
            return 0
        faces = next(self._rolls, None)
        if faces is None:
            raise Unknown([(1 / sides, (face,)) for face in range(sides)], RUNS)
        return faces[0]


@dataclass(frozen=True, slots=True)
class Attempt:
    """One dry run: what the seat saw, and why it ended."""

    seen: list[Seen]
    receipt: Receipt | None = None
    ways: Ways = field(default_factory=Ways)  # of the roll it stopped at
    most: int = 0  # runs that such a roll is worth
    outlook: bytes = b""  # the same for all that go on alike from there
    hidden: bool = False
    undoable: bool = False  # it could still be taken back: nobody has learned anything


@dataclass(frozen=True, slots=True)
class Trial(Generic[S]):
    """What is previewed."""

    engine: Engine[S, Any]
    save: Save
    seat: SeatId
    text: str
    seed: bytes
    standing: Standing | None


def imagined(trial: Trial[S], chance: Callable[[], Chance]) -> Imagined[S]:
    """A world to try it in; where a step is taken back, the same dice come again."""
    run = Imagined(trial.engine, trial.save, trial.seat, trial.seed, chance=chance, stop_at_reveal=True)
    if trial.standing is not None:
        run.standing[trial.seat] = trial.standing
    return run


def attempt(trial: Trial[S], run: Imagined[S]) -> Attempt:
    receipt: Receipt | None = None
    found, most, hidden, turn = Ways(), 0, False, run.turn
    undoable = False
    try:
        receipt = submit(run, trial.seat, trial.text)
        undoable = run.result is None and run.can_take_back(trial.seat)
        if receipt.done and receipt.problem is None:
            _carry_through(run, trial.seat)
    except Unknown as unknown:
        found, most = unknown.ways, unknown.most
    except Reveal:
        hidden = True
    told = [event for event in (*run.events, *run.replay.table.events) if event.turn <= turn]
    seen = seen_by(told, trial.seat)  # what the next player's turn begins with is no effect of the orders
    outlook = b""
    if found:
        ahead = msgspec.msgpack.encode((found, gist_of(trial.engine, seen)))
        outlook = trial.engine.outlook(run.state, seen) + ahead
    return Attempt(seen, receipt, found, most, outlook, hidden, undoable)


def _carry_through(run: Run[S], seat: SeatId) -> None:
    """Small questions that the orders bring up get the usual answers: what matters is the result."""
    answered = -1
    while answered < (answered := len(run.replay.log)):
        decision = run.decision_for(seat)
        if decision is None or decision.major:
            return
        answer = automatic(run, decision, is_busy=True)
        if isinstance(answer, Wait):
            return
        run.answer(seat, answer.path, answer.by)
        advance(run)


def gist_of(engine: Engine[S, Any], told: list[Seen]) -> list[Seen]:
    """What comes of it, without how the dice fell: two rolls with the same end are one outcome."""
    return [gist for seen in told if (gist := engine.gist(seen)) is not None]
