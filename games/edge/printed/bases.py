"""Figures as they stand: their bases, codes, modes and Endurance tokens."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from games.edge import labels
from games.edge.drawing import INK, PEN, Livery
from games.edge.figures import Figure
from games.edge.printed import ground
from games.engine.contract.drawing import Point, path
from games.engine.contract.pen import Shade


class Room(NamedTuple):
    """How large the letters on a base are, and how far below a middle each thing stands."""

    code: float
    code_y: float
    mode: float
    mode_y: float
    pips_y: float
    pip: float
    chips_y: float


_SMALL = Room(code=15, code_y=6, mode=10, mode_y=-6, pips_y=12.5, pip=5, chips_y=-20)
_DOUBLE = _SMALL._replace(code=16, mode=12, mode_y=-3, chips_y=8)
_LARGE = Room(code=34, code_y=11, mode=17, mode_y=-20, pips_y=24, pip=8, chips_y=41)
_ROOMS = {1: _SMALL, 2: _DOUBLE}


def room(figure: Figure) -> Room:
    """What a base has room for; one of three hexes and more has its middle in the midst of them."""
    return _ROOMS.get(figure.place.size, _LARGE if figure.place.size == 7 else _SMALL._replace(code=17))


def middles(figure: Figure) -> tuple[Point, Point]:
    """Where the code stands, and where mode and marks do. A base of two hexes is narrow in its midst."""
    if figure.place.size != 2:
        middle = ground.middle(figure.place.mask)
        return middle, middle
    parts = [ground.middle(1 << (7 * figure.place.space + digit)) for digit in figure.place.digits]
    first, second = sorted(parts, key=lambda place: place[0] + place[1])  # as one reads
    return first, second


def bases(figures: list[Figure], livery: Livery) -> str:
    """The figures of one player."""
    shade = livery.shade
    edges = "".join(ground.outline(figure.place.mask, 2.4) for figure in figures)
    inside = "".join(ground.outline(figure.place.mask, 5.2) for figure in figures if livery.line)
    return "".join([
        path(edges, fill=shade.fill, stroke=INK, weight=2),
        path(inside, stroke=livery.line or "none", weight=1.3, dashes=livery.dashes),
        _each(((_code_size(f), _code(f)) for f in figures), shade, bold=True),
        _each(((room(f).mode, _mode(f)) for f in figures if labels.is_changed(f.squad)), shade),
        _pips(figures, shade),
    ])  # fmt: skip


def _each(
    placed: Iterable[tuple[float, tuple[float, float, str]]], shade: Shade, *, bold: bool = False
) -> str:
    """Words of one kind, one group for each size."""
    by_size: dict[float, list[tuple[float, float, str]]] = {}
    for size, word in placed:
        by_size.setdefault(size, []).append(word)
    return "".join(
        PEN.letters(words, size, bold=bold, fill=shade.letters) for size, words in sorted(by_size.items())
    )


def _code_size(figure: Figure) -> float:
    """Four letters are set a little smaller in a single hex."""
    return 13 if figure.place.size < 3 and len(figure.model["code"]) > 3 else room(figure).code


def _code(figure: Figure) -> tuple[float, float, str]:
    (x, y), _ = middles(figure)
    return x, y + room(figure).code_y, figure.model["code"]


def _mode(figure: Figure) -> tuple[float, float, str]:
    """Three letters of the mode, or all where there is room."""
    _, (x, y) = middles(figure)
    mode = figure.squad["mode"]
    return x, y + room(figure).mode_y, mode if figure.place.size == 7 else mode[:3]


def _pips(figures: list[Figure], shade: Shade) -> str:
    """ED-1.2: the Squad's Endurance tokens; those it has lost are hollow."""
    drawn = ""
    for large in (False, True):
        sized = [figure for figure in figures if (figure.place.size == 7) == large]
        rows = [_pip_row(figure) for figure in sized]
        size = (_LARGE if large else _SMALL).pip
        drawn += _dots("".join(every for every, _ in rows), size, shade.letters)
        drawn += _dots("".join(lost for _, lost in rows), size * 0.55, shade.fill)
    return drawn


def _pip_row(figure: Figure) -> tuple[str, str]:
    (x, y), _ = middles(figure)
    have, here = figure.squad["endurance"], room(figure)
    most = max(have, figure.squad["printed"])
    gap = 1.35 * here.pip
    row = [f"M{x + gap * (n - (most - 1) / 2):.1f} {y + here.pips_y:.1f}h.1" for n in range(most)]
    return "".join(row), "".join(row[have:])


def _dots(data: str, size: float, colour: str) -> str:
    """Points of a round pen: the shortest way to write many circles."""
    pen = f'stroke="{colour}" stroke-width="{size:g}" stroke-linecap="round"'
    return f'<path d="{data}" fill="none" {pen}/>' if data else ""


def pips(x: float, y: float, have: int, most: int, shade: Shade) -> str:
    """Endurance tokens in a line that begins here, for a key or a table."""
    row = [f"M{x + 11 * n:.1f} {y:.1f}h.1" for n in range(most)]
    return _dots("".join(row), 8, shade.letters) + _dots("".join(row[have:]), 4.4, shade.fill)
