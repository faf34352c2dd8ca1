"""The board on paper: plain shapes by our own hand, all else by WeasyPrint's."""

from xml.etree.ElementTree import ParseError

import pytest
from msgspec.structs import replace

from games.benchmarks.reports import turn_report
from games.reports import pdf
from games.reports.board import Board
from games.reports.renderer import Press

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50">{}</svg>'
SHAPES = {
    "rect": '<rect x="1" y="2" width="3" height="4" fill="#ff0000"/>',
    "move": '<g transform="translate(10 20)"><rect x="1" y="2" width="3" height="4"/></g>',
    "inherited": '<g fill="#00ff00" stroke="#00f"><circle cx="9" cy="9" r="3"/></g>',
    "ellipse": '<ellipse cx="9" cy="9" rx="3" ry="2" fill="white"/>',
    "line": '<line x1="0" y1="0" x2="5" y2="6" stroke="black" stroke-dasharray="2 4"/>',
    "polygon": '<polygon points="0,0 5,5 0,5" fill="#123" fill-opacity="0.5" fill-rule="evenodd"/>',
    "path": '<path d="M0 0A2 2 0 0 1 4 4" fill="none" stroke="#000000" stroke-linecap="round"/>',
    "text": '<text x="5" y="9" font-family="Georgia, serif" font-size="4" text-anchor="end">Żółw → ß</text>',
}


@pytest.fixture(scope="module")
def press():
    return Press()


def operators(press, pdf_reader, drawn, monkeypatch):
    """What is on the page of a picture; WeasyPrint's own way is not open."""
    monkeypatch.setattr(Board, "_draw_slowly", lambda self, stream: pytest.fail("drawn slowly"))
    return page_of(press, pdf_reader, drawn)


def page_of(press, read, drawn):
    job = pdf.job_for(replace(turn_report("scrappers", 2, 5), board=SVG.format(drawn)))
    return read(press.print(job)).pages[0].get_contents().get_data().decode("latin-1")


@pytest.mark.parametrize(
    ("shape", "operator"),
    [
        ("rect", "1 0 0 rg\n1 2 3 4 re\nf"),
        ("move", "11 22 3 4 re\nf"),
        ("inherited", "0 1 0 rg"),
        ("ellipse", "1 1 1 rg\n12 9 m"),
        ("line", "[2 4] 0 d\n0 J\n0 j\n0 0 m\n5 6 l\nS"),
        ("polygon", "0.07 0.13 0.2 rg\n0 0 m\n5 5 l\n0 5 l\nh\nf*"),
        ("path", "1 J"),
        ("text", " Tj\nET"),
    ],
)
def test_each_shape_is_drawn_by_hand(press, read, monkeypatch, shape, operator):
    assert operator in operators(press, read, SHAPES[shape], monkeypatch)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_pictures_of_the_game_are_drawn_by_hand(press, monkeypatch, seats):
    """If this fails the reports still come, but each takes four times as long."""
    monkeypatch.setattr(Board, "_draw_slowly", lambda self, stream: pytest.fail("drawn slowly"))
    press.print(pdf.job_for(turn_report("scrappers", seats, 12)))


@pytest.mark.parametrize(
    "drawn",
    [
        '<text x="5" y="9" font-family="serif">plain <tspan>and more</tspan></text>',
        '<g transform="rotate(30)"><text x="5" y="9">plain and more</text></g>',
        '<rect width="9" height="9" rx="3"/><text x="5" y="9">plain and more</text>',
        '<style>text { fill: red }</style><text x="5" y="9">plain and more</text>',
        '<text x="5" y="9" style="fill: red">plain and more</text>',
        '<rect width="9" height="9" fill="rebeccapurple"/><text x="5" y="9">plain and more</text>',
    ],
)
def test_what_is_not_drawn_by_hand_is_drawn_all_the_same(press, read, drawn):
    job = pdf.job_for(replace(turn_report("scrappers", 2, 5), board=SVG.format(drawn)))
    text = read(press.print(job)).pages[0].extract_text()
    assert "".join(["plain", "and", "more"]) in "".join(text.split())


def test_the_ground_of_a_picture_costs_no_ink(press, read, monkeypatch):
    ground = '<rect width="100" height="50" fill="#fcfaf4"/><rect width="5" height="5" fill="#fcfaf4"/>'
    assert "0.99" not in operators(press, read, ground, monkeypatch)


def test_an_ornament_is_made_once(press, read):
    pages = read(press.print(pdf.job_for(turn_report("scrappers", 4)))).pages
    sheet = 1  # the lines to write on
    assert len(pages[0]["/Resources"]["/Pattern"]) == 6 + sheet


ODD = {
    "entities": '<!DOCTYPE svg [<!ENTITY a "aaaa">]>' + SVG.format("<text>&a;</text>"),
    "raw": SVG.format("<![CDATA[x]]>"),
    "deep": SVG.format("<g>" * 400 + "</g>" * 400),
    "large": SVG.format('<text x="1" y="1" font-size="1e9">x</text>'),
    "no number": SVG.format('<rect width="nan" height="1"/>'),
    "broken off": SVG.format("<text>")[:-6],
    "bare": "<svg/>",
    "nothing": "",
}


@pytest.mark.parametrize("board", ODD.values(), ids=ODD)
def test_a_picture_that_is_not_one_of_ours_is_not_printed(press, report, board):
    """D5, D6: entities, depth, sizes beyond any page, and what is no picture at all."""
    with pytest.raises((ValueError, ParseError, pdf.RenderFailed)):
        press.print(pdf.job_for(replace(report, board=board)))


def test_a_child_that_refuses_a_picture_says_so(report):
    with pytest.raises(pdf.RenderFailed):
        pdf.render(replace(report, board=ODD["entities"]))
