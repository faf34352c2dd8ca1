"""The words that tell an order of a game from prose."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from games.engine.contract.decisions import Decision
from games.engine.contract.text import fold, key
from games.engine.contract.vocabulary import Vocabulary
from games.engine.language.lines import MAX_LINE, without_bullet

STRUCTURE = frozenset({"if", "else", "stop"})
FEW, SHORT = 3, 5  # words of a line
_MOST_OFFERED = 200
_MOST_WORDS = 60  # of a line
SIGNS = ".,;:!?\"'()[]<>*_~\u00bf\u00a1"
_CODE = re.compile(
    r"[^\W\d_][^\W\d_]{0,14}(?:[-_#/.][^\W\d_]{0,14}){0,3}[-_#/.]?\d{1,3}[a-z]?(?:[#/.][\w*]{1,3}){0,2}"
)
_SPACED_CODE = re.compile(r"[^a-z\n]{0,3}(?:\S+ )?[A-Z]{2,4} \d{1,2}(?!\S)")
_NO_CODE = re.compile(r".*@|https?:|www\.|\w+\.(?:com|org|net|de|pl|fr|es|it|eu|io|uk)\b")
CLAUSE_END = re.compile(r"(?<=[.!?\u2026,;])\s+(?=\S)|\s[-\u2013\u2014]+\s")
SENTENCE_END = re.compile(r"(?<=[.!?\u2026])\s+(?=\S)")


@dataclass(frozen=True, slots=True)
class Known:
    """The words that tell an order of a game from prose, as `key` writes them."""

    orders: frozenset[str]
    answers: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    long_names: tuple[str, ...] = ()
    people: frozenset[str] = frozenset()
    keys: frozenset[str] = frozenset()
    closing: frozenset[str] = frozenset()

    @property
    def all(self) -> frozenset[str]:
        """Every word of the game that a short answer may consist of."""
        return self.orders | self.answers | self.names


def known_words(
    vocabulary: Vocabulary, decision: Decision[object] | None = None, people: Iterable[str] = ()
) -> Known:
    """The words of a game, of the question that is open, and the names of those who play."""
    known = _words_of_game(vocabulary)
    offered = offered_by(decision) if decision is not None else frozenset[str]()
    named = frozenset(part for name in people for part in key(name).split())
    return replace(known, answers=known.answers | offered, people=named)


@lru_cache(maxsize=16)
def _words_of_game(vocabulary: Vocabulary) -> Known:
    names = {key(name) for name in vocabulary.names}
    orders = (*vocabulary.orders, *vocabulary.verbs, *vocabulary.closing)
    return Known(
        orders=frozenset(map(key, orders)),
        answers=frozenset(map(key, (*vocabulary.responses, *vocabulary.answers))),
        names=frozenset(name for name in names if " " not in name),
        long_names=tuple(sorted(name for name in names if " " in name)),
        keys=frozenset(map(key, vocabulary.keys)),
        closing=frozenset(vocabulary.closing),
    )


def offered_by(decision: Decision[object]) -> frozenset[str]:
    """The words that an answer to a question may begin with."""
    branches = zip(decision.root.branches(), range(_MOST_OFFERED), strict=False)
    words = [part for branch, _ in branches for name in (branch.word, *branch.names) for part in name.split()]
    return frozenset(map(key, (*words, *decision.root.lead.split())))


def words_of(line: str) -> list[str]:
    """The words of a line, as names are compared, without the signs around them."""
    return list(_words_of(line[:MAX_LINE]))


@lru_cache(maxsize=512)  # a line is looked at again and again
def _words_of(line: str) -> tuple[str, ...]:
    found = (word.strip(SIGNS) for word in key(without_bullet(fold(line))).split()[:_MOST_WORDS])
    return tuple(word for word in found if any(sign.isalnum() for sign in word))


def has_code(text: str) -> bool:
    """Whether something looks like a piece or a place: TER1, pilgrim/2, A1.3, green-6a."""
    return bool(codes_in(text)) or _SPACED_CODE.match(text) is not None


def codes_in(text: str) -> set[str]:
    words = (word.strip(SIGNS) for word in key(text[:MAX_LINE]).split()[:_MOST_WORDS])
    return {word for word in words if _CODE.fullmatch(word) and not _NO_CODE.match(word)}


def names_piece(words: Sequence[str], known: Known) -> bool:
    if not known.names.isdisjoint(words):
        return True
    text = f" {' '.join(words)} "
    return any(f" {name} " in text for name in known.long_names)
