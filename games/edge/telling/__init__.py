"""Events told as sentences, chapter by chapter."""

from collections.abc import Callable

from games.edge.telling import cards, fights, moves, setup, turns
from games.engine.events import Values
from games.engine.phrases import Phrase

SENTENCES: dict[str, Callable[[Values], Phrase]] = {
    **setup.SENTENCES,
    **turns.SENTENCES,
    **moves.SENTENCES,
    **fights.SENTENCES,
    **cards.SENTENCES,
}
