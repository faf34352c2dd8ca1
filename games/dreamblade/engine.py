"""DreamBlade as an engine: the six functions, no rule in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.dreamblade import board, forecast, hints, sentences, views, words
from games.dreamblade.citations import RULES_BEHIND
from games.dreamblade.guide import DreambladeGuide
from games.dreamblade.illustrations import ILLUSTRATIONS
from games.dreamblade.lessons import LESSONS
from games.dreamblade.picture import picture
from games.dreamblade.reference import REFERENCE
from games.dreamblade.rosters import WARBAND_BOOK
from games.dreamblade.rules import conquest, setup, turns
from games.dreamblade.shapes import NIGHT
from games.dreamblade.state import SeatId, State
from games.dreamblade.tutorial import TUTORIAL
from games.dreamblade.views import DreambladeView
from games.engine.contract.dice import Chance
from games.engine.contract.engine import Engine, Facts, Names, Options, Result
from games.engine.contract.events import Seen
from games.engine.contract.phrases import Phrase, in_english
from games.engine.contract.table import Rules, Table
from games.engine.contract.text import gettext_noop
from games.engine.contract.tree import Path


class Dreamblade(Engine[State, DreambladeView]):
    """DreamBlade, for two."""

    slug = "dreamblade"
    ink = "#2d3a63"
    night = NIGHT
    title = "DreamBlade"
    facts = Facts(
        about=gettext_noop(
            "Spawn nightmares onto a field of five by five cells and fight for the worthiest of them."
            " Whoever wins six turns wins the dream."
        ),
        length=gettext_noop("8 to 15 turns, three to eight weeks by email"),
        weight=gettext_noop("medium: ready-made warbands, many abilities"),
    )
    seats = range(2, 3)
    rules = 1
    vocabulary = words.VOCABULARY
    options = setup.OPTIONS
    standing = words.STANDING
    score = gettext_noop("turns won: {score}")
    details = sentences.DETAILS
    stakes = sentences.STAKES
    rosters = WARBAND_BOOK
    reference = REFERENCE
    guide = DreambladeGuide()
    lessons = LESSONS
    tutorial = TUTORIAL
    rules_behind = RULES_BEHIND
    illustrations = ILLUSTRATIONS
    state = State

    def setup(self, table: Table[State], options: Options) -> None:
        """DB-5: nobody is asked anything yet."""
        setup.set_up(table, options)

    def turn(self, table: Table[State]) -> Rules[None]:
        """DB-6."""
        yield from turns.take_turn(table)

    def leave(self, table: Table[State], seat: SeatId) -> None:
        """DB-D39: a seat is given up."""
        conquest.leave_match(table, seat)

    def view(self, state: State, seat: SeatId | None) -> DreambladeView:
        """Everything."""
        return views.view(state, seat)

    def result(self, state: State) -> Result | None:
        """DB-12."""
        return conquest.outcome(state)

    def guess(self, state: State, seat: SeatId | None, dice: Chance) -> None:
        """Nothing is hidden, so there is nothing to guess."""

    def sentence(self, seen: Seen) -> Phrase:
        """An event in words."""
        return sentences.sentence(seen)

    def gist(self, seen: Seen) -> Seen | None:
        """What an event comes to, however the dice fell."""
        return forecast.gist(seen)

    def measures(self, told: Sequence[Seen]) -> list[tuple[Phrase, int]]:
        """Blades and damage of a strike."""
        return forecast.measures(told)

    def outlook(self, state: State, told: Sequence[Seen]) -> bytes:
        """Dice that are counted already no longer matter."""
        return self.encode(forecast.without_dice(state, told))

    def board(
        self,
        view: DreambladeView,
        translate: Callable[[str], str] = in_english,
        names: Names | None = None,
    ) -> str:
        """The match as text."""
        return board.text_board(view, translate, names)

    def picture(
        self,
        view: DreambladeView,
        translate: Callable[[str], str] = in_english,
        names: Names | None = None,
    ) -> str:
        """The match as a picture."""
        return picture(view, translate, names)

    def about(
        self, path: Path, view: DreambladeView, translate: Callable[[str], str] = in_english
    ) -> list[str]:
        """What a miniature can do."""
        return hints.about(path, view, translate)

    def look_up(
        self, words: str, view: DreambladeView, translate: Callable[[str], str] = in_english
    ) -> list[str]:
        """A miniature, an ability or a cell by its name."""
        return hints.look_up(words, view, translate)

    def texts(self, view: DreambladeView, translate: Callable[[str], str] = in_english) -> list[str]:
        """What the miniatures on the map can do."""
        return hints.texts(view, translate)


DREAMBLADE = Dreamblade()
