"""The registry of games: adding a game is a folder and a line."""

from collections.abc import Mapping, Sequence

from games.bluff.engine import BLUFF
from games.dreamblade.engine import DREAMBLADE
from games.edge.engine import EDGE
from games.engine.contract.engine import AnyEngine, Setting
from games.scrappers.engine import SCRAPPERS

ENGINES: dict[str, AnyEngine] = {engine.slug: engine for engine in (EDGE, DREAMBLADE, SCRAPPERS, BLUFF)}


def offered() -> dict[str, AnyEngine]:
    """The games of which matches can be opened here; a match of another one is played to its end."""
    from django.conf import settings  # here, since the children that rehearse orders load no Django

    return {slug: ENGINES[slug] for slug in settings.GAMES}


def sides_of(game: str, options: Mapping[str, Setting], seats: Sequence[int]) -> list[tuple[int, ...]]:
    """Who wins together."""
    return ENGINES[game].sides(options, seats)


def rule_behind(reason: str) -> str:
    """The id of the rule for which something was refused; empty where no single one says it."""
    found = (engine.rules_behind[reason] for engine in ENGINES.values() if reason in engine.rules_behind)
    return next(found, "")


class UnknownOption(Exception):
    """An option that the game does not have, or a value that it does not take."""


def read_options(engine: AnyEngine, pairs: list[str]) -> dict[str, Setting]:
    """Options of a match from texts such as "factions=first game"."""
    chosen: dict[str, Setting] = {}
    for pair in pairs:
        name, _, text = pair.partition("=")
        spec = next((spec for spec in engine.options if spec.name == name.strip()), None)
        wanted = text.strip().lower()
        found = [v for v in spec.choices if str(v).lower() == wanted] if spec is not None else []
        if spec is None or not found:
            known = "; ".join(f"{s.name}={' or '.join(map(str, s.choices))}" for s in engine.options)
            raise UnknownOption(f"{pair!r} is not an option of {engine.title}; there are: {known}")
        chosen[spec.name] = found[0]
    return chosen
