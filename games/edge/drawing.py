"""Shapes of a printed sheet: one ink on paper. Nothing here knows a rule of the game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple
from xml.sax.saxutils import quoteattr

from games.engine.contract.drawing import FACES, wrapped_at, written

INK = "#5b2333"
FADED = "#8d6d72"  # for what may be overlooked; dark enough to be read
HAIR = "#d9cbc4"  # lines that only divide
PAPER = "#fcfaf4"
TINT = "#f3ebdf"  # under what is no figure but fills a Space
LIGHT = "#f7dfa0"  # one side's figures: light, with dark letters; the other side's are INK with PAPER letters
LETTER = 0.54  # the width of a letter, of its size, in the faces above: a little more than usual texts need
LINE = 1.3  # from line to line, of the size
SMALL, BODY = 13, 15
INNER = 960  # the width of what is printed

Point = tuple[float, float]


class Block(NamedTuple):
    """A piece of the picture that begins at its own origin, and its height."""

    drawn: str
    height: float


class Shade(NamedTuple):
    """How the things of one side are drawn: what fills them and what is written on them."""

    fill: str
    letters: str


SHADES = (Shade(LIGHT, INK), Shade(INK, PAPER))


def text(
    x: float, y: float, content: str, face: str = "plain", size: float = SMALL,
    *, bold: bool = False, anchor: str = "start", fill: str = INK,
) -> str:  # fmt: skip
    """One line; y is where the letters stand."""
    look = _look(face, size, bold, anchor, fill)
    return f'<text x="{number(x)}" y="{number(y)}"{look}>{written(content)}</text>'


def _look(face: str, size: float, bold: bool, anchor: str, fill: str) -> str:
    """The attributes in which a text differs from the sheet, which is ink, plain and small."""
    said = "" if face == "plain" else f" font-family={quoteattr(FACES[face])}"
    said += "" if size == SMALL else f' font-size="{size:g}"'
    said += ' font-weight="bold"' if bold else ""
    said += "" if anchor == "start" else f' text-anchor="{anchor}"'
    return said + ("" if fill == INK else f' fill="{fill}"')


def letters(
    placed: Iterable[tuple[float, float, str]], size: float = SMALL, *, bold: bool = False, fill: str = INK
) -> str:
    """Many short texts of one kind, each around its middle; what they share is said once."""
    each = "".join(f'<text x="{number(x)}" y="{number(y)}">{written(said)}</text>' for x, y, said in placed)
    return f"<g{_look('plain', size, bold, 'middle', fill)}>{each}</g>" if each else ""


def lines(x: float, y: float, contents: Iterable[str], face: str = "plain", size: float = SMALL) -> str:
    """Lines below each other."""
    return "".join(text(x, y + LINE * size * row, said, face, size) for row, said in enumerate(contents))


def wrapped(content: str, width: float, size: float = SMALL, *, bold: bool = False) -> list[str]:
    """The lines of a text in a column; no word of an order is broken."""
    most = int(width / (size * LETTER * (1.08 if bold else 1)))
    return wrapped_at(content, most)


def moved(x: float, y: float, drawn: str) -> str:
    """The same at another place."""
    return f'<g transform="translate({number(x)} {number(y)})">{drawn}</g>'


def number(value: float) -> str:
    """A tenth of a unit is finer than any eye.

    >>> number(12.04), number(0.25), number(-0.04)
    ('12', '0.2', '0')
    """
    said = f"{value:.1f}".removesuffix(".0")
    return "0" if said == "-0" else said


def trail(points: Sequence[Point], *, closed: bool = True) -> str:
    """Straight lines from point to point, as data of a path: steps are shorter to write than places."""
    x, y = (round(value, 1) for value in points[0])
    said = f"M{number(x)} {number(y)}l"
    for there, below in points[1:]:
        dx, dy = round(there - x, 1), round(below - y, 1)  # from where the pen is, so that nothing adds up
        x, y = x + dx, y + dy
        said += _step(dx, said[-1] != "l") + _step(dy, True)
    return said + ("z" if closed else "")


def _step(value: float, follows: bool) -> str:
    said = number(value)
    return said if said.startswith("-") or not follows else f" {said}"


def path(data: str, *, fill: str = "none", stroke: str = "none", weight: float = 1, dashes: str = "") -> str:
    """One path, however many things of a kind are in it."""
    pen = f' stroke="{stroke}" stroke-width="{weight:g}" stroke-linejoin="round"' if stroke != "none" else ""
    pen += f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<path d="{data}" fill="{fill}"{pen}/>' if data else ""


def ring(x: float, y: float, radius: float) -> str:
    """A circle as data of a path."""
    half = f"a{radius:g} {radius:g} 0 1 0"
    return f"M{number(x - radius)} {number(y)}{half} {2 * radius:g} 0{half}-{2 * radius:g} 0z"


def rule(x: float, y: float, width: float, weight: float = 1, stroke: str = INK) -> str:
    """A printer's rule."""
    return f'<path d="M{number(x)} {number(y)}h{number(width)}" stroke="{stroke}" stroke-width="{weight:g}"/>'


def box(x: float, y: float, width: float, height: float, fill: str, weight: float = 1) -> str:
    """A rectangle with an outline."""
    at = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
    return f'<rect {at} fill="{fill}" stroke="{INK}" stroke-width="{weight:g}"/>'


def flag(x: float, y: float, said: str, shade: Shade, size: float = 13) -> str:
    """A small sign around its middle, in the manner of one side."""
    wide, tall = len(said) * size * 0.62 + 10, size * 1.35
    drawn = box(x - wide / 2, y - tall / 2, wide, tall, shade.fill, 1.2)
    return drawn + text(
        x, y + size * 0.35, said, "plain", size, bold=True, anchor="middle", fill=shade.letters
    )


def heading(content: str, width: float) -> str:
    """The title of a part of the sheet, over a rule."""
    return text(0, 14, content, "plain", 14, bold=True) + rule(0, 21, width)


def sheet(width: float, height: float, title: str, summary: str, drawn: str) -> str:
    """The whole picture: needs nothing but itself."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {number(height)}" role="img">'
        f"<title>{written(title)}</title><desc>{written(summary)}</desc>"
        f'<rect width="{width:g}" height="{number(height)}" fill="{PAPER}"/>'
        f'<g fill="{INK}" font-family={quoteattr(FACES["plain"])} font-size="{SMALL}">{drawn}</g></svg>\n'
    )
