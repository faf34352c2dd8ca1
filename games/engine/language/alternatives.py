"""Two plans in one letter, of which its writer has not chosen one: neither is played."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from games.engine.contract.text import key
from games.engine.language.letter_words import words_of
from games.engine.language.word_lists import WORDS

_LABEL = re.compile(
    r"^\W*(?:([^\W\d_]+) )?(?:([a-d])[.:)]+|(?<= )([a-d]|[1-4])[.:)]*|[1-4][.:)]*$)(?=\s|$)", re.IGNORECASE
)
_BRIEF = 3


def second_plan(lines: Sequence[str], is_order: Sequence[bool], closing: Collection[str]) -> int | None:
    """The line at which another plan begins after one that ended the turn: "Or:", "B:", "Option 2:"."""
    labels, has_ended = set[str](), False
    for at, line in enumerate(lines):
        label = _label(line)
        is_other = label in labels or WORDS.doubts.are_in(f" {label} ") or (not is_order[at] and _is_or(line))
        if has_ended and is_other and any(is_order[at:]):
            return at
        labels |= {label} if label is not None else set()
        has_ended = has_ended or (is_order[at] and any(one in closing for one in _ends(line)))
    return None


def _label(line: str) -> str | None:
    """What kind of label a line begins with: "option" for "Option B:", and nothing for "b)"."""
    found = _LABEL.match(line)
    if found is None:
        return None
    word = key(found[1] or "")
    return None if word in WORDS.times | WORDS.counts else word


def _is_or(line: str) -> bool:
    words = words_of(line)
    return bool(words) and len(words) <= _BRIEF and words[0] in WORDS.alternatives


def _ends(line: str) -> set[str]:
    """The last words of the orders in a line."""
    return {key(part.strip(" .,!")) for part in re.split(r"[;,]|\band\b", line)}
