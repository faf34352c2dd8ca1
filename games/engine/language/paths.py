"""Text to path and back, for every decision of every game.

A player may write any name of a thing, or the beginning of one, in any case; fillers ("with", "from") may be
left out, and so may words that are implied. What can be read in two ways is ambiguous, never guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import dropwhile
from typing import TypeVar

from games.engine.contract.decisions import Decision
from games.engine.contract.phrases import Phrase
from games.engine.contract.text import (
    Ambiguous,
    Illegal,
    Incomplete,
    PlayerError,
    Unreadable,
    gettext_noop,
    key,
)
from games.engine.contract.tree import Branch, Node, Path
from games.engine.contract.vocabulary import PAY
from games.engine.language.fits import fillers_of, is_filler, named, named_in_full, why_barred
from games.engine.language.grammar import quoted
from games.engine.language.lines import by_nearness, nearest
from games.engine.language.sets import sorted_sets

T = TypeVar("T")

_PATIENCE = 4_000  # matches tried before a text counts as too tangled; a line of an email needs a few dozen
_SHOWN = 12  # options named in an answer to a wrong line


@dataclass(frozen=True, slots=True)
class Reading:
    """What a line of words means, and the words that belong to questions still to come."""

    path: Path
    left: tuple[str, ...] = ()


@dataclass(slots=True)
class _Search:
    """A walk through the tree along the words, keeping where it got furthest."""

    words: tuple[str, ...]
    loose: frozenset[str]  # words that may stand at the end: the shorthands of clauses
    tried: int = 0
    furthest: int = -1
    stuck: tuple[Node[object], Path] | None = None
    doubt: tuple[str, list[str]] | None = None  # a beginning that fits several names
    found: list[Reading] = field(default_factory=list[Reading])

    def run(self, node: Node[object], at: int, path: Path, skipped: int = 0) -> None:
        """Follow every way the words can be read from here; full readings are collected."""
        self.tried += 1
        if self.tried > _PATIENCE or len(self.found) > 1:
            return
        if at > self.furthest:
            self.furthest, self.stuck = at, (node, path)
        before = len(self.found)
        for branch, taken in self.candidates(node, at):
            self.run(branch.grow(), at + taken, (*path, branch.word))
        if len(self.found) == before:
            for branch, taken in named_in_full(node, self.words, at):
                self.run(branch.grow(), at + taken, (*path, branch.word))
        if len(self.found) > before:
            return
        fillers = fillers_of(node)
        if at < len(self.words) and is_filler(self.words[at], fillers) and skipped < len(fillers):
            self.run(node, at + 1, path, skipped + 1)
            if len(self.found) == before and node.end is None and not skipped:
                self._imply(node, at, path)
                # The filler belongs to a later thing, this one was left out; but something must take it up.
                self.found[before:] = [r for r in self.found[before:] if len(r.left) < len(self.words) - at]
        elif at < len(self.words) and key(self.words[at]) == "and":
            self.run(node, at + 1, path, skipped)
        elif node.end is not None and self._may_stop(node, at) and not skipped:
            self.found.append(Reading(path, self.words[at:]))
        elif not skipped:  # after "at" the thing itself must be named
            self._imply(node, at, path)

    def candidates(self, node: Node[object], at: int) -> list[tuple[Branch[object], int]]:
        """Where full names fit, later words may choose among them; a beginning must fit one name only."""
        full, begun = named(node, self.words, at)
        if full or len(begun) < 2:
            return full or begun
        self.doubt = self.doubt or (self.words[at], [branch.word for branch, _ in begun])
        return []

    def _may_stop(self, node: Node[object], at: int) -> bool:
        rest = [key(word) for word in self.words[at:]]
        further = list(dropwhile(self.loose.__contains__, rest))  # a shorthand may stand before `pay`
        return not further or rest[0] in node.after or (further[0] == PAY and PAY in node.after)

    def _imply(self, node: Node[object], at: int, path: Path) -> None:
        """Add the words that may be left out."""
        for branch in node.branches():
            if branch.implied:
                self.run(branch.grow(), at, (*path, branch.word))


def read(decision: Decision[T], words: Sequence[str], loose: frozenset[str] = frozenset()) -> Reading:
    """The answer that the words give. Raises Unreadable, Illegal or Ambiguous with what would be legal."""
    given = _cleaned(words)
    if decision.arrange is not None:
        given = decision.arrange(given)
    search = _Search(sorted_sets(decision.root, given), loose)
    search.run(decision.root, 0, ())
    if len(search.found) == 1:
        return search.found[0]
    raise _doubt(search) or _refusal(search, words)


def follow(decision: Decision[T], words: Sequence[str]) -> tuple[Path, Node[T]]:
    """How far words lead, whether the answer is complete or not. Raises PlayerError if they lead nowhere."""
    search = _Search(_cleaned(words), frozenset())
    path: Path = ()
    node: Node[T] = decision.root
    at = 0
    while at < len(search.words):
        found = search.candidates(node, at)
        if len(found) == 1:
            branch, taken = found[0]
            path, at = (*path, branch.word), at + taken
            following = node.step(branch.word)
            node = following if following is not None else node
        elif is_filler(search.words[at], fillers_of(node)):
            at += 1
        else:
            search.furthest, search.stuck = at, (node, path)
            raise _doubt(search) or _refusal(search, words)
    return path, node


def write(decision: Decision[T], path: Path, spoken: Callable[[str], str] = str) -> str:
    """The text of an answer, fillers included; `read` gives the same path back.

    It is the canonical one, or one in the words of people where a vocabulary has such: `spoken`.
    """
    written: list[str] = []
    node: Node[object] = decision.root
    for name in path:
        if node.lead and name not in node.unled:
            written.append(node.lead)
        written.append(quoted(spoken(name), "WORD"))
        following = node.step(name)
        if following is None:
            raise ValueError(f"{decision.kind}: {path!r} is not an answer")
        node = following
    return " ".join(written)


def legal_now(decision: Decision[T], path: Path = (), spoken: Callable[[str], str] = str) -> list[str]:
    """What may be written next, in the words of an answer."""
    return [spoken(option.word) for option, _ in zip(decision.options(path), range(_SHOWN), strict=False)]


def _first(node: Node[object], most: int) -> Iterator[Branch[object]]:
    for branch, _ in zip(node.branches(), range(most), strict=False):
        yield branch


def _cleaned(words: Sequence[str]) -> tuple[str, ...]:
    """The words one by one, without what people add in writing: quotes around several, a full stop."""
    single = [part.rstrip(".;!") for word in words for part in word.replace(",", " ").split()]
    return tuple(word for word in single if key(word))


def _unfinished(node: Node[object], words: Sequence[str]) -> PlayerError:
    """Words that are not enough: for a reason of the game, or because more must follow."""
    reason = next((barred.reason for barred in node.barred() if not barred.word), None)
    if reason is not None:
        return Illegal(reason.template, _plain(reason))
    return Incomplete(
        gettext_noop("“{words}” is incomplete: add what comes next"), {"words": " ".join(words)}
    )


def _plain(reason: Phrase) -> dict[str, str | int]:
    return {name: v if isinstance(v, int) else str(v) for name, v in reason.values.items()}


def _doubt(search: _Search) -> Ambiguous | None:
    """What fits in two ways is not guessed."""
    if search.found:
        one, other = (" ".join(reading.path) for reading in search.found[:2])
        return Ambiguous(
            gettext_noop("this can mean two things: “{one}” or “{other}”"), {"one": one, "other": other}
        )
    if search.doubt is not None:
        word, names = search.doubt
        reason = gettext_noop("“{word}” could mean {names}")
        return Ambiguous(reason, {"word": word, "names": ", ".join(names[:_SHOWN])})
    return None


def _refusal(search: _Search, words: Sequence[str]) -> PlayerError:
    """What is wrong at the place that reading got to."""
    if search.stuck is None or not search.words:
        return Unreadable(gettext_noop("there is no order here"))
    node, path = search.stuck
    offered = list(_first(node, 200))
    names = [branch.word for branch in offered]
    if search.furthest >= len(search.words):
        return _unfinished(node, words).among(names, _SHOWN)
    wrong = search.words[search.furthest]
    why = why_barred(node, search.words, search.furthest)
    if why is not None:
        return Illegal(why.template, _plain(why)).among(by_nearness(wrong, names), _SHOWN)
    if not names:
        return Unreadable(
            gettext_noop(
                "unexpected “{word}”: the order was already complete, and each needs a line of its own"
            ),
            {"word": wrong},
        )
    unknown = (Illegal if path else Unreadable)(
        gettext_noop("“{word}” is not possible here"), {"word": wrong}
    )
    guesses = nearest(wrong, [*node.lead.split(), *names])
    if guesses:
        return unknown.near(guesses, guessed=True)
    return unknown.among(by_nearness(wrong, names), _SHOWN)
