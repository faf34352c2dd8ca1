"""DB-7.5 and DB-7.6: what a miniature costs now, and why one cannot be spawned."""

from __future__ import annotations

from collections import Counter

from games.dreamblade.geometry import PLACE
from games.dreamblade.rules.places import spawn_cells
from games.dreamblade.state import GRAVEYARD, REMOVED, RESERVES, Figure, SeatId, State, fits, has
from games.engine.contract.phrases import Phrase, say
from games.engine.contract.text import gettext_noop as _


class Market:
    """DB-7.5: what makes miniatures dearer and cheaper for one player; looked up once, asked often."""

    def __init__(self, state: State, seat: SeatId) -> None:
        known = [f for f in state.figures.values() if f.seat == seat and f.at not in (RESERVES, REMOVED)]
        self._aspects = Counter(aspect for f in known for aspect in f.miniature.aspects)
        found = [state.works(f, "CHANNEL") for f in known if f.at in PLACE]
        self._channels = [ability for ability in found if ability is not None]
        self._is_respawn_printed = state.choices.respawn_printed_cost

    def price(self, figure: Figure) -> int:
        """Spawn cost and surcharge of each aspect, less Channel (DB-Q24), never below 0."""
        cost = self._spawn_cost(figure)
        for aspect, count in figure.miniature.aspects.items():
            cost += max(0, count - self._aspects[aspect])
        return max(0, cost - sum(a.value for a in self._channels if fits(figure, a.modifier)))

    def _spawn_cost(self, figure: Figure) -> int:
        """DB-A.RESPAWN: its number takes the place of the printed cost (DB-Q7)."""
        respawn = has(figure, "RESPAWN") if figure.at == GRAVEYARD else None
        if respawn is None or self._is_respawn_printed:
            return figure.cost
        return respawn.value or figure.cost


def price(state: State, figure: Figure) -> int:
    """What it costs to spawn a miniature now."""
    return Market(state, figure.seat).price(figure)


def is_available(figure: Figure) -> bool:
    """DB-4.2: in the reserves, or in the graveyard with Respawn."""
    return figure.at == RESERVES or (figure.at == GRAVEYARD and has(figure, "RESPAWN") is not None)


def hindrance(state: State, figure: Figure, market: Market) -> Phrase | None:
    """Why a miniature cannot be spawned now; None if it can."""
    if not is_available(figure):
        return say(_("{figure} is not in your reserves"), figure=figure.id)
    vengeance = has(figure, "VENGEANCE")
    if vengeance is not None and state.player(state.foe(figure.seat)).wins < vengeance.value:
        reason = _("{figure} waits until your opponent has won {count} turns")
        return say(reason, figure=figure.id, count=vengeance.value)
    if _is_doubled(state, figure):
        return say(_("{figure} is unique, and you have one on the map"), figure=figure.id)
    cost = market.price(figure)
    if cost > state.turn.pool:
        reason = _("{figure} costs {cost}, and you have {points} spawn points")
        return say(reason, figure=figure.id, cost=cost, points=state.turn.pool)
    if not figure.is_creature and not spawn_cells(state, figure):  # the portal takes every creature
        reason = _("{figure} needs a cell with a creature of yours and without a location")
        if state.turn.number == 1:
            reason = _("{figure} needs a creature of yours in your portal in the first turn")
        return say(reason, figure=figure.id)
    return None


def unique_name(figure: Figure) -> str:
    """DB-A.UNIQUE; empty where it does not matter."""
    ability = has(figure, "UNIQUE")
    return ability.unique_name if ability is not None else ""


def _is_doubled(state: State, figure: Figure) -> bool:
    name = unique_name(figure)
    return bool(name) and any(unique_name(other) == name for other in state.on_map(figure.seat))
