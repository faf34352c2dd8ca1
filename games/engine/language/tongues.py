"""The languages in which letters are read closely, and which of them a letter is written in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Flag, auto
from functools import cache, lru_cache
from pathlib import Path

import msgspec

from games.engine.contract.text import key

_FOLDER = Path(__file__).with_name("tongues")


class Sort(Flag):
    """What a word may be in a sentence about orders. One of no sort speaks of something else."""

    NONE = 0
    PLAIN = auto()  # says nothing by itself
    MATTER = auto()  # of orders, and what one does with them
    MARKER = auto()  # may put orders in doubt


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A language as its file has it; words are parted by spaces."""

    plain: str
    matters: str
    markers: str
    talk: list[str]
    yes: str
    elisions: str


_INFLECTED, _ENDING = 5, 3  # letters of a word whose other forms are known, and of what these may have more


class _Words:
    """Words, and beginnings of words: those with a star. Long words are also known with another ending."""

    __slots__ = ("exact", "stems")

    def __init__(self, text: str) -> None:
        words = text.split()
        self.exact = frozenset(key(one) for one in words if not one.endswith("*"))
        self.stems = tuple(key(one[:-1]) for one in words if one.endswith("*"))

    def __contains__(self, word: str) -> bool:
        if word in self.exact or word.startswith(self.stems):
            return True
        shortest = max(_INFLECTED, len(word) - _ENDING)
        return any(word[:end] in self.exact for end in range(shortest, len(word)))


@dataclass(frozen=True, eq=False)
class Tongue:
    """A language, as far as it is needed to tell orders in doubt from small talk."""

    code: str
    sorts: tuple[tuple[Sort, _Words], ...]
    talk: tuple[str, ...]
    yes: frozenset[str]
    elisions: tuple[str, ...]

    @property
    def words(self) -> frozenset[str]:
        """Those that it is known by."""
        return frozenset[str]().union(*(words.exact for _, words in self.sorts))


@lru_cache(maxsize=8192)  # people use the same few words again and again
def sort_of(tongue: Tongue, word: str) -> Sort:
    """What a word may be; also where an article has grown together with it: "lordre"."""
    found = _sort(tongue, word)
    for elided in tongue.elisions if not found else ():
        if word.startswith(elided) and len(word) > len(elided) + 1:
            found |= _sort(tongue, word[len(elided) :])
    return found


def _sort(tongue: Tongue, word: str) -> Sort:
    found = Sort.NONE
    for sort, words in tongue.sorts:
        if word in words:
            found |= sort
    return found


@cache
def tongues() -> dict[str, Tongue]:
    """All languages that we know closely, by their codes."""
    return {path.stem: _read(path) for path in sorted(_FOLDER.glob("*.toml"))}


def _read(path: Path) -> Tongue:
    raw = msgspec.toml.decode(path.read_bytes(), type=_File)
    sorts = ((Sort.PLAIN, raw.plain), (Sort.MATTER, raw.matters), (Sort.MARKER, raw.markers))
    return Tongue(
        path.stem,
        tuple((sort, _Words(words)) for sort, words in sorts),
        tuple(sorted((f" {key(phrase)} " for phrase in raw.talk), key=len, reverse=True)),
        frozenset(key(word) for word in raw.yes.split()),
        tuple(raw.elisions.split()),
    )


@cache
def _known_by() -> dict[str, tuple[str, ...]]:
    """The languages that have a word."""
    found: dict[str, tuple[str, ...]] = {}
    for tongue in tongues().values():
        for word in tongue.words:
            found[word] = (*found.get(word, ()), tongue.code)
    return found


def spoken_in(words: Iterable[str], preferred: str = "") -> list[Tongue]:
    """The languages that most words belong to; of several alike, the one that their writer has chosen.

    >>> [one.code for one in spoken_in("ich weiß es noch nicht".split())]
    ['de']
    """
    known = _known_by()
    counts = Counter(code for word in words for code in known.get(word, ()))
    most = max(counts.values(), default=0)
    best = [code for code, count in counts.items() if count == most]
    return [tongues()[code] for code in ([preferred] if preferred in best else sorted(best))]


def is_yes(word: str) -> bool:
    """Whether a word says, in some language, that something is meant."""
    return any(word in tongue.yes for tongue in tongues().values())
