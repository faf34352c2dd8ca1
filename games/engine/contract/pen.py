"""How a game draws its sheet: ink on paper, letters, lines, boxes and flags; how parts are laid out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from textwrap import wrap
from typing import NamedTuple
from xml.sax.saxutils import quoteattr

from games.engine.contract.drawing import moved, number, written
from games.engine.contract.parts import BOARD, Part

# The page's own faces come first; on paper and in emails the kind at the end decides.
FACES = {
    "book": "'Source Serif 4', Palatino, serif",
    "plain": "'Source Sans 3', Helvetica, sans-serif",
    "typed": "'Courier Prime', monospace",
}
TYPED = 0.6  # the width of every letter of that face, of its size
BOLD = 1.08  # how much wider bold letters are
MINOR = 0.75  # how small minor letters are


class Block(NamedTuple):
    """A part of the picture, drawn from its own origin, and its height."""

    drawn: str
    height: float


class Shade(NamedTuple):
    """How the things of one side are drawn: what fills them and what is written on them."""

    fill: str
    letters: str


@dataclass(frozen=True, slots=True)
class Pen:
    """The manner of one game. What most of its sheet has in common is said once, on the sheet."""

    ink: str
    paper: str
    size: float  # of most texts
    letter: float = 0.54  # the width of a letter, of its size: a little more than usual texts need
    line: float = 1.3  # from line to line, of the size

    # Texts.

    def text(
        self, x: float, y: float, content: str, face: str = "plain", size: float = 0,
        *, bold: bool = False, anchor: str = "start", fill: str = "", minor: str = "",
    ) -> str:  # fmt: skip
        """One line; y is where the letters stand. What is minor follows in smaller letters."""
        look = self._look(face, size, bold, anchor, fill)
        small = (
            f'<tspan font-size="{number(MINOR * (size or self.size))}">{written(minor)}</tspan>'
            if minor
            else ""
        )
        return f'<text x="{number(x)}" y="{number(y)}"{look}>{written(content)}{small}</text>'

    def _look(self, face: str, size: float, bold: bool, anchor: str, fill: str) -> str:
        """The attributes in which a text differs from the sheet, which is ink, plain and of one size."""
        said = "" if face == "plain" else f" font-family={quoteattr(FACES[face])}"
        said += "" if size in (0, self.size) else f' font-size="{size:g}"'
        said += ' font-weight="bold"' if bold else ""
        said += "" if anchor == "start" else f' text-anchor="{anchor}"'
        return said + ("" if fill in ("", self.ink) else f' fill="{fill}"')

    def letters(
        self, placed: Iterable[tuple[float, float, str]], size: float = 0,
        *, bold: bool = False, fill: str = "",
    ) -> str:  # fmt: skip
        """Many short texts of one kind, each around its middle; what they share is said once."""
        return self.lettered(letters(placed), size, bold=bold, fill=fill)

    def lettered(self, each: str, size: float = 0, *, bold: bool = False, fill: str = "") -> str:
        """The same with texts that are made already."""
        return f"<g{self._look('plain', size, bold, 'middle', fill)}>{each}</g>" if each else ""

    def lines(
        self, x: float, y: float, contents: Iterable[str], face: str = "plain", size: float = 0,
        *, bold: bool = False,
    ) -> str:  # fmt: skip
        """Lines below each other."""
        return "".join(
            self.text(x, y + self.deep(row, size), said, face, size, bold=bold)
            for row, said in enumerate(contents)
        )

    def deep(self, lines: int, size: float = 0) -> float:
        """The height of so many lines."""
        return self.line * (size or self.size) * lines

    def wrapped(
        self, content: str, width: float, size: float = 0, *, face: str = "plain", bold: bool = False
    ) -> list[str]:
        """The lines of a text in a column; no word of an order is broken."""
        most = int(width / self._wide(face, size, bold))
        return list(_wrapped(content, most))

    def cut(self, content: str, width: float, size: float = 0) -> str:
        """A line that fits: what is too long ends with dots."""
        most = int(width / self._wide("plain", size, bold=False))
        return content if len(content) <= most else content[: most - 1] + "…"

    def width_of(self, content: str, size: float = 0) -> float:
        """The most room that a line can take."""
        return len(content) * self._wide("plain", size, bold=False)

    def _wide(self, face: str, size: float, bold: bool) -> float:
        """The width of a letter."""
        letter = TYPED if face == "typed" else self.letter
        return (size or self.size) * letter * (BOLD if bold else 1)

    # Lines and boxes.

    def rule(self, x: float, y: float, width: float, weight: float = 1, stroke: str = "") -> str:
        """A printer's rule."""
        data = f"M{number(x)} {number(y)}h{number(width)}"
        return f'<path d="{data}" stroke="{stroke or self.ink}" stroke-width="{weight:g}"/>'

    def box(
        self, x: float, y: float, width: float, height: float, fill: str = "none",
        *, weight: float = 1, stroke: str = "", radius: float = 0,
    ) -> str:  # fmt: skip
        """A rectangle with an outline."""
        at = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
        at += f' rx="{radius:g}"' if radius else ""
        return f'<rect {at} fill="{fill}" stroke="{stroke or self.ink}" stroke-width="{weight:g}"/>'

    def flag(self, x: float, y: float, said: str, shade: Shade, size: float = 13) -> str:
        """A small sign around its middle, in the manner of one side."""
        wide, tall = len(said) * size * 0.62 + 10, size * 1.35
        drawn = self.box(x - wide / 2, y - tall / 2, wide, tall, shade.fill, weight=1.2)
        below = y + size * 0.35
        return drawn + self.text(
            x, below, said, "plain", size, bold=True, anchor="middle", fill=shade.letters
        )

    def heading(self, content: str, width: float, size: float = 14) -> str:
        """The title of a part of the sheet, over a rule."""
        return self.text(0, size, content, "plain", size, bold=True) + self.rule(0, size * 1.5, width)

    # The whole.

    def sheet(
        self, width: float, height: float, title: str, summary: str, drawn: str,
        *, defined: str = "", is_narrow: bool = False, fold: float = 0,
    ) -> str:  # fmt: skip
        """The whole picture, which needs nothing but itself; a narrow one fits a telephone.

        A long one may say how far down it can be divided between two pages.
        """
        kind = ' class="narrow"' if is_narrow else ""
        kind += f' data-fold="{number(fold)}"' if fold else ""
        wide, tall = number(width), number(height)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg"{kind} viewBox="0 0 {wide} {tall}" role="img">'
            f"<title>{written(title)}</title><desc>{written(summary)}</desc>{defined}"
            f'<rect width="{wide}" height="{tall}" fill="{self.paper}"/>{self._inked(drawn)}</svg>\n'
        )

    def part(self, name: str, title: str, size: tuple[float, float], drawn: str, place: str = BOARD) -> Part:
        """One drawing of a table to play on: its width and height, and what is on it."""
        return Part(name, title, *size, self._inked(drawn), place)

    def _inked(self, drawn: str) -> str:
        common = f'fill="{self.ink}" font-family={quoteattr(FACES["plain"])} font-size="{self.size:g}"'
        return f"<g {common}>{drawn}</g>"


def letters(placed: Iterable[tuple[float, float, str]]) -> str:
    """Short texts, without what they share."""
    return "".join(f'<text x="{number(x)}" y="{number(y)}">{written(said)}</text>' for x, y, said in placed)


@lru_cache(maxsize=2_000)  # rules and names of cards are the same each time
def _wrapped(content: str, most: int) -> tuple[str, ...]:
    return tuple(wrap(content, most, break_long_words=False, break_on_hyphens=False))


def stacked(blocks: Iterable[Block], gap: float = 0) -> Block:
    """Parts below each other; an empty one takes no room."""
    drawn, y = "", 0.0
    for block in blocks:
        if block.drawn:
            drawn += moved(0, y, block.drawn)
            y += block.height + gap
    return Block(drawn, max(0.0, y - gap))


def in_columns(
    blocks: Sequence[Block], columns: int, width: float, gap: float,
    frame: Callable[[float], str] | None = None,
) -> Block:  # fmt: skip
    """Parts side by side, so many in a row; a row is as high as its highest, and so are the frames in it."""
    rows: list[Block] = []
    for first in range(0, len(blocks), columns):
        row = blocks[first : first + columns]
        tall = max(block.height for block in row)
        ground = frame(tall) if frame is not None else ""
        drawn = "".join(moved(width * place, 0, ground + block.drawn) for place, block in enumerate(row))
        rows.append(Block(drawn, tall))
    return stacked(rows, gap)
