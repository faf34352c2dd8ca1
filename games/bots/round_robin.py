"""Ready-made rosters that bots bring, and every one of them against every other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from games.engine.contract.decisions import Decision, SeatId
from games.engine.contract.engine import AnyEngine
from games.engine.contract.rosters import AnyRosterBook, Roster
from games.engine.contract.tree import Path
from games.engine.play.run import Run


def ready_made(engine: AnyEngine) -> list[str]:
    """The rosters that come with a game, in the form that it usually asks for."""
    book = engine.rosters
    return list(_named(book, book.form_of(engine.settings({}), 2))) if book is not None else []


def _named(book: AnyRosterBook, form: str) -> dict[str, Roster]:
    """Ready-made rosters by their names; by their sides where those all call theirs the same."""
    made = [(side, made) for side in book.sides for made in book.ready_made(side, form)]
    if len({one.id for _side, one in made}) == len(made):
        return {one.id: one.roster for _side, one in made}
    alone = Counter(side for side, _one in made)
    return {side if alone[side] == 1 else f"{side}/{one.id}": one.roster for side, one in made}


def brought_by(run: Run[Any], decision: Decision[object], rosters: Sequence[str]) -> Path | None:
    """The answer of a seat that brings a ready-made roster; None where it is asked something else."""
    book, seat = run.engine.rosters, decision.seat
    if book is None or decision.kind not in (book.kind, book.side_kind) or seat > len(rosters):
        return None
    roster = _named(book, book.form_of(run.options, len(run.seats))).get(rosters[seat - 1])
    if roster is None:
        return None
    if decision.kind == book.side_kind:
        return (roster.side,) if decision.check((roster.side,)) is None else None
    side = book.side_of(run.engine.view(run.state, seat), seat)
    return book.answer(roster) if side == roster.side else None


@dataclass(slots=True)
class RoundRobin:
    """Every ready-made roster against every other, from both seats, and how often each has won."""

    names: list[str]
    wins: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])
    played: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])

    def pairs(self, matches: int) -> list[tuple[str, str]]:
        """Who meets whom: each pair so often, half of it with seats exchanged."""
        met = list(combinations(self.names, 2))
        return [pair if n % 2 == 0 else pair[::-1] for pair in met for n in range(matches)]

    def add(self, pair: tuple[str, str], winners: Sequence[SeatId]) -> None:
        """Count one more; a draw is half a win for both."""
        for seat, (own, other) in enumerate((pair, pair[::-1]), 1):
            self.played[own, other] += 1
            self.wins[own, other] += (2 // len(winners)) if seat in winners else 0

    def report(self) -> dict[str, Any]:
        """Wins in per cent: of each against each, and of each against all."""
        against = {
            own: {
                other: _share(self.wins[own, other], self.played[own, other])
                for other in self.names
                if other != own
            }
            for own in self.names
        }
        total = {
            own: _share(
                sum(self.wins[own, o] for o in self.names), sum(self.played[own, o] for o in self.names)
            )
            for own in self.names
        }
        return {"won_percent": total, "won_percent_against": against}


def _share(halves: int, played: int) -> float:
    return round(50 * halves / played, 1) if played else 0.0
