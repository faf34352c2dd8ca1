"""The registry of games: adding a game is a folder and a line."""

from games.engine.contract import AnyEngine
from games.scrappers.engine import SCRAPPERS

ENGINES: dict[str, AnyEngine] = {engine.slug: engine for engine in (SCRAPPERS,)}
