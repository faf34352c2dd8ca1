"""The Edge: Dawnfall as an engine: the six functions, no rule in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar, cast

from games.edge import board, hints, views, words
from games.edge.chart import chart
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
from games.edge.guess import guess
from games.edge.picture import picture
from games.edge.rosters import ARMIES
from games.edge.rules import ending, setup, turn
from games.edge.state import OVER, PLAY, SeatId, State
from games.edge.telling import DETAILS
from games.edge.telling.fights import gist
from games.engine.contract import Engine, Names, Options, OptionSpec, Result, View
from games.engine.dice import Chance
from games.engine.events import Seen
from games.engine.phrases import Phrase, as_written
from games.engine.rosters import RosterBook
from games.engine.table import Rules, Table
from games.engine.tree import Path
from games.engine.vocabulary import Vocabulary

# Imported so that the interpreter knows what they register.
VERBS = (fighting, flow, harm, position, resources, rolls, shooting, squads, tokens)


class Edge(Engine[State]):
    """The Edge: Dawnfall, the duel."""

    slug: ClassVar[str] = "edge"
    ink: ClassVar[str] = "#5b2333"
    title: ClassVar[str] = "The Edge: Dawnfall"
    seats: ClassVar[range] = range(2, 3)
    rules: ClassVar[int] = 1
    vocabulary: ClassVar[Vocabulary] = words.VOCABULARY
    options: ClassVar[tuple[OptionSpec, ...]] = setup.OPTIONS
    standing: ClassVar[str] = words.STANDING
    details: ClassVar[frozenset[str]] = DETAILS
    rosters: ClassVar[RosterBook | None] = ARMIES
    state = State

    def setup(self, table: Table[State], options: Options) -> Rules[None]:
        """ED-4.1 to ED-4.4: nobody is asked anything yet."""
        setup.set_up(table, options)
        return
        yield

    def turn(self, table: Table[State]) -> Rules[None]:
        """ED-4 until all stands, then ED-5."""
        if table.state.stage in (PLAY, OVER):
            yield from turn.take_turn(table)
        else:
            yield from setup.next_stage(table)

    def leave(self, table: Table[State], seat: SeatId) -> Rules[None]:
        """A seat is given up."""
        ending.leave(table, seat)
        return
        yield

    def view(self, state: State, seat: SeatId | None) -> View:
        """What one seat may know."""
        return cast(View, views.view(state, seat))

    def result(self, state: State) -> Result | None:
        """ED-22."""
        return ending.result(state)

    def guess(self, state: State, seat: SeatId | None, dice: Chance) -> None:
        """A world that fits the seat's view."""
        guess(state, seat, dice)

    def sentence(self, seen: Seen) -> Phrase:
        """An event in words."""
        return words.sentence(seen)

    def chart(self, view: View, links: Mapping[str, str]) -> str:
        """The map, with figures and places that lead on."""
        return chart(cast(views.EdgeView, view), links)

    def gist(self, seen: Seen) -> Seen | None:
        """What an event comes to, however the dice fell."""
        return gist(seen)

    def board(
        self, view: View, translate: Callable[[str], str] = as_written, names: Names | None = None
    ) -> str:
        """The table as text."""
        return board.text_board(cast(views.EdgeView, view), translate, names)

    def picture(
        self, view: View, translate: Callable[[str], str] = as_written, names: Names | None = None
    ) -> str:
        """The table as a picture."""
        return picture(cast(views.EdgeView, view), translate, names)

    def about(self, path: Path, view: View, translate: Callable[[str], str] = as_written) -> list[str]:
        """What cards, Banner and Squads do."""
        return hints.about(path, cast(views.EdgeView, view), translate)


EDGE = Edge()
