"""What people write around orders in a letter: greetings, remarks, signatures. It is set apart, never played.

Safe before clever: a line that begins like an order, or names a piece of the game, is an order even if it is
a wrong one, so that nothing below it is played. What may take back the orders below it is not passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import dropwhile
from pathlib import Path

import msgspec
from rapidfuzz import fuzz, process

from games.engine.contract.decisions import Decision
from games.engine.contract.text import fold, key
from games.engine.contract.vocabulary import Vocabulary
from games.engine.language.handwriting import Around, plain_order
from games.engine.language.lines import MAX_LINE, MAX_LINES, MAX_TEXT, split_lines, without_bullet

_STRUCTURE = frozenset({"if", "else", "stop"})
_ALIKE = 80  # of 100: so much a first word must resemble that of an order to be taken for a slip
_SIMILAR = 60  # enough where the whole line is a few such words
_FEW = 3
_SHORT = 5
_LONGEST = 4000  # of a line that is joined: no message is longer
_WIDTH = 70  # programs break lines here at the earliest
_MOST_OFFERED = 200
_MOST_WORDS = 60
_SIGNS = ".,;:!?\"'()[]<>*_~"
_CODE = re.compile(
    r"[^\W\d_][^\W\d_]{0,14}(?:[-_#/.][^\W\d_]{0,14}){0,3}[-_#/.]?\d{1,3}[a-z]?(?:[#/.][\w*]{1,3}){0,2}"
)
_SPACED_CODE = re.compile(r"[^a-z\n]{0,3}(?:\S+ )?[A-Z]{2,4} \d{1,2}(?!\S)")
_NO_CODE = re.compile(r".*@|https?:|www\.|\w+\.(?:com|org|net|de|pl|fr|es|it|eu|io|uk)\b")
_EMPHASIS = re.compile(r"(?<![\w*_])([*_]{1,3})(?=[^\s*_])([^*_\n]*(?:_[^*_\n]+)*[^\s*_])\1(?![\w*_])")
_MARK = "## "  # a remark to the language of orders; people rarely write two of these signs
_SENTENCE_END = re.compile(r"(?<=[.!?\u2026])\s+(?=\S)")
_DENIALS = frozenset(
    {"not", "didnt", "dont", "never", "nie", "nicht", "ne", "pas", "no", "non", "hadnt", "couldnt"}
)
_CONDITIONS = ("if", "unless", "wenn", "falls", "jeśli", "jeżeli", "chyba że", "si", "sauf", "salvo", "se")
_FINAL = (",", ":", "?", "\N{FULLWIDTH COMMA}", "\N{FULLWIDTH COLON}")


class _Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The lists of prose.toml, under the names they have there."""

    social: frozenset[str]
    closings: tuple[str, ...]
    openings: frozenset[str]
    counts: frozenset[str]
    negations: tuple[str, ...]
    pointers: tuple[str, ...]
    doubts: tuple[str, ...]
    others: frozenset[str]
    introductions: frozenset[str]
    banners: tuple[str, ...]
    deeds: frozenset[str]
    endings: frozenset[str]
    asides: frozenset[str]
    spans: frozenset[str]
    statements: tuple[str, ...]
    perceptions: frozenset[str]
    harmless: tuple[str, ...]


_WORDS = msgspec.toml.decode(Path(__file__).with_suffix(".toml").read_bytes(), type=_Words)
_AROUND = Around(_WORDS.openings, _WORDS.counts, _WORDS.social)


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
    offered = _offered(decision) if decision is not None else frozenset[str]()
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


def _offered(decision: Decision[object]) -> frozenset[str]:
    branches = zip(decision.root.branches(), range(_MOST_OFFERED), strict=False)
    words = [part for branch, _ in branches for name in (branch.word, *branch.names) for part in name.split()]
    return frozenset(map(key, (*words, *decision.root.lead.split())))


@dataclass(frozen=True, slots=True)
class Letter:
    """Orders with the prose around them turned into remarks, and that prose."""

    orders: str
    prose: tuple[str, ...] = ()
    has_orders: bool = True


def read_letter(text: str, known: Known) -> Letter:
    """Set the prose of a letter apart.

    >>> read_letter("Hi,\\nend\\n\\nBob", Known(frozenset({"end"})))
    Letter(orders='## Hi,\\nend\\n\\n## Bob', prose=('Hi,', 'Bob'), has_orders=True)
    """
    if len(text) > MAX_TEXT or text.count("\n") > 2 * MAX_LINES:
        return Letter(text)  # more than is read as orders
    lines = [_written(line, known) if len(line) <= MAX_LINE else line for line in split_lines(text)]
    is_order = _orders_among(lines, known)
    kept = _with_doubts(lines, is_order, known)
    shown = [
        line if keep or not line.strip() else f"{_MARK}{line.strip()}"
        for line, keep in zip(lines, kept, strict=True)
    ]
    prose = tuple(line.strip() for line, keep in zip(lines, kept, strict=True) if line.strip() and not keep)
    return Letter("\n".join(shown), prose, any(is_order))


def _written(line: str, known: Known) -> str:
    """A line without the marks of bold type; an order without what people put around it."""
    text = _EMPHASIS.sub(r"\2", line)
    return plain_order(text, known.orders, _AROUND) if text.strip() else text


def prose_in(text: str) -> list[str]:
    """The lines of a sheet that `read_letter` set apart."""
    return [line.removeprefix(_MARK) for line in split_lines(text) if line.startswith(_MARK)]


def without_prose(text: str) -> str:
    """A sheet as its writer would send it again."""
    return "\n".join(line for line in split_lines(text) if not line.startswith(_MARK)).strip("\n")


def joined(text: str, beginnings: frozenset[str], least: int = 45, most: int = 80) -> str:
    """One line for each that was written: a line that a program broke goes on in the next.

    A program breaks a line where the next word does not fit; what begins an order is never joined.
    """
    lines: list[str] = []
    last = ""  # the piece that was written last, as it came
    for line in split_lines(text):
        if lines and len(lines[-1]) < _LONGEST and _goes_on(last, line, beginnings, least, most):
            lines[-1] = f"{lines[-1].rstrip()} {line.strip()}"
        else:
            lines.append(line)
        last = line
    return "\n".join(lines)


def _goes_on(above: str, line: str, beginnings: frozenset[str], least: int, most: int) -> bool:
    word = line.partition(" ")[0]
    if not word or not above.strip() or line[0].isspace() or above.lstrip().startswith("#"):
        return False
    if without_bullet(fold(line)) != fold(line) or not least <= len(above.rstrip()) <= most:
        return False
    begins = key(word.strip(_SIGNS))
    return len(above.rstrip()) + 1 + len(word) > _WIDTH and begins not in beginnings | _STRUCTURE


def _orders_among(lines: Sequence[str], known: Known) -> list[bool]:
    """For each line, whether it is an order, right or wrong."""
    last = max((at for at, line in enumerate(lines) if _is_clear(line, known)), default=-1)
    tail = next((at for at in range(last + 1, len(lines)) if not lines[at].strip()), len(lines))
    found: list[bool] = []
    depth, ended, closed, above = 0, len(lines), False, ""
    for at, line in enumerate(lines):
        place = _Place(at >= tail or above in known.closing, closed, not above and at > 0, at > last)
        is_order = bool(line.strip()) and (depth > 0 or _is_order(line, known, place))
        closed = closed or (True in found and not is_order and _is_closing(line))
        above = " ".join(_words(line))
        if is_order:
            ended = min(ended, at) if above in known.closing and not depth else ended
            depth = max(0, depth + _opened(line))
        found.append(is_order)
    found = _without_afterthoughts(lines, found, ended, known)
    return _without_statements(lines, found, known)


def _without_afterthoughts(lines: Sequence[str], found: list[bool], ended: int, known: Known) -> list[bool]:
    """Below the end of a turn, "Raid you later!" is no order; safe, since nothing that counts follows it."""
    for at in range(len(lines) - 1, ended, -1):
        words = _words(lines[at])
        if found[at] and len(words) > 1 and (words[0] not in known.orders or not _has_code(lines[at])):
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
        codes = _codes(line)
        if _is_statement(line) and codes and not any(codes & _codes(other) for other in others):
            found[at] = False
        elif not codes and _words(line)[:1] and _words(line)[0] in _WORDS.endings:
            below = next((n for n in range(at + 1, len(lines)) if found[n]), at)
            found[at] = below == at or " ".join(_words(lines[below])) not in known.closing
    return found


def _is_statement(line: str) -> bool:
    text = f" {' '.join(_words(line))} "
    tells = any(text.startswith(f" {statement} ") for statement in _WORDS.statements)
    return tells and not line.rstrip().endswith((":", "?")) and not _has(text, _CONDITIONS)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a line stands in its letter."""

    in_tail: bool  # below all clear orders, and apart from them
    is_signature: bool
    after_gap: bool
    is_below: bool  # all clear orders


def _is_clear(line: str, known: Known) -> bool:
    words = _words(line)
    return bool(words) and (words[0] in known.orders | _STRUCTURE or _has_code(line))


def _is_order(line: str, known: Known, place: _Place) -> bool:
    text = without_bullet(fold(line[:MAX_LINE])).strip()
    words = _words(text)
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
        return words[0] in known.orders and (_has_code(text) or len(words) == 1)
    return _begins_order(text, words, known, strictly=place.in_tail)


def _begins_order(text: str, words: Sequence[str], known: Known, *, strictly: bool) -> bool:
    if _is_speech(text, words, known):
        return False
    if words[0] in known.orders | _STRUCTURE:
        return True
    if all(word in _WORDS.social or word in known.people for word in words):
        return len(words) == 1 and words[0] in known.answers and not text.endswith(_FINAL)
    if _has_code(text) or _names_piece(words, known):
        return True
    if text.endswith(_FINAL):
        return False
    first = next(dropwhile(_WORDS.openings.__contains__, words), words[-1])
    if first in known.orders:
        return True
    if strictly:
        return words[0] in known.answers and all(word in known.answers or word.isdigit() for word in words)
    if len(words) <= 2 and words[-1] in known.closing:
        return True
    if first in _WORDS.deeds and len(words) <= _SHORT:
        return True
    if _is_like(first, known.orders, _ALIKE) or _is_jumbled(first, known.orders):
        return True
    return not text.endswith("!") and _is_short_answer(words, known)


def _is_speech(text: str, words: Sequence[str], known: Known) -> bool:
    """ "Mine was a bad start.", "End of a long day": a word of the game, and no piece or place of it."""
    if len(words) < _FEW or words[1] not in _WORDS.asides or words[0] in _STRUCTURE:
        return False
    return _WORDS.spans.isdisjoint(words[1:]) and not (_has_code(text) or _names_piece(words[1:], known))


def _is_short_answer(words: Sequence[str], known: Known) -> bool:
    """A few words, each of which may be one of the game, in full, begun or with a slip."""
    if len(words) > _FEW or (words[0] in _WORDS.social and words[0] not in known.answers):
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


def _names_piece(words: Sequence[str], known: Known) -> bool:
    if not known.names.isdisjoint(words):
        return True
    text = f" {' '.join(words)} "
    return any(f" {name} " in text for name in known.long_names)


def _has_code(text: str) -> bool:
    """Whether something looks like a piece or a place: TER1, pilgrim/2, A1.3, green-6a."""
    return bool(_codes(text)) or _SPACED_CODE.match(text) is not None


def _codes(text: str) -> set[str]:
    words = (word.strip(_SIGNS) for word in key(text[:MAX_LINE]).split()[:_MOST_WORDS])
    return {word for word in words if _CODE.fullmatch(word) and not _NO_CODE.match(word)}


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
    text = " ".join(_words(line))
    return any(text == closing or text.startswith(f"{closing} ") for closing in _WORDS.closings)


def _words(line: str) -> list[str]:
    """The words of a line, as names are compared, without the signs around them."""
    found = (word.strip(_SIGNS) for word in key(without_bullet(fold(line[:MAX_LINE]))).split()[:_MOST_WORDS])
    return [word for word in found if any(sign.isalnum() for sign in word)]


def _with_doubts(lines: Sequence[str], is_order: Sequence[bool], known: Known) -> list[bool]:
    """What is left as it stands: orders, and the prose that puts orders below it in doubt."""
    kept = list(is_order)
    has_orders, below = False, len(lines)  # below: the nearest line that is not empty
    for at in range(len(lines) - 1, -1, -1):
        if has_orders and not is_order[at] and lines[at].strip():
            distance = below - at if is_order[below] else None
            kept[at] = _casts_doubt(lines[at], distance, known)
        has_orders = has_orders or is_order[at]
        below = at if lines[at].strip() else below
    return kept


def _casts_doubt(line: str, distance: int | None, known: Known) -> bool:
    """Whether prose may say that orders below are not meant. The distance is to an order right below it."""
    text = f" {' '.join(_words(line))} "
    if any(text.startswith(f" {banner} ") for banner in _WORDS.banners):
        return False
    if _is_statement(line) and _codes(line):
        return False  # about pieces that no order speaks of
    *earlier, last = _SENTENCE_END.split(line.strip())
    if any(_takes_back(_meant(one)) for one in earlier):
        return True
    line, words = last, _words(last)
    text = _meant(last)
    negates, doubts = _has(text, _WORDS.negations), _has(text, _WORDS.doubts)
    if negates and (distance == 1 or _has(text, _WORDS.pointers)):
        return True
    if distance is None:
        return False
    if line.rstrip().endswith((":", "\N{FULLWIDTH COLON}")):
        return negates or doubts or not _introduces(words, known)
    if line.rstrip().endswith("?"):
        return doubts and (distance == 1 or _has(text, _WORDS.pointers))
    is_heading = len(words) <= 2 or (len(words) == _FEW and not line.rstrip().endswith("."))
    return is_heading and (negates or doubts)


def _takes_back(text: str) -> bool:
    return _has(text, _WORDS.negations) and _has(text, _WORDS.pointers)


def _meant(sentence: str) -> str:
    """A sentence without what denies something else than orders: "I did not see that coming"."""
    text = f" {' '.join(_words(sentence))} "
    for phrase in _WORDS.harmless:
        text = text.replace(f" {phrase} ", " ")
    if sentence.rstrip().endswith((":", "?")):
        return text
    words = text.split()
    for at, word in enumerate(words):
        if word in _WORDS.perceptions and set(words[max(0, at - 3) : at]) & _DENIALS:
            words = [one for n, one in enumerate(words) if not (at - 3 <= n < at and one in _DENIALS)]
            return f" {' '.join(words)} "
    return text


def _introduces(words: Sequence[str], known: Known) -> bool:
    """ "My orders:", or a greeting; not "You wrote:" or "Bob's orders:"."""
    if all(word in _WORDS.social or word in known.people for word in words):
        return True
    theirs = _WORDS.others | {f"{name}s" for name in known.people}
    return theirs.isdisjoint(words) and not _WORDS.introductions.isdisjoint(words)


def _has(text: str, phrases: Iterable[str]) -> bool:
    return any(f" {phrase} " in text for phrase in phrases)
