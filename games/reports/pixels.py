"""Boards as pictures that email programs can show, which is to say not as SVG."""

from __future__ import annotations

from functools import lru_cache

from games.reports.content import BOARD, board_size
from games.reports.job import Job
from games.reports.pdf import RenderFailed, print_job

TALLEST = 3  # times its width


@lru_cache(maxsize=64)  # several emails may show the same table to the same reader
def picture_png(svg: str) -> bytes:
    """A board as PNG, made by the child that makes reports. Raises RenderFailed."""
    try:
        width, height = board_size(svg)
    except ValueError as problem:
        raise RenderFailed(str(problem)) from problem
    if len(svg) > BOARD or height > TALLEST * width:
        raise RenderFailed("the picture is too large")
    return print_job(Job(b"", svg, ""))
