"""DB-9.5 and DB-9.30: who of a cell attacks together; a Loner only alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.dreamblade.names import figure_branch
from games.dreamblade.state import Figure, State
from games.dreamblade.statistics import power
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Branch, End, Node, Path, leaf

ALL, NONE = "all", "none"
Names = tuple[str, ...]


class Team:
    """The creatures of one player in a cell, as far as they may act together."""

    def __init__(self, state: State, group: Sequence[Figure]) -> None:
        self._state = state
        self._together = [figure for figure in group if state.works(figure, "LONER") is None]
        self._loners = [figure for figure in group if figure not in self._together]
        self._names = tuple(figure.id for figure in self._together)

    # By default.

    def usual(self) -> Path:
        """DB-D11: all who are no Loners; where only Loners are, the strongest."""
        return self._crowd() if self._together else (self._strongest_loner().id,)

    def best(self) -> Path:
        """`join=best`: the legal set with most dice."""
        dice = sum(power(self._state, figure) for figure in self._together)
        if self._loners and power(self._state, self._strongest_loner()) > dice:
            return (self._strongest_loner().id,)
        return self.usual()

    def only(self, wanted: Sequence[Figure]) -> Path:
        """`join=only …`: these, if they may act together; else nobody."""
        chosen = [figure.id for figure in self._together if figure in wanted]
        alone = [figure.id for figure in self._loners if figure in wanted]
        if chosen and not alone:
            return tuple(chosen)
        return (alone[0],) if len(alone) == 1 and not chosen else (NONE,)

    def _crowd(self) -> Path:
        return (ALL,) if len(self._together) > 1 else self._names

    def _strongest_loner(self) -> Figure:
        return max(self._loners, key=lambda figure: power(self._state, figure))

    # In words.

    def node(self, *, may_be_none: bool = False) -> Node[Names]:
        """`with all`, or some of them by name; unless nobody need act, the usual ones go without saying."""
        implied = "" if may_be_none else self.usual()[0]

        def branches() -> Iterator[Branch[Names]]:
            if len(self._together) > 1:
                told = _("everyone who can act together")
                yield Branch(ALL, lambda: leaf(self._names), told, implied=implied == ALL)
            yield from (self._further((), place, implied) for place in range(len(self._together)))
            yield from (self._alone(figure, implied) for figure in self._loners)
            if may_be_none:
                yield Branch(NONE, lambda: leaf(()))

        pool = (*self._names, *(figure.id for figure in self._loners))
        ways = 2 ** len(self._together) - 1 + (len(self._together) > 1) + len(self._loners) + may_be_none
        return Node(None, branches, lead="with", pool=pool, size=lambda cap: min(cap, ways))

    def _some(self, chosen: Names, start: int) -> Node[Names]:
        rest = range(start, len(self._together))
        return Node(End(chosen), lambda: [self._further(chosen, place) for place in rest], pool=self._names)

    def _further(self, chosen: Names, place: int, implied: str = "") -> Branch[Names]:
        figure = self._together[place]
        more = (ALL,) if len(self._together) == 1 else ()
        names = (*chosen, figure.id)
        return figure_branch(
            figure, lambda: self._some(names, place + 1), implied=figure.id == implied, more=more
        )

    def _alone(self, figure: Figure, implied: str) -> Branch[Names]:
        return figure_branch(figure, lambda: leaf((figure.id,)), implied=figure.id == implied)
