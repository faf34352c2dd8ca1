"""Which bots play which game, by the names that hosts and commands use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.bots import dreamblade_bot, edge_standing
from games.bots.dreamblade_bot import Dreamer
from games.bots.edge_bot import Warlord
from games.bots.glimpse import Bot
from games.bots.scrapper import Scrapper
from games.bots.wanderer import Wanderer

Maker = Callable[[str], Bot[Any]]

RANDOM = "random"
TUTOR = "tutor"  # in tutorials: the script plays first, and where it is silent, the best bot of the game
BOTS: dict[str, dict[str, Maker]] = {
    "dreamblade": {"dreamer": Dreamer},
    "edge": {"warlord": Warlord},
    "scrappers": {"scrapper": Scrapper},
}

# What a bot decides in advance: questions in other players' turns do not wait for it either.
STANDING: dict[str, dict[str, str]] = {
    "dreamblade": {"dreamer": dreamblade_bot.ORDERS},
    "edge": {"warlord": edge_standing.ORDERS},
}


def standing_of(game: str, name: str) -> str:
    """The standing orders that a bot brings along; empty if it is content with those of the game."""
    return STANDING.get(game, {}).get(name, "")


def make_bot(game: str, name: str, seed: str) -> Bot[Any]:
    """A bot for a seat. Raises KeyError with the names there are."""
    known = BOTS.get(game, {})
    makers = {RANDOM: Wanderer, **known}
    if name == TUTOR:
        return next(iter(known.values()), Wanderer)(seed)
    if name not in makers:
        raise KeyError(f"{game} has no bot {name!r}; there are: {', '.join(makers)}")
    return makers[name](seed)


def bot_names() -> str:
    """All bots of all games, for a help text."""
    return ", ".join([RANDOM, *(name for names in BOTS.values() for name in names)])
