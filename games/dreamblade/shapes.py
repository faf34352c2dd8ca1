"""Shapes of the printed map: ink on paper, a shape for each aspect. Nothing here knows a rule of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.engine.contract.drawing import FACES, letters, moved, page, wrapped_at

INK = "#2d3a63"
FADED = "#5f6780"
HAIR = "#c9cdda"
PAPER = "#fbfaf6"
TINT = "#ecedf3"
LETTER = 0.52  # the width of a letter, of its size: a little more than usual texts need

# The marks of the aspects, in a square of ten by ten; without colour they differ by shape.
MARKS: Mapping[str, str] = {
    "V": "M1 1H9V6L5 9.5L1 6Z",  # a shield
    "M": "M5 .8A4.2 4.2 0 1 0 5 9.2A4.2 4.2 0 1 0 5 .8Z",  # a ring
    "F": "M.6 1.2H9.4L5 9.4Z",  # a fang
    "P": "M5 .4L9.6 5L5 9.6L.4 5Z",  # a spark
}


def text(
    x: float, y: float, content: str, face: str = "plain", size: float = 12,
    *, bold: bool = False, anchor: str = "start", fill: str = INK,
) -> str:  # fmt: skip
    """One line; y is where the letters stand."""
    return letters(x, y, content, FACES[face], size, fill=fill, bold=bold, anchor=anchor)


def box(
    x: float, y: float, width: float, height: float, fill: str, stroke: str = INK, weight: float = 1,
    radius: float = 0,
) -> str:  # fmt: skip
    """A rectangle."""
    rounded = f' rx="{radius:g}"' if radius else ""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"{rounded} fill="{fill}" '
        f'stroke="{stroke}" stroke-width="{weight:g}"/>'
    )


def mark(x: float, y: float, aspects: Sequence[str], fill: str, stroke: str) -> str:
    """The marks of one or two aspects over each other, around a point."""
    drawn = "".join(
        f'<path d="{MARKS[aspect]}" fill="{fill if place == 0 else "none"}" stroke="{stroke}"/>'
        for place, aspect in enumerate(aspects)
    )
    return moved(x - 5, y - 5, drawn)


def sheet(width: float, height: float, title: str, summary: str, drawn: str) -> str:
    """The whole picture, narrow enough to be shrunk to a telephone."""
    return page(width, height, title, summary, drawn, paper=PAPER, is_narrow=True)


def wrapped(content: str, width: float, size: float) -> list[str]:
    """The lines of a text in a column; no word of an order is broken."""
    return wrapped_at(content, int(width / (size * LETTER)))


def cut(content: str, width: float, size: float) -> str:
    """A line that fits: what is too long ends with dots."""
    most = int(width / (size * LETTER))
    return content if len(content) <= most else content[: most - 1] + "…"
