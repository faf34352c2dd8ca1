"""DB-A.BODYGUARD: who may be dealt damage, and in which ways a total can be split."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import comb

from games.dreamblade.names import figure_branch, figure_names
from games.dreamblade.state import Figure, State, fits
from games.dreamblade.statistics import statistics
from games.engine.contract.phrases import Phrase, say
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.text import key
from games.engine.contract.tree import Barred, Branch, End, Node, Path

Split = Mapping[str, int]
REST = "rest"  # of the damage


def guards_of(state: State, figure: Figure) -> list[Figure]:
    """The Bodyguards that must have enough before this creature can be dealt damage."""
    if state.works(figure, "BODYGUARD") is not None:  # they do not protect each other
        return []
    return [
        guard
        for guard in state.creatures_at(figure.at, figure.seat)
        if (ability := state.works(guard, "BODYGUARD")) is not None and fits(figure, ability.modifier)
    ]


def missing(state: State, guard: Figure) -> int:
    """How much more damage a Bodyguard must take before it protects nobody."""
    return max(0, statistics(state, guard).enough - guard.damage)


def is_protected(state: State, figure: Figure) -> bool:
    """DB-Q5: whether damage cannot be put on this creature now."""
    return any(missing(state, guard) for guard in guards_of(state, figure))


class Splitting:
    """DB-9.16: a total, those who can receive it, and what each Bodyguard still needs."""

    def __init__(self, state: State, targets: Sequence[Figure], total: int) -> None:
        self.total = total
        self.guards = {
            f.id: {guard.id: missing(state, guard) for guard in guards_of(state, f)} for f in targets
        }
        needed = [name for guards in self.guards.values() for name in guards]
        # Bodyguards first: when the others' turn comes it is known whether they can be hit.
        self.targets = sorted(targets, key=lambda f: f.id not in needed)
        self.is_free = not any(self.guards.values())

    def counted(self, words: Path) -> Path:
        """`thug 5 pariah rest`: with the number that is left in place of the word."""
        left = self.total - sum(int(word) for word in words if word.isdecimal())
        return tuple(str(max(0, left)) if key(word) == REST else word for word in words)

    def is_open(self, name: str, given: Split) -> bool:
        """Whether a creature may receive damage beside what is given."""
        return all(given.get(guard, 0) >= need for guard, need in self.guards[name].items())

    def node(self, given: Split, start: int) -> Node[Split]:
        """`thug 6 stalker 5`: pairs of a creature and its damage, all of it."""
        left = self.total - sum(given.values())

        def branches() -> Iterator[Branch[Split]]:
            for place in range(start, len(self.targets) if left else start):
                if self._amounts(given, place, left):
                    yield self._branch(given, place, left)

        size = self._size(len(self.targets) - start, left) if self.is_free else None
        return Node(
            None if left else End(given),
            branches,
            lead="" if given else "damage",
            pool=tuple(f.id for f in self.targets),
            stride=2,
            barred=lambda: self._protected(given, self.targets),
            size=None if size is None else (lambda cap: min(cap, size)),
        )

    def _size(self, places: int, left: int) -> int:
        return comb(left + places - 1, places - 1) if places else int(not left)

    def _branch(self, given: Split, place: int, left: int) -> Branch[Split]:
        target = self.targets[place]

        def amounts() -> Iterator[Branch[Split]]:
            for amount in self._amounts(given, place, left):
                yield self._amount(given, place, amount)

        def barred() -> Iterator[Barred]:
            yield from (Barred(str(n), self._why_not(given, place, n)) for n in range(self.total + 100))

        return figure_branch(
            target, lambda: Node(None, amounts, barred=barred), implied=len(self.targets) == 1
        )

    def _why_not(self, given: Split, place: int, amount: int) -> Phrase:
        """Why a creature cannot be given so much: the rest must go somewhere, past Bodyguards."""
        after = {**given, self.targets[place].id: amount}
        dealt = sum(after.values())
        if dealt < self.total:
            blocked = next(self._protected(after, self.targets[place + 1 :]), None)
            if blocked is not None:
                return blocked.reason
        return say(_("all {total} damage must be dealt, and this is {sum}"), total=self.total, sum=dealt)

    def _amount(self, given: Split, place: int, amount: int) -> Branch[Split]:
        more = {**given, self.targets[place].id: amount}
        return Branch(str(amount), lambda: self.node(more, place + 1))

    def _amounts(self, given: Split, place: int, left: int) -> list[int]:
        """What a creature may be given so that the rest can go somewhere."""
        name = self.targets[place].id
        if not self.is_open(name, given):
            return []
        return [n for n in range(1, left + 1) if n == left or self._has_taker({**given, name: n}, place + 1)]

    def _has_taker(self, given: Split, start: int) -> bool:
        return any(self.is_open(target.id, given) for target in self.targets[start:])

    def _protected(self, given: Split, targets: Sequence[Figure]) -> Iterator[Barred]:
        for target in targets:
            for guard, need in self.guards[target.id].items():
                if given.get(guard, 0) < need:
                    reason = _("{target} is protected: the Bodyguard {guard} must have {need} first")
                    why = say(reason, target=target.id, guard=guard, need=need)
                    yield Barred(target.id, why, figure_names(target))
