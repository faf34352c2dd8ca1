"""A dry run on a guess: what is certain, and the chances of what is not. The truth is never asked.

Run on the real state a preview would tell who holds an answer to it; so everything the seat cannot know is
first dealt anew, others answer by the game's defaults, and the match's dice are neither read nor advanced.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import msgspec

from games.engine.contract import Engine
from games.engine.decisions import SeatId
from games.engine.dice import Chance, Dice, Seeds
from games.engine.events import Seen, seen_by
from games.engine.imagination import Imagined
from games.engine.orders import submit
from games.engine.receipts import Receipt
from games.engine.run import Standing
from games.engine.save import Save
from games.engine.table import Reveal

S = TypeVar("S", bound=msgspec.Struct)

LEAVES = 64  # branches of the dice that are followed exactly
SAMPLES = 200  # else so many random runs


@dataclass(frozen=True, slots=True)
class Preview:
    """What a sheet would do."""

    certain: list[Seen]  # happens, if nobody interrupts
    chances: list[tuple[float, list[Seen]]] = field(default_factory=list[tuple[float, list[Seen]]])
    exact: bool = True  # the chances were computed, not sampled
    hidden: bool = False  # it goes on with something that the seat cannot know yet
    receipt: Receipt | None = None  # None where the run stopped before all lines were tried


class Unknown(Exception):
    """The dry run has come to a roll."""

    def __init__(self, sides: int) -> None:
        super().__init__(sides)
        self.sides = sides


class Script:
    """Dice that show the faces they are told to, and stop where they know no more."""

    def __init__(self, faces: Sequence[int]) -> None:
        self._faces = iter(faces)

    def below(self, purpose: str, sides: int, *, hidden: bool = False) -> int:
        """The next face of the script. A hidden draw is no outcome that anybody sees: any value will do."""
        if hidden:
            return 0
        face = next(self._faces, None)
        if face is None:
            raise Unknown(sides)
        return face


@dataclass(frozen=True, slots=True)
class _Attempt:
    """One dry run: what the seat saw, and why it ended."""

    seen: list[Seen]
    receipt: Receipt | None = None
    sides: int = 0  # of the die it stopped at
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class _Question(Generic[S]):
    """What is previewed."""

    engine: Engine[S]
    save: Save
    seat: SeatId
    text: str
    seed: bytes
    standing: Standing | None


def preview(
    engine: Engine[S], save: Save, seat: SeatId, text: str, seed: bytes, standing: Standing | None = None
) -> Preview:
    """What the sheet would do, as far as the seat can know; `standing` are the seat's own standing orders."""
    question = _Question(engine, save, seat, text, seed, standing)
    first = _attempt(question, lambda: Script(()))
    if not first.sides:
        return Preview(first.seen, hidden=first.hidden, receipt=first.receipt)
    leaves = _leaves(question, first)
    exact = leaves is not None
    weighted = leaves if leaves is not None else _samples(question)
    outcomes = [(weight, _gist(engine, seen[len(first.seen) :])) for weight, seen in weighted]
    return Preview(first.seen, _grouped(outcomes), exact)


def _attempt(question: _Question[S], chance: Callable[[], Chance]) -> _Attempt:
    run = Imagined(
        question.engine, question.save, question.seat, question.seed, chance=chance, stop_at_reveal=True
    )
    if question.standing is not None:
        run.standing[question.seat] = question.standing
    receipt: Receipt | None = None
    sides, hidden = 0, False
    try:
        receipt = submit(run, question.seat, question.text)
    except Unknown as unknown:
        sides = unknown.sides
    except Reveal:
        hidden = True
    seen = seen_by([*run.events, *run.table.events], question.seat)
    return _Attempt(seen, receipt, sides, hidden)


def _leaves(question: _Question[S], first: _Attempt) -> list[tuple[float, list[Seen]]] | None:
    """Every way the dice can fall, exactly; None where there are too many."""
    leaves: list[tuple[float, list[Seen]]] = []
    open_ways: list[tuple[tuple[int, ...], float, int]] = [((), 1.0, first.sides)]
    while open_ways:
        faces, weight, sides = open_ways.pop()
        if len(leaves) + len(open_ways) + sides > LEAVES:
            return None
        for face in range(sides):
            attempt = _attempt(question, _faces((*faces, face)))
            if attempt.sides:
                open_ways.append(((*faces, face), weight / sides, attempt.sides))
            else:
                leaves.append((weight / sides, attempt.seen))
    return leaves


def _samples(question: _Question[S]) -> list[tuple[float, list[Seen]]]:
    """So many random runs in place of all."""
    found: list[tuple[float, list[Seen]]] = []
    for number in range(SAMPLES):
        seeds = Seeds(question.seed, (number.to_bytes(4, "big"),))
        found.append((1 / SAMPLES, _attempt(question, _dice(seeds)).seen))
    return found


def _faces(faces: tuple[int, ...]) -> Callable[[], Chance]:
    return lambda: Script(faces)


def _dice(seeds: Seeds) -> Callable[[], Chance]:
    return lambda: Dice(seeds)


def _gist(engine: Engine[S], told: list[Seen]) -> list[Seen]:
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
