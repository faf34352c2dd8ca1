"""ED-3.10: where a hex lies on paper, outlines of bases, and the empty board, which is drawn once."""

from __future__ import annotations

from functools import cache, lru_cache
from math import sqrt

from games.edge.drawing import FADED, HAIR, INK
from games.edge.geometry import JOINED, STEPS, Axial, Board, hex_of
from games.engine.contract.drawing import Point, path, trail

SIDE = 22.8  # of a hex
LEFT, TOP = 2.62 * SIDE + 2, 2.65 * SIDE + 2  # from the corner of the picture to the centre of A1
_ROWS = {5: (41.9, 21.17), 10: (44.2, 41.02)}  # how wide and how tall a board is, in sides, by its rows
_COS, _SIN = 5 / sqrt(28), sqrt(3) / sqrt(28)  # of atan(sqrt(3) / 5): makes rows of Spaces horizontal
Corner = tuple[int, int]  # three times its place in hexes, so that it is whole


def size(board: Board) -> Point:
    """The width and the height of a board on paper."""
    wide, tall = _ROWS[len(board.rows)]
    return wide * SIDE + 4, tall * SIDE + 4


def point(q: float, r: float) -> Point:
    """The place of a hex on the picture of the board."""
    x, y = sqrt(3) * (q + r / 2), 1.5 * r
    return LEFT + SIDE * (x * _COS + y * _SIN), TOP + SIDE * (y * _COS - x * _SIN)


def hexes(mask: int) -> list[Axial]:
    """The hexes of a set, ascending. Joined boards begin with the single one: its numbers hold for both."""
    numbers = (at for at in range(mask.bit_length()) if mask >> at & 1)
    return [hex_of(*JOINED.coordinates[at // 7], at % 7) for at in numbers]


@lru_cache(maxsize=4096)  # there are not many more places for a base
def middle(mask: int) -> Point:
    """The middle of a set of hexes."""
    places = [point(*place) for place in hexes(mask)]
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


def _corner(place: Axial, direction: int) -> Corner:
    """Between the sides that look in a direction (counted from 0) and in the next one."""
    (q, r), (dq, dr), (eq, er) = place, STEPS[direction % 6], STEPS[(direction + 1) % 6]
    return 3 * q + dq + eq, 3 * r + dr + er


def _around(covered: list[Axial]) -> list[Corner]:
    """The corners on the outline of connected hexes, clockwise. It passes no corner twice."""
    inside = set(covered)
    following: dict[Corner, Corner] = {}
    for q, r in covered:
        for direction, (dq, dr) in enumerate(STEPS):
            if (q + dq, r + dr) not in inside:
                following[_corner((q, r), direction - 1)] = _corner((q, r), direction)
    start = next(iter(following))
    found = [start]
    while (there := following[found[-1]]) != start:
        found.append(there)
    return found


def _places(corners: list[Corner]) -> list[Point]:
    return [point(q / 3, r / 3) for q, r in corners]


@lru_cache(maxsize=4096)
def outline(mask: int, within: float = 0) -> str:
    """The outline of a base as data of a path, so far inside its hexes."""
    return trail(_inset(_places(_around(hexes(mask))), within))


def _inset(corners: list[Point], by: float) -> list[Point]:
    """A clockwise outline, each side moved inwards."""
    found: list[Point] = []
    for at, (x, y) in enumerate(corners):
        before, after = corners[at - 1], corners[(at + 1) % len(corners)]
        (ax, ay), (bx, by_) = _inwards(before, (x, y)), _inwards((x, y), after)
        stretch = by / (1 + ax * bx + ay * by_)
        found.append((x + stretch * (ax + bx), y + stretch * (ay + by_)))
    return found


def _inwards(start: Point, end: Point) -> Point:
    """At a right angle to a side of the length of a hex's."""
    return (start[1] - end[1]) / SIDE, (end[0] - start[0]) / SIDE


@cache
def hex_lines(board: Board) -> str:
    """The faint sides between hexes of one Space."""
    return path("".join(map(inner, board.spaces)), stroke=HAIR, weight=1)


def inner(number: int) -> str:
    """The sides of the centre of a Space, and from its corners outwards, as data of a path."""
    space = JOINED.coordinates[number]
    ring = _places([_corner(hex_of(*space, 0), direction) for direction in range(6)])
    tips = _places([_corner(hex_of(*space, digit), digit) for digit in range(1, 7)])
    spokes = [trail(pair, closed=False) for pair in zip(ring, tips, strict=True)]
    return trail(ring) + "".join(spokes)


@cache
def borders(board: Board) -> str:
    """The strong lines: between Spaces, and around the board."""
    edge = trail(_places(_around(hexes(board.all))))
    between = "".join(map(_half_border, board.coordinates))
    return path(between, stroke=FADED, weight=1.8) + path(edge, stroke=INK, weight=2.6)


def _half_border(space: tuple[int, int]) -> str:
    """The nine sides towards three of six neighbours: the other three draw the rest."""
    corners = _around([hex_of(*space, digit) for digit in range(7)])
    begin = corners.index(_corner(hex_of(*space, 2), 0))
    turned = corners[begin:] + corners[:begin]
    return trail(_places(turned[:10]), closed=False)
