"""Shapes for a printed table: ink on paper, and a pattern for each faction that works without colour."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from games.engine.contract.drawing import letters, moved, page, wrapped_at
from games.scrappers.catalogue import CARDS

INK = "#22304a"
FADED = "#5d6779"
PAPER = "#fcfaf4"
FACES = {
    "book": "'Iowan Old Style', Palatino, 'Palatino Linotype', Georgia, 'DejaVu Serif', serif",
    "plain": "'Helvetica Neue', Helvetica, Arial, 'DejaVu Sans', sans-serif",
    "typed": "'Courier Prime', 'Nimbus Mono PS', 'Courier New', 'DejaVu Sans Mono', monospace",
}
LETTER = 0.58  # the width of a character relative to its size in the widest common font: nothing may overflow
LINE = 14
FAN_CARD = 86  # the width of a card in a Base
SMALL = 11


class Ornament(NamedTuple):
    """A tint, and strokes on an eight by eight tile."""

    tint: str
    strokes: str


ORNAMENTS = {
    "TER": Ornament("#84603f", "M0 1H8M0 5H8M2 1V5M6 5V9M6 -3V1"),  # masonry
    "HYD": Ornament("#3f6a94", "M0 2Q2 -2 4 2T8 2M0 7Q2 3 4 7T8 7"),  # waves
    "MET": Ornament("#a07c14", "M2 0V4M0 2H4M6 4V8M4 6H8"),  # rivets
    "MIN": Ornament("#71518c", "M0 0L8 8M8 0L0 8"),  # facets
    "BIO": Ornament("#a03f3f", "M6.4 4A2.4 2.4 0 1 1 1.6 4A2.4 2.4 0 1 1 6.4 4"),  # cells
    "WEE": Ornament("#48743a", "M-2 2L2 -2M0 8L8 0M6 10L10 6M-2 6L6 -2M2 10L10 2"),  # blades
}


# The same on dark ground.
NIGHT = {
    INK: "#d8deeb",
    FADED: "#a7b0c2",
    PAPER: "#1b1a18",
    "#84603f": "#c79a70",
    "#3f6a94": "#7fb0e0",
    "#a07c14": "#d9b64a",
    "#71518c": "#b692d6",
    "#a03f3f": "#e08a8a",
    "#48743a": "#8fc47c",
}


class Block(NamedTuple):
    """A part of the picture, drawn from its own origin, and its height."""

    drawn: str
    height: float


def definitions() -> str:
    """The patterns that the shapes are filled with."""
    return "<defs>" + "".join(_pattern(code, *ornament) for code, ornament in ORNAMENTS.items()) + "</defs>"


def _pattern(code: str, tint: str, strokes: str) -> str:
    return (
        f'<pattern id="faction-{code}" width="8" height="8" patternUnits="userSpaceOnUse">'
        f'<rect width="8" height="8" fill="{tint}" fill-opacity="0.18"/>'
        f'<path d="{strokes}" fill="none" stroke="{tint}" stroke-width="1"/></pattern>'
    )


def text(
    x: float, y: float, content: str, face: str = "book", size: float = 12,
    *, bold: bool = False, anchor: str = "start", fill: str = INK,
) -> str:  # fmt: skip
    """One line of text; y is its baseline."""
    return letters(x, y, content, FACES[face], size, fill=fill, bold=bold, anchor=anchor)


def lines(x: float, y: float, contents: Iterable[str], face: str = "plain", size: float = SMALL) -> str:
    """Several lines, one below the other."""
    return "".join(text(x, y + LINE * row, content, face, size) for row, content in enumerate(contents))


def wrapped(content: str, width: float, size: float = SMALL) -> list[str]:
    """Text wrapped to a column, without breaking a word that is used in orders."""
    most = int(width / (size * LETTER))
    return wrapped_at(content, most)


def width_of(content: str, size: float = SMALL) -> float:
    """The most room that a line can take."""
    return len(content) * size * LETTER


def rule(x: float, y: float, width: float, weight: float = 1) -> str:
    """A printer's rule."""
    return f'<path d="M{x:g} {y:g}h{width:g}" stroke="{INK}" stroke-width="{weight:g}"/>'


def fold(x: float, y: float, height: float) -> str:
    """The line that divides a card in two."""
    return f'<path d="M{x:g} {y:g}v{height:g}" stroke="{INK}" stroke-width="0.5"/>'


def heading(content: str, width: float) -> str:
    """The title of a part of the table, over a rule."""
    return text(0, 12, content, "plain", 12, bold=True) + rule(0, 18, width)


def swatch(x: float, y: float, width: float, height: float, faction: str) -> str:
    """A sample of the faction's pattern."""
    shape = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
    return f'<rect {shape} fill="url(#faction-{faction})" stroke="{INK}" stroke-width="0.7"/>'


def card(width: float, height: float, faction: str, level: int, *, heavy: bool = False) -> str:
    """An empty card: the pattern at its left edge, the level as pips at the bottom."""
    weight = 2.2 if heavy else 0.8
    pips = "".join(
        f'<circle cx="{19 + 9 * pip:g}" cy="{height - 8:g}" r="2.8" fill="{INK}"/>' for pip in range(level)
    )
    return (
        f'<rect width="{width:g}" height="{height:g}" fill="{PAPER}"/>'
        f"{swatch(0, 0, 10, height, faction)}"
        f'<rect width="{width:g}" height="{height:g}" fill="none" stroke="{INK}" stroke-width="{weight:g}"/>'
        f"{pips}"
    )


def dock_card(card_id: str, width: float, height: float) -> str:
    """A card in the Docks, named by its type."""
    mercenary = CARDS[card_id]
    return (
        card(width, height, mercenary.faction, mercenary.level)
        + text(16, 18, mercenary.id, "typed", 15, bold=True)
        + text(16, 35, mercenary.name, "book", SMALL)
    )


def fan(cards: list[str], width: float, *, leads: bool) -> str:
    """Cards of a Base from bottom (left) to top, each overlapping the one before; the last may be Leader."""
    step, top = fan_step(len(cards), width), len(cards) - 1
    return "".join(
        moved(step * n, top - n, _base_card(one, FAN_CARD if n == top else step, leads and n == top))
        for n, one in enumerate(cards)
    )


def fan_center(count: int, width: float) -> float:
    """The middle of the topmost card of a fan."""
    return fan_step(count, width) * (count - 1) + FAN_CARD / 2


def fan_step(count: int, width: float) -> float:
    """From the left edge of one card to that of the next."""
    return min(82, round((width - FAN_CARD) / max(1, count - 1), 1))


def _base_card(card_id: str, seen: float, leads: bool) -> str:
    """A card that is partly covered; its name is left out where it would not be seen."""
    mercenary = CARDS[card_id]
    is_named = seen >= 12 + width_of(mercenary.name)
    return (
        card(FAN_CARD, 50, mercenary.faction, mercenary.level, heavy=leads)
        + text(12, 15, card_id, "typed", SMALL, bold=True)
        + (text(12, 30, mercenary.name, "book", SMALL) if is_named else "")
    )


def totems(factions: list[str], right: float, label: str) -> str:
    """Totems in a right-aligned line."""
    left = right - 62 * len(factions)
    drawn = text(left - 8, 42, label, "plain", 12, anchor="end") if factions else ""
    for x, code in zip(range(0, 62 * len(factions), 62), factions, strict=True):
        drawn += swatch(left + x + 6, 28, 22, 16, code) + text(
            left + x + 33, 42, code, "typed", 13, bold=True
        )
    return drawn


def place(width: float, height: float) -> str:
    """An empty place for a card."""
    shape = f'width="{width:g}" height="{height:g}" fill="none"'
    return f'<rect {shape} stroke="{FADED}" stroke-width="0.6" stroke-dasharray="2 4"/>'


def gem(x: float, y: float, faction: str, points: int) -> str:
    """A cut Crystal around its centre, with its points in the middle."""
    outline = f'<path d="M{x - 21:g} {y:g}l9 -18h24l9 18l-9 18h-24z" '
    return (
        f'{outline}fill="url(#faction-{faction})" stroke="{INK}"/>'
        f'<circle cx="{x:g}" cy="{y:g}" r="11.5" fill="{PAPER}" stroke="{INK}" stroke-width="0.7"/>'
        f"{text(x, y + 5, str(points), 'book', 15, bold=True, anchor='middle')}"
    )


def crack(x: float, y: float) -> str:
    """The Cave-in mark: a falling rock."""
    return f'<path d="M{x:g} {y:g}l6 -12l3 4l3 -2l4 10z" fill="{INK}"/>'


def step(x: float, y: float, size: float, number: int, token: int) -> str:
    """A step of the Cave-in track: filled up to the token, which is drawn as a ring."""
    filled = number <= token
    ring = f'<circle cx="{x + size / 2:g}" cy="{y + size / 2:g}" r="{size / 2 - 4:g}" fill="{PAPER}"/>'
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}" fill="{INK if filled else PAPER}" '
        f'stroke="{INK}"/>{ring if number == token else ""}'
        + text(
            x + size / 2, y + size / 2 + 5, str(number), "book", 14,
            bold=number == token, anchor="middle", fill=PAPER if number < token else INK,
        )
    )  # fmt: skip


def sheet(width: float, height: float, title: str, summary: str, drawn: str) -> str:
    """The whole picture, with no outside files."""
    return page(width, height, title, summary, drawn, paper=PAPER, defined=definitions())
