"""The table as a place to play on: pages light its things, one word of an answer after the other."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any, Generic, TypeVar

from games.engine.contract.decisions import Decision
from games.engine.contract.parts import Part, Thing
from games.engine.contract.phrases import Names, in_english
from games.engine.contract.tree import Path

V = TypeVar("V")
AnyDecision = Decision[object]
Translate = Callable[[str], str]


class Guide(Generic[V]):
    """How a game leads a reader through an answer. All of it is told; nothing here is a rule."""

    def parts(self, view: V, translate: Translate = in_english, names: Names | None = None) -> list[Part]:
        """The table as drawings that a page arranges; none: the page shows the picture as it is."""
        return []

    def things(
        self, view: V, wanted: Collection[str], translate: Translate = in_english
    ) -> dict[str, list[Thing]]:
        """Where things are: all that have something to tell, and of those that are wanted which are there.

        What lies below comes first: a cell before the figure in it.
        """
        return {}

    def thing(self, decision: AnyDecision, path: Path, view: V) -> str:
        """What the last word of an answer means on the table: a card of the hand is not one of the market."""
        return path[-1]

    def asks(self, decision: AnyDecision, path: Path, view: V, translate: Translate = in_english) -> str:
        """What the next word of an answer is for, in a sentence; empty: the prompt says it."""
        return ""

    def suggest(self, decision: AnyDecision, path: Path, view: V) -> Path | None:
        """A whole answer that begins so, and that most players would give: the cheapest payment."""
        return None

    def at_hand(self, decision: AnyDecision, path: Path, view: V) -> Iterator[Path]:
        """Whole answers that begin so and that hang on dice: where they are few, a page shows their odds."""
        return iter(())

    def without(self, decision: AnyDecision, path: Path, view: V, translate: Translate = in_english) -> str:
        """What is given up if an answer ends here although more could follow; empty: nothing."""
        return ""

    def is_spare(self, path: Path, word: str) -> bool:
        """Whether a word that may follow a whole answer is one that most players never add."""
        return False

    def sketch(self, word: str, view: V) -> Part | None:
        """A small drawing of a word that names alone do not tell apart: a way to stand in a place."""
        return None


AnyGuide = Guide[Any]
