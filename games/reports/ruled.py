"""The empty lines of an order sheet as one picture: as paragraphs they took half a millisecond each."""

from __future__ import annotations

from typing import Any

ADDRESS = "ruled:"  # of the picture in a style sheet
WIDE, LINE = 166.0, 8.0  # millimetres
PEN, GREY = 0.4, "0.4 0.4 0.4 RG"  # points


class Ruled:
    """One line, in the shape in which WeasyPrint takes images; the style sheet repeats it."""

    def get_intrinsic_size(self, resolution: float, font_size: float) -> tuple[float, float, float]:
        """Width, height and their ratio."""
        return WIDE * 96 / 25.4, LINE * 96 / 25.4, WIDE / LINE

    def draw(self, stream: Any, width: float, height: float, style: object) -> None:
        """Put it on the page, that wide and high."""
        pen = PEN * 96 / 72
        y = height - pen / 2
        stream.stream.append(f"{GREY}\n{pen:.2f} w\n0 {y:.2f} m\n{width:.2f} {y:.2f} l\nS".encode())
