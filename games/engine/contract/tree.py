"""Options as a tree that is walked, never listed: a path of words, each one final or with more to come."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Generic, TypeVar

import msgspec

from games.engine.contract.phrases import Phrase

Path = tuple[str, ...]
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
U = TypeVar("U")


class End(msgspec.Struct, Generic[T_co], frozen=True):
    """A path may end here, and this is what it means. (A box, since the meaning may itself be None.)"""

    value: T_co


class Branch(msgspec.Struct, Generic[T_co], frozen=True, eq=False):
    """One word that may come next."""

    word: str
    grow: Callable[[], Node[T_co]]
    label: str = ""  # for people: "Foreman, level 2"
    names: tuple[str, ...] = ()  # other ways to write it: "green 6"
    implied: bool = False  # may be left out: the reader adds it


class Barred(msgspec.Struct, frozen=True, eq=False):
    """A word that makes sense here but is not offered, and why: for answers to wrong lines, and for forms.

    No word at all: why the order may not end here.
    """

    word: str
    reason: Phrase
    names: tuple[str, ...] = ()


class Node(msgspec.Struct, Generic[T_co], frozen=True, eq=False):
    """Where a path stands: may it end here, and which words may follow.

    `branches` is called only when someone looks; it must offer only what can be completed. `find` answers
    for one word without listing the others, where listing is slow. `lead` is a filler printed before
    the next word ("with"), unless that is `unled`; `after` names the fillers of questions that this answer
    will bring up. `pool` says that the words here are a set, in this order, so that a reader may be given
    them in any other; with `stride` 2 each is followed by a word that belongs to it ("HYD1 green"). `barred`
    explains what is not offered. `size` counts the complete paths below, up to a cap, without listing them.
    """

    end: End[T_co] | None = None
    branches: Callable[[], Iterable[Branch[T_co]]] = tuple
    find: Callable[[str], Node[T_co] | None] | None = None
    lead: str = ""
    after: tuple[str, ...] = ()
    pool: tuple[str, ...] = ()
    stride: int = 1
    barred: Callable[[], Iterable[Barred]] = tuple
    size: Callable[[int], int] | None = None
    unled: tuple[str, ...] = ()

    def step(self, word: str) -> Node[T_co] | None:
        """The node behind a word, or None where the word is not offered."""
        if self.find is not None:
            return self.find(word)
        for branch in self.branches():
            if branch.word == word:
                return branch.grow()
        return None

    def has_more(self) -> bool:
        """Whether any word may follow."""
        return next(iter(self.branches()), None) is not None


def leaf(value: T, after: tuple[str, ...] = ()) -> Node[T]:
    """The end of a path."""
    return Node(End(value), after=after)


def words(branches: Iterable[Branch[T]], lead: str = "", end: End[T] | None = None) -> Node[T]:
    """A choice among few: the branches are at hand."""
    ready = tuple(branches)
    return Node(end, lambda: ready, lead=lead)


def word(name: str, value: T, label: str = "", names: tuple[str, ...] = ()) -> Branch[T]:
    """A word that says it all."""
    return Branch(name, lambda: leaf(value), label, names)


def mapped(node: Node[T], change: Callable[[T], U]) -> Node[U]:
    """The same tree, with another meaning at its ends."""

    def branches() -> Iterator[Branch[U]]:
        for branch in node.branches():
            yield Branch(branch.word, _later(branch.grow, change), branch.label, branch.names, branch.implied)

    def find(word: str) -> Node[U] | None:
        found = node.step(word)
        return None if found is None else mapped(found, change)

    end = None if node.end is None else End(change(node.end.value))
    return Node(
        end,
        branches,
        find,
        node.lead,
        node.after,
        node.pool,
        node.stride,
        node.barred,
        lambda cap: count(node, cap),
        node.unled,
    )


def followed(node: Node[T], after: tuple[str, ...]) -> Node[T]:
    """The same tree; fillers of further questions may follow its ends."""

    def branches() -> Iterator[Branch[T]]:
        for branch in node.branches():
            yield Branch(
                branch.word, _followed(branch.grow, after), branch.label, branch.names, branch.implied
            )

    def find(word: str) -> Node[T] | None:
        found = node.step(word)
        return None if found is None else followed(found, after)

    ends = after if node.end is not None else ()
    return msgspec.structs.replace(node, branches=branches, find=find, after=(*node.after, *ends))


def _followed(grow: Callable[[], Node[T]], after: tuple[str, ...]) -> Callable[[], Node[T]]:
    return lambda: followed(grow(), after)


def _later(grow: Callable[[], Node[T]], change: Callable[[T], U]) -> Callable[[], Node[U]]:
    return lambda: mapped(grow(), change)


def walk(node: Node[T], path: Path) -> tuple[Node[T] | None, int]:
    """Follow a path; the node and how many words were followed (None: the next word is not offered)."""
    here = node
    for taken, name in enumerate(path):
        there = here.step(name)
        if there is None:
            return None, taken
        here = there
    return here, len(path)


def paths(node: Node[T], start: Path = ()) -> Iterator[Path]:
    """Every complete path, depth first. For counts and tests: cap it, the tree may be huge."""
    if node.end is not None:
        yield start
    for branch in node.branches():
        yield from paths(branch.grow(), (*start, branch.word))


def briefest(node: Node[T], start: Path = ()) -> Iterator[Path]:
    """Complete paths, depth first; what may be added to one of them is left out."""
    if node.end is not None:
        yield start
        return
    for branch in node.branches():
        yield from briefest(branch.grow(), (*start, branch.word))


def first_path(node: Node[T], start: Path = ()) -> Path:
    """The first complete path below a node: always the first word, until it may end."""
    path, here = start, node
    while here.end is None:
        branch = next(iter(here.branches()))
        path, here = (*path, branch.word), branch.grow()
    return path


def count(node: Node[T], cap: int = 10**9) -> int:
    """How many complete paths there are, at most `cap`."""
    total = 0
    open_nodes = [node]
    while open_nodes and total < cap:
        here = open_nodes.pop()
        if here.size is not None:
            total += here.size(cap - total)
            continue
        total += here.end is not None
        open_nodes.extend([branch.grow() for branch in here.branches()])
    return min(total, cap)


def sample(node: Node[T], below: Callable[[int], int]) -> Path:
    """A random complete path: at each word one of the branches, or stopping where that is allowed."""
    path: Path = ()
    here = node
    while True:
        branches = list(here.branches())
        ways = len(branches) + (here.end is not None)
        if not ways:
            raise DeadEnd(path)
        chosen = below(ways)
        if chosen == len(branches):
            return path
        path = (*path, branches[chosen].word)
        here = branches[chosen].grow()


class DeadEnd(Exception):
    """A word was offered that cannot be completed: a fault of the game's tree."""
