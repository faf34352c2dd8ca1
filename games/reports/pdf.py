"""Reports, made by a child process: kept warm, limited in time and memory, replaced when it fails."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from django.template.loader import get_template

from games.reports.content import Report, Table, board_size, cut, fold_of, trimmed
from games.reports.job import Job
from post.children.pool import JobFailed, Pool, Work

# A page may be waited for by two threads of the web server at most: the others serve everybody else.
PRINTERS = Pool(Work("games.reports.renderer", seconds=20.0, jobs=200, callers=2))
LINE = 8  # millimetres of one line to write on
HEAD = 60  # letters of the match at the top of a page
# A4 less its margins, in millimetres, for a picture that lies and for one that stands.
WIDE, TALL = (281.0, 189.0), (194.0, 276.0)
FURTHER = (166.0, 252.0)  # on a page that is not the first
WORTHWHILE = 1.2  # times as large as on one page


class RenderFailed(Exception):
    """The report could not be made; the email goes out without it and says so."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def render(report: Report) -> bytes:
    """The report as PDF. Raises RenderFailed; never anything else for what players write."""
    return print_job(job_for(report))


def print_job(job: Job) -> bytes:
    """What a child makes of a job: a PDF, or a picture. Raises RenderFailed."""
    try:
        return PRINTERS.ask(msgspec.msgpack.encode(job))
    except JobFailed as failed:
        raise RenderFailed(failed.reason) from failed


def job_for(report: Report) -> Job:
    """The document that the child is given. Raises RenderFailed for a picture that is none."""
    try:
        kept = trimmed(report)
        shape, width, slices = _placed(kept.board)
    except ValueError as problem:
        raise RenderFailed(str(problem)) from problem
    context = {
        "report": kept,
        "shape": shape,
        "width": width,
        "slices": slices,
        "columns": _columns(kept.seats),
        "offers": [_offer(line) for line in kept.asked.lines] if kept.asked else [],
        "ruled": kept.sheet.ruled * LINE if kept.sheet else 0,
    }
    document = get_template("reports/turn.html").render(context).encode()
    return Job(document, kept.board, kept.ink, head=(cut(kept.match, HEAD), cut(kept.turn, HEAD)))


def _columns(seats: Table | None) -> list[tuple[str, int]]:
    """Each column with its share of the width, after the longest of its texts."""
    if seats is None:
        return []
    texts = [
        (name, *(row[place] for row in seats.rows if place < len(row)))
        for place, name in enumerate(seats.columns)
    ]
    needs = [min(40, 3 + max(map(len, column))) for column in texts]
    return [(name, 100 * need // sum(needs)) for name, need in zip(seats.columns, needs, strict=True)]


def _offer(line: str) -> tuple[str, str]:
    """The first word of an order, and its description."""
    word, colon, rest = line.partition(":")
    return word, colon + rest


@dataclass(frozen=True, slots=True)
class Slice:
    """A part of the picture on a page of its own: how wide the whole is there, what is seen of it; in mm."""

    width: str
    start: str
    height: str


def _slice(room: tuple[float, float], width: float, start: float, height: float) -> tuple[float, Slice]:
    """As large as there is room for it."""
    scale = min(room[0] / width, room[1] / height)
    return scale, Slice(*(f"{scale * length:.2f}" for length in (width, start, height)))


def _placed(board: str) -> tuple[str, str, list[Slice]]:
    """Which way the page is turned so that the picture is largest, and how wide it is then.

    A long picture that says where it may be divided is printed on two pages, if that makes it larger.
    """
    width, height = board_size(board)
    wide, tall = (min(room[0] / width, room[1] / height) for room in (WIDE, TALL))
    fold = fold_of(board)
    if 0 < fold < height:
        scale, top = _slice(TALL, width, 0, fold)
        _scale, rest = _slice(FURTHER, width, fold, height - fold)
        if scale > WORTHWHILE * max(wide, tall):
            return "tall", top.width, [top, rest]
    return ("wide" if wide > tall else "tall"), f"{width * max(wide, tall):.1f}", []
