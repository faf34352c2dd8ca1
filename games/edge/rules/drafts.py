"""ED-9.4: a Move as far as it has been said, and whether it can be brought to a legal end.

Models of one Move help and hinder each other: one leaves the hexes on which another ends, or through which
it passes. So what has been said may be legal only if others take part too; the search here finds out.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import msgspec

from games.edge.geometry import Placement
from games.edge.rules.plans import Plan, Travel
from games.edge.rules.pushing import Pushed, assign
from games.edge.rules.scene import Route, Scene

# How many more models the search lets take part than those that have to. A Squad has no more than that left;
# where whole armies move (Horde) a plan that needs a fourth is not offered before the third is placed.
_HELPERS = 3


class Leg(msgspec.Struct, frozen=True):
    """What has been said of one mover."""

    piece: int
    place: Placement
    via: tuple[int, ...] = ()
    pushes: tuple[tuple[int, Placement], ...] = ()  # numbers of standers and where they go, as ordered


class Draft(msgspec.Struct, frozen=True):
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

    def with_leg(self, leg: Leg) -> Draft:
        """One mover more."""
        return Draft((*self.legs, leg), self.owed, self.out, self.carried)

    def with_last(self, leg: Leg, owed: int = 0, out: int = 0) -> Draft:
        """More about the last mover."""
        return Draft((*self.legs[:-1], leg), self.owed | owed, self.out | out, self.carried)


Shifts = dict[int, Placement]  # numbers of standers, and where they are pushed


class Outcome(msgspec.Struct, frozen=True):
    """How a draft works out: the routes of its movers, where the pushed and the carried go."""

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


def later(scene: Scene, draft: Draft) -> int:
    """The movers that may still be said to take part: those behind the last one."""
    first = draft.legs[-1].piece + 1 if draft.legs else 0
    return scene.everybody >> first << first & ~draft.out


def work_out(scene: Scene, draft: Draft, part: int) -> Outcome | None:
    """ED-11.8: the reference check, with everybody in `part` lifted who has no place yet."""
    routes: list[Route] = []
    for leg in draft.legs:
        route = scene.route(leg.piece, leg.via, leg.place.space, part)
        if route is None or leg.place.mask & scene.wall(leg.place.size, part):
            return None
        routes.append(route)
    pushers = _pushers(scene, draft, part)
    if pushers is None:
        return None
    if not pushers and scene.carried is None:
        return Outcome(routes, {}, None)
    return _settle(scene, draft, part, routes, pushers)


def _pushers(scene: Scene, draft: Draft, part: int) -> dict[int, Placement] | None:
    """ED-9.4: whom each mover pushes, in the order of the army lists; None if two push the same model."""
    standing = scene.standing(part)
    found: dict[int, Placement] = {}
    for leg in draft.legs:
        if leg.place.mask & standing:
            for number in scene.overlapped(leg.place.mask, part):
                if number in found:
                    return None
                found[number] = leg.place
    return dict(sorted(found.items()))


def _settle(
    scene: Scene, draft: Draft, part: int, routes: list[Route], pushers: dict[int, Placement]
) -> Outcome | None:
    """ED-11.2: places for all who are pushed or carried, in the final picture."""
    occupied = scene.standing(part)
    ordered = {number: place for leg in draft.legs for number, place in leg.pushes}
    victims: list[Pushed] = []
    given: list[Placement | None] = []
    carried = scene.carried
    if carried is not None and carried.start is not None:
        victims.append(Pushed(carried.name, carried.size, carried.start.space, draft.legs[0].place))
        given.append(draft.carried)
    for number, pusher in pushers.items():
        stander = scene.standers[number]
        occupied &= ~stander.place.mask
        victims.append(Pushed(stander.name, stander.place.size, stander.place.space, pusher))
        given.append(ordered.get(number))
    found = assign(scene.board, victims, occupied | draft.finals, given)
    if found is None:
        return None
    down = found.pop(0) if len(found) > len(pushers) else None
    return Outcome(routes, dict(zip(pushers, found, strict=True)), down)


def finish(scene: Scene, draft: Draft) -> Outcome | None:
    """The outcome if the Move ends here, or None if it may not."""
    part = draft.part
    if not part or draft.owed & ~part:
        return None
    return work_out(scene, draft, part)


def can_finish(scene: Scene, draft: Draft) -> bool:
    """Whether the Move can end here, or with others taking part as well."""
    if finish(scene, draft) is not None:
        return True
    part, rest = draft.part, later(scene, draft)
    owed = (draft.owed | _in_the_way(scene, draft, rest)) & ~part
    # The more are lifted the easier: what fails with all of them fails with some.
    if not rest or owed & ~rest or work_out(scene, draft, part | rest) is None:
        return False
    if any(
        owed >> number & 1 and not scene.goals(number, part | rest) for number in range(owed.bit_length())
    ):
        return False
    helped = (part | owed | helpers for helpers in _sets(rest & ~owed) if owed | helpers)
    return any(_complete(scene, draft, who) for who in helped)


def _in_the_way(scene: Scene, draft: Draft, rest: int) -> int:
    """Those who have to leave their hexes, since others end there and cannot push them."""
    owed = 0
    for leg in draft.legs:
        if leg.place.mask & scene.wall(leg.place.size, draft.part):
            for number in scene.overlapped(leg.place.mask, draft.part):
                stander = scene.standers[number]
                if (
                    stander.piece >= 0
                    and rest >> stander.piece & 1
                    and not scene.can_push(leg.place.size, stander)
                ):
                    owed |= 1 << stander.piece
    return owed


def _sets(numbers: int) -> Iterator[int]:
    """Sets of movers, small ones first."""
    bits = [1 << number for number in range(numbers.bit_length()) if numbers >> number & 1]
    for size in range(min(len(bits), _HELPERS) + 1):
        for chosen in combinations(bits, size):
            yield sum(chosen)


def _complete(scene: Scene, draft: Draft, part: int) -> bool:
    """Whether exactly these can take part."""
    outcome = work_out(scene, draft, part)
    if outcome is None:
        return False
    missing = part & ~draft.part
    if not missing or _step_aside(scene, draft, part, outcome):
        return True
    number = (missing & -missing).bit_length() - 1
    finals = draft.finals
    return any(
        _complete(scene, draft.with_leg(Leg(number, place)), part)
        for place in scene.goals(number, part)
        if not place.mask & finals
    )


def _step_aside(scene: Scene, draft: Draft, part: int, outcome: Outcome) -> bool:
    """The usual way to complete a Move: all the others find hexes that nobody wants."""
    occupied = scene.standing(part) | draft.finals | outcome.taken
    for number in range(len(scene.pieces)):
        if (part & ~draft.part) >> number & 1:
            place = next((p for p in scene.goals(number, part) if not p.mask & occupied), None)
            if place is None:
                return False
            occupied |= place.mask
    return True


def plan_of(scene: Scene, draft: Draft, outcome: Outcome) -> Plan:
    """What the rules get."""
    travels = [
        _travel(scene, leg, route, outcome.shifts)
        for leg, route in zip(draft.legs, outcome.routes, strict=True)
    ]
    if scene.carried is not None and outcome.carried is not None:
        space = scene.board.names[outcome.carried.space]
        travels.append(Travel(scene.carried.name, outcome.carried.name, (space,)))
    return tuple(travels)


def _travel(scene: Scene, leg: Leg, route: Route, shifts: Shifts) -> Travel:
    names = scene.board.names
    pushes = [
        (scene.standers[number].name, place.name)
        for number, place in shifts.items()
        if scene.standers[number].place.mask & leg.place.mask
    ]
    return Travel(
        scene.pieces[leg.piece].name, leg.place.name, tuple(names[space] for space in route), tuple(pushes)
    )
