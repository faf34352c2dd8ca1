"""ED-9: what is moved, in which manner, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from games.edge.geometry import Placement
from games.edge.state import Model

NORMAL = "normal"  # smaller bases are pushed (ED-11.1)
ANY = "any"  # every base is pushed, whatever its size
NONE = "none"  # only empty hexes will do


@dataclass(frozen=True, slots=True)
class Mover:
    """A model that may take part."""

    model: Model
    reach: int | None  # Spaces it may travel; None: no path at all, it is put there
    through: bool = False  # ED-10.5: Through Obstacles


@dataclass(frozen=True, slots=True)
class Manner:
    """What holds for a whole Move or placement. Sets of hexes are bit masks."""

    push: str = NORMAL
    straight: bool = False  # the path is one straight line of Spaces
    touching: int = 0  # hexes that every final placement must be base to base with; 0: anywhere
    avoiding: int = 0  # hexes that no final placement may be base to base with
    allowed: Callable[[Placement], bool] | None = None  # a further restriction of final placements
    immovable: frozenset[str] = frozenset()  # ED-11.6: models that cannot be pushed
    together: bool = False  # ED-4.14: all who are placed are linked by contact
    must: bool = False  # every mover has to be placed; else any of them, but at least one


@dataclass(frozen=True, slots=True)
class Travel:
    """What one model does in a Move."""

    model: str
    to: str  # its final placement
    path: tuple[str, ...]  # the Spaces from start to end, both included; the end alone if it is put there
    pushes: tuple[tuple[str, str], ...] = ()  # the models it pushes, and where to


Plan = tuple[Travel, ...]
