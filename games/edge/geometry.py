"""ED-3: two levels of hexes. A board is a handful of tables that are made once; positions are bit masks.

Every hex of a board has a number, `7 * space + digit`, and a set of hexes is an int with those bits.
Whatever a rule asks (contact, overlap, what is free) is then one or two operations on ints.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise

import msgspec

Axial = tuple[int, int]

STEPS: tuple[Axial, ...] = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))  # ED-3.2: directions 1 to 6
_DIGIT = {0: 0, 2: 1, 3: 2, 1: 3, 5: 4, 4: 5, 6: 6}  # ED-3.7
_ROWS = ((9, "A"), (8, "B"), (9, "C"), (8, "D"), (9, "E"))
_FURTHER = ((9, "F"), (8, "G"), (9, "H"), (8, "J"), (9, "K"))  # ED-3.6: the letter I is not used
SIZES = (1, 2, 3, 4, 5, 6, 7)
SPACE = (1 << 7) - 1  # all seven hexes of a Space


def step(digit: int) -> Axial:
    """From the centre of a Space to one of its hexes."""
    return STEPS[digit - 1] if digit else (0, 0)


def centre(u: int, v: int) -> Axial:
    """ED-3.7: the centre hex of a Space."""
    return 2 * u - v, u + 3 * v


def hex_of(u: int, v: int, digit: int) -> Axial:
    """ED-3.7: a hex of a Space."""
    (q, r), (dq, dr) = centre(u, v), step(digit)
    return q + dq, r + dr


def space_of(q: int, r: int) -> tuple[int, int, int]:
    """ED-3.7: Space (u, v) and digit of a hex."""
    digit = _DIGIT[(3 * q + r) % 7]
    dq, dr = step(digit)
    cq, cr = q - dq, r - dr
    return (3 * cq + cr) // 7, (2 * cr - cq) // 7, digit


def shapes(size: int) -> tuple[tuple[int, ...], ...]:
    """ED-3.9: the digit sets that a base of this size may cover, ascending."""
    if size == 1:
        return tuple((digit,) for digit in range(7))
    if size == 7:
        return (tuple(range(7)),)
    around = [tuple(sorted([0, *((i + k) % 6 + 1 for k in range(size - 1))])) for i in range(6)]
    pairs = [tuple(sorted((i + 1, (i + 1) % 6 + 1))) for i in range(6)] if size == 2 else []
    return tuple(sorted([*around, *pairs]))


def bits(digits: tuple[int, ...]) -> int:
    """Digits as the seven bits of a Space."""
    return sum(1 << digit for digit in digits)


# FITS[size][free]: whether a base finds a place on the free hexes of one Space (ED-10.1).
FITS = tuple(
    tuple(any(bits(shape) & ~free == 0 for shape in shapes(size)) for free in range(SPACE + 1))
    if size
    else ()
    for size in (0, *SIZES)
)


class Placement(msgspec.Struct, frozen=True, eq=False):
    """ED-3.4: a base in a Space. There is one object for each place of a board."""

    name: str  # C5.034, C5.* for all seven
    space: int
    digits: tuple[int, ...]
    mask: int  # the hexes it covers
    halo: int  # the hexes that touch it (ED-1.6)
    size: int  # ED-1.7: how many hexes


class Board:
    """A board of Spaces, numbered in board order (row letter, then column)."""

    def __init__(self, rows: tuple[tuple[int, str], ...]) -> None:
        self.names: list[str] = []
        self.coordinates: list[tuple[int, int]] = []
        self.rows = rows
        for v, (count, letter) in enumerate(rows):
            part, local = divmod(v, 5)
            for column in range(1, count + 1):
                self.names.append(f"{letter}{column}")
                self.coordinates.append((column - 1 - local // 2 - 2 * part, v))
        self.spaces = range(len(self.names))
        self.number = {name: space for space, name in enumerate(self.names)}
        self._at = {place: space for space, place in enumerate(self.coordinates)}
        self.all = (1 << 7 * len(self.names)) - 1
        self.halo_of_hex = [self._touching(space, digit) for space in self.spaces for digit in range(7)]
        self.area = [SPACE << 7 * space for space in self.spaces]

    # Spaces.

    @cached_property
    def neighbours(self) -> list[tuple[int, ...]]:
        """The adjacent Spaces of each Space, in order of direction."""
        return [tuple(n for n in self.around(space) if n is not None) for space in self.spaces]

    def around(self, space: int) -> list[int | None]:
        """The neighbours in directions 1 to 6; None beyond the edge."""
        u, v = self.coordinates[space]
        return [self._at.get((u + du, v + dv)) for du, dv in STEPS]

    def is_edge(self, space: int) -> bool:
        """Whether a Space lies at the edge of the board."""
        return None in self.around(space)

    @cached_property
    def distances(self) -> list[list[int]]:
        """ED-3.7: distance in Spaces between any two."""
        return [[self._distance(one, other) for other in self.spaces] for one in self.spaces]

    def _distance(self, one: int, other: int) -> int:
        (u, v), (x, y) = self.coordinates[one], self.coordinates[other]
        du, dv = x - u, y - v
        return max(abs(du), abs(dv), abs(du + dv))

    def distance(self, one: int, other: int) -> int:
        """ED-3.7."""
        return self.distances[one][other]

    def within(self, space: int, reach: int) -> list[int]:
        """The Spaces at most so far away, in board order."""
        row = self.distances[space]
        return [other for other in self.spaces if row[other] <= reach]

    def lines(self, space: int) -> Iterator[list[int]]:
        """ED-13.6: the straight lines of Spaces that leave a Space, each walked to the edge."""
        u, v = self.coordinates[space]
        for du, dv in STEPS:
            line: list[int] = []
            while (
                following := self._at.get((u + du * (len(line) + 1), v + dv * (len(line) + 1)))
            ) is not None:
                line.append(following)
            if line:
                yield line

    def straight_end(self, path: list[str]) -> int:
        """How many Spaces at the end of a path were travelled in one straight line."""
        spaces = [self.number[name] for name in path]
        steps = [self._step(one, other) for one, other in pairwise(spaces)]
        return next((n for n, step in enumerate(reversed(steps)) if step != steps[-1]), len(steps))

    def _step(self, one: int, other: int) -> tuple[int, int]:
        (u, v), (x, y) = self.coordinates[one], self.coordinates[other]
        return x - u, y - v

    # Hexes.

    def _touching(self, space: int, digit: int) -> int:
        q, r = hex_of(*self.coordinates[space], digit)
        mask = 0
        for dq, dr in STEPS:
            u, v, there = space_of(q + dq, r + dr)
            neighbour = self._at.get((u, v))
            if neighbour is not None:
                mask |= 1 << (7 * neighbour + there)
        return mask

    def halo(self, mask: int) -> int:
        """ED-1.6: the hexes that touch a set of hexes, itself left out."""
        found, rest = 0, mask
        while rest:
            low = rest & -rest
            found |= self.halo_of_hex[low.bit_length() - 1]
            rest ^= low
        return found & ~mask

    def free_in(self, space: int, occupied: int) -> int:
        """The free hexes of a Space as seven bits."""
        return ~(occupied >> 7 * space) & SPACE

    # Placements.

    @cached_property
    def placements(self) -> dict[str, Placement]:
        """Every base in every place, by name, in board order and then by digits."""
        found: dict[str, Placement] = {}
        for space in self.spaces:
            for size in SIZES:
                for digits in shapes(size):
                    placement = self._placement(space, digits)
                    found[placement.name] = placement
        return found

    def _placement(self, space: int, digits: tuple[int, ...]) -> Placement:
        text = "*" if len(digits) == 7 else "".join(map(str, digits))
        mask = bits(digits) << 7 * space
        return Placement(f"{self.names[space]}.{text}", space, digits, mask, self.halo(mask), len(digits))

    @cached_property
    def by_size(self) -> list[list[tuple[Placement, ...]]]:
        """by_size[size][space]: the placements of a base in a Space, digits ascending."""
        table: list[list[list[Placement]]] = [[[] for _ in self.spaces] for _ in range(8)]
        for placement in self.placements.values():
            table[placement.size][placement.space].append(placement)
        return [[tuple(sorted(row, key=lambda p: p.digits)) for row in rows] for rows in table]

    def place(self, name: str) -> Placement:
        """A placement by its name."""
        return self.placements[name]

    def fits(self, size: int, space: int, occupied: int) -> bool:
        """ED-10.1: whether a base can stand on the free hexes of a Space."""
        return FITS[size][self.free_in(space, occupied)]


def is_connected(placements: list[Placement]) -> bool:
    """ED-4.14: whether bases form one group under contact."""
    reached: list[Placement] = placements[:1]
    rest: list[Placement] = placements[1:]
    while reached and rest:
        here = reached.pop()
        reached += [other for other in rest if here.halo & other.mask]
        rest = [other for other in rest if not here.halo & other.mask]
    return not rest


DUEL = Board(_ROWS)  # ED-3.5
JOINED = Board((*_ROWS, *_FURTHER))  # ED-3.6
BOARDS = {1: DUEL, 2: JOINED}  # ED-4.1: by the number of boards that are laid out
