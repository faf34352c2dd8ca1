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
from games.engine.language.grammar import quoted
from games.engine.language.lines import by_nearness, nearest

T = TypeVar("T")

_PATIENCE = 4_000  # matches tried before a text counts as too tangled; a line of an email needs a few dozen
_SHORTEST = 4  # letters of a name that are enough to mean it; “for” is not the Foreman
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
            for branch, taken in _in_full(node, self.words, at):
                self.run(branch.grow(), at + taken, (*path, branch.word))
        if len(self.found) > before:
            return
        fillers = _fillers(node)
        if at < len(self.words) and _is_filler(self.words[at], fillers) and skipped < len(fillers):
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
        full, begun = _matches(node, self.words, at)
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
    search = _Search(_sorted_sets(decision.root, given), loose)
    search.run(decision.root, 0, ())
    if len(search.found) == 1:
        return search.found[0]
    raise _doubt(search) or _refusal(search, words)


def follow(decision: Decision[T], words: Sequence[str]) -> tuple[Path, Node[T]]:
    """How far words lead, be the answer complete or not. Raises a PlayerError where they lead nowhere."""
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
        elif _is_filler(search.words[at], _fillers(node)):
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


def _fillers(node: Node[object]) -> list[str]:
    return [key(word) for word in node.lead.split()]


def _first(node: Node[object], most: int) -> Iterator[Branch[object]]:
    for branch, _ in zip(node.branches(), range(most), strict=False):
        yield branch


Matches = list[tuple[Branch[object], int]]


def _matches(node: Node[object], words: tuple[str, ...], at: int) -> tuple[Matches, Matches]:
    """Branches that the words at this place name in full, and those that they begin to name."""
    if at >= len(words):
        return [], []
    exactly = _as_offered(node, words[at])
    if exactly is not None:
        return [(exactly, 1)], []
    full: Matches = []
    begun: Matches = []
    for branch in node.branches():
        fits = [_fit(branch.word, words, at, 1), *(_fit(name, words, at, _SHORTEST) for name in branch.names)]
        if "_" in branch.word:  # people write names as they speak them
            fits.append(_fit(branch.word.replace("_", " "), words, at, _SHORTEST))
        kind, taken = max(fits)
        if kind == _FULL:
            full.append((branch, taken))
        elif kind == _BEGUN:
            begun.append((branch, taken))
    return full, begun


def _in_full(node: Node[object], words: tuple[str, ...], at: int) -> Matches:
    """ "Uulsot the Keeper", where "uulsot" alone is the word, and what follows it made no sense."""
    if at + 1 >= len(words) or _as_offered(node, words[at]) is None:
        return []
    return [
        (branch, len(name.split()))
        for branch in node.branches()
        for name in branch.names
        if " " in name and _fit(name, words, at, _SHORTEST) == (_FULL, len(name.split()))
    ]


def _as_offered(node: Node[object], word: str) -> Branch[object] | None:
    """Most orders are written as they were offered, but for the case: found without listing all options."""
    for written in dict.fromkeys((word, word.lower(), word.upper())):
        found = node.step(written)
        if found is not None:
            return Branch(written, _grown(found))
    return None


def _grown(node: Node[object]) -> Callable[[], Node[object]]:
    return lambda: node


_FULL, _BEGUN = 2, 1


def _fit(name: str, words: tuple[str, ...], at: int, shortest: int) -> tuple[int, int]:
    """How well a name (perhaps of several words) fits the words, and how many of them it takes."""
    wanted = [key(part) for part in name.split()]
    given = [key(word) for word in words[at : at + len(wanted)]]
    if given == wanted:
        return (_FULL, len(wanted))
    if len(given) == len(wanted) and all(_begins(g, w, shortest) for g, w in zip(given, wanted, strict=True)):
        return (_BEGUN, len(wanted))
    if len(wanted) > 1 and wanted[1].isalpha() and given[:1] == wanted[:1] and len(wanted[0]) >= _SHORTEST:
        return (_BEGUN, 1)  # "rainbow" will do for the Rainbow Permit
    return (0, 0)


def _begins(given: str, wanted: str, shortest: int) -> bool:
    if given == wanted:
        return True
    return len(given) >= shortest and not given.isdigit() and wanted.startswith(given)


def _is_filler(word: str, fillers: list[str]) -> bool:
    return any(_begins(key(word), filler, 3) for filler in fillers)


def _cleaned(words: Sequence[str]) -> tuple[str, ...]:
    """The words one by one, without what people add in writing: quotes around several, a full stop."""
    single = [part.rstrip(".;!") for word in words for part in word.replace(",", " ").split()]
    return tuple(word for word in single if key(word))


def _sorted_sets(root: Node[object], words: tuple[str, ...]) -> tuple[str, ...]:
    """Bring the members of sets into the order of their pool, as far as the words can be followed."""
    node: Node[object] = root
    at = 0
    while at < len(words):
        if node.pool:
            words = (*words[:at], *_sorted_run(node, words[at:]))
        full, begun = _matches(node, words, at)
        matches = full or begun
        if len(matches) == 1:
            node, at = matches[0][0].grow(), at + matches[0][1]
        elif _is_filler(words[at], _fillers(node)):
            at += 1
        else:
            implied = [branch for branch in node.branches() if branch.implied]
            if len(implied) != 1:
                break
            node = implied[0].grow()
    return words


def _sorted_run(node: Node[object], words: tuple[str, ...]) -> list[str]:
    """The members of the set at the beginning of these words, sorted; then the other words."""
    ranks = _ranks(node)
    seconds = {key(name): rank for rank, name in enumerate(_second_words(node))}
    members: list[tuple[int, list[int], tuple[str, ...]]] = []
    spoken = _spoken_names(node)
    at = 0
    words = _with_name(spoken, words, at)
    while at < len(words) and (rank := _rank(words[at], ranks)) is not None:
        member = words[at : at + node.stride]
        members.append((rank, [seconds.get(key(word), 0) for word in member[1:]], member))
        at += node.stride
        words = _with_name(spoken, words, at)
    members.sort(key=lambda member: member[:2])
    return [*(word for _, _, member in members for word in member), *words[at:]]


def _spoken_names(node: Node[object]) -> dict[tuple[str, ...], str]:
    """The names of a set's members that have several words, and the word that stands for each."""
    names = [(name.replace("_", " "), name) for name in node.pool if "_" in name]
    names += [(name, word) for word, others in _members(node) for name in others]
    parts = [(tuple(key(part) for part in name.split()), member) for name, member in names]
    return {words: member for words, member in parts if len(words) > 1}


def _with_name(spoken: dict[tuple[str, ...], str], words: tuple[str, ...], at: int) -> tuple[str, ...]:
    """A member that is named in several words, as one: "Prime Shadow" is not "Shadow"."""
    for parts, member in spoken.items():
        if tuple(key(word) for word in words[at : at + len(parts)]) == parts:
            return (*words[:at], member, *words[at + len(parts) :])
    return words


def _rank(word: str, ranks: dict[str, int]) -> int | None:
    """The place of a set's member, by its name or by a beginning that fits one member only."""
    name = key(word)
    if name in ranks:
        return ranks[name]
    begun = {rank for other, rank in ranks.items() if _begins(name, other, _SHORTEST)}
    return begun.pop() if len(begun) == 1 else None


def _ranks(node: Node[object]) -> dict[str, int]:
    """The places of a set's members, by every single-word name that means one of them only."""
    places = {name: rank for rank, name in enumerate(node.pool)}
    ranks = {key(name): rank for name, rank in places.items()}
    found: dict[str, set[int]] = {}
    for word, names in _members(node):
        for name in names:
            if " " not in name:
                found.setdefault(key(name), set()).add(places[word])
    return {**{name: min(ranked) for name, ranked in found.items() if len(ranked) == 1}, **ranks}


def _members(node: Node[object]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """A set's members with their names, those too that may be added later only."""
    yield from ((branch.word, branch.names) for branch in node.branches() if branch.word in node.pool)
    yield from ((one.word, one.names) for one in node.barred() if one.word in node.pool)


def _second_words(node: Node[object]) -> list[str]:
    """What may follow a member of a set whose members are pairs."""
    first = next(iter(node.branches()), None) if node.stride > 1 else None
    return [branch.word for branch in first.grow().branches()] if first is not None else []


def _barred(node: Node[object], words: tuple[str, ...], at: int) -> Phrase | None:
    """Why the thing that these words name is not offered, if the game says so; full names count first."""
    best, reason = 0, None
    for barred in node.barred():
        if not barred.word:
            continue
        fit = max(_fit(name, words, at, _SHORTEST)[0] for name in (barred.word, *barred.names))
        if fit > best:
            best, reason = fit, barred.reason
    return reason


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
    """What is wrong at the place where reading got furthest."""
    if search.stuck is None or not search.words:
        return Unreadable(gettext_noop("there is no order here"))
    node, path = search.stuck
    offered = list(_first(node, 200))
    names = [branch.word for branch in offered]
    if search.furthest >= len(search.words):
        return _unfinished(node, words).among(names, _SHOWN)
    wrong = search.words[search.furthest]
    why = _barred(node, search.words, search.furthest)
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
