"""A form made from a decision, word by word: what may come next, and what has been chosen so far."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.translation import gettext

from games.engine.contract.decisions import Decision, Option
from games.engine.contract.text import PlayerError
from games.engine.contract.tree import Path, walk
from games.engine.language.paths import follow
from games.engine.play.listing import Listing, forced
from games.services.engines import rule_behind
from games.services.scene import Question
from games.services.stories.told import translate

MOST_WORDS = 200  # of an answer
LONGEST_WORD = 200  # characters
LONGEST_LINE = 1_000
MANY = 40  # options that a reader can take in without a search box
MOST = 400  # listed at one level; a filter finds the others
COUNTED = 5_000
PLACES = 8  # so many parts of larger places are shown by place, a row for each
LOOKED_AT = 60  # options among which the name of a chosen word is looked for

About = Callable[[Path], Sequence[str]]  # what is to be known of the last word of a path


def nothing(path: Path) -> Sequence[str]:
    """Where a label says all."""
    return ()


@dataclass(frozen=True, slots=True)
class Choice:
    """A word that may come next."""

    word: str
    label: str
    address: str
    ends: bool  # the answer is complete with it
    short: str = ""  # without what the whole group has in common
    notes: Sequence[str] = ()
    said: str = ""  # as people write the word, where that is something else

    @property
    def name(self) -> str:
        """What people call it: the word where it is one, the label where the word is a code."""
        is_title = self.label.casefold() == self.word.casefold()
        return self.label if self.label and (is_title or not is_spoken(self.word)) else self.word

    @property
    def gloss(self) -> str:
        """What is said beside the name."""
        return self.label if self.name != self.label else ""

    @property
    def code(self) -> str:
        """The word as written in orders, where the name is another and does not contain it."""
        written = self.said or self.word
        return written if self.name != self.word and written.casefold() not in self.name.casefold() else ""


@dataclass(frozen=True, slots=True)
class Group:
    """Words that begin alike."""

    title: str
    choices: list[Choice]
    is_row: bool = False  # places within one place: a line of short words


@dataclass(frozen=True, slots=True)
class Crumb:
    """A word that has been chosen; the address leads back to where it was, if there was a choice."""

    word: str
    address: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Level:
    """Where a reader stands in a form."""

    path: Path
    trail: list[Crumb]
    groups: list[Group]
    is_complete: bool  # it can be sent as it is
    written: str  # as written in an email
    count: int
    left_out: int
    find: str
    was_refused: bool  # the words in the address are not possible, or not any more
    caption: str = ""  # what all labels have in common, said once
    notes: Sequence[str] = ()  # what is to be known of what was chosen
    lists: list[Group] = field(default_factory=list[Group])
    rows: list[Group] = field(default_factory=list[Group])
    place: str = ""  # only the parts of this place are shown
    line: str = ""  # as typed, where it could not be read
    problem: str = ""  # why not
    on: str = ""  # the thing that several orders can begin with
    ways: Sequence[Path] = ()  # these orders

    @property
    def is_large(self) -> bool:
        """Whether a filter helps."""
        return self.count > MANY and not self.place

    @property
    def choices(self) -> list[Choice]:
        """Every word that is shown."""
        return [choice for group in self.groups for choice in group.choices]

    @property
    def places(self) -> list[Choice]:
        """Larger places, of which a part is chosen in a second step, if there is more than one."""
        return [] if self.place else [_place(self.path, group) for group in self.rows]

    @property
    def before_last(self) -> Path | None:
        """Where the reader stood before the last choice; None if there was none."""
        made = [at for at, crumb in enumerate(self.trail) if crumb.address]
        return self.path[: made[-1]] if made else None

    @property
    def so_far(self) -> str:
        """The line as it stands, complete or not."""
        return self.line or self.written


def words_of(data: QueryDict) -> Path:
    """The words of a query or a form; too many or too long ones were never offered."""
    words = tuple(data.getlist("at"))
    too_much = len(words) > MOST_WORDS or any(len(word) > LONGEST_WORD or "\x00" in word for word in words)
    return () if too_much else words


def words_asked(question: Question | None, data: QueryDict) -> tuple[Path, bool]:
    """The words of a query, and whether someone typed them."""
    line = _line(data)
    if line and question is not None:
        return question.order_of(tuple(line.split())), True
    return words_of(data), False


def _line(data: QueryDict) -> str:
    return data.get("line", "")[:LONGEST_LINE].strip()


def nowhere(data: QueryDict, problem: str) -> Level:
    """Where nobody knows what may follow."""
    return Level((), [], [], False, "", 0, 0, "", False, line=_line(data), problem=problem)


def level_of(
    question: Question, data: QueryDict, about: About = nothing, listing: Listing | None = None
) -> Level:
    """What the form shows after the words in a query."""
    decision, asked, line = question.decision, words_of(data), _line(data)
    typed, problem = _typed(question, line, listing) if line else (asked, "")
    offered, was_refused = _offered(decision, typed)
    path = forced(decision, offered)
    find = data.get("find", "")[:60].strip()
    options = list(islice(decision.options(path), COUNTED))
    fitting = [option for option in options if _fits(option, find)]
    caption = _caption(options)
    groups = _grouped(path, fitting[:MOST], len(options), caption, about, question.spoken)
    is_complete = decision.check(path) is None
    place = data.get("in", "")
    within = [group for group in groups if group.is_row and group.title == place]
    groups = within or groups
    return Level(
        path=path,
        trail=_trail(decision, path),
        groups=groups,
        is_complete=is_complete,
        written=question.write(path),
        count=len(options),
        left_out=max(0, len(fitting) - MOST),
        find=find,
        was_refused=was_refused,
        caption=caption,
        notes=next((told for end in range(len(path), 0, -1) if (told := about(path[:end]))), ()),
        lists=[group for group in groups if not group.is_row],
        rows=[group for group in groups if group.is_row],
        place=place if within else "",
        line=line if problem else "",
        problem=problem,
    )


def on_thing(level: Level, thing: str, ways: Sequence[Path], decision: Decision[object]) -> Level:
    """The level of a thing with which several orders can go on: what to do with it."""
    verbs = [way[len(level.path)] for way in ways]
    choices = [_way(level.path, way, decision, verbs) for way in ways]
    return replace(
        level, groups=[Group("", choices)], lists=[Group("", choices)], rows=[], on=thing, ways=ways
    )


def _way(path: Path, way: Path, decision: Decision[object], verbs: Sequence[str]) -> Choice:
    """The first word tells orders for a thing apart, if there is one of each kind."""
    more = way[len(path) :]
    said, what = name_of(decision, path, more[0], is_first=True), name_of(decision, way[:-1], more[-1])
    if verbs.count(more[0]) == 1:
        return Choice(more[0], said, address_of(way), False)
    return Choice(" ".join(more), ": ".join(filter(None, (said, what))), address_of(way), False)


def _place(path: Path, group: Group) -> Choice:
    if len(group.choices) == 1:
        return replace(group.choices[0], word=group.title)
    return Choice(group.title, "", address_of(path, group.title), False)


def _typed(question: Question, line: str, listing: Listing | None) -> tuple[Path, str]:
    """What a line says, as far as it goes; or why it says nothing."""
    if listing is not None:
        return listing.path, in_words(listing.refusal.as_error()) if listing.refusal is not None else ""
    try:
        return follow(question.decision, question.order_of(tuple(line.split())))[0], ""
    except PlayerError as why:
        return (), in_words(why)


def in_words(why: PlayerError) -> str:
    """A refusal for people, with what would have been possible."""
    told = gettext(why.reason).format(**why.values)
    rule = rule_behind(why.reason)
    told = f"{told} ({rule})" if rule else told
    near = ", ".join(why.nearest[:6])
    return f"{told}. " + gettext("Possible here: {words}").format(words=near) if near else told


def is_spoken(word: str) -> bool:
    """Whether a word is one of the language, not a code."""
    return word.replace("-", "").isalpha()


def _offered(decision: Decision[object], path: Path) -> tuple[Path, bool]:
    """The words as far as they are offered, and whether some were not."""
    if decision.check(path) is None or next(decision.options(path), None) is not None:
        return path, False
    return (), bool(path)


def _fits(option: Option, find: str) -> bool:
    return not find or find.casefold() in f"{option.word} {_label(option)}".casefold()


def _label(option: Option) -> str:
    return translate(option.label) if option.label else ""


def _caption(options: Sequence[Option]) -> str:
    """What all labels say before the word itself: "Holy Knight: C5.01", "Holy Knight: C5.02"."""
    if len(options) < 2 or not all(option.label.endswith(option.word) for option in options):
        return ""
    said = {option.label.removesuffix(option.word).rstrip(" :") for option in options}
    return said.pop() if len(said) == 1 else ""


def _grouped(
    path: Path,
    options: Sequence[Option],
    count: int,
    caption: str,
    about: About,
    spoken: Callable[[str], str],
) -> list[Group]:
    """One list, or, if it is long, grouped by how words begin, in the order of the game."""

    def choice(option: Option, title: str = "", notes: Sequence[str] = ()) -> Choice:
        word, label = option.word, "" if caption else _label(option)
        short = word.removeprefix(title) or word
        return Choice(word, label, address_of((*path, word)), option.final, short, notes, spoken(word))

    parts = {option.word for option in options if _is_part(option, caption)}
    places = {stem(word) for word in parts}
    if count <= MANY and (len(parts) < PLACES or len(places) == len(parts)):
        told = [choice(option, "", about((*path, option.word))) for option in options]
        return [Group("", told)] if told else []
    titled: dict[str, list[Option]] = {}
    for option in options:
        is_alone = count <= MANY and option.word not in parts
        titled.setdefault("" if is_alone else stem(option.word), []).append(option)
    return [
        Group(title, [choice(option, title) for option in members], all(one.word in parts for one in members))
        for title, members in _alone_first(titled).items()
    ]


def _alone_first(titled: dict[str, list[Option]]) -> dict[str, list[Option]]:
    """Words that share their beginning with no other come first, in a list without a title."""
    alone = {title for title, members in titled.items() if not title or [m.word for m in members] == [title]}
    first = [option for title, members in titled.items() if title in alone for option in members]
    rest = {title: members for title, members in titled.items() if title not in alone}
    return ({"": first} if first else {}) | rest


def _is_part(option: Option, caption: str) -> bool:
    """A place within a place, and nothing to be said of it: C5.3."""
    place, dot, _rest = option.word.rpartition(".")
    return bool(place and dot) and (not option.label or bool(caption))


def stem(word: str) -> str:
    """What words of one kind have in common: the place before a dot, the letters before a number or a mark.

    >>> stem("C5.3"), stem("C5.01"), stem("C5"), stem("gorehound#1/2"), stem("holy_knight/1"), stem("42")
    ('C5', 'C5', 'C', 'gorehound', 'holy_knight', '42')
    """
    place, dot, _rest = word.rpartition(".")
    if place and dot:
        return place
    letters = next(
        (at for at, letter in enumerate(word) if not (letter.isalpha() or letter == "_")), len(word)
    )
    return word[:letters] or word


def _trail(decision: Decision[object], path: Path) -> list[Crumb]:
    crumbs: list[Crumb] = []
    for at, word in enumerate(path):
        had_choice = (
            len(list(islice(decision.options(path[:at]), 2))) > 1 or decision.check(path[:at]) is None
        )
        crumbs.append(
            Crumb(word, address_of(path[:at]) if had_choice else "", name_of(decision, path[:at], word))
        )
    return crumbs


def name_of(decision: Decision[object], path: Path, word: str, *, is_first: bool = False) -> str:
    """What people call a word that was chosen, if quickly found; first words speak for themselves."""
    node, _taken = walk(decision.root, path)
    branches = islice(node.branches(), LOOKED_AT) if node is not None and (path or is_first) else ()
    label = next((branch.label for branch in branches if branch.word == word), "")
    return translate(label) if label and not label.endswith(word) else ""


def address_of(path: Path, place: str = "", on: str = "") -> str:
    """Where a form stands after these words; within a place, or on a thing that may mean several orders."""
    more = [("in", place)] if place else [("on", on)] if on else []
    return "?" + urlencode([*(("at", word) for word in path), *more])
