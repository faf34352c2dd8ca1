"""The new text in an email: without quotes, signatures and the footers of phones.

Our emails carry a marker near their top, so that a reply is what is above it. Everything here looks at
each line a bounded number of times: no text, however odd, costs more than its length.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from post.parsing.footers import without_footers
from post.parsing.quotes import (
    cuts_off,
    header_above_quote,
    header_broken_in_address,
    is_barred,
    is_marker,
    is_quoted,
)
from post.parsing.words import WORDS

MARKER_SIGN = "--=#"
MARKER = "--=# write your orders above this line #=--"

# No reply is longer; what lies below is a quote that nobody will look at.
MAX_LINES = 10_000
# A mailer that breaks lines leaves the end of a quoted line unmarked below a line of about this length.
_BROKEN_FROM, _BROKEN_TO = 55, 100
_FEW_LINES, _FEW_LETTERS = 4, 200
_GREETING_ENDS = (",", "!", "\N{FULLWIDTH COMMA}", "\N{FULLWIDTH EXCLAMATION MARK}")


def new_text(text: str) -> str:
    """The text above the first quote or, if there is none, the unquoted lines between and below the quotes.

    >>> new_text("recruit TER1\\n\\nOn Mon, 16 Nov 2026, Bob wrote:\\n> end")
    'recruit TER1'
    """
    lines = text.split("\n", MAX_LINES)[:MAX_LINES]
    if "|" in text:
        lines = _with_usual_marks(lines)
    start = _first_quote(lines)
    above = without_footers(lines[:start])
    if above and not _is_greeting(above) and not _points_below(above):
        return "\n".join(above)
    below = without_footers(_without_gaps(_between_quotes(lines[start:])))
    return "\n".join([*above, *([""] if above and below else []), *below])


def _with_usual_marks(lines: list[str]) -> list[str]:
    """Bars that mark a quote become the usual sign: from where two of them stand below "Bob wrote:"."""
    barred = (at for at, line in enumerate(lines) if is_barred(line) and _is_barred_quote(lines, at))
    first = next(barred, len(lines))
    below = [f"> {line.lstrip()[1:].lstrip()}" if is_barred(line) else line for line in lines[first:]]
    return [*lines[:first], *below]


def _is_barred_quote(lines: Sequence[str], at: int) -> bool:
    above = next((n for n in range(at - 1, max(at - 3, -1), -1) if lines[n].strip()), None)
    if above is None or at + 1 == len(lines) or not is_barred(lines[at + 1]):
        return False
    return header_above_quote(lines, above) is not None


def _first_quote(lines: Sequence[str]) -> int:
    """Where the first quote begins, or the header above it."""
    for at, line in enumerate(lines):
        if is_quoted(line):
            broken = header_broken_in_address(lines, at)
            return at if broken is None else broken
        if cuts_off(lines, at):
            return at
        first = header_above_quote(lines, at)
        if first is not None:
            return first
    return len(lines)


def _is_marked_below(lines: Sequence[str], header: int) -> bool:
    return is_quoted(next((line for line in islice(lines, header + 1, None) if line.strip()), ""))


def _between_quotes(lines: Sequence[str]) -> Iterator[str]:
    """The unquoted lines, up to where a copy begins whose lines are not marked."""
    skip_to = 0
    broken = False
    for at, line in enumerate(lines):
        if is_quoted(line):
            broken = _BROKEN_FROM <= len(line) <= _BROKEN_TO
        elif not line.strip():
            broken = False
            yield ""
        elif cuts_off(lines, at):
            return
        elif not broken and at >= skip_to:
            end = _end_of_header(lines, at)
            if end is None:
                yield line
            elif _is_marked_below(lines, end):
                skip_to = end + 1
            else:
                return


def _without_gaps(lines: Iterable[str]) -> list[str]:
    """One empty line where a quote stood between others."""
    kept: list[str] = []
    for line in lines:
        if line or (kept and kept[-1]):
            kept.append(line)
    return kept


def _end_of_header(lines: Sequence[str], at: int) -> int | None:
    """The last line of "On Monday Bob wrote:" if it begins here."""
    for last in range(at, min(at + 5, len(lines))):
        if is_quoted(lines[last]):
            return last if header_broken_in_address(lines, last) == at else None
        if header_above_quote(lines, last) == at:
            return last
    return None


def _is_greeting(lines: Sequence[str]) -> bool:
    """ "Hi Bob," alone above a quote: the rest of the email is written below it."""
    words = lines[0].split()
    return (
        len(lines) == 1
        and len(words) <= 3
        and lines[0].rstrip().endswith(_GREETING_ENDS)
        and not any(sign.isdigit() for sign in lines[0])
    )


def _points_below(lines: Sequence[str]) -> bool:
    """ "Hi Bob,", "see my orders below.": a few words, and nothing that could be an order."""
    said = [line for line in lines if line.strip()]
    text = " ".join(said).lower()
    if len(said) > _FEW_LINES or len(text) > _FEW_LETTERS or any(sign.isdigit() for sign in text):
        return False
    return any(f" {phrase}" in f" {text}" for phrase in WORDS.see_below)


__all__ = ["MARKER", "MARKER_SIGN", "MAX_LINES", "is_marker", "new_text"]
