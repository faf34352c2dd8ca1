"""Text on the board: straight from our own fonts, and by Pango for scripts that they cannot spell."""

from __future__ import annotations

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

from games.reports.paths import number, place

GENERIC = {"serif": "book", "sans-serif": "plain", "monospace": "typed"}


class Glyph(NamedTuple):
    """An email of a face: its number as PDF writes it, and its width in thousandths of the size."""

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


class Lettering:
    """All faces; `write` puts one line of text on a page."""

    def __init__(self, faces: dict[tuple[str, int], list[Face]], font_config: Any) -> None:
        self.faces, self.font_config = faces, font_config

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
        said: dict[str, str],
    ) -> None:
        """One line of text; y is its baseline. `said` is what the page knows: the same font is named once."""
        chain = [*self.faces[family, weight], *self.faces["plain", weight]]
        runs = _runs(text, chain)
        if not runs:
            said.pop("font", None)
            self._write_foreign(stream, text, x, y, family, weight, size, anchor)
            return
        width = sum(face.glyphs[letter].width for face, letters in runs for letter in letters) * size / 1000
        x -= {"middle": width / 2, "end": width}.get(anchor, 0)
        shown = "\n".join(_shown(stream, face, letters, size, said) for face, letters in runs)
        stream.stream.append(f"BT\n1 0 0 -1 {place(x)} {place(y)} Tm\n{shown}\nET".encode())

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


def _shown(stream: Any, face: Face, letters: str, size: float, said: dict[str, str]) -> str:
    """The operators for characters of one font, which the document then embeds."""
    font = stream.add_font(face.pango_font)[0]
    for letter in dict.fromkeys(letters):  # a set has another order in each process
        glyph = face.glyphs[letter]
        font.to_unicode.setdefault(glyph.id, letter)
        font.widths.setdefault(glyph.id, round(glyph.width))
    shown = f"<{''.join([face.glyphs[letter].code for letter in letters])}> Tj"
    chosen = f"/{font.hash} {number(size)} Tf"
    if said.get("font") == chosen:
        return shown
    said["font"] = chosen
    return f"{chosen}\n{shown}"


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
