"""The outlines of SVG, as operators of PDF."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from math import acos, ceil, copysign, cos, hypot, pi, radians, sin, sqrt, tan

_TOKEN = re.compile(r"[MmLlHhVvCcSsQqTtAaZz]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_COUNT = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_ROUND = 0.5523  # the handle of a quarter circle, of its radius


def number(value: float) -> str:
    """A number as short as a printer needs it.

    >>> number(12.0), number(-0.004), number(3.14159), number(1e7)
    ('12', '0', '3.14', '10000000')
    """
    if value == (whole := round(value)):
        return str(whole)
    said = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if said == "-0" else said


def place(value: float) -> str:
    """A coordinate of a board a thousand wide: a tenth is a fiftieth of a millimetre on paper.

    >>> place(12.04), place(-0.01), place(3.14159)
    ('12', '0', '3.1')
    """
    tenths = round(value * 10)
    whole, tenth = divmod(abs(tenths), 10)
    sign = "-" if tenths < 0 else ""
    return f"{sign}{whole}.{tenth}" if tenth else f"{sign}{whole}"


def _say(operator: str, *values: float) -> str:
    return " ".join([*map(place, values), operator])


def rectangle(x: float, y: float, width: float, height: float) -> str:
    """A rectangle with sharp corners."""
    return _say("re", x, y, width, height)


def ellipse(x: float, y: float, wide: float, tall: float) -> str:
    """An ellipse around a point."""
    dx, dy = wide * _ROUND, tall * _ROUND
    return "\n".join([
        _say("m", x + wide, y),
        _say("c", x + wide, y + dy, x + dx, y + tall, x, y + tall),
        _say("c", x - dx, y + tall, x - wide, y + dy, x - wide, y),
        _say("c", x - wide, y - dy, x - dx, y - tall, x, y - tall),
        _say("c", x + dx, y - tall, x + wide, y - dy, x + wide, y),
        "h",
    ])  # fmt: skip


def polygon(points: str, dx: float, dy: float, *, closed: bool) -> str:
    """Straight lines from point to point."""
    values = [float(value) for value in _TOKEN.findall(points)]
    pairs = list(zip(values[::2], values[1::2], strict=True))
    drawn = [_say("l" if place else "m", x + dx, y + dy) for place, (x, y) in enumerate(pairs)]
    return "\n".join([*drawn, "h"] if closed else drawn)


@lru_cache(maxsize=256)  # maps and symbols are the same in every report
def outline(data: str, dx: float = 0, dy: float = 0) -> str:
    """A path, moved. Raises ValueError for one that is not readable.

    >>> outline("M1 2h3v4z", 10, 20).replace("\\n", " ")
    '11 22 m 14 22 l 14 26 l h'
    """
    pen = _Pen(dx, dy)
    for command, values in _commands(data):
        pen.draw(command, values)
    return "\n".join(pen.drawn)


def _commands(data: str) -> Iterator[tuple[str, list[float]]]:
    """Each command with as many numbers as it takes; a command that is left out is the last one again."""
    tokens = _TOKEN.findall(data)
    at, command = 0, ""
    while at < len(tokens):
        if tokens[at].isalpha():
            command, at = tokens[at], at + 1
        if not command:
            raise ValueError("a path begins with a command")
        count = _COUNT[command.upper()]
        values = [float(token) for token in tokens[at : at + count]]
        if len(values) < count:
            raise ValueError("a path breaks off")
        yield command, values
        at += count
        if not count and at < len(tokens) and not tokens[at].isalpha():
            raise ValueError("a number after the end of an outline")
        command = {"M": "L", "m": "l"}.get(command, command)


class _Pen:
    """Where the pen is, where the outline began, and the last handle, which smooth curves mirror."""

    def __init__(self, x: float, y: float) -> None:
        self.origin = (x, y)
        self.x, self.y = x, y
        self.start = (x, y)
        self.handle: tuple[str, float, float] | None = None  # of which curve, and where
        self.drawn: list[str] = []

    def draw(self, command: str, values: list[float]) -> None:
        kind = command.upper()
        x, y = self.origin if command == kind else (self.x, self.y)
        handle, self.handle = self.handle, None
        match kind:
            case "M":
                self._go("m", x + values[0], y + values[1])
                self.start = (self.x, self.y)
            case "L":
                self._go("l", x + values[0], y + values[1])
            case "H":
                self._go("l", x + values[0], self.y)
            case "V":
                self._go("l", self.x, y + values[0])
            case "A":
                self._arc(values, x + values[5], y + values[6])
            case "Z":
                self.drawn.append("h")
                self.x, self.y = self.start
            case _:
                moved = [value + (y if place % 2 else x) for place, value in enumerate(values)]
                self._curve(kind, moved, handle)

    def _go(self, operator: str, x: float, y: float) -> None:
        self.x, self.y = x, y
        self.drawn.append(_say(operator, x, y))

    def _curve(self, kind: str, points: list[float], handle: tuple[str, float, float] | None) -> None:
        if kind in "ST":  # smooth: the first handle mirrors the last one of its kind
            family = "C" if kind == "S" else "Q"
            mirrored = (
                (2 * self.x - handle[1], 2 * self.y - handle[2])
                if handle is not None and handle[0] == family
                else (self.x, self.y)
            )
            points, kind = [*mirrored, *points], family
        self.handle = (kind, points[-4], points[-3])
        if kind == "Q":
            (qx, qy), (x, y) = points[:2], points[2:]
            points = [
                self.x + (qx - self.x) * 2 / 3, self.y + (qy - self.y) * 2 / 3,
                x + (qx - x) * 2 / 3, y + (qy - y) * 2 / 3, x, y,
            ]  # fmt: skip
        self.drawn.append(_say("c", *points))
        self.x, self.y = points[-2:]

    def _arc(self, values: list[float], x: float, y: float) -> None:
        wide, tall, turned, large, sweep = abs(values[0]), abs(values[1]), *values[2:5]
        if not wide or not tall or (x, y) == (self.x, self.y):
            self._go("l", x, y)
            return
        for points in _arc_curves(
            (self.x, self.y), (x, y), (wide, tall), radians(turned), large != sweep, bool(sweep)
        ):
            self.drawn.append(_say("c", *points))
        self.x, self.y = x, y


Point = tuple[float, float]


def _arc_curves(
    start: Point, end: Point, radii: Point, turned: float, far: bool, sweep: bool
) -> Iterator[list[float]]:
    """An elliptic arc as cubic curves of at most a quarter turn each (SVG 1.1, F.6.5)."""
    wide, tall = radii
    c, s = cos(turned), sin(turned)
    dx, dy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    px, py = c * dx + s * dy, c * dy - s * dx
    grow = max(1.0, hypot(px / wide, py / tall))  # F.6.6: radii too small are made to fit
    wide, tall = wide * grow, tall * grow
    reach = (wide * py) ** 2 + (tall * px) ** 2
    along = sqrt(max(0.0, (wide * tall) ** 2 / reach - 1)) * (1 if far else -1)
    ux, uy = along * wide * py / tall, -along * tall * px / wide
    mx, my = c * ux - s * uy + (start[0] + end[0]) / 2, s * ux + c * uy + (start[1] + end[1]) / 2
    first = _angle((px - ux) / wide, (py - uy) / tall)
    last = _angle((-px - ux) / wide, (-py - uy) / tall)
    swept = (last - first) % (2 * pi) if sweep else -((first - last) % (2 * pi))
    parts = max(1, ceil(abs(swept) / (pi / 2) - 1e-9))
    handle = 4 / 3 * tan(swept / parts / 4)

    def place(a: float, b: float) -> Point:
        return mx + c * wide * a - s * tall * b, my + s * wide * a + c * tall * b

    for part in range(parts):
        a, b = first + swept * part / parts, first + swept * (part + 1) / parts
        yield [
            *place(cos(a) - handle * sin(a), sin(a) + handle * cos(a)),
            *place(cos(b) + handle * sin(b), sin(b) - handle * cos(b)),
            *place(cos(b), sin(b)),
        ]


def _angle(x: float, y: float) -> float:
    return copysign(acos(max(-1.0, min(1.0, x / hypot(x, y)))), y)
