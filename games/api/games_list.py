"""The games on this server."""

from __future__ import annotations

import msgspec
from django.utils.translation import gettext
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import ApiView, answer
from games.api.openapi import operation
from games.bots.registry import BOTS, RANDOM
from games.engine.contract.engine import AnyEngine, OptionSpec, Setting
from games.engine.contract.vocabulary import Key, Vocabulary
from games.services.engines import offered


class GameOption(msgspec.Struct):
    """An option for a new match; the default is the first choice."""

    name: str
    about: str
    choices: list[Setting]
    default: Setting
    seats: list[int] = []  # the numbers of players that it is for; none: for all


class OrderKey(msgspec.Struct):
    """What a standing order or a clause may decide: `key: choice`."""

    key: str
    about: str
    choices: list[str]
    takes_name: bool
    takes_number: bool


class OrderLanguage(msgspec.Struct):
    """The words that the game adds to the language of orders."""

    keys: list[OrderKey]
    numbers: dict[str, str]
    flags: dict[str, str]
    windows: dict[str, str]
    reactions: list[str]
    closing: list[str]


class Game(msgspec.Struct):
    """A game: the number of players, its options, and how orders are written."""

    slug: str
    title: str
    least_seats: int
    most_seats: int
    options: list[GameOption]
    bots: list[str]
    orders: OrderLanguage
    standing_orders: str


class Games(msgspec.Struct):
    """All games."""

    results: list[Game]


def game(engine: AnyEngine) -> Game:
    """A game in the reader's language."""
    return Game(
        slug=engine.slug,
        title=gettext(engine.title),
        least_seats=engine.seats[0],
        most_seats=engine.seats[-1],
        options=[_option(spec) for spec in engine.options],
        bots=bots_of(engine.slug),
        orders=_language(engine.vocabulary),
        standing_orders=engine.standing,
    )


def bots_of(slug: str) -> list[str]:
    """The bots that play a game, the best first."""
    return [*BOTS.get(slug, {}), RANDOM]


def _option(spec: OptionSpec) -> GameOption:
    return GameOption(spec.name, gettext(spec.about), list(spec.choices), spec.default, list(spec.seats))


def _language(vocabulary: Vocabulary) -> OrderLanguage:
    return OrderLanguage(
        keys=[_key(name, key) for name, key in vocabulary.keys.items()],
        numbers=_told(vocabulary.variables),
        flags=_told(vocabulary.flags),
        windows=_told(vocabulary.windows),
        reactions=list(vocabulary.verbs),
        closing=list(vocabulary.closing),
    )


def _key(name: str, key: Key) -> OrderKey:
    return OrderKey(name, _said(key.about), list(key.choices), key.subject, key.number)


def _told(words: object) -> dict[str, str]:
    return {name: _said(about) for name, about in dict(words).items()}  # type: ignore[call-overload]


def _said(about: str) -> str:
    return gettext(about) if about else ""


_EXAMPLE = Games(
    [
        Game(
            "scrappers",
            "Star Scrappers: Cave-In",
            2,
            4,
            [GameOption("factions", "which factions are in play", ["random", "first game"], "random")],
            ["scrapper", "random"],
            OrderLanguage([OrderKey("raid", "what to do", ["yes"], False, False)], {}, {}, {}, [], ["end"]),
            "",
        )
    ]
)


class GamesView(ApiView):
    """The games."""

    @operation("listGames", "The games on this server", {200: _EXAMPLE}, is_open=True)
    def get(self, request: Request) -> Response:
        """Each with its options and the words of its orders. No token needed."""
        return answer(Games([game(engine) for engine in offered().values()]))
