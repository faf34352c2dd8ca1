"""The rules of moving once more, slowly: hex by hex from the coordinates of ED-3.7, every case tried.

Nothing of `games.edge.geometry` or `games.edge.rules` is used, so that both can only agree if both are right.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

Hex = tuple[int, int]
Hexes = frozenset[Hex]

STEP = {0: (0, 0), 1: (1, -1), 2: (1, 0), 3: (0, 1), 4: (-1, 1), 5: (-1, 0), 6: (0, -1)}
ROWS = {"A": (0, 9), "B": (1, 8), "C": (2, 9), "D": (3, 8), "E": (4, 9)}
MORE_ROWS = {"F": (5, 9), "G": (6, 8), "H": (7, 9), "J": (8, 8), "K": (9, 9)}
DUEL = {f"{row}{c}": (c - 1 - v // 2, v) for row, (v, n) in ROWS.items() for c in range(1, n + 1)}
SECOND = {
    f"{row}{c}": (c - 1 - (v - 5) // 2 - 2, v) for row, (v, n) in MORE_ROWS.items() for c in range(1, n + 1)
}
JOINED = {**DUEL, **SECOND}


def around(i: int) -> int:
    """Direction numbers count modulo 6, from 1 to 6."""
    return (i - 1) % 6 + 1


def hexes(place: str) -> Hexes:
    """The hexes of `C5.034`."""
    space, _, digits = place.partition(".")
    u, v = JOINED[space]
    numbers = range(7) if digits == "*" else map(int, digits)
    return frozenset((2 * u - v + STEP[i][0], u + 3 * v + STEP[i][1]) for i in numbers)


def is_adjacent(one: Hex, other: Hex) -> bool:
    """Edge to edge."""
    return (other[0] - one[0], other[1] - one[1]) in list(STEP.values())[1:]


def touch(one: Hexes, other: Hexes) -> bool:
    """ED-1.6."""
    return any(is_adjacent(a, b) for a in one for b in other)


def digit_sets(size: int) -> list[tuple[int, ...]]:
    """ED-3.9."""
    rim = range(1, 7)
    match size:
        case 1:
            found = [{i} for i in range(7)]
        case 2:
            found = [{0, i} for i in rim] + [{i, around(i + 1)} for i in rim]
        case 6:
            found = [set(range(7)) - {i} for i in rim]
        case 7:
            found = [set(range(7))]
        case _:
            found = [{0, *(around(i + k) for k in range(size - 1))} for i in rim]
    return sorted(tuple(sorted(digits)) for digits in found)


def places(size: int, spaces: Sequence[str]) -> Iterator[str]:
    """Every placement of a base, in board order and then by digits."""
    for space in spaces:
        for digits in digit_sets(size):
            yield f"{space}.{'*' if size == 7 else ''.join(map(str, digits))}"


def distance(one: str, other: str) -> int:
    """ED-3.7, on the Spaces."""
    (u, v), (x, y) = JOINED[one], JOINED[other]
    return max(abs(x - u), abs(y - v), abs(x - u + y - v))


def neighbours(space: str, board: Mapping[str, tuple[int, int]] = DUEL) -> list[str]:
    """The Spaces next to a Space."""
    return [other for other in board if distance(space, other) == 1]


def base(place: str) -> int:
    """ED-1.7."""
    return len(hexes(place))


def space_of(place: str) -> str:
    """The Space of a placement."""
    return place.partition(".")[0]


class Position:
    """Who stands where, and which Spaces tokens fill."""

    def __init__(self, models: Mapping[str, str], tokens: Sequence[str] = ()) -> None:
        self.models = dict(models)
        self.tokens = frozenset(h for space in tokens for h in hexes(f"{space}.*"))

    def occupied(self, without: Sequence[str] = ()) -> set[Hex]:
        """ED-10.1."""
        found = set(self.tokens)
        for model, place in self.models.items():
            if model not in without:
                found |= hexes(place)
        return found

    def fits(self, size: int, space: str, occupied: set[Hex]) -> bool:
        """ED-10.1."""
        return any(not hexes(place) & occupied for place in places(size, [space]))

    def steps(self, size: int, start: str, reach: int, occupied: set[Hex]) -> dict[str, int]:
        """ED-9.2, ED-10: how many steps each Space is away, wave by wave."""
        found = {start: 0}
        for step in range(1, reach + 1):
            for here in [space for space, at in found.items() if at == step - 1]:
                if here == start or self.fits(size, here, occupied):
                    for there in neighbours(here):
                        found.setdefault(there, step)
        return found

    def joint_pushes(self, victims: Mapping[str, str], occupied: set[Hex]) -> Iterator[tuple[str, ...]]:
        """ED-11.2: every way to place victims (given with their pushers' placements), in the order of B.5."""
        rows = [self.rooms(victim, pusher) for victim, pusher in victims.items()]
        for chosen in product(*rows):
            covered = [h for place in chosen for h in hexes(place)]
            if len(covered) == len(set(covered)) and not set(covered) & occupied:
                yield chosen

    def rooms(self, victim: str, pusher: str) -> list[str]:
        """Every placement in contact with the pusher, nearest to where the victim stood first."""
        origin = space_of(self.models[victim])
        board = list(DUEL)
        order = sorted(board, key=lambda space: (distance(origin, space), board.index(space)))
        near = [space for space in order if distance(space, space_of(pusher)) <= 1]
        return [
            place
            for place in places(base(self.models[victim]), near)
            if touch(hexes(place), hexes(pusher)) and not hexes(place) & hexes(pusher)
        ]

    def victims(self, finals: Mapping[str, str]) -> dict[str, str] | None:
        """ED-9.3, ED-9.4: who is overlapped, and by which final placement; None if that is illegal."""
        found: dict[str, str] = {}
        for place in finals.values():
            if hexes(place) & self.tokens:
                return None
        for model, stands in self.models.items():
            over = [place for place in finals.values() if hexes(place) & hexes(stands)]
            if model in finals or not over:
                continue
            if len(over) > 1 or base(over[0]) <= base(stands):
                return None
            found[model] = over[0]
        return found

    def final_picture(self, finals: Mapping[str, str], victims: Mapping[str, str]) -> set[Hex]:
        """What is occupied when the movers stand and the victims are in the air."""
        occupied = self.occupied(without=[*finals, *victims])
        for place in finals.values():
            occupied |= hexes(place)
        return occupied

    def is_legal(self, finals: Mapping[str, str], reach: Mapping[str, int]) -> bool:
        """ED-11.8: the reference check for final placements; ways and pushes are open."""
        covered = [h for place in finals.values() for h in hexes(place)]
        if len(covered) != len(set(covered)):
            return False
        free = self.occupied(without=list(finals))
        for model, place in finals.items():
            start = space_of(self.models[model])
            found = self.steps(base(place), start, reach[model], free)
            if place == self.models[model] or space_of(place) not in found:
                return False
        victims = self.victims(finals)
        if victims is None:
            return False
        return next(self.joint_pushes(victims, self.final_picture(finals, victims)), None) is not None
