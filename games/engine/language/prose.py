"""What people write around orders in a letter: greetings, remarks, signatures. It is set apart, never played.

Better safe than clever: a line that begins like an order, or names a piece of the game, is an order even if
it is a wrong one, so that nothing below it is played. What may take back the orders below it is not skipped.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from games.engine.language.alternatives import second_plan
from games.engine.language.doubts import asks_opinion, introduces, with_doubts
from games.engine.language.handwriting import Around, plain_order
from games.engine.language.letter_words import CLAUSE_END, FEW, SENTENCE_END, Known, codes_in, words_of
from games.engine.language.lines import MAX_LINE, MAX_LINES, MAX_TEXT, split_lines
from games.engine.language.order_lines import orders_among
from games.engine.language.retractions import Written as Retractable
from games.engine.language.retractions import last_retraction
from games.engine.language.wavering import first_wavering
from games.engine.language.word_lists import IN_DOUBT, WORDS

_EMPHASIS = re.compile(r"(?<![\w*_])([*_]{1,3})(?=[^\s*_])([^*_\n]*(?:_[^*_\n]+)*[^\s*_])\1(?![\w*_])")
_MARK = "## "  # a remark to the language of orders; people rarely write two of these signs
_LEADS = frozenset(
    ("with", "at", "to", "from", "by", "vs", "in", "on", "via", "push", "mode", "pay", "option")
)
_AROUND = Around(
    openings=WORDS.openings,
    counts=WORDS.counts,
    ordinals=WORDS.ordinals,
    conditions=IN_DOUBT - _LEADS,
    changes=IN_DOUBT | WORDS.hesitations | WORDS.amounts,
    times=WORDS.times,
    owners=WORDS.selves,
    social=WORDS.social,
    greetings=frozenset(WORDS.closings),
    determiners=WORDS.determiners,
)


@dataclass(frozen=True, slots=True)
class Letter:
    """Orders with the prose around them turned into remarks, and that prose."""

    orders: str
    prose: tuple[str, ...] = ()
    has_orders: bool = True
    is_plain: bool = False
    """Whether each line begins with an order of the game: then it can be read in no other way."""


def read_letter(text: str, known: Known, language: str = "") -> Letter:
    """Set the prose of a letter apart.

    >>> read_letter("Hi,\\nend\\n\\nBob", Known(frozenset({"end"})))
    Letter(orders='## Hi,\\nend\\n\\n## Bob', prose=('Hi,', 'Bob'), has_orders=True, is_plain=False)
    """
    if len(text) > MAX_TEXT or text.count("\n") > 2 * MAX_LINES:
        return Letter(text)  # more than is read as orders
    lines = _ended_once(split_lines(text), known)
    is_order = orders_among(lines, known)
    kept = _without_retracted(lines, is_order, with_doubts(lines, is_order, known), known)
    wavers = first_wavering(lines, is_order, known, language)
    if wavers is not None:
        kept = _taken_back(kept, wavers)
    at = second_plan(split_lines(text), is_order, known.closing)
    if at is not None:
        kept = _taken_back(kept, at)
        lines[at] = split_lines(text)[at]
    shown = [
        line if keep or not line.strip() else f"{_MARK}{line.strip()}"
        for line, keep in zip(lines, kept, strict=True)
    ]
    prose = tuple(line.strip() for line, keep in zip(lines, kept, strict=True) if line.strip() and not keep)
    first = [word for line in lines for word in words_of(line)[:1]]
    return Letter("\n".join(shown), prose, any(is_order), known.orders.issuperset(first))


def _ended_once(written: Sequence[str], known: Known) -> list[str]:
    """Orders as their language reads them. "End of turn." is one, but not below one that ends the turn."""
    lines, has_ended = list[str](), False
    around = _around(known)
    for line in written:
        plain = _written(line, known, around) if len(line) <= MAX_LINE else line
        ends = plain.strip().lower() in known.closing
        lines.append(line if ends and has_ended and len(words_of(line)) > 1 else plain)
        has_ended = has_ended or ends
    return lines


@lru_cache(maxsize=64)
def _around(known: Known) -> Around:
    return replace(_AROUND, answers=known.answers, game=known.all | known.keys | _LEADS, names=known.names)


def _without_retracted(
    lines: Sequence[str], is_order: Sequence[bool], kept: list[bool], known: Known
) -> list[bool]:
    """What was taken back further below is not played; the line that does it is told as unreadable."""
    if not any(is_order):
        return kept
    at = last_retraction(
        [
            _for_retraction(line, one, known, stops=keep and not one)
            for line, one, keep in zip(lines, is_order, kept, strict=True)
        ]
    )
    return kept if at is None else _taken_back(kept, at)


def _taken_back(kept: Sequence[bool], at: int) -> list[bool]:
    """Nothing above this line is left to be played."""
    return [*([False] * at), True, *kept[at + 1 :]]


def _for_retraction(line: str, is_order: bool, known: Known, *, stops: bool) -> Retractable:
    words = words_of(line)
    return Retractable(
        words,
        frozenset(codes_in(line)),
        is_order,
        is_order and bool(words) and words[0] in known.orders,
        line.rstrip().endswith((":", "\N{FULLWIDTH COLON}")),
        tuple(tuple(words_of(one)) for one in SENTENCE_END.split(line.strip())),
        not known.all.isdisjoint(words),
        stops,
        tuple(tuple(words_of(one)) for one in CLAUSE_END.split(line.strip())),
        any(map(asks_opinion, SENTENCE_END.split(line.strip()))),
    )


def _written(line: str, known: Known, around: Around) -> str:
    """A line without the marks of bold type; an order without what people put around it."""
    text = _without_introduction(_EMPHASIS.sub(r"\2", line), known)
    return plain_order(text, known.orders, around, known.closing) if text.strip() else text


def _without_introduction(line: str, known: Known) -> str:
    """ "Hi Bob, here you go: recruit TER1": what stands in front of an order goes if it is mere talk."""
    before, colon, order = line.partition(": ")
    first = words_of(order)[:1]
    if not colon or not first or first[0] not in known.orders or words_of(before)[:1] == first:
        return line
    return order if len(words_of(before)) > FEW and introduces(f"{before}:", known) else line


def prose_in(text: str) -> list[str]:
    """The lines of a sheet that `read_letter` set apart."""
    return [line.removeprefix(_MARK) for line in split_lines(text) if line.startswith(_MARK)]


def as_written(text: str) -> list[str]:
    """The lines of a sheet with its prose, as they came."""
    return [line.removeprefix(_MARK) for line in split_lines(text)]


def as_meant(text: str, at: int, known: Known, *, goes_on: bool) -> str:
    """The orders of a sheet if the line that puts them in doubt is mere talk; those above may be played.

    Empty where orders stand on both sides of that line: which of them are meant, only their writer knows.
    """
    lines = as_written(text)
    is_order = orders_among(lines, known)
    if goes_on:
        is_order = [False] * at + is_order[at:]
    elif any(is_order[:at]) and any(is_order[at:]):
        return ""
    return "\n".join(
        line if keep or not line.strip() else f"{_MARK}{line.strip()}"
        for line, keep in zip(lines, is_order, strict=True)
    )


def without_prose(text: str) -> str:
    """A sheet as its writer would send it again."""
    return "\n".join(line for line in split_lines(text) if not line.startswith(_MARK)).strip("\n")
