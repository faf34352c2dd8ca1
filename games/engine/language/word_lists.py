"""The lists of words that people use around orders, in the languages of our players."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar

import msgspec

from games.engine.contract.text import key

_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")  # Chinese, Japanese, Korean


class Phrases:
    """Words, and groups of words, that a line may have.

    >>> noes = Phrases(["never", "rather than", "不要"])
    >>> noes.are_in(" i never do "), noes.are_in(" rather this than that "), noes.are_in(" 请不要执行 ")
    (True, False, True)
    """

    __slots__ = ("_all", "_groups", "_unspaced", "_words")

    def __init__(self, phrases: Iterable[str]) -> None:
        self._all = tuple(dict.fromkeys(phrases))
        self._unspaced = tuple(one for one in self._all if _UNSPACED.search(one))
        spaced = [one for one in self._all if not _UNSPACED.search(one)]
        self._groups = tuple(f" {one} " for one in spaced if " " in one)
        self._words = frozenset(one for one in spaced if " " not in one)

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def are_in(self, text: str) -> bool:
        """Whether one of them is in a text of words as `words_of` finds them, with a space at both ends."""
        if not self._words.isdisjoint(text.split()) or any(group in text for group in self._groups):
            return True
        return not text.isascii() and any(one in text for one in self._unspaced)

    def found_in(self, text: str) -> set[str]:
        """Those that are in a text."""
        return {one for one in self._all if (one in text if _UNSPACED.search(one) else f" {one} " in text)}

    def without(self, others: Iterable[str]) -> Phrases:
        """The same, but for these."""
        left_out = set(others)
        return Phrases(one for one in self._all if one not in left_out)


class Lists(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The lists of prose.toml, under the names they have there."""

    social: frozenset[str]
    closings: tuple[str, ...]
    openings: frozenset[str]
    ordinals: frozenset[str]
    counts: frozenset[str]
    times: frozenset[str]
    negations: Phrases
    pointers: Phrases
    doubts: Phrases
    hesitations: frozenset[str]
    others: Phrases
    possessives: frozenset[str]
    objects: frozenset[str]
    introductions: Phrases
    banners: tuple[str, ...]
    deeds: frozenset[str]
    endings: frozenset[str]
    asides: frozenset[str]
    spans: frozenset[str]
    statements: tuple[str, ...]
    tellings: frozenset[str]
    tasks: frozenset[str]
    determiners: frozenset[str]
    perceptions: frozenset[str]
    denials: Phrases
    acts: frozenset[str]
    amounts: frozenset[str]
    selves: frozenset[str]
    past: frozenset[str]
    questions: frozenset[str]
    harmless: tuple[str, ...]
    pursuits: frozenset[str]
    manners: Phrases
    musings: frozenset[str]
    modals: frozenset[str]
    verdicts: frozenset[str]
    opinions: Phrases
    subjunctives: tuple[str, ...]
    other_times: tuple[str, ...]
    alternatives: frozenset[str]


T = TypeVar("T")


def lists_of(path: Path, kind: type[T]) -> T:
    """The lists of a file, in the form in which words are compared."""
    raw = msgspec.toml.decode(path.read_bytes(), type=dict[str, list[str]])
    compared = {name: [key(one) for one in words] for name, words in raw.items()}
    return msgspec.convert(compared, kind, dec_hook=lambda _, words: Phrases(words))


WORDS = lists_of(Path(__file__).with_name("prose.toml"), Lists)
CONDITIONS = Phrases(
    ("if", "unless", "wenn", "falls", "jeśli", "jeżeli", "chyba że", "si", "sauf", "salvo", "se")
)
UNDOING = WORDS.negations.without(WORDS.denials)  # "cancel", "wrong": they take back what they stand beside
IN_DOUBT = frozenset({*WORDS.doubts, *WORDS.negations, *CONDITIONS} - WORDS.ordinals)
