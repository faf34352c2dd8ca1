"""Joins the lines of a letter that a mail program broke."""

from __future__ import annotations

from games.engine.contract.text import fold, key
from games.engine.language.letter_words import SIGNS, STRUCTURE
from games.engine.language.lines import split_lines, without_bullet

_LONGEST = 4000  # of a line that is joined: no message is longer
_WIDTH = 70  # programs break lines here at the earliest


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
    begins = key(word.strip(SIGNS))
    return len(above.rstrip()) + 1 + len(word) > _WIDTH and begins not in beginnings | STRUCTURE
