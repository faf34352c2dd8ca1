"""A form made from a decision, word by word: what may come next, and what has been chosen so far."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.translation import gettext

from games.engine.decisions import Decision, Option
from games.engine.reading import write
from games.engine.tree import Path
from games.services.scene import Question

MOST_WORDS = 200  # of an answer
LONGEST_WORD = 200  # letters
MANY = 40  # options that a reader takes in without help
MOST = 400  # listed at one level; a filter finds the others
COUNTED = 5_000


@dataclass(frozen=True, slots=True)
class Choice:
    """A word that may come next."""

    word: str
    label: str
    address: str
    ends: bool  # the answer is complete with it


@dataclass(frozen=True, slots=True)
class Group:
    """Words that begin alike."""

    title: str
    choices: list[Choice]


@dataclass(frozen=True, slots=True)
class Crumb:
    """A word that has been chosen; the address leads back to where it was, if there was a choice."""

    word: str
    address: str


@dataclass(frozen=True, slots=True)
class Level:
    """Where a reader stands in a form."""

    path: Path
    trail: list[Crumb]
    groups: list[Group]
    is_complete: bool  # it may be sent as it stands
    written: str  # as it would stand in a letter
    count: int
    left_out: int
    find: str
    was_refused: bool  # the words that were asked for are not possible, or not any more

    @property
    def is_large(self) -> bool:
        """Whether a filter helps."""
        return self.count > MANY

    @property
    def hidden(self) -> Iterable[str]:
        """The words so far, for the fields of a form."""
        return self.path


def words_of(data: QueryDict) -> Path:
    """The words of a query or a form; too many or too long ones are nothing that was ever offered."""
    words = tuple(data.getlist("at"))
    too_much = len(words) > MOST_WORDS or any(len(word) > LONGEST_WORD or "\x00" in word for word in words)
    return () if too_much else words


def level_of(question: Question, data: QueryDict) -> Level:
    """What the form shows after the words in a query."""
    decision, asked = question.decision, words_of(data)
    offered, was_refused = _offered(decision, asked)
    path = _forced(decision, offered)
    find = data.get("find", "")[:60].strip()
    options = list(islice(decision.options(path), COUNTED))
    fitting = [option for option in options if _fits(option, find)]
    is_complete = decision.check(path) is None
    return Level(
        path=path,
        trail=_trail(decision, path),
        groups=_grouped(path, fitting[:MOST], len(options) > MANY),
        is_complete=is_complete,
        written=write(decision, path) if is_complete else "",
        count=len(options),
        left_out=max(0, len(fitting) - MOST),
        find=find,
        was_refused=was_refused,
    )


def _offered(decision: Decision[object], path: Path) -> tuple[Path, bool]:
    """The words as far as they are offered, and whether some were not."""
    if decision.check(path) is None or next(decision.options(path), None) is not None:
        return path, False
    return (), bool(path)


def _forced(decision: Decision[object], path: Path) -> Path:
    """Where a single word may follow, and must, nobody needs to choose it."""
    for _ in range(MOST_WORDS):
        if decision.check(path) is None:
            break
        options = list(islice(decision.options(path), 2))
        if len(options) != 1:
            break
        path = (*path, options[0].word)
    return path


def _fits(option: Option, find: str) -> bool:
    return not find or find.casefold() in f"{option.word} {_label(option)}".casefold()


def _label(option: Option) -> str:
    return gettext(option.label) if option.label else ""


def _grouped(path: Path, options: Sequence[Option], is_large: bool) -> list[Group]:
    """All in one list, or, where they are many, those together that begin alike."""
    if not is_large:
        return [Group("", [_choice(path, option) for option in options])] if options else []
    titled = groupby(options, key=lambda option: stem(option.word))
    return [Group(title, [_choice(path, option) for option in members]) for title, members in titled]


def stem(word: str) -> str:
    """What words of one kind have in common: the letters before a number or a mark.

    >>> stem("C5.3"), stem("gorehound#1/2"), stem("42")
    ('C', 'gorehound', '42')
    """
    letters = next((at for at, letter in enumerate(word) if not letter.isalpha()), len(word))
    return word[:letters] or word


def _choice(path: Path, option: Option) -> Choice:
    return Choice(option.word, _label(option), _address((*path, option.word)), option.final)


def _trail(decision: Decision[object], path: Path) -> list[Crumb]:
    crumbs: list[Crumb] = []
    for at, word in enumerate(path):
        had_choice = (
            len(list(islice(decision.options(path[:at]), 2))) > 1 or decision.check(path[:at]) is None
        )
        crumbs.append(Crumb(word, _address(path[:at]) if had_choice else ""))
    return crumbs


def _address(path: Path) -> str:
    return f"?{urlencode([('at', word) for word in path])}#question"
