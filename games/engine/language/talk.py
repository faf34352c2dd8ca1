"""Sentences about the pieces of a game that order nothing: "The dragon is too expensive."

They tell how things are or were, and speak of nothing that is to be done.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.language.letter_words import FEW, SHORT, STRUCTURE, Known, codes_in, has_code, words_of
from games.engine.language.word_lists import CONDITIONS, WORDS

_STEM = 4  # letters of a word of which other forms are known: "recruits", not "ending"
_DEEDS = tuple(one for one in WORDS.deeds if len(one) >= _STEM)
_STATEMENTS = tuple(f" {one} " for one in WORDS.statements)
_BANNERS = tuple(f"{one} " for one in WORDS.banners)
_OVER = frozenset({"nearly", "almost", "was", "were", "had", "hadnt", "wasnt", "werent"})


def pieces_in(line: str, known: Known) -> set[str]:
    """What a line names: what looks like a piece or a place, and names of the game."""
    words = words_of(line)
    text = f" {' '.join(words)} "
    return (
        codes_in(line) | (known.names & set(words)) | {one for one in known.long_names if f" {one} " in text}
    )


def is_statement(line: str) -> bool:
    """ "I would have recruited TER1." """
    text = f" {' '.join(words_of(line))} "
    return (
        text.startswith(_STATEMENTS)
        and not line.rstrip().endswith((":", "?"))
        and not CONDITIONS.are_in(text)
    )


def tells(line: str, known: Known) -> bool:
    """ "Your raid on WEE3 was mean." """
    words = words_of(line)
    if len(words) <= FEW or line.rstrip().endswith("?") or CONDITIONS.are_in(f" {' '.join(words)} "):
        return False
    is_about_theirs = words[0] in WORDS.possessives and words[1] in known.names | codes_in(line)
    if not is_about_theirs and (len(words) < SHORT or WORDS.tellings.isdisjoint(words)):
        return False
    is_about_orders = not WORDS.selves.isdisjoint(words) and not (WORDS.tasks | WORDS.acts).isdisjoint(words)
    return not is_about_orders and not orders_anything(words, known)


def orders_anything(words: Sequence[str], known: Known) -> bool:
    """Whether a sentence has a word of what is to be done."""
    return any(_may_order(words, at, known) for at in range(len(words)))


def is_banner(words: Sequence[str]) -> bool:
    """The warnings of mail servers."""
    return f"{' '.join(words)} ".startswith(_BANNERS)


def is_hedged(line: str) -> bool:
    """Whether a sentence denies or doubts something."""
    text = f" {' '.join(words_of(line))} "
    return WORDS.negations.are_in(text) or WORDS.doubts.are_in(text)


def _may_order(words: Sequence[str], at: int, known: Known) -> bool:
    """Whether a word is one of what is to be done, or says with what: "my choice is TER1"."""
    word = words[at]
    if word in WORDS.tellings:
        return at + 1 < len(words) and (has_code(words[at + 1]) or words[at + 1] in known.names)
    above = words[at - 1] if at else ""
    if word in known.orders or word in STRUCTURE or word in WORDS.deeds:
        return above not in WORDS.determiners
    is_form = word.startswith(_DEEDS) or any(
        len(one) >= _STEM and word.startswith(one) for one in known.orders
    )
    return is_form and above not in _OVER | WORDS.determiners
