"""The same report drawn with reportlab: the peer of the benchmark. It is neither tagged nor accessible."""

from __future__ import annotations

import io
import re
from functools import cache
from typing import Any
from xml.etree import ElementTree
from xml.sax.saxutils import escape

from fontTools.ttLib import TTFont as FontFile
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import (
    BaseDocTemplate,
    Frame,
    KeepTogether,
    NextPageTemplate,
    PageBreak,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
    TableStyle,
)

from games.reports import fonts
from games.reports.content import Report, board_size
from games.reports.paths import ellipse, outline

Shape = tuple[str, Any, str, str, float]  # kind, geometry, fill, stroke, width of the pen
FAMILIES = {"serif": "book", "sans-serif": "plain", "monospace": "typed"}
INHERITED = {"fill", "stroke", "stroke-width", "font-family", "font-size", "font-weight", "text-anchor"}
MOVE = re.compile(r"translate\((\S+) (\S+)\)")


@cache
def register() -> None:
    """Fonts are registered once for a process, as its manual says."""
    for (family, weight), (path, *_) in fonts.faces().items():
        plain = io.BytesIO()
        with FontFile(path) as font:
            font.flavor = None  # reportlab does not read woff2
            font.save(plain)
        plain.seek(0)
        pdfmetrics.registerFont(TTFont(f"{family}-{weight}", plain))


def shapes(svg: str) -> list[Shape]:
    """The board as reportlab gets it: flat, so that its parsing is not counted."""
    root = ElementTree.fromstring(svg)  # noqa: S314 (it is our own)
    found: list[Shape] = []
    _collect(root, {}, 0, 0, found)
    return found


def _collect(
    element: ElementTree.Element, above: dict[str, str], dx: float, dy: float, found: list[Shape]
) -> None:
    for child in element:
        kind, own = child.tag.rpartition("}")[2], above | child.attrib
        if kind == "g":
            moved = MOVE.fullmatch(child.get("transform", "translate(0 0)"))
            if moved is not None:
                passed_on = {name: value for name, value in own.items() if name in INHERITED}
                _collect(child, passed_on, dx + float(moved[1]), dy + float(moved[2]), found)
        elif kind in ("rect", "circle", "path", "text"):
            x, y = float(own.get("x", own.get("cx", 0))) + dx, float(own.get("y", own.get("cy", 0))) + dy
            found.append(_shape(kind, child.text or "", own, x, y, dx, dy))


def _shape(kind: str, said: str, own: dict[str, str], x: float, y: float, dx: float, dy: float) -> Shape:
    fill = "#cccccc" if own.get("fill", "").startswith("url") else own.get("fill", "#000000")
    pen = fill, own.get("stroke", "none"), float(own.get("stroke-width", 1))
    if kind == "text":
        family = FAMILIES[own["font-family"].rpartition(", ")[2]]
        face = "{}-{}".format(*fonts.face(family, 700 if "font-weight" in own else 400))
        return (
            kind,
            (x, y, said, face, float(own["font-size"]), own.get("text-anchor", "start")),
            *pen,
        )
    if kind == "rect":
        return (kind, (x, y, float(own["width"]), float(own["height"])), *pen)
    line = ellipse(x, y, float(own["r"]), float(own["r"])) if kind == "circle" else outline(own["d"], dx, dy)
    return (
        "path",
        [(row.split()[-1], [float(v) for v in row.split()[:-1]]) for row in line.split("\n")],
        *pen,
    )


def render(report: Report, board: list[Shape]) -> bytes:
    """The report, drawn."""
    register()
    target = io.BytesIO()
    document = BaseDocTemplate(
        target, pagesize=A4, title=report.title, lang=report.language, pageCompression=1,
        leftMargin=22 * mm, rightMargin=22 * mm, topMargin=22 * mm, bottomMargin=20 * mm,
    )  # fmt: skip
    wide, letter = landscape(A4), Frame(22 * mm, 20 * mm, 166 * mm, 255 * mm, 0, 0, 0, 0)
    document.addPageTemplates([
        PageTemplate("board", [Frame(0, 0, *wide)], pagesize=wide, onPage=_board_page(report, board)),
        PageTemplate("letter", [letter], onPage=_running(report)),
    ])  # fmt: skip
    document.build(_flow(report))
    return target.getvalue()


def _board_page(report: Report, board: list[Shape]) -> Any:
    def draw(canvas: Any, document: Any) -> None:
        width, height = board_size(report.board)
        scale = min(281 * mm / width, 188 * mm / height)
        canvas.saveState()
        canvas.setFont("plain-400", 9)
        canvas.drawString(22, 570, f"{report.match} {report.turn} {report.reader}")
        canvas.transform(scale, 0, 0, -scale, (297 * mm - width * scale) / 2, 195 * mm)
        for shape in board:
            _draw(canvas, shape)
        canvas.restoreState()

    return draw


def _draw(canvas: Any, shape: Shape) -> None:
    kind, geometry, fill, stroke, pen = shape
    if fill != "none":
        canvas.setFillColor(_colour(fill))
    if stroke != "none":
        canvas.setStrokeColor(_colour(stroke))
        canvas.setLineWidth(pen)
    if kind == "text":
        _text(canvas, *geometry)
    elif kind == "rect":
        canvas.rect(*geometry, stroke=stroke != "none", fill=fill != "none")
    else:
        path = canvas.beginPath()
        pens = {"m": path.moveTo, "l": path.lineTo, "c": path.curveTo, "h": path.close}
        for operator, values in geometry:
            pens[operator](*values)
        canvas.drawPath(path, stroke=stroke != "none", fill=fill != "none")


@cache
def _colour(said: str) -> HexColor:
    return HexColor(said)


def _text(canvas: Any, x: float, y: float, text: str, face: str, size: float, anchor: str) -> None:
    if anchor != "start":
        width = pdfmetrics.stringWidth(text, face, size)
        x -= width / 2 if anchor == "middle" else width
    line = canvas.beginText()
    line.setTextTransform(1, 0, 0, -1, x, y)
    line.setFont(face, size)
    line.textOut(text)
    canvas.drawText(line)


def _running(report: Report) -> Any:
    def draw(canvas: Any, document: Any) -> None:
        canvas.setFont("plain-400", 8.5)
        canvas.drawString(22 * mm, 279 * mm, report.match)
        canvas.drawRightString(188 * mm, 279 * mm, report.turn)
        canvas.drawRightString(188 * mm, 14 * mm, str(canvas.getPageNumber()))

    return draw


def _flow(report: Report) -> list[Any]:
    ink = HexColor(report.ink)
    heading = ParagraphStyle(
        "h2", fontName="plain-700", fontSize=11, leading=15, textColor=ink, spaceBefore=20
    )
    title = ParagraphStyle("h1", fontName="book-400", fontSize=24, leading=30, textColor=ink)
    plain = ParagraphStyle("plain", fontName="plain-400", fontSize=9.5, leading=14)
    book = ParagraphStyle("book", fontName="book-400", fontSize=10.5, leading=15)
    due = ParagraphStyle("due", fontName="plain-700", fontSize=10.5, leading=15)
    told = ParagraphStyle(
        "told", book, leftIndent=38 * mm, spaceAfter=5, bulletFontName="plain-700", bulletFontSize=9.5
    )
    typed = ParagraphStyle("typed", fontName="typed-400", fontSize=10, leading=15, leftIndent=14)
    flow: list[Any] = [NextPageTemplate("letter"), Spacer(1, 1), PageBreak()]
    flow += [Paragraph(escape(report.game), plain), Paragraph(escape(report.match), title)]
    flow += [Paragraph(escape(f"{report.turn}, {report.reader}. {report.made_at}"), plain)]
    flow += [Paragraph(escape(report.deadline), due), Paragraph(escape(report.story_heading), heading)]
    for section in report.story:
        headings = (section.heading, *[""] * len(section.paragraphs))
        flow += [
            Paragraph(escape(text), told, bulletText=heading)
            for text, heading in zip(section.paragraphs, headings, strict=False)
        ]
    if report.seats:
        flow += [Paragraph(escape(report.seats.heading), heading), _seats(report.seats)]
    if report.asked:
        flow += [
            Paragraph(escape(report.asked.heading), heading),
            Paragraph(escape(report.asked.prompt), book),
        ]
        flow += [Paragraph(escape(line), typed) for line in report.asked.lines]
    if report.sheet:
        rows = [[line] for line in (*report.sheet.lines, *[""] * report.sheet.ruled)]
        ruled = Table(rows, [166 * mm], 8 * mm, style=TableStyle([
            ("LINEBELOW", (0, 0), (-1, -1), 0.4, HexColor("#666666")),
            ("FONT", (0, 0), (-1, -1), "typed-400", 11),
        ]))  # fmt: skip
        flow.append(KeepTogether([Paragraph(escape(report.sheet.heading), heading), ruled]))
    flow += [Paragraph(escape(line), book) for line in report.answer]
    return flow + [Paragraph(escape(line), plain) for line in report.footer]


def _seats(seats: Any) -> Table:
    columns = len(seats.columns)
    cell = ParagraphStyle("cell", fontName="plain-400", fontSize=9.5, leading=13)
    rows = [list(seats.columns), *([Paragraph(escape(text), cell) for text in row] for row in seats.rows)]
    return Table(rows, [166 * mm / columns] * columns, style=TableStyle([
        ("FONT", (0, 0), (-1, 0), "plain-700", 9.5),
        ("LINEBELOW", (0, 0), (-1, -1), 0.4, HexColor("#888888")),
        ("LEFTPADDING", (0, 0), (-1, -1), 0),
    ]))  # fmt: skip
