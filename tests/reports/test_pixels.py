"""Boards in emails: the drawing of the report, in pixels."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from games.reports import easel, pdf, pixels, renderer
from games.reports.content import Report, board_size
from games.reports.easel import WIDTH
from games.reports.job import Job


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    pixels.forget_pictures()


def look_at(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGB")


def test_the_picture_is_the_board_of_the_report_and_nothing_around_it(report: Report) -> None:
    """From the report or by itself, it is the same board: as wide as pictures are, and as high as it is."""
    width, height = board_size(report.board)
    taken = look_at(pixels.picture_png(report.board, pdf.render(report)))
    pixels.forget_pictures()
    alone = look_at(pixels.picture_png(report.board))
    for picture in (taken, alone):
        assert abs(picture.width - WIDTH) <= 2
        assert abs(picture.height - WIDTH * height / width) <= 3
    small = [picture.resize((40, 40)).convert("L").tobytes() for picture in (taken, alone)]
    assert sum(abs(ours - theirs) for ours, theirs in zip(*small, strict=True)) / 1600 < 12


def test_one_drawing_serves_all_who_see_the_same(report: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Job] = []

    def draw(job: Job) -> bytes:
        drawn.append(job)
        return b"png"

    monkeypatch.setattr(pixels, "print_job", draw)
    for printed in (b"%PDF of Alice", b"%PDF of Bob", b""):
        assert pixels.picture_png(report.board, printed) == b"png"
    assert [job.printed for job in drawn] == [b"%PDF of Alice"]


def test_a_report_from_before_there_was_a_mark_is_shown_as_a_page(
    report: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reports are kept for years: the first page of an old one has the board on it, below a line of text."""
    monkeypatch.setattr(renderer, "_mark", lambda *about: None)
    picture = look_at(easel.paint(renderer.Press().print(pdf.job_for(report))))
    ratio = picture.height / picture.width
    assert abs(picture.width - WIDTH) <= 2
    assert min(abs(ratio - 2**0.5), abs(ratio - 0.5**0.5)) < 0.02  # of A4, upright or lying
