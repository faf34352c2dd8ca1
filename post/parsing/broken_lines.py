"""Joins lines of plain text that a program broke, where the HTML beside it has them whole."""

from __future__ import annotations

SHORTEST, LONGEST = 45, 80  # of a line that was broken because the next word did not fit
_BEGINNING = 40  # enough to find a line by


def has_full_lines(text: str) -> bool:
    """Whether any line may have been broken."""
    return any(SHORTEST <= len(line.rstrip()) <= LONGEST for line in text.split("\n"))


def rejoined(text: str, whole: str) -> str:
    """The text with its broken lines as they are in the other; nothing is added but the joins.

    >>> long = "say We should hold the north together until the winter comes at last,"
    >>> rejoined(long + "\\nmy friend\\nend", long + " my friend\\nend") == long + " my friend\\nend"
    True
    """
    found = {line[:_BEGINNING]: line for line in map(_plain, whole.split("\n")) if len(line) > SHORTEST}
    lines: list[str] = []
    for line in text.split("\n"):
        if lines and _goes_on(lines[-1], line, found.get(_plain(lines[-1])[:_BEGINNING], "")):
            lines[-1] = f"{lines[-1].rstrip()} {line.strip()}"
        else:
            lines.append(line)
    return "\n".join(lines)


def _goes_on(above: str, line: str, whole: str) -> bool:
    if len(whole) <= len(above.rstrip()) or len(above) < SHORTEST or not line.strip():
        return False
    both = _plain(f"{above} {line}")
    return whole == both or whole.startswith(f"{both} ")


def _plain(line: str) -> str:
    return " ".join(line[:4000].split())
