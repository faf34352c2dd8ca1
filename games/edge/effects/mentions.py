"""What a faction's content speaks of: the table keeps in mind only what someone may ask for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from games.edge.catalogue import FACTIONS, Action, Faction
from games.edge.catalogue.check import walk
from games.edge.catalogue.steps import AnyStep
from games.edge.state import State


def is_mentioned(state: State, word: str) -> bool:
    """Whether something of a faction in this match refers to it."""
    return any(player.faction and word in _words(player.faction) for player in state.players)


@cache
def _words(faction: str) -> frozenset[str]:
    found = frozenset[str]().union(*(step.words for step in _steps(FACTIONS[faction])))
    return found | {"last_move"} if _looks_back(FACTIONS[faction]) else found


def _steps(faction: Faction) -> Iterator[AnyStep]:
    for action in _actions(faction):
        yield from walk([*action.do, *action.lasting])


def _looks_back(faction: Faction) -> bool:
    """Whether a card reacts to how someone has moved."""
    return any(action.where is not None and action.where.line is not None for action in _actions(faction))


def _actions(faction: Faction) -> Iterator[Action]:
    for card in faction.cards.values():
        yield from (action for _half, action in card.actions)
    yield from (*faction.banner.values(), *faction.shrine.values(), *faction.always, *faction.powers)
