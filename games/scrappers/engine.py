"""Star Scrappers as an engine: the six functions of the contract, with no rules in them."""

from __future__ import annotations

from collections.abc import Callable

from games.engine.contract.dice import Chance
from games.engine.contract.engine import Engine, Facts, Names, Options, OptionSpec, Result
from games.engine.contract.events import Seen
from games.engine.contract.phrases import Phrase, in_english
from games.engine.contract.table import Rules, Table
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Path
from games.scrappers import board, views, words
from games.scrappers.citations import RULES_BEHIND
from games.scrappers.drawing import NIGHT
from games.scrappers.guess import guess
from games.scrappers.guide import ScrappersGuide, about, look_up
from games.scrappers.illustrations import ILLUSTRATIONS
from games.scrappers.lessons import LESSONS
from games.scrappers.picture import picture
from games.scrappers.rules import scoring, setup, turn
from games.scrappers.state import SeatId, State
from games.scrappers.tutorial import TUTORIAL


class Scrappers(Engine[State, views.ScrappersView]):
    """Star Scrappers: Cave-In, for two to four players."""

    slug = "scrappers"
    ink = "#7a3b1d"
    night = NIGHT
    title = "Star Scrappers: Cave-In"
    facts = Facts(
        about=_(
            "Hire mercenaries, mine crystals and raid the bases of your rivals before the mine caves in."
            " Each card is a worker, a payment and a skill at once."
        ),
        length=_("15 to 25 turns each, about a month by email"),
        weight=_("easy to learn, hard to plan"),
        first={"factions": "first game"},
    )
    seats = range(2, 5)
    rules = 1
    vocabulary = words.VOCABULARY
    options = (
        OptionSpec("factions", _("which four of the six factions are in play"), ("random", "first game")),
    )
    standing = words.STANDING
    details = words.DETAILS
    guide = ScrappersGuide()
    lessons = LESSONS
    tutorial = TUTORIAL
    rules_behind = RULES_BEHIND
    illustrations = ILLUSTRATIONS
    state = State

    def setup(self, table: Table[State], options: Options) -> None:
        """SS-2: nobody is asked anything."""
        setup.set_up(table, options)

    def turn(self, table: Table[State]) -> Rules[None]:
        """SS-4: one order."""
        yield from turn.take_turn(table)

    def leave(self, table: Table[State], seat: SeatId) -> None:
        """A seat is given up."""
        turn.leave_game(table, seat)

    def view(self, state: State, seat: SeatId | None) -> views.ScrappersView:
        """SS-3."""
        return views.view(state, seat)

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
        self,
        view: views.ScrappersView,
        translate: Callable[[str], str] = in_english,
        names: Names | None = None,
    ) -> str:
        """The table as text."""
        return board.text_board(view, translate, names)

    def picture(
        self,
        view: views.ScrappersView,
        translate: Callable[[str], str] = in_english,
        names: Names | None = None,
    ) -> str:
        """The table as a picture."""
        return picture(view, translate, names)

    def about(
        self, path: Path, view: views.ScrappersView, translate: Callable[[str], str] = in_english
    ) -> list[str]:
        """A skill, a price, what half an Artifact does."""
        return about(path, view, translate)

    def look_up(
        self, words: str, view: views.ScrappersView, translate: Callable[[str], str] = in_english
    ) -> list[str]:
        """A Mercenary or an Artifact by name."""
        return look_up(words, translate)


SCRAPPERS = Scrappers()
