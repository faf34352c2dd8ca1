"""Which lines of a letter are orders, right or wrong: they begin like one, or name a piece of the game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import dropwhile

from rapidfuzz import fuzz, process

from games.engine.contract.text import fold, key
from games.engine.language.letter_words import (
    FEW,
    SHORT,
    STRUCTURE,
    Known,
    codes_in,
    has_code,
    names_piece,
    words_of,
)
from games.engine.language.lines import MAX_LINE, without_bullet
from games.engine.language.talk import is_banner, is_hedged, is_statement, orders_anything, pieces_in, tells
from games.engine.language.word_lists import WORDS

_ALIKE = 80  # of 100: so much a first word must resemble that of an order to be taken for a slip
_SIMILAR = 60  # enough where the whole line is a few such words
_COLONS = (":", "\N{FULLWIDTH COLON}")
_FINAL = (",", "?", "\N{FULLWIDTH COMMA}", *_COLONS)


def orders_among(lines: Sequence[str], known: Known) -> list[bool]:
    """For each line, whether it is an order, right or wrong."""
    last = max((at for at, line in enumerate(lines) if _is_clear(line, known)), default=-1)
    tail = next((at for at in range(last + 1, len(lines)) if not lines[at].strip()), len(lines))
    found: list[bool] = []
    depth, ended, closed, above = 0, len(lines), False, ""
    for at, line in enumerate(lines):
        place = _Place(at >= tail or above in known.closing, closed, not above and at > 0, at > last)
        is_order = bool(line.strip()) and (depth > 0 or _is_order(line, known, place))
        closed = closed or (True in found and not is_order and _is_closing(line))
        above = " ".join(words_of(line))
        if is_order:
            ended = min(ended, at) if above in known.closing and not depth else ended
            depth = max(0, depth + _opened(line))
        found.append(is_order)
    found = _without_afterthoughts(lines, found, ended, known)
    return _without_statements(lines, found, known)


def _without_afterthoughts(lines: Sequence[str], found: list[bool], ended: int, known: Known) -> list[bool]:
    """Below the end of a turn, "Raid you later!" is no order; safe, since nothing that counts follows it."""
    for at in range(len(lines) - 1, ended, -1):
        words = words_of(lines[at])
        if found[at] and len(words) > 1 and (words[0] not in known.orders or not has_code(lines[at])):
            found[at] = False
        elif found[at]:
            break
    return found


def _without_statements(lines: Sequence[str], found: list[bool], known: Known) -> list[bool]:
    """ "I won't recruit TER1." orders nothing, as long as no order speaks of the same piece.

    Nor does "Finish." above the order that ends the turn.
    """
    for at, line in enumerate(lines):
        if not found[at]:
            continue
        others = [lines[other] for other, is_order in enumerate(found) if is_order and other != at]
        codes, pieces = codes_in(line), pieces_in(line, known)
        is_told = bool(codes and is_statement(line)) or tells(line, known)
        if is_told and not any(pieces & pieces_in(other, known) for other in others):
            found[at] = False
        elif not codes and words_of(line)[:1] and words_of(line)[0] in WORDS.endings:
            below = next((n for n in range(at + 1, len(lines)) if found[n]), at)
            found[at] = below == at or " ".join(words_of(lines[below])) not in known.closing
    return found


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a line stands in its letter."""

    in_tail: bool  # below all clear orders, and apart from them
    is_signature: bool
    after_gap: bool
    is_below: bool  # all clear orders


def _is_clear(line: str, known: Known) -> bool:
    words = words_of(line)
    return bool(words) and (words[0] in known.orders | STRUCTURE or has_code(line))


def _is_order(line: str, known: Known, place: _Place) -> bool:
    text = without_bullet(fold(line[:MAX_LINE])).strip()
    words = words_of(text)
    if text[:1] in ("{", "}", "|", "#") or _is_policy(text, known):
        return True
    if text.startswith("("):
        return _is_clause(text, known)
    if not words:
        return False
    if len(words) == 1 and len(words[0]) == 1 and words[0].isalpha():
        return not (place.after_gap or place.is_below or place.is_signature) and _is_short_answer(
            words, known
        )
    if place.is_signature:
        return words[0] in known.orders and (has_code(text) or len(words) == 1)
    return _begins_order(text, words, known, strictly=place.in_tail)


def _begins_order(text: str, words: Sequence[str], known: Known, *, strictly: bool) -> bool:
    if _is_speech(text, words, known) or is_banner(words):
        return False
    if words[0] in known.orders | STRUCTURE or (words[0] in known.answers and " ; " in text):
        return True
    if all(word in WORDS.social or word in known.people for word in words):
        return len(words) == 1 and words[0] in known.answers and not text.endswith(_FINAL)
    if text.endswith(_COLONS) and len(words) >= SHORT and not orders_anything(words, known):
        return False
    if has_code(text) or names_piece(words, known):
        return not tells(text, known) or is_hedged(text)
    if text.endswith(_FINAL):
        return False
    first = next(dropwhile(WORDS.openings.__contains__, words), words[-1])
    if first in known.orders:
        return True
    if strictly:
        return words[0] in known.answers and all(word in known.answers or word.isdigit() for word in words)
    if len(words) <= 2 and words[-1] in known.closing:
        return True
    if first in WORDS.deeds and len(words) <= SHORT:
        return True
    if _is_like(first, known.orders, _ALIKE) or _is_jumbled(first, known.orders):
        return True
    return not text.endswith("!") and _is_short_answer(words, known)


def _is_speech(text: str, words: Sequence[str], known: Known) -> bool:
    """ "Mine was a bad start.", "End of a long day": a word of the game, and no piece or place of it."""
    if len(words) < FEW or words[1] not in WORDS.asides or words[0] in STRUCTURE:
        return False
    return WORDS.spans.isdisjoint(words[1:]) and not (has_code(text) or names_piece(words[1:], known))


def _is_short_answer(words: Sequence[str], known: Known) -> bool:
    """A few words, each of which may be one of the game, in full, begun or with a slip."""
    if len(words) > FEW or (words[0] in WORDS.social and words[0] not in known.answers):
        return False
    return all(word in known.people or _may_be(word, known) for word in words)


def _may_be(word: str, known: Known) -> bool:
    if any(name.startswith(word) for name in known.all):
        return True
    return _is_like(word, known.orders | known.answers, _SIMILAR) or _is_like(word, known.names, _ALIKE)


def _is_like(word: str, names: frozenset[str], least: int) -> bool:
    return process.extractOne(word, names, scorer=fuzz.ratio, score_cutoff=least) is not None


def _is_jumbled(word: str, names: frozenset[str]) -> bool:
    """`paly` for play."""
    return len(word) >= 4 and any(sorted(word) == sorted(name) for name in names)


def _is_clause(text: str, known: Known) -> bool:
    """`(defend: red)` belongs to the order above it; "(sent from a phone)" does not."""
    word = re.split(r"[ :\[\"]", text[1:].strip(), maxsplit=1)[0]
    return key(word) in known.keys or not text.rstrip(" .!").endswith(")")


def _is_policy(text: str, known: Known) -> bool:
    """`defend: red` is no order of a sheet, but no prose either."""
    name, colon, rest = text.partition(":")
    return bool(colon and rest.strip()) and key(re.split(r"[ \[\"]", name, maxsplit=1)[0]) in known.keys


def _opened(line: str) -> int:
    plain = re.sub(r'"[^"]*"', "", fold(line[:MAX_LINE]))
    return sum(plain.count(sign) for sign in "({") - sum(plain.count(sign) for sign in ")}")


def _is_closing(line: str) -> bool:
    text = " ".join(words_of(line))
    return any(text == closing or text.startswith(f"{closing} ") for closing in WORDS.closings)
