"""Shapes for a printed table: ink on paper, and a pattern for each faction that works without colour."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from games.engine.contract.drawing import moved, number, oblong, path, ring
from games.engine.contract.pen import Pen
from games.scrappers.catalogue import CARDS

INK = "#22304a"
FADED = "#5d6779"
PAPER = "#fcfaf4"
SMALL = 12
FAN_CARD = 86  # the width of a card in a Base

PEN = Pen(ink=INK, paper=PAPER, size=SMALL, line=1.2)


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


@cache
def definitions() -> str:
    """The patterns that the shapes are filled with."""
    return "<defs>" + "".join(_pattern(code, *ornament) for code, ornament in ORNAMENTS.items()) + "</defs>"


def _pattern(code: str, tint: str, strokes: str) -> str:
    return (
        f'<pattern id="faction-{code}" width="8" height="8" patternUnits="userSpaceOnUse">'
        f'<rect width="8" height="8" fill="{tint}" fill-opacity="0.18"/>'
        f'<path d="{strokes}" fill="none" stroke="{tint}" stroke-width="1"/></pattern>'
    )


def fold(x: float, y: float, height: float) -> str:
    """The line that divides a card in two."""
    return path(f"M{number(x)} {number(y)}v{number(height)}", stroke=INK, weight=0.5)


def swatch(x: float, y: float, width: float, height: float, faction: str) -> str:
    """A sample of the faction's pattern."""
    return PEN.box(x, y, width, height, _filling(faction), weight=0.7)


def _filling(faction: str) -> str:
    return f"url(#faction-{faction})"


def card(width: float, height: float, faction: str, level: int, *, heavy: bool = False) -> str:
    """An empty card: the pattern at its left edge, the level as pips at the bottom."""
    pips = path("".join(ring(19 + 9 * pip, height - 8, 2.8) for pip in range(level)), fill=INK)
    ground = f'<rect width="{width:g}" height="{height:g}" fill="{PAPER}"/>'
    edge = PEN.box(0, 0, width, height, weight=2.2 if heavy else 0.8)
    return ground + swatch(0, 0, 10, height, faction) + edge + pips


@lru_cache(maxsize=500)
def dock_card(card_id: str, width: float, height: float) -> str:
    """A card in the Docks, named by its type."""
    mercenary = CARDS[card_id]
    return (
        card(width, height, mercenary.faction, mercenary.level)
        + PEN.text(16, 18, mercenary.id, "typed", 15, bold=True)
        + PEN.text(16, 35, mercenary.name, "book")
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


@lru_cache(maxsize=500)
def _base_card(card_id: str, seen: float, leads: bool) -> str:
    """A card that is partly covered; its name is left out where it would not be seen."""
    mercenary = CARDS[card_id]
    is_named = seen >= 12 + PEN.width_of(mercenary.name)
    return (
        card(FAN_CARD, 50, mercenary.faction, mercenary.level, heavy=leads)
        + PEN.text(12, 15, card_id, "typed", bold=True)
        + (PEN.text(12, 30, mercenary.name, "book") if is_named else "")
    )


def totems(factions: list[str], right: float, label: str) -> str:
    """Totems in a right-aligned line."""
    left = right - 62 * len(factions)
    drawn = PEN.text(left - 8, 42, label, "plain", anchor="end") if factions else ""
    for x, code in zip(range(0, 62 * len(factions), 62), factions, strict=True):
        drawn += swatch(left + x + 6, 28, 22, 16, code) + PEN.text(
            left + x + 33, 42, code, "typed", 13, bold=True
        )
    return drawn


def place(width: float, height: float) -> str:
    """An empty place for a card."""
    return path(oblong(0, 0, width, height), stroke=FADED, weight=0.6, dashes="2 4")


@lru_cache(maxsize=500)
def gem(x: float, y: float, faction: str, points: int) -> str:
    """A cut Crystal around its centre, with its points in the middle."""
    stone = f"M{number(x - 21)} {number(y)}l9-18h24l9 18-9 18h-24z"
    return (
        path(stone, fill=_filling(faction), stroke=INK)
        + path(ring(x, y, 11.5), fill=PAPER, stroke=INK, weight=0.7)
        + PEN.text(x, y + 5, str(points), "book", 15, bold=True, anchor="middle")
    )


def crack(x: float, y: float) -> str:
    """The Cave-in mark: a falling rock."""
    return path(f"M{number(x)} {number(y)}l6-12 3 4 3-2 4 10z", fill=INK)


def step(x: float, y: float, size: float, at: int, token: int) -> str:
    """A step of the Cave-in track: filled up to the token, which is drawn as a ring."""
    middle = x + size / 2, y + size / 2
    drawn = PEN.box(x, y, size, size, INK if at <= token else PAPER)
    drawn += path(ring(*middle, size / 2 - 4), fill=PAPER) if at == token else ""
    return drawn + PEN.text(
        middle[0], middle[1] + 5, str(at), "book", 14,
        bold=at == token, anchor="middle", fill=PAPER if at < token else INK,
    )  # fmt: skip
