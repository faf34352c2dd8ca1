"""Star Scrappers as an engine: the six functions, no rule in them."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, cast

from games.engine.contract import Engine, Names, Options, OptionSpec, Result, View
from games.engine.dice import Chance
from games.engine.events import Seen
from games.engine.phrases import Phrase, as_written
from games.engine.table import Rules, Table
from games.engine.text import gettext_noop as _
from games.engine.vocabulary import Vocabulary
from games.scrappers import board, views, words
from games.scrappers.guess import guess
from games.scrappers.picture import picture
from games.scrappers.rules import scoring, setup, turn
from games.scrappers.state import SeatId, State


class Scrappers(Engine[State]):
    """Star Scrappers: Cave-In, for two to four."""

    slug: ClassVar[str] = "scrappers"
    ink: ClassVar[str] = "#7a3b1d"
    title: ClassVar[str] = "Star Scrappers: Cave-In"
    seats: ClassVar[range] = range(2, 5)
    rules: ClassVar[int] = 1
    vocabulary: ClassVar[Vocabulary] = words.VOCABULARY
    options: ClassVar[tuple[OptionSpec, ...]] = (
        OptionSpec("factions", _("which four of the six factions are in play"), ("random", "first game")),
    )
    standing: ClassVar[str] = words.STANDING
    details: ClassVar[frozenset[str]] = words.DETAILS
    state = State

    def setup(self, table: Table[State], options: Options) -> Rules[None]:
        """SS-2: nobody is asked anything."""
        setup.set_up(table, options)
        return
        yield

    def turn(self, table: Table[State]) -> Rules[None]:
        """SS-4: one order."""
        yield from turn.take_turn(table)

    def leave(self, table: Table[State], seat: SeatId) -> Rules[None]:
        """A seat is given up."""
        turn.leave_game(table, seat)
        return
        yield

    def view(self, state: State, seat: SeatId | None) -> View:
        """SS-3."""
        return cast(View, views.view(state, seat))

    def result(self, state: State) -> Result | None:
        """SS-15."""
        return scoring.outcome(state)

    def guess(self, state: State, seat: SeatId | None, dice: Chance) -> None:
        """A world that fits the seat's view."""
        guess(state, seat, dice)

    def sentence(self, seen: Seen) -> Phrase:
        """An event in words."""
        return words.sentence(seen)

    def board(
        self, view: View, translate: Callable[[str], str] = as_written, names: Names | None = None
    ) -> str:
        """The table as text."""
        return board.text_board(cast(views.ScrappersView, view), translate, names)

    def picture(
        self, view: View, translate: Callable[[str], str] = as_written, names: Names | None = None
    ) -> str:
        """The table as a picture."""
        return picture(cast(views.ScrappersView, view), translate, names)


SCRAPPERS = Scrappers()
