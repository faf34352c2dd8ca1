"""The drawing that games share: what is said once, what fits, where parts lie, and nothing breaks out."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from games.engine.contract.drawing import oblong
from games.engine.contract.pen import Block, Pen, Shade, in_columns, stacked
from games.services.engines import ENGINES

PEN = Pen(ink="#123", paper="#fff", size=10, letter=0.5, line=1.5)
SVG = "{http://www.w3.org/2000/svg}"


def moves(drawn: str) -> list[tuple[str, str]]:
    """Where the parts of a drawing lie."""
    return re.findall(r"translate\((\S+) (\S+)\)", drawn)


def test_a_text_says_only_in_what_it_differs_from_the_sheet() -> None:
    assert PEN.text(1, 2, "a") == '<text x="1" y="2">a</text>'
    assert PEN.text(1, 2, "a", "plain", 10, fill="#123") == PEN.text(1, 2, "a")
    different = PEN.text(1.26, 2, "a", "typed", 9, bold=True, anchor="end", fill="#fff")
    assert 'x="1.3"' in different
    for said in ("Courier Prime", 'font-size="9"', 'font-weight="bold"', 'text-anchor="end"', 'fill="#fff"'):
        assert said in different


def test_what_texts_share_is_said_once() -> None:
    drawn = PEN.letters([(1, 2, "a"), (3, 4, "b")], 9)
    assert drawn.count('text-anchor="middle"') == drawn.count('font-size="9"') == 1
    assert drawn.count("<text") == 2
    assert PEN.letters([]) == ""


def test_a_column_holds_what_fits_and_breaks_no_word() -> None:
    assert PEN.wrapped("twilight-scout to C3", 70) == ["twilight-scout", "to C3"]  # 14 letters of 5
    assert PEN.wrapped("to C3 now", 45, bold=True) == ["to C3", "now"]
    assert PEN.wrapped("to C3 now", 45) == ["to C3 now"]
    assert PEN.wrapped("to C3 now", 45, face="typed") == ["to C3", "now"]  # every letter is as wide as an m
    assert PEN.cut("scout", 25) == "scout"
    assert PEN.cut("scouts", 25) == "scou…"
    assert PEN.width_of("scout", 20) == 50


def test_lines_stand_below_each_other() -> None:
    assert re.findall(r'y="(\S+)"', PEN.lines(0, 5, ["a", "b"])) == ["5", "20"]
    assert PEN.deep(2) == 30
    assert PEN.deep(2, 20) == 60


def test_stacked_parts_follow_each_other_and_empty_ones_take_no_room() -> None:
    whole = stacked([Block("<g/>", 10), Block("", 99), Block("<g/>", 20)], 5)
    assert moves(whole.drawn) == [("0", "0"), ("0", "15")]
    assert whole.height == 35
    assert stacked([], 5) == Block("", 0)


def test_a_row_is_as_high_as_its_highest_part_and_so_are_its_frames() -> None:
    framed: list[float] = []

    def frame(tall: float) -> str:
        framed.append(tall)
        return ""

    laid = in_columns([Block("<a/>", 10), Block("<b/>", 30), Block("<i/>", 20)], 2, 100, 5, frame)
    assert framed == [30, 20]
    assert moves(laid.drawn) == [("0", "0"), ("0", "0"), ("100", "0"), ("0", "35"), ("0", "0")]
    assert laid.height == 55


def test_nothing_that_is_written_breaks_out() -> None:
    hostile = '"><script>&\x00'
    drawn = PEN.text(0, 0, hostile) + PEN.flag(0, 0, hostile, Shade("#fff", "#123")) + PEN.heading(hostile, 9)
    root = ElementTree.fromstring(PEN.sheet(10, 10, hostile, hostile, drawn))  # noqa: S314 (our own)
    said = ["".join(found.itertext()) for found in root.iter() if found.text]
    assert said == ['"><script>&'] * 5
    assert {found.tag.removeprefix(SVG) for found in root.iter()} == {
        "svg", "title", "desc", "rect", "g", "text", "path",
    }  # fmt: skip


def test_a_rectangle_is_closed() -> None:
    assert oblong(1, 2, 3.26, 4) == "M1 2h3.3v4h-3.3z"


@pytest.mark.parametrize("slug", ENGINES)
def test_no_game_writes_texts_or_sheets_of_its_own(slug: str) -> None:
    for file in Path("games", slug).rglob("*.py"):
        assert re.findall(r"<svg|<text|xml\.sax|translate\(\{", file.read_text()) == [], file
