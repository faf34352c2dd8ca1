"""What may be answered, on its way to another process: the words so far, and those that may come next.

A tree of options is walked by calling into the rules. A listing is the part of it that a reader looks at,
and makes a small tree of its own again, with which forms and explanations work as with the whole one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice

import msgspec

from games.engine.contract.decisions import Decision
from games.engine.contract.text import PlayerError
from games.engine.contract.tree import Branch, End, Node, Path, walk
from games.engine.language.paths import follow

MOST = 2_000  # words at one place
EXAMPLES = 40  # of them with a whole answer that begins so
LONGEST = 200  # words of an answer
MORE = "…"  # something follows that was not looked at


class Offered(msgspec.Struct, array_like=True):
    """A word that may come next."""

    word: str
    label: str
    names: tuple[str, ...]
    implied: bool
    final: bool
    more: bool
    example: list[tuple[str, str]]  # words that complete it, with fillers; empty if nobody looked


class Place(msgspec.Struct):
    """Where a path stands, and the places behind those words that were followed."""

    is_end: bool
    lead: str
    unled: tuple[str, ...]
    after: tuple[str, ...]
    offered: list[Offered]
    known: dict[str, Place]


class Refusal(msgspec.Struct):
    """Why typed words lead nowhere."""

    reason: str
    values: dict[str, str | int]
    nearest: tuple[str, ...]
    more: int
    guessed: bool

    def as_error(self) -> PlayerError:
        """As it was raised."""
        error = PlayerError(self.reason, self.values, self.nearest)
        error.more, error.guessed = self.more, self.guessed
        return error


class Listing(msgspec.Struct):
    """A part of a tree: where it begins, and where some words lead."""

    path: Path
    root: Place
    default: Path
    refusal: Refusal | None = None


def forced(decision: Decision[object], path: Path) -> Path:
    """Where only one word can follow, nobody needs to choose it."""
    node, _taken = walk(decision.root, path)
    while node is not None and node.end is None and len(path) < LONGEST:
        branches = list(islice(node.branches(), 2))
        if len(branches) != 1:
            break
        path, node = (*path, branches[0].word), branches[0].grow()
    return path


def listing(decision: Decision[object], words: Sequence[str], *, is_typed: bool) -> Listing:
    """What may follow some words: those of a path, or as people type them."""
    path, refusal = tuple(words), None
    if is_typed:
        path, refusal = _typed(decision, words)
    node, taken = walk(decision.root, path)
    wanted = [path[:taken], forced(decision, path if node is not None else ())]
    return Listing(path, _place(decision.root, wanted), decision.fallback(), refusal)


def _typed(decision: Decision[object], words: Sequence[str]) -> tuple[Path, Refusal | None]:
    try:
        return follow(decision, words)[0], None
    except PlayerError as why:
        return (), Refusal(why.reason, dict(why.values), why.nearest, why.more, why.guessed)


def _place(node: Node[object], wanted: Sequence[Path]) -> Place:
    behind: dict[str, list[Path]] = {}
    for path in wanted:
        if path:
            behind.setdefault(path[0], []).append(path[1:])
    known = {word: _place(child, rest) for word, rest in behind.items() if (child := node.step(word))}
    offered = [_offered(branch, at < EXAMPLES) for at, branch in enumerate(islice(node.branches(), MOST))]
    return Place(node.end is not None, node.lead, node.unled, node.after, offered, known)


def _offered(branch: Branch[object], has_example: bool) -> Offered:
    child = branch.grow()
    example = list(_example(child)) if has_example and child.end is None else []
    return Offered(
        branch.word,
        branch.label,
        branch.names,
        branch.implied,
        child.end is not None,
        child.has_more(),
        example,
    )


def _example(node: Node[object]) -> Iterator[tuple[str, str]]:
    while node.end is None:
        branch = next(iter(node.branches()))
        yield "" if branch.word in node.unled else node.lead, branch.word
        node = branch.grow()


# And back again.


def decision_from(listed: Listing, decision: Decision[object]) -> Decision[object]:
    """The decision, with no more of its tree than was listed."""
    return replace(decision, grow=lambda: _node(listed.root), default=listed.default, _root=[])


def _node(place: Place) -> Node[object]:
    beyond = {one.word: one for one in place.offered}

    def find(word: str) -> Node[object] | None:
        if word in place.known:
            return _node(place.known[word])
        return _beyond(beyond[word]) if word in beyond else None

    def grow(word: str) -> Node[object]:
        return find(word) or Node()

    branches = tuple(
        Branch(one.word, partial(grow, one.word), one.label, one.names, one.implied) for one in place.offered
    )
    end = End[object](None) if place.is_end else None
    return Node(end, lambda: branches, find, place.lead, place.after, unled=place.unled)


def _beyond(offered: Offered) -> Node[object]:
    """What is behind a word that was not followed: an end, a whole answer, or that there is more."""
    if offered.final:
        return Node(End(None), _more if offered.more else tuple)
    return _chain(offered.example) if offered.example else Node(None, _more)


def _chain(example: Sequence[tuple[str, str]]) -> Node[object]:
    if not example:
        return Node(End(None))
    (lead, word), *rest = example
    return Node(None, lambda: (Branch(word, lambda: _chain(rest)),), lead=lead)


def _more() -> tuple[Branch[object], ...]:
    return (Branch(MORE, lambda: Node(End(None))),)
