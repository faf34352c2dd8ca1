"""What players and bots wait for: exact odds, a bot's thoughts, questions to those whose turn it is not."""

from __future__ import annotations

from functools import cache
from statistics import median

from games.benchmarks.clock import cpu
from games.benchmarks.orders import Position, dream_positions, duel_positions
from games.bots.matches import Summary, play_match
from games.bots.registry import BOTS, RANDOM
from games.engine.language.paths import write
from games.engine.play.preview import preview
from games.engine.play.run import Run
from games.engine.play.save import decode_save
from games.services.engines import ENGINES

ROLLED = {"fight", "shoot", "strike"}  # what the dice decide
SEATS = 2


def odds_ms(rounds: int) -> float:
    """CPU of a preview with the odds of one fight, shot or strike, in milliseconds: the median."""
    asked = [place for place in (*duel_positions(1), *dream_positions(1)) if place.order[0] in ROLLED]
    step = max(1, len(asked) // (4 * rounds))
    return median(_previewed(place) for place in asked[::step]) / 1_000_000


def _previewed(place: Position) -> float:
    save = decode_save(place.save)
    decision = Run.load(place.engine, save).decision_for(place.seat)
    if decision is None:
        raise ValueError("nobody is asked")
    text = write(decision, place.order)
    return cpu(lambda: preview(place.engine, decode_save(place.save), place.seat, text, b"\x07" * 32))


def bot_ms(rounds: int) -> dict[str, float]:
    """How long the bots that play to win think about a decision, in milliseconds of CPU: the median."""
    bots = {game: next(iter(names)) for game, names in BOTS.items()}
    return {game: _played(game, bot, 1).report(1)["bot_ms"]["decision"] for game, bot in bots.items()}


def waits_per_turn(rounds: int) -> dict[str, float]:
    """How often a match waits for a player whose turn it is not, with the standing orders of the game."""
    return {game: _played(game, RANDOM, max(1, rounds // 5)).report(1)["waits_per_turn"] for game in BOTS}


@cache
def _played(game: str, bot: str, matches: int) -> Summary:
    summary = Summary(game, SEATS, [bot] * SEATS)
    for number in range(matches):
        summary.add(play_match(ENGINES[game], summary.bots, f"bench:{number}"))
    return summary
