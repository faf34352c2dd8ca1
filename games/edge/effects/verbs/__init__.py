"""EF-2.14: the verbs. Importing this package makes them known to the interpreter."""

from games.edge.effects.verbs import (
    fighting,
    flow,
    harm,
    position,
    resources,
    rolls,
    shooting,
    squads,
    tokens,
)

__all__ = ["fighting", "flow", "harm", "position", "resources", "rolls", "shooting", "squads", "tokens"]
