"""A decision describes itself: code that shows or takes a choice needs nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from games.engine.contract import tree
from games.engine.contract.conditions import Facts
from games.engine.contract.phrases import Phrase
from games.engine.contract.policies import Choice, StandingOrders
from games.engine.contract.text import Illegal, gettext_noop
from games.engine.contract.tree import Branch, Node, Path

SeatId = int
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Option:
    """One word that may come next, as a form, a board or a REST answer shows it."""

    word: str
    label: str
    final: bool  # the answer may end with this word
    more: bool  # further words may follow


# When a question waits for its player. A major one always does, unless away; a minor one only in the player's
# own turn, and unless the order itself or a standing order answers it.
MAJOR = "major"
IF_IDLE = "if idle"  # unless the sheet goes on: what it does not mention is declined
ALWAYS = "always"
IF_SAID = "if said"  # never: the default will do. A line of the sheet may still answer it

Interpreter = Callable[[Choice, StandingOrders], Path | None]


def no_facts() -> Facts:
    """A decision that conditions know nothing about."""
    return {}


@dataclass(frozen=True, slots=True)
class Decision(Generic[T_co]):
    """A question to one seat.

    Nothing in it may depend on what the seat does not know. A *major* one (what next, set-up) is answered by
    a person, unless away; all others are *minor*: a clause, a standing order or the default answers them,
    unless one says `ask`.
    """

    seat: SeatId
    kind: str  # saved with the answer: never rename one
    prompt: Phrase
    grow: Callable[[], Node[T_co]]
    default: Path | Callable[[], Path]  # a function where it depends on what others hide: a guess changes it
    facts: Callable[[], Facts] = no_facts
    about: Callable[[Path], Facts] | None = None  # more facts, of one answer: what it would use
    key: str = ""  # the standing order that answers it; the kind, if empty
    subject: str | None = None  # choose "<subject>"
    scopes: tuple[str, ...] = ()  # most special first: pilgrim#1/2, pilgrim#1
    arrange: Callable[[Path], Path] | None = None  # words in the order of the tree, where any order will do
    lines: tuple[str, ...] = ()  # consecutive lines of a sheet that begin with such a word are one answer
    asks: str = ""  # MAJOR; or IF_IDLE, ALWAYS, IF_SAID: a line of the sheet may answer it, or it waits
    can_pay: Callable[[Path, StandingOrders], bool] | None = None  # whether these orders would pay for it
    interpret: Interpreter | None = None  # what a standing order's choice means, where words alone do not say
    _root: list[Node[T_co]] = field(default_factory=list[Node[T_co]], repr=False, compare=False)

    @property
    def root(self) -> Node[T_co]:
        """The tree, grown when first looked at."""
        if not self._root:
            self._root.append(self.grow())
        return self._root[0]

    @property
    def major(self) -> bool:
        """Whether only a person answers, unless away."""
        return self.asks == MAJOR

    @property
    def policy(self) -> str:
        """The key of the standing order that answers this."""
        return self.key or self.kind

    def fallback(self) -> Path:
        """The answer when nobody answers."""
        return self.default() if callable(self.default) else self.default

    def options(self, path: Path = ()) -> Iterator[Option]:
        """The next words after a path; nothing where the path is not offered."""
        node, _ = tree.walk(self.root, path)
        for branch in node.branches() if node is not None else ():
            child = branch.grow()
            yield Option(branch.word, branch.label, child.end is not None, child.has_more())

    def check(self, path: Path) -> Illegal | None:
        """Why a path is no answer, or None if it is one. Looks at the path's own words only."""
        node, taken = tree.walk(self.root, path)
        if node is None:
            return Illegal(gettext_noop("“{word}” is not possible here"), {"word": path[taken]})
        if node.end is None:
            return Illegal(gettext_noop("“{words}” is incomplete"), {"words": " ".join(path)})
        return None

    def value(self, path: Path) -> T_co:
        """What the rule gets. The path must be legal."""
        node, _ = tree.walk(self.root, path)
        if node is None or node.end is None:
            raise ValueError(f"{self.kind}: {' '.join(path)!r} is not an answer")
        return node.end.value

    def size(self, cap: int = 10_000) -> int:
        """How many answers there are, at most `cap`."""
        return tree.count(self.root, cap)


def _pairs(choices: Sequence[tuple[str, T]] | Mapping[str, T]) -> list[tuple[str, T]]:
    return list(choices.items() if isinstance(choices, Mapping) else choices)


def choice_of(choices: Sequence[tuple[str, T]] | Mapping[str, T], lead: str = "") -> Node[T]:
    """One word out of a few."""
    return tree.words([tree.word(name, value) for name, value in _pairs(choices)], lead)


def yes_no() -> Node[bool]:
    """The tree of a plain question."""
    return choice_of({"yes": True, "no": False})


Naming = Callable[[str, Callable[[], Node[Path]]], Branch[Path]]


def some_of(
    items: Sequence[str], least: int, most: int, lead: str = "", named: Naming | None = None
) -> Node[Path]:
    """A set of items: words ascend in the order given, so that equal choices have one path.

    `named` makes the branch of an item, with its label and its other names.
    """

    pool = tuple(items)
    branch_of: Naming = named or Branch

    def node(chosen: Path, start: int) -> Node[Path]:
        def branches() -> Iterator[Branch[Path]]:
            missing = least - len(chosen)
            for index in range(start, len(items) if len(chosen) < most else start):
                if len(items) - index >= missing:  # enough are left to complete it
                    yield branch_of(items[index], _grow(chosen, index))

        end = tree.End(chosen) if len(chosen) >= least else None
        return Node(end, branches, lead="" if chosen else lead, pool=pool)

    def _grow(chosen: Path, index: int) -> Callable[[], Node[Path]]:
        return lambda: node((*chosen, items[index]), index + 1)

    return node((), 0)
