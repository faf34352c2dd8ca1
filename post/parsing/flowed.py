"""Joins the lines that a program broke only for the way (RFC 3676, format=flowed)."""

from __future__ import annotations

from collections.abc import Iterator


def unwrap(text: str, delete_space: bool = False) -> str:
    """One line for each that was written; the marks of quotes stay.

    >>> unwrap("recruit HYD2 with \\nTER1\\n> quoted \\n> text\\nend")
    'recruit HYD2 with TER1\\n> quoted text\\nend'
    """
    return "\n".join(_paragraphs(text.split("\n"), delete_space))


def _paragraphs(lines: list[str], delete_space: bool) -> Iterator[str]:
    pieces: list[str] = []
    depth = 0
    for line in lines:
        marks, content = _split_marks(line)
        if pieces and (marks != depth or content == "-- "):
            yield _with_marks(depth, pieces)
            pieces = []
        depth = marks
        goes_on = content.endswith(" ") and content != "-- "
        pieces.append(content[:-1] if goes_on and delete_space else content)
        if not goes_on:
            yield _with_marks(depth, pieces)
            pieces = []
    if pieces:
        yield _with_marks(depth, pieces)


def _split_marks(line: str) -> tuple[int, str]:
    """How deeply it is quoted, and the rest without the space that protects it."""
    content = line.lstrip(">")
    return len(line) - len(content), content.removeprefix(" ")


def _with_marks(depth: int, pieces: list[str]) -> str:
    return ("> " if depth else "") + "".join(pieces)
