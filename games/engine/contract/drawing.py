"""What the pictures of all games are made of: safe text, numbers, paths, moves, names for ears."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from xml.sax.saxutils import escape

Point = tuple[float, float]


def written(content: str) -> str:
    """As XML has it; what cannot be printed, which XML forbids, is left out.

    >>> written("a < b\\x00")
    'a &lt; b'
    """
    plain = content if content.isprintable() else "".join(filter(str.isprintable, content))
    return escape(plain)


@lru_cache(maxsize=10_000)  # a table has a thousand of them, and most are on the next one too
def number(value: float) -> str:
    """Rounded to a tenth of a unit: no eye sees more.

    >>> number(12.04), number(0.25), number(-0.04)
    ('12', '0.2', '0')
    """
    said = f"{value:.1f}".removesuffix(".0")
    return "0" if said == "-0" else said


def moved(x: float, y: float, drawn: str) -> str:
    """The same drawing at another place."""
    return f'<g transform="translate({number(x)} {number(y)})">{drawn}</g>'


def titled(title: str, drawn: str) -> str:
    """What is told when a pointer rests on it, and to readers who cannot see it."""
    return f"<g><title>{written(title)}</title>{drawn}</g>"


def path(data: str, *, fill: str = "none", stroke: str = "none", weight: float = 1, dashes: str = "") -> str:
    """One path, however many things of a kind are in it."""
    pen = f' stroke="{stroke}" stroke-width="{weight:g}" stroke-linejoin="round"' if stroke != "none" else ""
    pen += f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<path d="{data}" fill="{fill}"{pen}/>' if data else ""


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


def ring(x: float, y: float, radius: float) -> str:
    """A circle as data of a path."""
    half = f"a{radius:g} {radius:g} 0 1 0"
    return f"M{number(x - radius)} {number(y)}{half} {2 * radius:g} 0{half}-{2 * radius:g} 0z"


def oblong(x: float, y: float, width: float, height: float) -> str:
    """A rectangle as data of a path."""
    return f"M{number(x)} {number(y)}h{number(width)}v{number(height)}h-{number(width)}z"
