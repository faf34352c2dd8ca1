"""Plain text for emails: short lines, and lists that read well aloud."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby
from textwrap import TextWrapper

from django.utils.translation import gettext as _

from post.parsing.reply_text import MARKER_SIGN

WIDTH = 72
TABLE_WIDTH = 76  # of boards, which nobody can read with broken lines
_SECOND_COLUMN = re.compile(r" {2,}\S.{0,30}? {2,}(?=\S)")
_NOT_TEXT = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")


def wrapped(text: str, first: str = "", later: str | None = None) -> str:
    """A paragraph in lines of at most 72 letters. A link keeps its line: cut in two it leads nowhere.

    >>> wrapped("Your turn: what do you do?", "- ")
    '- Your turn: what do you do?'
    """
    wrapper = TextWrapper(
        WIDTH,
        initial_indent=first,
        subsequent_indent=" " * len(first) if later is None else later,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return wrapper.fill(text.strip())


def paragraphs(text: str, indent: str = "") -> str:
    """Text line by line, each in bounds; long words are cut, since a screen may be too.

    Indented lines are laid out, such as those of a board: they stay whole up to the width that boards have.
    """
    return "\n".join(_in_bounds(line, indent) for line in text.splitlines())


def _in_bounds(line: str, indent: str) -> str:
    if not line.strip():
        return indent.rstrip()
    if line.startswith("  ") and len(indent + line) <= TABLE_WIDTH:
        return indent + line
    below = indent + " " * _hanging(line)
    wrapper = TextWrapper(WIDTH, initial_indent=indent, subsequent_indent=below, replace_whitespace=False)
    return wrapper.fill(line)


def _hanging(line: str) -> int:
    """Where a line that is indented goes on below: under its second column, or a little further in.

    >>> _hanging("  help WORDS   what may follow"), _hanging("  thug: Iron Thug"), _hanging("A sentence.")
    (15, 6, 0)
    """
    if not line.startswith("  "):
        return 0
    second = _SECOND_COLUMN.match(line)
    return second.end() if second is not None else len(line) - len(line.lstrip()) + 4


def bullets(sentences: Iterable[str]) -> str:
    """A list, a dash for each."""
    return "\n".join(wrapped(sentence, "- ") for sentence in sentences)


def offers(lines: Iterable[str]) -> str:
    """What may be written, indented; what goes on below hangs under it."""
    return "\n".join(wrapped(line.strip(), "  ", "      ") for line in lines)


def marker() -> str:
    """The line that a reply is written above."""
    return f"{MARKER_SIGN} {_('write your orders above this line')} #=--"


def one_line(text: str) -> str | None:
    """A text for a header, or None if it has line breaks or half characters.

    >>> one_line(" A duel "), one_line("A\\r\\nBcc: x"), one_line("\\ud800")
    ('A duel', None, None)
    """
    text = text.strip()
    return None if _NOT_TEXT.search(text) or "\n" in text or "\t" in text else text


def plain(text: str) -> str:
    """A text without what is none: control characters, marks that turn the direction, half characters."""
    return _NOT_TEXT.sub("", text.replace("\r\n", "\n"))


def unlinked(name: str) -> str:
    """A name in an email to strangers: joined so that no email program makes a link of it.

    >>> unlinked("Win at https://evil.example/now!").split("\\u2060")
    ['Win at https:', '//evil.', 'example/now!']
    """
    return re.sub(r"(?<=\w)([.:@])(?=[\w/])", "\\1\u2060", name)


_COLUMNS = re.compile(r"\S {2,}\S|--|\|")  # a gap between two, or lines drawn around them


def drawn_and_told(board: str) -> list[tuple[bool, str]]:
    """A board in pieces: rows of columns, which must stay whole (True), and lines that a narrow screen wraps.

    >>> drawn_and_told("MAP\\n  1   2\\nA .   .\\n  A1 is above")
    [(False, 'MAP'), (True, '  1   2\\nA .   .'), (False, '  A1 is above')]
    """
    lines = board.splitlines()
    pieces = groupby(lines, lambda line: _COLUMNS.search(line) is not None)
    return [(is_drawn, "\n".join(piece)) for is_drawn, piece in pieces]


def grouped(digits: str) -> str:
    """A long number, to be compared by eye; in one piece a spam filter may take it for a Bitcoin address.

    >>> grouped("3f8a21c9b04d")
    '3f8a21c9 b04d'
    """
    return " ".join(digits[at : at + 8] for at in range(0, len(digits), 8))


def tidy(text: str) -> str:
    """No more than one empty line at a time, whatever a template left out.

    >>> tidy("\\n\\na\\n\\n\\n\\nb\\n")
    'a\\n\\nb\\n'
    """
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"
