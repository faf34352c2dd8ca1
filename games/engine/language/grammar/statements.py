"""Where the statements of a sheet begin and end, so that those before a wrong one can stand."""

import re
from collections.abc import Iterator

from games.engine.contract.text import Unreadable, gettext_noop
from games.engine.language.lines import BULLET, MAX_DEPTH, too_deep

_MARK = re.compile(rf'"[^"\n]*"|[()\n]|(?:^|(?<=[;{{}}\n])){BULLET}')
_PIECE = re.compile(r'"[^"\n]*"|[(){};\n]')
_OPENING = frozenset("{|(")
_PAIRS = {")": "(", "}": "{"}
_BETWEEN = re.compile(r"[ ;\n]*")
_ELSE = re.compile(r"else(?=[ \n{])", re.IGNORECASE)


def prepared(text: str) -> str:
    """The text with bullets, and the line ends in round brackets, blanked out; all else in its place.

    >>> prepared("1. a (reserve: 2 if kills;\\n 1) (counter: no)")
    '   a (reserve: 2 if kills;  1) (counter: no)'
    """
    depth = 0

    def shown(mark: re.Match[str]) -> str:
        nonlocal depth
        if mark[0][0] == '"':
            return mark[0]
        was, depth = depth, max(0, depth + mark[0].count("(") - mark[0].count(")"))
        if mark[0] == "\n":
            return " " if depth else "\n"
        # In brackets, what looks like the bullet of a statement is the end of a clause.
        return mark[0] if was or mark[0] in "()" else " " * len(mark[0])

    return _MARK.sub(shown, text)


def statements(text: str) -> Iterator[tuple[int, int]]:
    """The statements outside blocks, some of them empty. Raises Unreadable at a bracket out of place."""
    start = following = after_block = 0
    opened: list[int] = []
    for piece in _PIECE.finditer(text):
        _count(text, piece, opened)
        if opened or piece[0] not in (";", "\n", "}"):
            continue
        if following < piece.end():  # looked for once: there may be thousands of ends in a row
            following = _after_gaps(text, piece.end())
        if piece[0] == "}":
            after_block = following
        if _goes_on(text, piece, following, is_after_block=following == after_block):
            continue
        yield start, piece.end()
        start = piece.end()
    if opened:
        raise Unreadable(gettext_noop("“{text}” is not closed"), {"text": text[opened[-1]]}, at=opened[-1])
    yield start, len(text)


def _count(text: str, piece: re.Match[str], opened: list[int]) -> None:
    mark, at = piece[0], piece.start()
    if mark in ("(", "{"):
        opened.append(at)
        if len(opened) > MAX_DEPTH:
            raise too_deep(at)
    elif mark in _PAIRS and (not opened or text[opened.pop()] != _PAIRS[mark]):
        raise Unreadable(gettext_noop("“{text}” has nothing to close"), {"text": mark}, at=at)


def _after_gaps(text: str, at: int) -> int:
    """Where something is written again, after spaces and ends of statements."""
    gaps = _BETWEEN.match(text, at)
    return gaps.end() if gaps is not None else at


def _goes_on(text: str, piece: re.Match[str], following: int, *, is_after_block: bool) -> bool:
    """A bar or a bracket on the next line still belongs to the statement, and so does a block's `else`."""
    if piece[0] == "\n" and text[following : following + 1] in _OPENING:
        return ";" not in text[piece.end() : following]
    return is_after_block and _ELSE.match(text, following) is not None
