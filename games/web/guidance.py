"""What a form says beside its words: what is asked, what would do, what is given up."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice

from django.utils.translation import gettext

from games.engine.contract.tree import Path, walk
from games.services.scene import Question, Scene
from games.web.question_form import Choice, Level, address_of, is_spoken, name_of
from games.web.table import Sheet, sheet_of

AT_HAND = 3  # previews on one page


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A whole answer that can be sent as it is."""

    path: Path
    written: str
    is_default: bool = False  # what the game takes when nobody answers
    has_more: bool = False  # something may be added

    @property
    def address(self) -> str:
        """Where it stands in the form, to be added to."""
        return address_of(self.path)


@dataclass(frozen=True, slots=True)
class Sketched:
    """A choice with a small picture of it."""

    choice: Choice
    sheet: Sheet


@dataclass(frozen=True, slots=True)
class Guidance:
    """For one level of an answer."""

    asks: str
    suggestion: Suggestion | None = None
    at_hand: list[Suggestion] = field(default_factory=list[Suggestion])  # with their odds
    without: str = ""  # if the answer ends here
    forgoes: list[str] = field(default_factory=list[str])  # what could still be done before this
    sketches: list[Sketched] = field(default_factory=list[Sketched])
    closing: str = ""  # the word that ends the turn, if it may be sent along
    is_final: bool = False  # nothing is missed or given up if it is sent now
    is_deliberate: bool = False  # the last click was as good as the button


def guidance(scene: Scene, question: Question, level: Level) -> Guidance:
    """What is to be said at this level."""
    decision, path = question.decision, level.path
    if scene.listing is not None:  # the rest would look further than the list goes
        return Guidance(
            _asks(scene, question, level),
            forgoes=_forgone(scene, question, path) if level.is_complete else [],
        )
    forgoes = _forgone(scene, question, path) if level.is_complete else []
    is_final = level.is_complete and not forgoes and _is_all(scene, level)
    return Guidance(
        asks=_asks(scene, question, level),
        suggestion=None if level.is_complete or level.problem else _suggestion(scene, question, path),
        at_hand=_at_hand(scene, question, level),
        without=scene.without(decision, path) if level.is_complete and level.count else "",
        forgoes=forgoes,
        sketches=_sketches(scene, level),
        closing=_closing(scene, question, path) if level.is_complete else "",
        is_final=is_final,
        is_deliberate=is_final and _is_deliberate(question, level),
    )


def _is_all(scene: Scene, level: Level) -> bool:
    """Whether nothing may be added but what nobody misses."""
    return all(scene.engine.guide.is_spare(level.path, choice.word) for choice in level.choices)


def _is_deliberate(question: Question, level: Level) -> bool:
    """Whether nobody says this by mistake: the button was there before, or a word of the list says it all."""
    before = level.before_last
    if before is None:
        return False
    return question.decision.check(before) is None or (len(level.path) == 1 and is_spoken(level.path[0]))


def _asks(scene: Scene, question: Question, level: Level) -> str:
    if level.on:
        return _asks_of_thing(question, level)
    if level.place:
        return gettext("Which position in {place}?").format(place=level.place)
    if level.is_complete and not level.count and level.path:
        return gettext("Send this order?")
    asked = scene.asks(question.decision, level.path)
    if not asked and level.is_complete and level.path:
        return gettext("Send this order, or add to it?")
    return asked or question.prompt


def _asks_of_thing(question: Question, level: Level) -> str:
    names = (name_of(question.decision, way[:-1], way[-1]) for way in level.ways)
    name = next(filter(None, names), "")
    return (
        gettext("What do you do with {name}?").format(name=name)
        if name
        else gettext("What do you do with it?")
    )


def _suggestion(scene: Scene, question: Question, path: Path) -> Suggestion | None:
    decision = question.decision
    found = scene.suggest(decision, path)
    if found is None:
        found = decision.fallback()
        saves_words = len(found) > len(path) + 1 and found[: len(path)] == path
        is_new = saves_words and not _is_closing(scene, found)
        return Suggestion(found, question.write(found), True) if is_new else None
    return Suggestion(found, question.write(found), False)


def _at_hand(scene: Scene, question: Question, level: Level) -> list[Suggestion]:
    """What hangs on dice and can be sent from here, if it is little: its odds are wanted first."""
    if level.is_complete or level.problem:
        return []
    decision = question.decision
    ways = level.ways or (level.path,)
    found = scene.at_hand(decision, level.path)
    few = list(islice((path for path in found if any(path[: len(way)] == way for way in ways)), AT_HAND + 1))
    if len(few) > AT_HAND:
        return []
    return [Suggestion(path, question.write(path), has_more=any(decision.options(path))) for path in few]


def _is_closing(scene: Scene, path: Path) -> bool:
    return path[:1] != () and path[0] in scene.engine.vocabulary.closing


def _forgone(scene: Scene, question: Question, path: Path) -> list[str]:
    """What else the turn would have allowed, if this answer ends it."""
    if not _is_closing(scene, path):
        return []
    return [option.word for option in question.decision.options() if option.word != path[0]]


def _closing(scene: Scene, question: Question, path: Path) -> str:
    """The word that ends the turn may go with an order that brings up no further question."""
    node, _taken = walk(question.decision.root, path)
    if node is None or node.after or _is_closing(scene, path):
        return ""
    words = {option.word for option in question.decision.options()}
    return next((word for word in scene.engine.vocabulary.closing if word in words), "")


def _sketches(scene: Scene, level: Level) -> list[Sketched]:
    """Ways to stand in a place, drawn large."""
    if not level.place:
        return []
    drawn = [(choice, scene.sketch(choice.word)) for choice in level.choices]
    return [Sketched(choice, sheet_of(sketch)) for choice, sketch in drawn if sketch is not None]
