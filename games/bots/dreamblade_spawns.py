"""Spawn phases of DreamBlade: what is bought with the points, and where it appears."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from games.bots.dreamblade_pieces import REACH
from games.bots.dreamblade_plans import play_on
from games.bots.dreamblade_sketch import Sketch, side_of
from games.bots.trials import best
from games.dreamblade.geometry import PLACE
from games.dreamblade.rules.places import spawn_cells
from games.dreamblade.rules.prices import Market, hindrance
from games.dreamblade.state import ACTIONS, Figure, SeatId, State, has
from games.engine.contract.tree import Path

BASKETS = 24  # ways to spend the points that are thought of
KEPT = 5  # of them tried
LOOKS = 3
CHEAP = 3  # who may be sacrificed for something better


class Purchase(NamedTuple):
    """A creature and the cell it appears in."""

    figure: str
    cell: str


Basket = tuple[Purchase, ...]


def best_basket(state: State, seat: SeatId, whim: random.Random) -> Basket:
    """The creatures that make the most of this turn."""
    found = {_fill(state, seat, whim) for _ in range(BASKETS)}
    if found == {()}:
        return ()
    ranked = [(), *sorted(found, key=lambda basket: (-_weight(state, basket), basket))[:KEPT]]
    sketch, side = Sketch(state), side_of(state, seat)
    numbers = {piece.name: number for number, piece in enumerate(sketch.pieces)}
    seeds = [whim.randrange(1 << 30) for _ in range(LOOKS)]

    def look(basket: Basket, seed: int) -> float:
        return _look(sketch, side, basket, numbers, seed)

    return best(ranked, look, seeds, first=LOOKS, finalists=1)[1]


def _look(sketch: Sketch, side: int, basket: Basket, numbers: dict[str, int], seed: int) -> float:
    twin, whim = sketch.copy(), random.Random(seed)  # noqa: S311 (a bot's whims are no secret)
    for purchase in basket:
        twin.put(numbers[purchase.figure], PLACE[purchase.cell])
    play_on(twin, ACTIONS, whim)
    return twin.worth(side)


def _weight(state: State, basket: Basket) -> float:
    """What is bought, by printed cost; of equal sums the one with more creatures."""
    return sum(state.figures[purchase.figure].cost + 0.2 for purchase in basket)


def _fill(state: State, seat: SeatId, whim: random.Random) -> Basket:
    """Buy at random while anything can be paid; the state is left as it was."""
    turn, pool, bought = state.turn, state.turn.pool, list[tuple[Figure, str, Purchase]]()
    while offers := _offers(state, seat):
        figure, price = whim.choice(offers)
        cell = _place(state, figure, whim)
        bought.append((figure, figure.at, Purchase(figure.id, cell)))
        figure.at = cell
        turn.pool -= price
    turn.pool = pool
    for figure, zone, _purchase in bought:
        figure.at = zone
    return tuple(purchase for _figure, _zone, purchase in bought)


def _offers(state: State, seat: SeatId) -> list[tuple[Figure, int]]:
    market = Market(state, seat)
    kinds: dict[str, tuple[Figure, int]] = {}
    for figure in state.figures.values():
        is_new = figure.seat == seat and figure.is_creature and figure.kind not in kinds
        if is_new and hindrance(state, figure, market) is None and _is_sound(state, figure):
            kinds[figure.kind] = figure, market.price(figure)
    return list(kinds.values())


def _is_sound(state: State, figure: Figure) -> bool:
    """Leave out creatures that demand an expensive sacrifice."""
    if has(figure, "APPEASE") is None:
        return True
    return any(ally.cost <= CHEAP for ally in state.creatures(figure.seat))


def _place(state: State, figure: Figure, whim: random.Random) -> str:
    """Mostly near the scoring cells, sometimes anywhere."""
    cells = spawn_cells(state, figure)
    reach = REACH[state.side(figure.seat)]
    if whim.random() < 0.3:
        return whim.choice(cells)
    return max(cells, key=lambda cell: reach[PLACE[cell]])


# What is left over.


def leftovers(state: State, seat: SeatId, options: Sequence[Path]) -> Path | None:
    """A location in a cell that is worth it, or someone back from the graveyard; None if neither."""
    scoring = state.scoring(seat)
    sites = [path for path in options if path[0] == "spawn" and path[-1] in scoring]
    raised = [path for path in options if path[0] == "use" and "raise" in path and path[-1] in state.figures]
    if raised:
        return max(raised, key=lambda path: state.figures[path[-1]].cost)
    return max(sites, key=lambda path: scoring[path[-1]], default=None)
