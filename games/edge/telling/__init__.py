"""Events told as sentences, chapter by chapter."""

from collections.abc import Callable

from games.edge.telling import cards, fights, moves, setup, turns
from games.engine.contract.events import Values
from games.engine.contract.phrases import Phrase

SENTENCES: dict[str, Callable[[Values], Phrase]] = {
    **setup.SENTENCES,
    **turns.SENTENCES,
    **moves.SENTENCES,
    **fights.SENTENCES,
    **cards.SENTENCES,
}
_DEEDS = {"fought", "shot", "played", "used", "used_banner"}
# What is told in one paragraph with the deed that led to it.
DETAILS = frozenset({*moves.SENTENCES, *fights.SENTENCES, *cards.SENTENCES, *turns.DETAILS, "drew"} - _DEEDS)
# What a fight or a shot is about.
STAKES = frozenset({"wounded", "killed", "sacrificed", "hit", "scored", "gained_vp", "lost_vp"})
