"""Boards as pictures that mail programs can show, which is to say not as SVG."""

from __future__ import annotations

from functools import lru_cache

from games.reports.content import BOARD, board_size
from games.reports.pdf import PRESS, WAIT, RenderFailed
from games.reports.wire import Job

TALLEST = 3  # times its width


@lru_cache(maxsize=64)  # several letters may show the same table to the same reader
def picture_png(svg: str, wait: float = WAIT) -> bytes:
    """A board as PNG, made by the child that prints reports. Raises RenderFailed."""
    try:
        width, height = board_size(svg)
    except ValueError as problem:
        raise RenderFailed(str(problem)) from problem
    if len(svg) > BOARD or height > TALLEST * width:
        raise RenderFailed("the picture is too large")
    return PRESS.print(Job(b"", svg, ""), wait)
