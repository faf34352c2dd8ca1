"""A dry run on a guess: what is certain, and the chances of what is not. The truth is never asked.

On the real state a preview would reveal which player can interrupt. So everything the seat cannot know is
first dealt anew, others answer by the game's defaults, and the match's dice are neither read nor advanced.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import msgspec

from games.engine.contract.decisions import SeatId
from games.engine.contract.dice import Chance, Dice, Foresight, Seeds, Worth, ways
from games.engine.contract.engine import Engine
from games.engine.contract.events import Seen, seen_by
from games.engine.contract.phrases import Phrase
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
SAMPLES = 200  # else so many random runs


@dataclass(frozen=True, slots=True)
class Preview:
    """What a sheet would do."""

    certain: list[Seen]  # happens, if nobody interrupts
    chances: list[tuple[float, list[Seen]]] = field(default_factory=list[tuple[float, list[Seen]]])
    exact: bool = True  # the chances were computed, not sampled
    hidden: bool = False  # it goes on with something that the seat cannot know yet
    spreads: list[Spread] = field(default_factory=list["Spread"])
    receipt: Receipt | None = None  # None where the run stopped before all lines were tried


@dataclass(frozen=True, slots=True)
class Spread:
    """How likely each value of a number is."""

    name: Phrase
    values: list[tuple[int, float]]


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
class _Attempt:
    """One dry run: what the seat saw, and why it ended."""

    seen: list[Seen]
    receipt: Receipt | None = None
    ways: Ways = field(default_factory=Ways)  # of the roll it stopped at
    most: int = 0  # runs that such a roll is worth
    outlook: bytes = b""  # the same for all that go on alike from there
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class _Trial(Generic[S]):
    """What is previewed."""

    engine: Engine[S, Any]
    save: Save
    seat: SeatId
    text: str
    seed: bytes
    standing: Standing | None


def preview(
    engine: Engine[S, Any], save: Save, seat: SeatId, text: str, seed: bytes, standing: Standing | None = None
) -> Preview:
    """What the sheet would do, as far as the seat can know; `standing` are the seat's own standing orders."""
    trial = _Trial(engine, save, seat, text, seed, standing)
    first = _attempt(trial, lambda: Script(()))
    if not first.ways:
        return Preview(first.seen, hidden=first.hidden, receipt=first.receipt)
    followed = _followed(trial, first)
    ends = followed if followed is not None else _samples(trial)
    outcomes = [(weight, _gist(engine, seen[len(first.seen) :])) for weight, seen in ends.leaves]
    return Preview(first.seen, _grouped(outcomes), followed is not None, spreads=_spreads(ends.numbers))


def _attempt(trial: _Trial[S], chance: Callable[[], Chance]) -> _Attempt:
    run = Imagined(trial.engine, trial.save, trial.seat, trial.seed, chance=chance, stop_at_reveal=True)
    if trial.standing is not None:
        run.standing[trial.seat] = trial.standing
    receipt: Receipt | None = None
    found, most, hidden, turn = Ways(), 0, False, run.turn
    try:
        receipt = submit(run, trial.seat, trial.text)
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
        ahead = msgspec.msgpack.encode((found, _gist(trial.engine, seen)))
        outlook = trial.engine.outlook(run.state, seen) + ahead
    return _Attempt(seen, receipt, found, most, outlook, hidden)


def _carry_through(run: Run[S], seat: SeatId) -> None:
    """Small questions that the orders bring up get the usual answers: wanted is what comes of it all."""
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


@dataclass(slots=True)
class _Ends:
    """How a dry run may end, and the numbers on the way there, each with its weight."""

    leaves: list[tuple[float, list[Seen]]] = field(default_factory=list[tuple[float, list[Seen]]])
    numbers: list[tuple[float, Phrase, int]] = field(default_factory=list[tuple[float, Phrase, int]])


@dataclass(slots=True)
class _Fork:
    """A roll that was come to: by these rolls before it, or by others from which all goes on alike."""

    rolls: tuple[Faces, ...]
    ways: Ways
    measured: int = 0  # numbers that are known before it
    weight: float = 0.0


def _followed(trial: _Trial[S], first: _Attempt) -> _Ends | None:
    """Every way the dice can fall, exactly; None where there are too many."""
    ends, runs = _Ends(), 0
    forks = {b"": _Fork((), first.ways, weight=1.0)}
    while forks:
        runs += sum(len(fork.ways) for fork in forks.values())
        if runs > first.most:
            return None
        further: dict[bytes, _Fork] = {}
        for fork in forks.values():
            for chance, faces in fork.ways:
                _follow(trial, fork, (*fork.rolls, faces), fork.weight * chance, ends, further)
        forks = further
    return ends


def _follow(
    trial: _Trial[S],
    fork: _Fork,
    rolls: tuple[Faces, ...],
    weight: float,
    ends: _Ends,
    further: dict[bytes, _Fork],
) -> None:
    """One way from a fork: to an end, or to the next fork."""
    attempt = _attempt(trial, _faces(rolls))
    numbers = trial.engine.measures(attempt.seen)
    ends.numbers += [(weight, name, value) for name, value in numbers[fork.measured :]]
    if attempt.ways:
        reached = further.setdefault(attempt.outlook, _Fork(rolls, attempt.ways, len(numbers)))
        reached.weight += weight
    else:
        ends.leaves.append((weight, attempt.seen))


def _samples(trial: _Trial[S]) -> _Ends:
    """So many random runs in place of all."""
    ends, weight = _Ends(), 1 / SAMPLES
    for number in range(SAMPLES):
        seeds = Seeds(trial.seed, (number.to_bytes(4, "big"),))
        seen = _attempt(trial, _dice(seeds)).seen
        ends.leaves.append((weight, seen))
        ends.numbers += [(weight, name, value) for name, value in trial.engine.measures(seen)]
    return ends


def _faces(rolls: tuple[Faces, ...]) -> Callable[[], Chance]:
    return lambda: Script(rolls)


def _dice(seeds: Seeds) -> Callable[[], Chance]:
    return lambda: Dice(seeds)


def _gist(engine: Engine[S, Any], told: list[Seen]) -> list[Seen]:
    """What comes of it, without how the dice fell: two rolls with the same end are one outcome."""
    return [gist for seen in told if (gist := engine.gist(seen)) is not None]


def _grouped(weighted: list[tuple[float, list[Seen]]]) -> list[tuple[float, list[Seen]]]:
    """Equal outcomes together, the likeliest first."""
    weights: dict[bytes, float] = {}
    outcomes: dict[bytes, list[Seen]] = {}
    for weight, outcome in weighted:
        name = msgspec.msgpack.encode(outcome)
        weights[name] = weights.get(name, 0.0) + weight
        outcomes[name] = outcome
    ranked = sorted(weights, key=lambda name: (-weights[name], name))
    return [(weights[name], outcomes[name]) for name in ranked]


def _spreads(numbers: list[tuple[float, Phrase, int]]) -> list[Spread]:
    """Each number that the dice decide, with the chance of each of its values."""
    names: dict[str, Phrase] = {}
    chances: dict[str, dict[int, float]] = {}
    for weight, name, value in numbers:
        names.setdefault(name.text(), name)
        values = chances.setdefault(name.text(), {})
        values[value] = values.get(value, 0.0) + weight
    return [Spread(name, sorted(chances[text].items())) for text, name in names.items()]
