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
from games.engine.contract.engine import AnyEngine, Result
from games.engine.contract.tree import Path
from games.engine.contract.vocabulary import ASK_LIMIT, Vocabulary
from games.engine.play.random_play import Tally, play_out
from games.engine.play.run import Run
from games.engine.play.standing import standing_from

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

    result: Result | None
    turns: int
    tally: Tally
    thinking: Thinking = field(default_factory=Thinking, compare=False)


def asking_orders(vocabulary: Vocabulary) -> str:
    """The standing orders of someone who wants to be asked everything that can be asked."""
    keys = [name for name, key in vocabulary.keys.items() if not key.number and not key.subject]
    asking = [name for name in keys if not vocabulary.keys[name].choices or _may_ask(vocabulary, name)]
    return "".join(f"{name}: ask\n" for name in asking) + f"{ASK_LIMIT}: {OFTEN}\n"


def _may_ask(vocabulary: Vocabulary, name: str) -> bool:
    return "ask" in vocabulary.keys[name].choices


def play_match(
    engine: AnyEngine, bots: list[str], seed: str, *, asks: bool = False, rosters: Sequence[str] = ()
) -> Played:
    """One whole match; everything in it follows from the seed. With `asks` everyone wants to be asked.

    Seats for which a ready-made roster is named bring it; the others choose for themselves.
    """
    seats = range(1, len(bots) + 1)
    players = {
        seat: make_bot(engine.slug, name, f"{seed}:{seat}") for seat, name in zip(seats, bots, strict=True)
    }
    run = Run.start(engine, list(seats), Seeds(hashlib.sha256(seed.encode()).digest()))
    texts = {seat: standing_of(engine.slug, name) for seat, name in zip(seats, bots, strict=True)}
    if asks:
        texts = dict.fromkeys(seats, asking_orders(engine.vocabulary))
    run.standing = standing_from(engine, {seat: (1, text) for seat, text in texts.items() if text})
    thinking = Thinking()

    def choose(run: Run[Any], decision: Decision[object]) -> Path:
        brought = brought_by(run, decision, rosters)
        if brought is not None:
            return brought
        began = time.process_time()
        path = players[decision.seat].choose(glimpse_of(run, decision))
        if bots[decision.seat - 1] != RANDOM:
            thinking.add(decision.seat, run.turn, 1000 * (time.process_time() - began))
        return path

    tally = play_out(run, choose)
    return Played(run.result, run.turn, tally, thinking)


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

    def add(self, played: Played) -> None:
        """Count one more."""
        self.matches += 1
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
            },
        }


def _median(numbers: list[float]) -> float:
    return round(median(numbers), 1) if numbers else 0.0


def _most(numbers: list[float]) -> float:
    return round(max(numbers, default=0.0), 1)
