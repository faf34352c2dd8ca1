"""SS-15 and SS-17.15: counting points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from games.engine.contract.engine import Result
from games.engine.contract.phrases import say
from games.engine.contract.text import gettext_noop as _
from games.scrappers.catalogue import CRYSTALS, LEVEL, Crystal
from games.scrappers.state import Player, State


def score(player: Player) -> dict[str, int]:
    """SS-15.1: the five parts of a score."""
    crystals = [CRYSTALS[crystal] for crystal in player.crystals]
    return {
        "crystals": sum(crystal.vp for crystal in crystals),  # SS-15.2
        "artifacts": sum(_artifact_points(player, artifact) for artifact in player.artifacts),  # SS-15.3
        "totems": 3 * len(player.totems),  # SS-15.4
        "symbols": symbol_sets([crystal.symbol for crystal in crystals if crystal.symbol]),
        "subjugated": sum(LEVEL[card] for card in player.subjugated),  # SS-15.6
    }


def symbol_sets(symbols: list[str]) -> int:
    """SS-15.5: layers of different symbols; a layer of n is worth 1 + 2 + … + n."""
    counts = Counter(symbols).values()
    layers = [sum(count >= k for count in counts) for k in range(1, max(counts, default=0) + 1)]
    return sum(n * (n + 1) // 2 for n in layers)


def _artifact_points(player: Player, artifact: str) -> int:
    count = _POINTS.get(artifact)
    return count(player, [CRYSTALS[crystal] for crystal in player.crystals]) if count else 0


def _of_cost(crystals: list[Crystal], *costs: int) -> int:
    return sum(crystal.cost in costs for crystal in crystals)


def _rainbow(player: Player, crystals: list[Crystal]) -> int:
    colours = {crystal.colour for crystal in crystals}
    return len(colours) + (3 if len(colours) == 6 else 0)


def _contract(player: Player, crystals: list[Crystal]) -> int:
    return max(Counter(crystal.colour for crystal in crystals).values(), default=0)


_POINTS: dict[str, Callable[[Player, list[Crystal]], int]] = {
    "AR01-B": lambda player, crystals: _of_cost(crystals, 1),  # Small Change
    "AR02-B": _contract,
    "AR03-B": lambda player, crystals: 2 * len(player.totems),  # Totem Keeper
    "AR04-B": lambda player, crystals: 2 * (len(crystals) // 3),  # Mass Production
    "AR05-B": lambda player, crystals: 3 * (_of_cost(crystals, 3) // 2),  # Third Time's the Charm
    "AR06-B": _rainbow,
    "AR07-B": lambda player, crystals: 2 * len(player.artifacts),  # Curator
    "AR08-B": lambda player, crystals: len(player.base),  # Loyal Crew
    "AR09-B": lambda player, crystals: 2 * _of_cost(crystals, 6, 10),  # Heavy Haulage
    "AR10-B": lambda player, crystals: 4,  # Salvaged Idol
    "AR11-B": lambda player, crystals: sum(1 for c in crystals if c.symbol),  # Heraldry
    "AR12-B": lambda player, crystals: 4 * _of_cost(crystals, 10),  # Deep Vein
}


def outcome(state: State) -> Result | None:
    """SS-15.8: the highest score wins, and tied players win together. A player who has left cannot win."""
    if not state.over:
        return None
    scores = {player.seat: sum(score(player).values()) for player in state.players}
    staying = [player.seat for player in state.players if not player.gone]
    best = max((scores[seat] for seat in staying), default=0)
    winners = tuple(seat for seat in staying if scores[seat] == best)
    return Result(winners, scores, say(_why(state, staying)))


def _why(state: State, staying: list[int]) -> str:
    """What ended the game."""
    if len(staying) < 2:
        return _("All others have left.")
    if state.is_triggered:
        return _("The mine has caved in.")
    return _("Nothing has shaken the mine for ten rounds.")  # SS-14.7
