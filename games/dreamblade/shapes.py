"""How DreamBlade is printed: ink on paper, a side light and a side dark, a shape for each aspect."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.engine.contract.drawing import moved
from games.engine.contract.pen import Pen, Shade

INK = "#2d3a63"
FADED = "#5f6780"
HAIR = "#c9cdda"
PAPER = "#fbfaf6"
TINT = "#ecedf3"

# The same on dark ground.
NIGHT = {INK: "#cfd7f2", FADED: "#a4abc2", HAIR: "#434a60", PAPER: "#1c1b19", TINT: "#282b38"}

PEN = Pen(ink=INK, paper=PAPER, size=12, letter=0.49)
SOUTHERN, NORTHERN = Shade(PAPER, INK), Shade(INK, PAPER)

# The marks of the aspects, in a square of ten by ten; without colour they differ by shape.
MARKS: Mapping[str, str] = {
    "V": "M1 1H9V6L5 9.5L1 6Z",  # a shield
    "M": "M5 .8A4.2 4.2 0 1 0 5 9.2A4.2 4.2 0 1 0 5 .8Z",  # a ring
    "F": "M.6 1.2H9.4L5 9.4Z",  # a fang
    "P": "M5 .4L9.6 5L5 9.6L.4 5Z",  # a spark
}


def mark(x: float, y: float, aspects: Sequence[str], colour: str) -> str:
    """The marks of one or two aspects over each other, around a point."""
    drawn = "".join(
        f'<path d="{MARKS[aspect]}" fill="{colour if place == 0 else "none"}" stroke="{colour}"/>'
        for place, aspect in enumerate(aspects)
    )
    return moved(x - 5, y - 5, drawn)
