"""DB-10.5, DB-9.12: what an activated ability asks and does, in a shape that all of them share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from games.dreamblade.catalogue import Ability
from games.dreamblade.names import figure_branch
from games.dreamblade.state import Figure, State
from games.engine.contract.table import Rules, Table
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Branch, Node, Path, leaf, word, words

# DB-D13: in which order blades are spent if nobody says how.
DAMAGING, USEFUL, OPTIONAL, HARMFUL = range(4)
DECLINE = "decline"
AIM, PICK, MAY, UNSAID = "aim", "pick", "decline", ""  # the standing order that settles whom it concerns


class Deed(NamedTuple):
    """What was chosen for an ability: whom it concerns, and where to."""

    target: str = ""
    cell: str = ""
    is_declined: bool = False


@dataclass(frozen=True, slots=True)
class Verb:
    """One activated ability: whom it may concern, what it does, and whom it concerns by default."""

    rank: int
    offer: Callable[[State, Figure, Ability], Node[Deed]]
    act: Callable[[Table[State], Figure, Ability, Deed], Rules[None] | None]  # None: it asks nobody
    prefer: Callable[[State, Figure, Ability], Path]
    key: str = AIM


NOBODY = Deed()


def nothing_to_choose(_state: State, _source: Figure, _ability: Ability) -> Node[Deed]:
    """An ability that concerns nobody in particular."""
    return leaf(NOBODY)


def nobody(_state: State, _source: Figure, _ability: Ability) -> Path:
    """The default where there is nothing to choose."""
    return ()


def among(figures: Iterable[Figure]) -> Node[Deed]:
    """One of these; if there are none, the ability does nothing (DB-9.11)."""
    found = list(figures)
    return words([_target(figure, implied=len(found) == 1) for figure in found]) if found else leaf(NOBODY)


def _target(figure: Figure, *, implied: bool) -> Branch[Deed]:
    return figure_branch(figure, lambda: leaf(Deed(figure.id)), implied=implied)


def or_declined(node: Node[Deed]) -> Node[Deed]:
    """DB-9.12: it can be activated and then declined."""
    has_more = node.has_more()
    decline = word(DECLINE, Deed(is_declined=True), _("do not use it"), ("no", "none", "nothing", "skip"))
    alone = Branch(decline.word, decline.grow, decline.label, decline.names, implied=True)
    return words([*node.branches(), decline if has_more else alone], lead=node.lead)
