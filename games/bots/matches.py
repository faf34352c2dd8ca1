"""Matches between bots, and what is counted of them."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from games.bots.glimpse import glimpse_of
from games.bots.registry import make_bot
from games.engine.contract import AnyEngine, Result
from games.engine.decisions import Decision
from games.engine.dice import Seeds
from games.engine.random_play import Tally, play_out
from games.engine.run import Run
from games.engine.tree import Path


@dataclass(frozen=True, slots=True)
class Played:
    """A match that was played."""

    result: Result | None
    turns: int
    tally: Tally


def play_match(engine: AnyEngine, bots: list[str], seed: str) -> Played:
    """One whole match; everything in it follows from the seed."""
    seats = range(1, len(bots) + 1)
    players = {
        seat: make_bot(engine.slug, name, f"{seed}:{seat}") for seat, name in zip(seats, bots, strict=True)
    }
    run = Run.start(engine, list(seats), Seeds(hashlib.sha256(seed.encode()).digest()))

    def choose(run: Run[Any], decision: Decision[object]) -> Path:
        return players[decision.seat].choose(glimpse_of(run, decision))

    tally = play_out(run, choose)
    return Played(run.result, run.table.turns, tally)


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

    def add(self, played: Played) -> None:
        """Count one more."""
        self.matches += 1
        self.turns += played.turns
        self.decisions += played.tally.decisions
        self.waits += played.tally.waits
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
            "outcomes": {
                "bots": self.bots,
                "wins": {str(seat): self.wins[seat] for seat in seats},
                "shared_wins": self.shared,
                "mean_scores": {str(seat): round(self.scores[seat] / done, 1) for seat in seats},
            },
        }
