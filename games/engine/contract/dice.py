"""Chance that anyone can check: one keyed function, a counter per purpose, nothing favoured.

The hash of the server seed is known before the first roll, every player's own seed is mixed in, and the
server seed is published when the match ends. From then on anyone can compute each roll again.
"""

from __future__ import annotations

import hashlib
import hmac
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, MutableSequence, Sequence
from operator import add
from typing import Protocol, TypeVar

import msgspec

T = TypeVar("T")

_WORD = 8  # bytes of each digest that are used
_SPAN = 1 << (8 * _WORD)


class Seeds(msgspec.Struct, frozen=True):
    """Where all chance of a match comes from. `server` is a secret until the match has ended."""

    server: bytes
    players: tuple[bytes, ...] = ()
    epoch: int = 0  # raised by a rewind: dice once seen must not come again

    def commitment(self) -> str:
        """What is published before the first roll."""
        return hashlib.sha256(self.server).hexdigest()


class Roll(msgspec.Struct, frozen=True, omit_defaults=True):
    """One draw, as it stands in the log: enough to compute it again without running any rule."""

    purpose: str
    counter: int
    sides: int
    value: int
    hidden: bool = False
    epoch: int = 0


class Chance(Protocol):
    """What rules may ask of chance; the match's dice, a preview's and a bot's all do this."""

    def below(self, purpose: str, sides: int, *, hidden: bool = False) -> int:
        """A fair integer in range(sides)."""
        ...


Worth = Callable[[int], tuple[int, ...]]  # of a face from 0: what counts of it


class Foresight(ABC):
    """Chance that follows every way the dice can fall: throws of the same worth are one way."""

    @abstractmethod
    def throw(self, sides: int, count: int, worth: Worth) -> Sequence[int]:
        """One way in which so many dice can fall, for all of the same worth."""


def throw(dice: Chance, purpose: str, sides: int, count: int, worth: Worth) -> list[int]:
    """Several dice at once. Of faces only the sums of their worth may count: `worth` is for dry runs."""
    if isinstance(dice, Foresight):
        return list(dice.throw(sides, count, worth))
    return [dice.below(purpose, sides) for _ in range(count)]


def ways(sides: int, count: int, worth: Worth) -> list[tuple[float, tuple[int, ...]]]:
    """How so many dice can fall: each sum of worths once, its chance, and faces that have it.

    >>> ways(2, 2, lambda face: (face,))
    [(0.25, (0, 0)), (0.5, (0, 1)), (0.25, (1, 1))]
    """
    worths = [worth(face) for face in range(sides)]
    found: dict[tuple[int, ...], tuple[float, tuple[int, ...]]] = {(0,) * len(worths[0]): (1.0, ())}
    for _ in range(count):
        longer: dict[tuple[int, ...], tuple[float, tuple[int, ...]]] = {}
        for total, (chance, faces) in found.items():
            for face, more in enumerate(worths):
                reached = tuple(map(add, total, more))
                known, like = longer.get(reached, (0.0, (*faces, face)))
                longer[reached] = (known + chance / sides, like)
        found = longer
    return list(found.values())


class Dice:
    """The stream of a match. `counters` are part of the save: it goes on where it stopped."""

    def __init__(self, seeds: Seeds, counters: dict[str, int] | None = None) -> None:
        self.seeds = seeds
        self.counters = dict(counters or {})
        self.rolls: list[Roll] = []
        self._salt = message_salt(seeds)

    def below(self, purpose: str, sides: int, *, hidden: bool = False) -> int:
        """A fair integer in range(sides)."""
        start = self.counters.get(purpose, 0)
        value, after = draw(self.seeds.server, self._salt, purpose, start, sides)
        self.counters[purpose] = after
        self.rolls.append(Roll(purpose, start, sides, value, hidden, self.seeds.epoch))
        return value


def message_salt(seeds: Seeds) -> bytes:
    """Players' seeds and epoch, each with its length, so that no two lists of parts look alike."""
    return b"".join(map(_part, (*seeds.players, seeds.epoch.to_bytes(4, "big"))))


def draw(key: bytes, salt: bytes, purpose: str, counter: int, sides: int) -> tuple[int, int]:
    """The value and the counter after it. A word past the last whole multiple of `sides` is thrown away."""
    if sides < 1:
        raise ValueError(f"a die needs a side, not {sides}")
    limit = _SPAN - _SPAN % sides
    prefix = salt + _part(purpose.encode())
    while True:
        message = prefix + _part(counter.to_bytes(8, "big"))
        counter += 1
        word = int.from_bytes(hmac.digest(key, message, "sha256")[:_WORD], "big")
        if word < limit:
            return word % sides, counter


def shuffle(dice: Chance, purpose: str, items: MutableSequence[T]) -> None:
    """Fisher and Yates, in place; every order is equally likely. The draws stay hidden until the reveal."""
    for last in range(len(items) - 1, 0, -1):
        other = dice.below(purpose, last + 1, hidden=True)
        items[last], items[other] = items[other], items[last]


def pick(dice: Chance, purpose: str, items: Sequence[T], *, hidden: bool = False) -> T:
    """One of the items, each equally likely."""
    return items[dice.below(purpose, len(items), hidden=hidden)]


class BadRoll(Exception):
    """A roll in the log that the revealed seed does not give."""


def verify(seeds: Seeds, commitment: str, rolls: Iterable[Roll]) -> int:
    """Compute every roll again; returns how many there were, raises BadRoll at the first that differs."""
    if not hmac.compare_digest(seeds.commitment(), commitment):
        raise BadRoll("the server seed is not the one that was promised")
    expected: dict[tuple[int, str], int] = {}
    count = epoch = 0
    for count, roll in enumerate(rolls, 1):
        if roll.epoch < epoch:
            raise BadRoll(f"roll {count} ({roll.purpose}) belongs before a rewind")
        epoch = roll.epoch
        salt = message_salt(msgspec.structs.replace(seeds, epoch=roll.epoch))
        place = (roll.epoch, roll.purpose)
        if roll.counter != expected.get(place, roll.counter if roll.epoch else 0):
            raise BadRoll(f"roll {count} ({roll.purpose}) does not follow the one before it")
        value, expected[place] = draw(seeds.server, salt, roll.purpose, roll.counter, roll.sides)
        if value != roll.value:
            raise BadRoll(f"roll {count} ({roll.purpose}) should be {value}, not {roll.value}")
    return count


def _part(value: bytes) -> bytes:
    return len(value).to_bytes(4, "big") + value
