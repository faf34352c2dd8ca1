"""Turns of The Edge: which Squad acts in which mode, move or fight first, and what to throw away."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.bots.edge_moves import Field, March, march, ready_fights, standing_worth
from games.bots.edge_odds import RED
from games.bots.edge_trials import passive_gain
from games.bots.edge_worth import DARK_POINT, Book, best_die, crystal_price
from games.edge.catalogue import CARDS
from games.edge.engine import EDGE
from games.edge.rules.cards.decks import hand_limit
from games.edge.rules.combat.order import fighting_pairs
from games.edge.rules.movement.movers import immovable, movers
from games.edge.rules.movement.options import Manner, move_node
from games.edge.rules.squads.activation import may_activate, other_modes
from games.edge.state import Player, SeatId, Squad, State
from games.engine.contract.tree import Path

HAND = 0.08  # what the cards of an Active turn may bring beside the Squad, for each Crystal at hand
NEARLY_OUT = 5  # cards: a player who is behind does not hurry towards the end of a deck
LATE = 10  # cards: from here on a player who leads does
USEFUL = 1.5  # a card that is worth so much is kept: a Squad that lives can play it


@dataclass(frozen=True, slots=True)
class Sally:
    """A Squad that is activated, and what that brings."""

    squad: str
    mode: str  # empty: it keeps the one it has
    gain: float

    @property
    def path(self) -> Path:
        """The order."""
        return ("activate", self.squad, *(("mode", self.mode) if self.mode else ()))


def sallies(state: State, seat: SeatId) -> Iterator[Sally]:
    """Every Squad in every mode that it may take."""
    book = Book(state)
    ground = Field(book, seat)
    encoded = EDGE.encode(state)
    for squad in state.player(seat).alive:
        if state.turn.seat == seat and not may_activate(state, squad):
            continue
        if not squad.on_board:  # ED-8.9: activated to come back
            yield Sally(squad.id, "", 1.0)
            continue
        before = standing_worth(ground, squad.on_board)
        yield Sally(squad.id, "", _best_use(book, squad) - before)
        for mode, price in _other_modes(state, squad):
            changed = EDGE.decode(encoded)
            twin = changed.squad(squad.id)
            twin.mode = mode
            yield Sally(squad.id, mode, _best_use(Book(changed), twin) - before - price)


def _other_modes(state: State, squad: Squad) -> Iterator[tuple[str, float]]:
    """Modes at their price; bases of another size are not thought about."""
    change, player = squad.side.change, state.player(squad.seat)
    if change.unit == "crystal" and change.cost > player.pool:
        return
    each = 0.0 if not change.cost else crystal_price(player) if change.unit == "crystal" else DARK_POINT
    for mode in other_modes(state, squad):
        if squad.card.mode(mode).base == squad.side.base:
            yield mode, change.cost * each


def _best_use(book: Book, squad: Squad) -> float:
    """The places and fights of a Squad after its activation, whichever comes first."""
    ground = Field(book, squad.seat)
    fights = ready_fights(squad.on_board, book)
    approach = _march(ground, squad, may_fight=True).worth
    withdrawal = fights + _march(ground, squad, may_fight=False).worth if fights else 0.0
    return max(approach, withdrawal)


def _march(ground: Field, squad: Squad, *, may_fight: bool) -> March:
    able = movers(ground.state, squad.on_board)
    if not able:
        return March((), standing_worth(ground, squad.on_board, may_fight=may_fight))
    manner = Manner(immovable=immovable(ground.state, squad.seat))
    node = move_node(ground.state, able, manner)
    return march(ground, node, [mover.model for mover in able], may_fight=may_fight)


# The activated Squad.


def activity(state: State, seat: SeatId) -> tuple[float, Path] | None:
    """The next thing that the activated Squad does, and what it brings; None if it is done."""
    activation = state.turn.activation
    if activation is None:
        return None
    book = Book(state)
    squad = state.squad(activation.squad)
    fight = _best_fight(book)
    if activation.moved or not squad.on_board:
        return fight
    ground = Field(book, seat)
    before = standing_worth(ground, squad.on_board)
    leaving = _march(ground, squad, may_fight=False)
    if activation.fighting:
        return fight or _moving(leaving, before)
    approach = _march(ground, squad, may_fight=True)
    if fight is not None and ready_fights(squad.on_board, book) + leaving.worth >= approach.worth:
        return fight
    return _moving(approach, before) or fight


def _moving(found: March, before: float) -> tuple[float, Path] | None:
    return (max(0.01, found.worth - before), ("move", *found.path)) if found.path else None


def _best_fight(book: Book) -> tuple[float, Path] | None:
    """The best Combat Sequence of the activated Squad, if it is worth while."""
    best: tuple[float, Path] | None = None
    for mine, foe in fighting_pairs(book.state):
        value, die = best_die(book, mine, foe)
        if value > (best[0] if best else 0.0):
            best = value, ("fight", mine.id, foe.id, *((die,) if die == RED else ()))
    return best


# Active or Passive, and the end of the turn.


def is_worth_acting(state: State, seat: SeatId) -> bool:
    """Whether a Squad, and something for the cards, brings more than a Passive turn."""
    player = state.player(seat)
    means = player.pool + player.temp + player.dark_points
    wanted = passive_gain(state, seat) - HAND * min(means + 1, 3) * bool(player.hand)
    return wanted <= 0 or any(sally.gain >= wanted for sally in sallies(state, seat))


def ending(state: State, seat: SeatId) -> Path:
    """The End Step: a card that nobody can use goes, one of a full hand, any near the end of a won match."""
    player = state.player(seat)
    left, lead = len(player.deck), state.lead(seat)
    if not player.hand or (lead <= 0 and left <= NEARLY_OUT):
        return ("end",)
    worst = min(player.hand, key=lambda card: (_use(player, card), card))
    is_clock = lead > 0 and left <= LATE
    is_stuck = len(player.hand) >= hand_limit(state, seat)  # nothing was worth playing, and nothing is drawn
    is_over = is_clock or is_stuck or _use(player, worst) < USEFUL
    return ("end", "discard", worst) if is_over else ("end",)


def _use(player: Player, card: str) -> float:
    """A card in hand: what is cheap and can be played by a Squad that lives."""
    found = CARDS[card]
    kinds = {squad.kind for squad in player.alive}
    lower = 2.0 if found.squad == "any" or found.squad in kinds else 0.0
    upper = 1.0 if found.upper.m in ("COMBAT", "MOVE_COMBAT", "TEMP", "ATTACK") else 0.4
    return lower + upper - 0.3 * found.is_enhancement
