"""Text on the board: straight from our own fonts, and by Pango for scripts that they cannot spell."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from math import inf
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from fontTools.ttLib import TTFont
from weasyprint.css.properties import INITIAL_VALUES
from weasyprint.draw.text import draw_first_line
from weasyprint.matrix import Matrix
from weasyprint.svg.text import Style, TextBox
from weasyprint.text.line_break import split_first_line

from games.reports import fonts
from games.reports.paths import number, place

GENERIC = {"serif": "book", "sans-serif": "plain", "monospace": "typed"}
TEXTS = 4096  # that are kept as they are spelt: most words of a board are on the next one too


class Glyph(NamedTuple):
    """A letter of a face: its number as PDF writes it, and its width in thousandths of the size."""

    id: int
    code: str
    width: float


class Face:
    """One font file: what it spells, and the handle under which Pango and WeasyPrint know it."""

    def __init__(self, path: Path, family: str, weight: int, font_config: Any) -> None:
        with TTFont(path) as font:
            scale, widths = 1000 / font["head"].unitsPerEm, font["hmtx"]
            self.glyphs = {
                chr(code): Glyph(
                    font.getGlyphID(name), f"{font.getGlyphID(name):04x}", widths[name][0] * scale
                )
                for code, name in font.getBestCmap().items()
            }
        letter = next(letter for letter in "aą" if letter in self.glyphs)
        # The layout is kept because it owns the font that its first run points to.
        self._layout = _layout(letter, [family], weight, 10, font_config)[0]
        self.pango_font = self._layout.get_first_line()[0].runs[0].data.item.analysis.font


class Run(NamedTuple):
    """Letters of one face: as a page shows them, how wide they are, and what the document must embed."""

    face: Face
    shown: str
    width: float
    spelt: dict[int, str]
    widths: dict[int, int]


class Known:
    """What a page was told already, of colours, pens and fonts: nothing is said twice."""

    def __init__(self) -> None:
        self.said: dict[str, str] = {}
        self.fonts: dict[Face, Any] = {}


class Lettering:
    """All faces; `write` puts one line of text on a page."""

    def __init__(self, faces: dict[tuple[str, int], list[Face]], font_config: Any) -> None:
        self.faces, self.font_config = faces, font_config
        self._spelt = lru_cache(maxsize=TEXTS)(self._spell)

    def write(
        self,
        stream: Any,
        text: str,
        x: float,
        y: float,
        family: str,
        weight: int,
        size: float,
        anchor: str,
        known: Known,
    ) -> None:
        """One line of text; y is its baseline."""
        runs = self._spelt(text, *fonts.face(family, weight))
        if not runs:
            known.said.pop("font", None)
            self._write_foreign(stream, text, x, y, family, weight, size, anchor)
            return
        if anchor != "start":
            width = sum(run.width for run in runs) * size
            x -= width / 2 if anchor == "middle" else width
        shown = "\n".join([_shown(stream, run, size, known) for run in runs])
        stream.begin_text()
        stream.stream.append(f"1 0 0 -1 {place(x)} {place(y)} Tm\n{shown}".encode())
        stream.end_text()

    def _spell(self, text: str, family: str, weight: int) -> tuple[Run, ...]:
        """The text in pieces, each in one face; nothing if no face of ours has some letter."""
        chain = [*self.faces[family, weight], *self.faces["plain", weight]]
        return tuple(_run(face, letters) for face, letters in _runs(text, chain))

    def _write_foreign(
        self, stream: Any, text: str, x: float, y: float, family: str, weight: int, size: float, anchor: str
    ) -> None:
        layout, style, width = _layout(text, [family, "sans-serif"], weight, size, self.font_config)
        x -= {"middle": width / 2, "end": width}.get(anchor, 0)
        stream.begin_text()
        draw_first_line(stream, TextBox(layout, style), "none", "none", Matrix(d=-1, e=x, f=y))
        stream.end_text()


def _layout(
    text: str, families: list[str], weight: int, size: float, font_config: Any
) -> tuple[Any, Any, float]:
    style = Style(INITIAL_VALUES)
    style.font_config = font_config
    style.update(font_family=families, font_weight=weight, font_size=size)
    layout, _, _, width, _, _ = split_first_line(text, style, None, inf, 0)
    layout.reactivate(style)
    return layout, style, float(width)


def _run(face: Face, letters: str) -> Run:
    glyphs = [face.glyphs[letter] for letter in letters]
    return Run(
        face,
        f"<{''.join(glyph.code for glyph in glyphs)}> Tj",
        sum(glyph.width for glyph in glyphs) / 1000,
        {glyph.id: letter for glyph, letter in zip(reversed(glyphs), reversed(letters), strict=True)},
        {glyph.id: round(glyph.width) for glyph in glyphs},
    )


def _shown(stream: Any, run: Run, size: float, known: Known) -> str:
    """The operators for letters of one font, which the document then embeds."""
    if (font := known.fonts.get(run.face)) is None:
        font = known.fonts[run.face] = stream.add_font(run.face.pango_font)[0]
    if not run.widths.keys() <= font.widths.keys():
        font.to_unicode = run.spelt | font.to_unicode
        font.widths = run.widths | font.widths
    chosen = f"/{font.hash} {number(size)} Tf"
    if known.said.get("font") == chosen:
        return run.shown
    known.said["font"] = chosen
    return f"{chosen}\n{run.shown}"


def _runs(text: str, chain: list[Face]) -> list[tuple[Face, str]]:
    """The text in pieces, each with the font that has it; nothing if some character has none."""
    if chain[0].glyphs.keys() >= set(text):
        return [(chain[0], text)]
    spelt = [(next((face for face in chain if letter in face.glyphs), None), letter) for letter in text]
    runs: list[tuple[Face, str]] = []
    for face, letters in groupby(spelt, key=itemgetter(0)):
        if face is None:
            return []
        runs.append((face, "".join(letter for _, letter in letters)))
    return runs
