"""A dry run on a guess: what is certain, and the chances of what is not. The truth is never asked.

On the real state a preview would reveal which player can interrupt. So everything the seat cannot know is
first dealt anew, others answer by the game's defaults, and the match's dice are neither read nor advanced.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, TypeVar

import msgspec

from games.engine.contract.decisions import SeatId
from games.engine.contract.dice import Dice, Seeds
from games.engine.contract.engine import Engine
from games.engine.contract.events import Seen, seen_by
from games.engine.contract.phrases import Phrase
from games.engine.contract.state import MatchState
from games.engine.play.dry_run import Attempt, Faces, Script, Trial, Ways, attempt, gist_of, imagined
from games.engine.play.imagination import Imagined
from games.engine.play.receipts import Receipt
from games.engine.play.save import Save
from games.engine.play.standing import Standing

S = TypeVar("S", bound=MatchState)

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
    complete: bool = True  # False: it was interrupted, and this is what was known by then
    undoable: bool = False  # it could still be taken back, as far as the seat can know


@dataclass(frozen=True, slots=True)
class Spread:
    """How likely each value of a number is."""

    name: Phrase
    values: list[tuple[int, float]]


def preview(
    engine: Engine[S, Any], save: Save, seat: SeatId, text: str, seed: bytes, standing: Standing | None = None
) -> Preview:
    """What the sheet would do, as far as the seat can know; `standing` are the seat's own standing orders."""
    forecast = Forecast(engine, save, seat, text, seed, standing)
    if not forecast.follow():
        forecast.estimate()
    return forecast.known()


class Forecast(Generic[S]):
    """A preview in the making. It may be interrupted at any time: what is known by then can be told."""

    def __init__(
        self,
        engine: Engine[S, Any],
        save: Save,
        seat: SeatId,
        text: str,
        seed: bytes,
        standing: Standing | None = None,
    ) -> None:
        self._trial = Trial(engine, save, seat, text, seed, standing)
        self._run: Imagined[S] | None = None  # the first dry run, while it goes on
        self._first: Attempt | None = None
        self._followed: _Ends | None = None
        self._samples: list[_Ends] = []

    def follow(self) -> bool:
        """Follow every way the dice can fall; False if there are too many."""
        self._run = imagined(self._trial, partial(Script, ()))
        self._first = attempt(self._trial, self._run)
        if self._first.ways:
            self._followed = _followed(self._trial, self._first)
        return not self._first.ways or self._followed is not None

    def estimate(self) -> None:
        """So many random runs instead of all; none if nothing is left to chance."""
        if self._first is not None and self._first.ways:
            for number in range(len(self._samples), SAMPLES):
                self._samples.append(_sample(self._trial, number))

    def known(self) -> Preview:
        """What has been found out."""
        first = self._first
        if first is None:
            return Preview(_certain_so_far(self._run, self._trial.seat), complete=False)
        if not first.ways:
            return Preview(first.seen, hidden=first.hidden, receipt=first.receipt, undoable=first.undoable)
        ends = self._followed or _together(self._samples)
        outcomes = [
            (weight, gist_of(self._trial.engine, seen[len(first.seen) :])) for weight, seen in ends.leaves
        ]
        return Preview(
            first.seen,
            _grouped(outcomes),
            exact=self._followed is not None,
            spreads=_spreads(ends.numbers),
            complete=self._followed is not None or len(self._samples) == SAMPLES,
        )


def _certain_so_far(run: Imagined[S] | None, seat: SeatId) -> list[Seen]:
    """What has happened in a dry run that was interrupted, up to the step that was being carried out."""
    if run is None:
        return []
    sheet = run.sheets.get(seat)
    step = sheet.running if sheet is not None else None
    return seen_by(run.events if step is None else run.events[: max(0, step.told)], seat)


@dataclass(slots=True)
class _Ends:
    """How a dry run may end, and the numbers on the way there, each with its weight."""

    leaves: list[tuple[float, list[Seen]]] = field(default_factory=list[tuple[float, list[Seen]]])
    numbers: list[tuple[float, Phrase, int]] = field(default_factory=list[tuple[float, Phrase, int]])


@dataclass(slots=True)
class _Fork:
    """A roll that was reached by these rolls before it, or by others from which the match goes on alike."""

    rolls: tuple[Faces, ...]
    ways: Ways
    measured: int = 0  # numbers that are known before it
    weight: float = 0.0


def _followed(trial: Trial[S], first: Attempt) -> _Ends | None:
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
    trial: Trial[S],
    fork: _Fork,
    rolls: tuple[Faces, ...],
    weight: float,
    ends: _Ends,
    further: dict[bytes, _Fork],
) -> None:
    """One way from a fork: to an end, or to the next fork."""
    tried = attempt(trial, imagined(trial, partial(Script, rolls)))
    numbers = trial.engine.measures(tried.seen)
    ends.numbers += [(weight, name, value) for name, value in numbers[fork.measured :]]
    if tried.ways:
        reached = further.setdefault(tried.outlook, _Fork(rolls, tried.ways, len(numbers)))
        reached.weight += weight
    else:
        ends.leaves.append((weight, tried.seen))


def _sample(trial: Trial[S], number: int) -> _Ends:
    """One random run."""
    seeds = Seeds(trial.seed, (number.to_bytes(4, "big"),))
    seen = attempt(trial, imagined(trial, partial(Dice, seeds))).seen
    return _Ends([(1.0, seen)], [(1.0, name, value) for name, value in trial.engine.measures(seen)])


def _together(samples: list[_Ends]) -> _Ends:
    """Random runs, each with the same weight."""
    ends, weight = _Ends(), 1 / max(1, len(samples))
    for sample in samples:
        ends.leaves += [(weight, seen) for _one, seen in sample.leaves]
        ends.numbers += [(weight, name, value) for _one, name, value in sample.numbers]
    return ends


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
