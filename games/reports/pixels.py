"""Boards as pictures that email programs can show, which is to say not as SVG."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from games.reports.content import BOARD, board_size, fold_of
from games.reports.job import Job
from games.reports.pdf import RenderFailed, print_job

TALLEST = 4  # times its width


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A board, and a report that has it: equal boards are one picture, whatever report they are in."""

    svg: str
    report: bytes = field(compare=False)


def picture_png(svg: str, report: bytes = b"") -> bytes:
    """A board as PNG, made by the child that makes reports. Raises RenderFailed.

    With the report in which the board is printed it takes a third of the time.
    """
    try:
        width, height = board_size(svg)
    except ValueError as problem:
        raise RenderFailed(str(problem)) from problem
    if fold_of(svg):  # it is not printed in one piece
        report = b""
    if len(svg) > BOARD or height > TALLEST * width:
        raise RenderFailed("the picture is too large")
    return _painted(_Wanted(svg, report))


@lru_cache(maxsize=64)  # several emails may show the same table
def _painted(wanted: _Wanted) -> bytes:
    return print_job(Job(b"", "" if wanted.report else wanted.svg, "", printed=wanted.report))


forget_pictures = _painted.cache_clear
