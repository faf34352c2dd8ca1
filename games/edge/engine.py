"""The Edge: Dawnfall as an engine: the six functions, no rule in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from games.edge import board, hints, views, words
from games.edge.citations import RULES_BEHIND
from games.edge.drawing import NIGHT
from games.edge.guess import guess
from games.edge.guide import EdgeGuide
from games.edge.illustrations import ILLUSTRATIONS
from games.edge.lessons import LESSONS
from games.edge.picture import picture
from games.edge.reference import REFERENCE
from games.edge.rosters import ARMIES
from games.edge.rules import ending, turn, verbs
from games.edge.rules.setup import stages
from games.edge.rules.setup.options import OPTIONS, todays_names
from games.edge.state import OVER, PLAY, SeatId, State, sides_of
from games.edge.telling import DETAILS, STAKES
from games.edge.telling.fights import gist
from games.edge.tutorial import TUTORIAL
from games.engine.contract.dice import Chance
from games.engine.contract.engine import Engine, Facts, Names, Options, Result, Setting
from games.engine.contract.events import Seen
from games.engine.contract.phrases import Phrase, in_english
from games.engine.contract.table import Rules, Table
from games.engine.contract.text import gettext_noop
from games.engine.contract.tree import Path

verbs.check()


class Edge(Engine[State, views.EdgeView]):
    """The Edge: Dawnfall: the duel, free-for-all, two teams."""

    slug = "edge"
    ink = "#5b2333"
    night = NIGHT
    title = "The Edge: Dawnfall"
    facts = Facts(
        about=gettext_noop(
            "Lead an army of a shattered world over Crystal Sources, with cards that turn every fight."
            " Seven factions, each with its own squads, tricks and shrine."
        ),
        length=gettext_noop("20 to 40 turns, one to three months by email"),
        weight=gettext_noop("deep: set aside an evening for the rules"),
        first={"preset": True, "beginner": True},
    )
    seats = range(2, 5)
    rules = 5  # see docs/decisions/0034 (number 2), 0080 (3), 0120 and 0125 (4), 0122 (5)
    vocabulary = words.VOCABULARY
    options = OPTIONS
    standing = words.STANDING
    details = DETAILS
    stakes = STAKES
    rosters = ARMIES
    reference = REFERENCE
    guide = EdgeGuide()
    lessons = LESSONS
    tutorial = TUTORIAL
    rules_behind = RULES_BEHIND
    illustrations = ILLUSTRATIONS
    state = State

    def settings(self, chosen: Options, seats: int | None = None) -> dict[str, Setting]:
        """ED-23, with what earlier versions called by other names."""
        return super().settings(todays_names(chosen), seats)

    def sides(self, options: Options, seats: Sequence[SeatId]) -> list[tuple[SeatId, ...]]:
        """ED-4.4: each player alone, or two teams whose seats alternate."""
        return sides_of(seats, teams=bool(options.get("teams", False)))

    def setup(self, table: Table[State], options: Options) -> None:
        """ED-4.1 to ED-4.4: nobody is asked anything yet."""
        stages.set_up(table, options)

    def turn(self, table: Table[State]) -> Rules[None]:
        """ED-4 until all stands, then ED-5."""
        if table.state.stage in (PLAY, OVER):
            yield from turn.take_turn(table)
        else:
            yield from stages.next_stage(table)

    def leave(self, table: Table[State], seat: SeatId) -> None:
        """A seat is given up."""
        ending.leave(table, seat)

    def view(self, state: State, seat: SeatId | None) -> views.EdgeView:
        """What one seat may know."""
        return views.view(state, seat)

    def views_of(self, state: State, seats: Iterable[SeatId | None]) -> list[views.EdgeView]:
        """What several may know."""
        return views.views(state, seats)

    def result(self, state: State) -> Result | None:
        """ED-22."""
        return ending.result(state)

    def guess(self, state: State, seat: SeatId | None, dice: Chance) -> None:
        """A world that fits the seat's view."""
        guess(state, seat, dice)

    def sentence(self, seen: Seen) -> Phrase:
        """An event in words."""
        return words.sentence(seen)

    def gist(self, seen: Seen) -> Seen | None:
        """What an event comes to, however the dice fell."""
        return gist(seen)

    def board(
        self, view: views.EdgeView, translate: Callable[[str], str] = in_english, names: Names | None = None
    ) -> str:
        """The table as text."""
        return board.text_board(view, translate, names)

    def picture(
        self, view: views.EdgeView, translate: Callable[[str], str] = in_english, names: Names | None = None
    ) -> str:
        """The table as a picture."""
        return picture(view, translate, names)

    def about(
        self, path: Path, view: views.EdgeView, translate: Callable[[str], str] = in_english
    ) -> list[str]:
        """What cards, Banner and Squads do."""
        return hints.about(path, view, translate)

    def look_up(
        self, words: str, view: views.EdgeView, translate: Callable[[str], str] = in_english
    ) -> list[str]:
        """A card, a Squad with all its modes, a Banner or a Shrine by its name."""
        return hints.look_up(words, view, translate)

    def texts(self, view: views.EdgeView, translate: Callable[[str], str] = in_english) -> list[str]:
        """The reader's hand, what is attached, Banners, Shrines, and Squads with all their modes."""
        return hints.texts(view, translate)


EDGE = Edge()
