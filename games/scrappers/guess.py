"""A random world that fits what one seat can see, for previews and bots."""

from __future__ import annotations

from games.engine.contract.dice import Chance, pick, shuffle
from games.scrappers.catalogue import (
    ARTIFACTS,
    CARDS,
    COSTS,
    CRYSTALS,
    LEVEL,
    LEVELS,
    card_order,
    crystal_order,
)
from games.scrappers.state import Player, SeatId, State


def guess(state: State, seat: SeatId | None, dice: Chance) -> None:
    """Deal everything hidden again, in place, reading nothing that the seat's view does not show."""
    opponents = [player for player in state.players if player.seat != seat]
    known = [player for player in state.players if player.seat == seat]
    for player in known:  # nobody knows the order of a hand
        player.hand.sort(key=card_order)
        player.subjugated.sort(key=card_order)
        player.crystals.sort(key=crystal_order)
    _deal_cards(state, known, opponents, dice)
    _deal_crystals(state, known, opponents, dice)
    _deal_artifacts(state, dice)
    if state.turn.seat != seat:
        _paint_again(state, dice)


def _deal_cards(state: State, known: list[Player], opponents: list[Player], dice: Chance) -> None:
    """Unseen cards, by level: each stack keeps its size, the rest become the opponents' hidden cards."""
    seen = {card for row in state.docks for card in row} | set(state.box) | set(state.turn.played)
    for player in state.players:
        seen.update(player.base)
    for player in known:
        seen.update(player.hand, player.subjugated)
    unseen = [c for c, mercenary in CARDS.items() if mercenary.faction in state.factions and c not in seen]
    others: list[str] = []
    for level, stack in zip(LEVELS, state.merc_stacks, strict=True):
        cards = sorted(card for card in unseen if LEVEL[card] == level)
        shuffle(dice, "guess", cards)
        others.extend(cards[len(stack) :])
        stack[:] = cards[: len(stack)]
    shuffle(dice, "guess", others)
    for player in opponents:
        player.hand[:] = sorted((others.pop() for _ in player.hand), key=card_order)
        player.subjugated[:] = [others.pop() for _ in player.subjugated]


def _deal_crystals(state: State, known: list[Player], opponents: list[Player], dice: Chance) -> None:
    """The same for Crystals, by cost."""
    seen = {crystal for row in state.mine for crystal in row}
    for player in known:
        seen.update(player.crystals)
    others: list[str] = []
    for cost, stack in zip(COSTS, state.crystal_stacks, strict=True):
        tokens = sorted(t.id for t in CRYSTALS.values() if t.cost == cost and t.id not in seen)
        shuffle(dice, "guess", tokens)
        others.extend(tokens[len(stack) :])
        stack[:] = tokens[: len(stack)]
    shuffle(dice, "guess", others)
    for player in opponents:
        player.crystals[:] = [others.pop() for _ in player.crystals]


def _deal_artifacts(state: State, dice: Chance) -> None:
    """The cards below the top ones, from all that nobody owns."""
    tops = {stack[-1] for stack in state.artifact_stacks if stack}
    owned = {half.partition("-")[0] for player in state.players for half in player.artifacts}
    hidden = sorted(set(ARTIFACTS) - tops - owned)
    shuffle(dice, "guess", hidden)
    for stack in state.artifact_stacks:
        if stack:
            stack[:-1] = [hidden.pop() for _ in stack[:-1]]


def _paint_again(state: State, dice: Chance) -> None:
    """How many cards were painted is public; which, and how, is not."""
    cards = list(state.active.hand)
    shuffle(dice, "guess", cards)
    count = len(state.turn.painted)
    colours = state.in_play_colours()
    painted = {card: pick(dice, "guess", colours) for card in cards[:count]}
    state.turn.painted.clear()
    state.turn.painted.update(painted)
