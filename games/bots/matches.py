"""Matches between bots, and what is counted of them."""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from games.bots.glimpse import glimpse_of
from games.bots.registry import RANDOM, make_bot, standing_of
from games.bots.round_robin import brought_by
from games.engine.contract.decisions import Decision
from games.engine.contract.dice import Seeds
from games.engine.contract.engine import AnyEngine, Options, Result
from games.engine.contract.tree import Path
from games.engine.contract.vocabulary import ASK_LIMIT, Vocabulary
from games.engine.play.random_play import Tally, play_out
from games.engine.play.run import Run

CAPPED = "stopped at the limit of turns"
OFTEN = 99  # questions in another player's turn: more than anyone is asked


@dataclass(slots=True)
class Thinking:
    """What the bots that play to win took, in milliseconds of CPU; a turn is one seat's answers in it."""

    decisions: list[float] = field(default_factory=list[float])
    turns: dict[tuple[int, int], float] = field(default_factory=dict[tuple[int, int], float])

    def add(self, seat: int, turn: int, spent: float) -> None:
        """One more answer."""
        self.decisions.append(spent)
        self.turns[seat, turn] = self.turns.get((seat, turn), 0.0) + spent


@dataclass(frozen=True, slots=True)
class Played:
    """A match that was played."""

    result: Result | None  # None: stopped at the limit of turns
    turns: int
    tally: Tally
    seed: str = ""
    first: int = 0  # the seat that took the first turn; 0 where all play at once
    sides: dict[int, str] = field(default_factory=dict[int, str])  # faction or the like, by seat
    thinking: Thinking = field(default_factory=Thinking, compare=False)


def asking_orders(vocabulary: Vocabulary) -> str:
    """The standing orders of someone who wants to be asked everything that can be asked."""
    keys = [name for name, key in vocabulary.keys.items() if not key.number and not key.subject]
    asking = [name for name in keys if not vocabulary.keys[name].choices or _may_ask(vocabulary, name)]
    return "".join(f"{name}: ask\n" for name in asking) + f"{ASK_LIMIT}: {OFTEN}\n"


def _may_ask(vocabulary: Vocabulary, name: str) -> bool:
    return "ask" in vocabulary.keys[name].choices


def play_match(
    engine: AnyEngine,
    bots: list[str],
    seed: str,
    *,
    asks: bool = False,
    rosters: Sequence[str] = (),
    most_turns: int | None = None,
    options: Options | None = None,
) -> Played:
    """One whole match; everything in it follows from the seed. With `asks` everyone wants to be asked.

    Seats for which a ready-made roster is named bring it; the others choose for themselves.
    """
    run = _begun(engine, bots, seed, asks=asks, options=options)
    players = [make_bot(engine.slug, name, f"{seed}:{seat}") for seat, name in enumerate(bots, 1)]
    thinking = Thinking()

    def choose(run: Run[Any], decision: Decision[object]) -> Path:
        brought = brought_by(run, decision, rosters)
        if brought is not None:
            return brought
        began = time.process_time()
        path = players[decision.seat - 1].choose(glimpse_of(run, decision))
        if bots[decision.seat - 1] != RANDOM:
            thinking.add(decision.seat, run.turn, 1000 * (time.process_time() - began))
        return path

    starts: list[int] = []

    def note_start(run: Run[Any]) -> None:
        if not starts and run.turn:
            starts.append(run.active or 0)

    tally = play_out(run, choose, note_start, turns=most_turns)
    return Played(run.result, run.turn, tally, seed, starts[0] if starts else 0, _sides(run), thinking)


def _begun(
    engine: AnyEngine, bots: Sequence[str], seed: str, *, asks: bool, options: Options | None
) -> Run[Any]:
    """A match before its first question, with the standing orders of its players."""
    run = Run.start(engine, range(1, len(bots) + 1), Seeds(hashlib.sha256(seed.encode()).digest()), options)
    texts = {seat: standing_of(engine.slug, name) for seat, name in enumerate(bots, 1)}
    if asks:
        texts = dict.fromkeys(texts, asking_orders(engine.vocabulary))
    run.set_standing({seat: (1, text) for seat, text in texts.items() if text})
    return run


def _sides(run: Run[Any]) -> dict[int, str]:
    """What each seat plays, in games with rosters."""
    book, view = run.engine.rosters, run.view(None)
    return {seat: book.side_of(view, seat) for seat in run.seats} if book and view else {}


@dataclass(slots=True)
class Summary:
    """Many matches in a few numbers."""

    game: str
    seats: int
    bots: list[str]
    matches: int = 0
    finished: int = 0
    turns: int = 0
    decisions: int = 0
    waits: int = 0
    shared: int = 0
    wins: Counter[int] = field(default_factory=Counter[int])
    scores: Counter[int] = field(default_factory=Counter[int])
    thoughts: list[float] = field(default_factory=list[float])
    thinking_turns: list[float] = field(default_factory=list[float])
    reasons: Counter[str] = field(default_factory=Counter[str])
    played: list[Played] = field(default_factory=list[Played])

    def add(self, played: Played) -> None:
        """Count one more."""
        self.matches += 1
        self.played.append(played)
        self.reasons[_reason(played)] += 1
        self.turns += played.turns
        self.decisions += played.tally.decisions
        self.waits += played.tally.waits
        self.thoughts += played.thinking.decisions
        self.thinking_turns += played.thinking.turns.values()
        if played.result is not None:
            self.finished += 1
            self.shared += len(played.result.winners) > 1
            self.wins.update(played.result.winners)
            self.scores.update(dict(played.result.scores))

    def report(self, seconds: float) -> dict[str, Any]:
        """The figures, under the names that scripts rely on."""
        seats = range(1, self.seats + 1)
        done = max(1, self.finished)
        return {
            "game": self.game,
            "seats": self.seats,
            "matches": self.matches,
            "finished": self.finished,
            "capped": self.matches - self.finished,
            "turns": self.turns,
            "decisions": self.decisions,
            "waits_per_turn": round(self.waits / max(1, self.turns), 4),
            "decisions_per_second": round(self.decisions / seconds) if seconds else 0,
            "bot_ms": {
                "decision": _median(self.thoughts),
                "decision_max": _most(self.thoughts),
                "turn": _median(self.thinking_turns),
                "turn_max": _most(self.thinking_turns),
            },
            "outcomes": {
                "bots": self.bots,
                "wins": {str(seat): self.wins[seat] for seat in seats},
                "shared_wins": self.shared,
                "mean_scores": {str(seat): round(self.scores[seat] / done, 1) for seat in seats},
                "reasons": dict(self.reasons.most_common()),
                "first": _share([(p, p.first) for p in self.played if p.first]),
                "sides": self._sides(),
            },
            "played": [_row(played) for played in self.played],
        }

    def _sides(self) -> dict[str, dict[str, int]]:
        """How each side did, no matter who played it."""
        names = sorted({side for played in self.played for side in played.sides.values()})
        return {
            name: _share([(p, seat) for p in self.played for seat, side in p.sides.items() if side == name])
            for name in names
        }


def _reason(played: Played) -> str:
    return CAPPED if played.result is None else str(played.result.reason)


def _share(played: list[tuple[Played, int]]) -> dict[str, int]:
    """How many of these matches these seats have won, lost or shared."""
    winners = [(set(p.result.winners), seat) for p, seat in played if p.result is not None]
    won = sum(found == {seat} for found, seat in winners)
    lost = sum(seat not in found for found, seat in winners)
    return {"matches": len(played), "won": won, "lost": lost, "shared": len(winners) - won - lost}


def _row(played: Played) -> dict[str, Any]:
    """One match, so that it can be played again: `--seed` and its number are in the seed."""
    return {
        "seed": played.seed,
        "turns": played.turns,
        "reason": _reason(played),
        "winners": list(played.result.winners) if played.result is not None else [],
        "first": played.first,
        "sides": {str(seat): side for seat, side in played.sides.items()},
    }


def _median(numbers: list[float]) -> float:
    return round(median(numbers), 1) if numbers else 0.0


def _most(numbers: list[float]) -> float:
    return round(max(numbers, default=0.0), 1)
