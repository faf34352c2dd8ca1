"""What stands at the edges of the pages of a letter: the match, the turn, and the number of the page.

Drawn after the layout. As boxes in the margins they took a tenth of the time of a whole report.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from weasyprint import layout

from games.reports.glyphs import Known, Lettering

MM = 72 / 25.4  # points
LEFT, RIGHT, TOP, BOTTOM = 22 * MM, 188 * MM, 17.2 * MM, 284 * MM  # where letters stand on A4
SIZE, GREY = 8.5, b"0.27 0.27 0.27 rg"

# No style sheet of ours puts anything into a margin, but sixteen empty boxes would be laid out for each page.
layout.make_margin_boxes = lambda *page: ()

Paint = Callable[[Any, float], None]


def add_heads(pages: list[Any], head: tuple[str, str], lettering: Lettering) -> None:
    """Let each page but the first, which is all board, be painted with its head and number."""
    for number, page in enumerate(pages[1:], start=2):
        page.paint = partial(_paint, page.paint, lettering, head, f"{number} / {len(pages)}")


def _paint(
    page: Paint, lettering: Lettering, head: tuple[str, str], number: str, stream: Any, scale: float = 1
) -> None:
    known = Known()
    match, turn = head
    with stream.artifact(), stream.stacked():
        stream.stream.append(GREY)
        for text, x, y, anchor in (
            (match, LEFT, TOP, "start"),
            (turn, RIGHT, TOP, "end"),
            (number, RIGHT, BOTTOM, "end"),
        ):
            lettering.write(stream, text, x, y, "plain", 400, SIZE, anchor, known)
    page(stream, scale)
