"""ED-9.4: a Move as far as it has been said, and whether it can be brought to a legal end.

Models of one Move help and hinder each other: one leaves the hexes on which another ends, or through which
it passes. So what has been said may be legal only if others take part too; the search here finds out.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import msgspec

from games.edge.geometry import Placement, is_connected
from games.edge.rules.movement.layout import Layout, Route
from games.edge.rules.movement.plans import Plan, Travel
from games.edge.rules.pushing.room import Pushed, assign

# How many more models the search lets take part than those that have to. A Squad has no more than that left;
# where whole armies move a plan that needs a fourth is not offered before the third is placed.
_HELPERS = 3


class Leg(msgspec.Struct, frozen=True):
    """What has been said of one mover."""

    piece: int
    place: Placement
    via: tuple[int, ...] = ()
    pushes: tuple[tuple[int, Placement], ...] = ()  # numbers of standers and where they go, as ordered


class PartialMove(msgspec.Struct, frozen=True):
    """What has been said of a Move. Movers come in ascending order."""

    legs: tuple[Leg, ...] = ()
    owed: int = 0  # movers that have to take part, said or not yet
    out: int = 0  # movers that cannot take part any more, since they are to be pushed
    carried: Placement | None = None

    @property
    def part(self) -> int:
        """The movers of whom it has been said that they take part."""
        part = 0
        for leg in self.legs:
            part |= 1 << leg.piece
        return part

    @property
    def finals(self) -> int:
        """The hexes on which they end."""
        mask = 0
        for leg in self.legs:
            mask |= leg.place.mask
        return mask

    def with_leg(self, leg: Leg) -> PartialMove:
        """One mover more."""
        return PartialMove((*self.legs, leg), self.owed, self.out, self.carried)

    def with_last(self, leg: Leg, owed: int = 0, out: int = 0) -> PartialMove:
        """More about the last mover."""
        return PartialMove((*self.legs[:-1], leg), self.owed | owed, self.out | out, self.carried)


Shifts = dict[int, Placement]  # numbers of standers, and where they are pushed


class Completion(msgspec.Struct, frozen=True):
    """How a move works out: the routes of its movers, where the pushed and the carried go."""

    routes: list[Route]
    shifts: Shifts
    carried: Placement | None

    @property
    def taken(self) -> int:
        """The hexes that the pushed and the carried need."""
        mask = self.carried.mask if self.carried is not None else 0
        for place in self.shifts.values():
            mask |= place.mask
        return mask


def later(layout: Layout, move: PartialMove) -> int:
    """The movers that may still be said to take part: those behind the last one."""
    first = move.legs[-1].piece + 1 if move.legs else 0
    return layout.everybody >> first << first & ~move.out


def work_out(layout: Layout, move: PartialMove, part: int) -> Completion | None:
    """ED-11.8: the reference check, with everybody in `part` lifted who has no place yet."""
    routes: list[Route] = []
    for leg in move.legs:
        route = layout.route(leg.piece, leg.via, leg.place.space, part)
        if route is None or leg.place.mask & layout.wall(layout.force(leg.piece), part):
            return None
        routes.append(route)
    pushers = _pushers(layout, move, part)
    if pushers is None:
        return None
    if not pushers and layout.carried is None:
        return Completion(routes, {}, None)
    return _settle(layout, move, part, routes, pushers)


def _pushers(layout: Layout, move: PartialMove, part: int) -> dict[int, Placement] | None:
    """ED-9.4: whom each mover pushes, in the order of the army lists; None if two push the same model."""
    standing = layout.standing(part)
    found: dict[int, Placement] = {}
    for leg in move.legs:
        if leg.place.mask & standing:
            for number in layout.overlapped(leg.place.mask, part):
                if number in found:
                    return None
                found[number] = leg.place
    return dict(sorted(found.items()))


def _settle(
    layout: Layout, move: PartialMove, part: int, routes: list[Route], pushers: dict[int, Placement]
) -> Completion | None:
    """ED-11.2: places for all who are pushed or carried, in the final picture."""
    occupied = layout.standing(part)
    ordered = {number: place for leg in move.legs for number, place in leg.pushes}
    victims: list[Pushed] = []
    given: list[Placement | None] = []
    carried = layout.carried
    if carried is not None and carried.start is not None:
        victims.append(Pushed(carried.name, carried.size, carried.start.space, move.legs[0].place))
        given.append(move.carried)
    for number, pusher in pushers.items():
        stander = layout.standers[number]
        occupied &= ~stander.place.mask
        victims.append(Pushed(stander.name, stander.place.size, stander.place.space, pusher))
        given.append(ordered.get(number))
    found = assign(layout.board, victims, occupied | move.finals, given)
    if found is None:
        return None
    down = found.pop(0) if len(found) > len(pushers) else None
    return Completion(routes, dict(zip(pushers, found, strict=True)), down)


def finish(layout: Layout, move: PartialMove) -> Completion | None:
    """The completion if the Move ends here, or None if it may not."""
    part = move.part
    if not part or move.owed & ~part or not _is_linked(layout, move):
        return None
    return work_out(layout, move, part)


def _is_linked(layout: Layout, move: PartialMove) -> bool:
    """Whether those who have to arrive as one group do."""
    return not layout.manner.together or is_connected([leg.place for leg in move.legs])


def can_finish(layout: Layout, move: PartialMove) -> bool:
    """Whether the Move can end here, or with others taking part as well."""
    if finish(layout, move) is not None:
        return True
    part, rest = move.part, later(layout, move)
    owed = (move.owed | _in_the_way(layout, move, rest)) & ~part
    # The more are lifted the easier: what fails with all of them fails with some.
    if not rest or owed & ~rest or work_out(layout, move, part | rest) is None:
        return False
    if any(
        owed >> number & 1 and not layout.goals(number, part | rest) for number in range(owed.bit_length())
    ):
        return False
    helped = (part | owed | helpers for helpers in _sets(rest & ~owed) if owed | helpers)
    return any(_complete(layout, move, who) for who in helped)


def _in_the_way(layout: Layout, move: PartialMove, rest: int) -> int:
    """Those who have to leave their hexes, since others end there and cannot push them."""
    owed = 0
    for leg in move.legs:
        if leg.place.mask & layout.wall(layout.force(leg.piece), move.part):
            for number in layout.overlapped(leg.place.mask, move.part):
                stander = layout.standers[number]
                if (
                    stander.piece >= 0
                    and rest >> stander.piece & 1
                    and not layout.can_push(layout.force(leg.piece), stander)
                ):
                    owed |= 1 << stander.piece
    return owed


def _sets(numbers: int) -> Iterator[int]:
    """Sets of movers, small ones first."""
    bits = [1 << number for number in range(numbers.bit_length()) if numbers >> number & 1]
    for size in range(min(len(bits), _HELPERS) + 1):
        for chosen in combinations(bits, size):
            yield sum(chosen)


def _complete(layout: Layout, move: PartialMove, part: int) -> bool:
    """Whether exactly these can take part."""
    completion = work_out(layout, move, part)
    if completion is None:
        return False
    missing = part & ~move.part
    if not missing:
        return _is_linked(layout, move)
    if not layout.manner.together and _step_aside(layout, move, part, completion):
        return True
    number = (missing & -missing).bit_length() - 1
    finals = move.finals
    is_link = layout.manner.together and missing == 1 << number  # the last one of a group
    return any(
        _complete(layout, move.with_leg(Leg(number, place)), part)
        for place in layout.goals(number, part)
        if not place.mask & finals and (not is_link or place.halo & finals)
    )


def _step_aside(layout: Layout, move: PartialMove, part: int, completion: Completion) -> bool:
    """The usual way to complete a Move: all the others find hexes that nobody wants."""
    occupied = layout.standing(part) | move.finals | completion.taken
    for number in range(len(layout.pieces)):
        if (part & ~move.part) >> number & 1:
            place = next((p for p in layout.goals(number, part) if not p.mask & occupied), None)
            if place is None:
                return False
            occupied |= place.mask
    return True


def plan_of(layout: Layout, move: PartialMove, completion: Completion) -> Plan:
    """What the rules get."""
    travels = [
        _travel(layout, leg, route, completion.shifts)
        for leg, route in zip(move.legs, completion.routes, strict=True)
    ]
    if layout.carried is not None and completion.carried is not None:
        space = layout.board.names[completion.carried.space]
        travels.append(Travel(layout.carried.name, completion.carried.name, (space,)))
    return tuple(travels)


def _travel(layout: Layout, leg: Leg, route: Route, shifts: Shifts) -> Travel:
    names = layout.board.names
    pushes = [
        (layout.standers[number].name, place.name)
        for number, place in shifts.items()
        if layout.standers[number].place.mask & leg.place.mask
    ]
    return Travel(
        layout.pieces[leg.piece].name, leg.place.name, tuple(names[space] for space in route), tuple(pushes)
    )
