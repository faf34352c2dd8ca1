"""The Edge counted once more, slowly, from the text of the rules and the files of the content.

Nothing of `games.edge` is used: positions are read anew, hexes are compared one by one, every case is tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from itertools import combinations, combinations_with_replacement, product
from typing import Any

import yaml

from tests.edge import reference
from tests.edge.reference import DUEL, Hex, distance, hexes, places, space_of, touch

FOLDER = resources.files("games.edge").joinpath("content")
SQUADS: dict[str, tuple[int, dict[str, Any]]] = {
    row["id"]: (seat, row)
    for seat, name in ((1, "chapter"), (2, "demons"))
    for row in yaml.safe_load(FOLDER.joinpath(f"{name}.yaml").read_text(encoding="utf-8"))["squads"]
}


@dataclass
class Unit:
    """A Squad of a position."""

    name: str
    kind: str
    mode: str
    endurance: int
    where: dict[str, str]  # models and their places; x is dead

    @property
    def seat(self) -> int:
        return SQUADS[self.kind][0]

    @property
    def card(self) -> dict[str, Any]:
        return SQUADS[self.kind][1]

    @property
    def side(self) -> dict[str, Any]:
        return next(mode for mode in self.card["modes"] if mode["mode"] == self.mode)

    @property
    def standing(self) -> dict[str, str]:
        return {model: place for model, place in self.where.items() if place[0] in "ABCDE"}


@dataclass
class Table:
    """A position as `tests/counts/edge.toml` writes it."""

    known: Mapping[str, Any]
    units: list[Unit] = field(default_factory=list)

    def __post_init__(self) -> None:
        rows = [row.partition("@") for row in self.known["text"].split()]
        kinds = [head.partition("=")[0].partition(":")[0] for head, _, _ in rows]
        for at, (head, _, where) in enumerate(rows):
            name, _, endurance = head.partition("=")
            kind, _, mode = name.partition(":")
            number = f"#{kinds[: at + 1].count(kind)}" if kinds.count(kind) > 1 else ""
            card = SQUADS[kind][1]
            models = {f"{kind}{number}/{k}": place for k, place in enumerate(where.split(","), 1)}
            mode = mode or card["modes"][0]["mode"]
            self.units.append(
                Unit(kind + number, kind, mode, int(endurance) if endurance else card["endurance"], models)
            )

    @property
    def seat(self) -> int:
        return int(self.known.get("turn", 1))

    @property
    def pool(self) -> int:
        return int(self.known.get("pools", (5, 5))[self.seat - 1])

    @property
    def shrines(self) -> list[str]:
        return [space for space in self.known.get("shrines", ("A5", "E5")) if space]

    @property
    def sources(self) -> list[str]:
        return list(self.known.get("sources", ("B2", "B7", "D2", "D7")))

    @property
    def position(self) -> reference.Position:
        return reference.Position(self.models(), [*self.shrines, *self.sources])

    def models(self, seat: int = 0) -> dict[str, str]:
        """Models on the board and their places; of one seat, if it is named."""
        return {m: p for unit in self.units if seat in (0, unit.seat) for m, p in unit.standing.items()}

    def unit(self, model: str) -> Unit:
        return next(unit for unit in self.units if model in unit.where or unit.name == model)

    def own(self) -> list[Unit]:
        return [unit for unit in self.units if unit.seat == self.seat]

    def enemies(self) -> dict[str, str]:
        return self.models(3 - self.seat)

    def hand(self) -> list[str]:
        return list(self.known.get("hands", {}).get(str(self.seat), ()))

    def means(self) -> list[str]:
        """ED-15.2: everything that could be given; the marker of a duel stands in the middle."""
        tokens = [unit.name for unit in self.own() if unit.standing for _ in range(unit.endurance)]
        return ["crystal"] * self.pool + tokens + ["vp"] * 10


# Moves.


def _ends(table: Table, model: str) -> Iterator[str]:
    """ED-9.2, ED-9.3, ED-10: every placement where a model may end alone."""
    unit, position = table.unit(model), table.position
    start = position.models[model]
    occupied = set() if unit.side["through_obstacles"] else position.occupied(without=[model])
    reached = position.steps(unit.side["base"], space_of(start), unit.side["mov"], occupied)
    for place in places(unit.side["base"], list(reached)):
        victims = position.victims({model: place})
        if place != start and victims is not None:
            picture = position.final_picture({model: place}, victims)
            if next(position.joint_pushes(victims, picture), None) is not None:
                yield place


def ends(table: Table, model: str) -> int:
    """The placements of a model that moves alone."""
    return sum(1 for _ in _ends(table, model))


def pushes(table: Table, model: str, place: str) -> int:
    """ED-11.2: the ways to place everybody whom a model pushes."""
    position = table.position
    victims = position.victims({model: place})
    assert victims
    return sum(1 for _ in position.joint_pushes(victims, position.final_picture({model: place}, victims)))


def moves(table: Table, squad: str) -> int:
    """ED-9.4: the joint ends of all sets of models of a Squad; ways and pushes are open."""
    unit, position = table.unit(squad), table.position
    near = {model: _within(table, model) for model in unit.standing}
    reach = dict.fromkeys(near, unit.side["mov"])
    sets = [some for size in range(1, len(near) + 1) for some in combinations(near, size)]
    return sum(
        position.is_legal(dict(zip(some, chosen, strict=True)), reach)
        for some in sets
        for chosen in product(*(near[model] for model in some))
    )


def _within(table: Table, model: str) -> list[str]:
    unit = table.unit(model)
    here = space_of(unit.where[model])
    spaces = [space for space in DUEL if distance(here, space) <= unit.side["mov"]]
    return list(places(unit.side["base"], spaces))


# Fights, shots and cards.


def fights(table: Table, squad: str) -> int:
    """ED-12.1, ED-14.1: fighters and touched enemies; a die may be named where Red can be paid."""
    dice = 3 if table.means() else 1
    return dice * len(_contacts(table, squad))


def _contacts(table: Table, squad: str) -> list[tuple[str, str]]:
    pairs = product(table.unit(squad).standing.items(), table.enemies().items())
    return [(mine, foe) for (mine, here), (foe, there) in pairs if touch(hexes(here), hexes(there))]


def _lines(table: Table, model: str) -> list[list[str]]:
    """ED-13.6: the straight lines of Spaces from a shooter, each up to and with the first full one."""
    occupied = table.position.occupied()
    u, v = DUEL[space_of(table.models()[model])]
    names = {where: name for name, where in DUEL.items()}
    found: list[list[str]] = []
    for du, dv in ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)):
        line: list[str] = []
        step = 1
        while (space := names.get((u + step * du, v + step * dv))) is not None:
            line.append(space)
            if hexes(f"{space}.*") <= occupied:
                break
            step += 1
        found.append(line)
    return found


def _in(table: Table, shooter: str, spaces: Sequence[str]) -> list[str]:
    return [m for m, place in table.models().items() if m != shooter and space_of(place) in spaces]


def seen(table: Table, shooter: str) -> int:
    """CH16 Shoot: the enemies in Line of Fire, at any range."""
    spaces = [
        space_of(table.models()[shooter]),
        *(space for line in _lines(table, shooter) for space in line),
    ]
    return len(set(_in(table, shooter, spaces)) & set(table.enemies()))


def beams(table: Table, shooter: str) -> int:
    """DE11 Ice Beam: the Lines of Fire on which there is anybody."""
    here = space_of(table.models()[shooter])
    return sum(bool(_in(table, shooter, [here, *line])) for line in _lines(table, shooter))


def pairs_of_spaces(table: Table, shooter: str) -> int:
    """CH14 Purging: two neighbouring Spaces next to the shooter, with anybody in them."""
    here = space_of(table.models()[shooter])
    around = [space for space in DUEL if distance(here, space) == 1]
    return sum(
        distance(one, other) == 1 and bool(_in(table, shooter, [one, other]))
        for one, other in combinations(around, 2)
    )


def balls(table: Table, shooter: str, reach: str) -> int:
    """DE09 Fireball: a Space in Range and Line of Fire and one of its neighbours, with anybody in them."""
    here = space_of(table.models()[shooter])
    seen_spaces = [
        here,
        *(s for line in _lines(table, shooter) for s in line if distance(here, s) <= int(reach)),
    ]
    return sum(
        distance(one, other) == 1 and bool(_in(table, shooter, [one, other]))
        for one in seen_spaces
        for other in DUEL
    )


def targets(table: Table, shooter: str, reach: str) -> int:
    """Enemies within a Range of a model."""
    here = space_of(table.models()[shooter])
    return sum(distance(here, space_of(place)) <= int(reach) for place in table.enemies().values())


def all_enemies(table: Table) -> int:
    """Every enemy model."""
    return len(table.enemies())


def weak_touched(table: Table, model: str) -> int:
    """CH09 Judgment: touched enemies whose Squad has no Endurance token."""
    here = hexes(table.models()[model])
    return sum(
        touch(here, hexes(place)) and not table.unit(foe).endurance for foe, place in table.enemies().items()
    )


def swaps(table: Table) -> int:
    """DE02 Mist: two models of equal base, the first and then the second."""
    sizes = [len(hexes(place)) for place in table.models().values()]
    return sum(2 for one, other in combinations(sizes, 2) if one == other)


def linked_groups(table: Table, kind: str) -> int:
    """CH15 Shield Wall: groups of models of one kind that are linked by contact, of two or more."""
    left = [hexes(place) for unit in table.own() if unit.kind == kind for place in unit.standing.values()]
    found = 0
    while left:
        group = [left.pop()]
        while joined := [one for one in left if any(touch(one, member) for member in group)]:
            group += joined
            left = [one for one in left if one not in joined]
        found += len(group) > 1
    return found


def anywhere(table: Table, model: str) -> int:
    """TELEPORT: every placement of a model's base that is not where it stands, whomever it pushes."""
    position, size = table.position, table.unit(model).side["base"]
    found = 0
    for place in places(size, list(DUEL)):
        victims = position.victims({model: place})
        if victims is None:
            continue
        picture = position.final_picture({model: place}, victims)
        found += next(position.joint_pushes(victims, picture), None) is not None
    return found


# Enhancements, payment, turns.


def attachments(table: Table) -> int:
    """ED-18.2 to ED-18.4: cards of the hand on Squads; where both slots are in use, one is cleared."""
    attached = {
        name: [card for card, _charges in cards]
        for name, cards in table.known.get("enhancements", {}).items()
    }
    found = 0
    for card in set(table.hand()):
        for unit in table.own():
            cards = attached.get(unit.name, [])
            if not unit.standing or (card in cards and len(cards) < 2):
                continue
            found += 1 if len(cards) < 2 else 1 if card in cards else 2
    return found


def mixes(table: Table, cost: str) -> int:
    """ED-15.2: the different mixes of Crystals, Endurance tokens and Victory Points."""
    means = table.means()
    kinds = sorted(set(means))
    chosen = combinations_with_replacement(kinds, int(cost))
    return sum(all(some.count(kind) <= means.count(kind) for kind in kinds) for some in chosen)


def activations(table: Table) -> int:
    """ED-8.5: a Squad as it is, or in another mode where the arrow is shown and the price can be paid."""
    found = 0
    for unit in table.own():
        change = unit.side["change"]
        can = change["allowed"] and len(table.means()) >= change.get("cost", 0)
        found += bool(unit.standing) * (1 + can * (len(unit.card["modes"]) - 1))
    return found


def endings(table: Table) -> int:
    """ED-7.4: no card is discarded, or one."""
    return 1 + len(set(table.hand()))


def declarations(table: Table) -> int:
    """ED-5.1, ED-23.3, ED-23.4: Active or Passive; a VP may be bought, a hand exchanged in an Active turn."""
    buying = 2 if table.known.get("buy_vp") and table.pool >= 3 else 1
    exchanging = 2 if table.known.get("mulligan") else 1
    return buying * exchanging + buying


def gifts(table: Table) -> int:
    """ED-23.10: nothing; a weak enemy is removed; a dead model returns; a token is restored."""
    weak = sum(not table.unit(foe).endurance for foe in table.enemies())
    short = sum(bool(unit.standing) and unit.endurance < unit.card["endurance"] for unit in table.own())
    returns = sum(
        _free(table, unit.side["base"])
        for unit in table.own()
        for place in unit.where.values()
        if place == "x"
    )
    return int(1 + weak + short + returns)


def _free(table: Table, size: int) -> int:
    occupied = table.position.occupied()
    return sum(not hexes(place) & occupied for place in places(size, list(DUEL)))


def shared_charges(table: Table, left: str) -> int:
    """ED-2.5: which Enhancements get the Charges that are left."""
    attached = [card for cards in table.known["enhancements"].values() for card in cards]
    return sum(1 for _ in combinations(attached, int(left)))


# Set-up.


def spaces_apart(table: Table) -> int:
    """ED-4.11, ED-4.12: Spaces at least 2 away from every Shrine and Source."""
    taken = [*table.shrines, *table.sources]
    return sum(all(distance(space, other) >= 2 for other in taken) for space in DUEL)


def deployments(table: Table, squad: str) -> int:
    """ED-4.14: places for all models of a Squad, in the order of their numbers."""
    unit = table.unit(squad)
    ground = _ground(table, unit)
    shapes = [hexes(place) for place in places(unit.side["base"], list(DUEL)) if hexes(place) <= ground]
    return sum(_complete([shape], shapes, len(unit.where)) for shape in shapes)


def _ground(table: Table, unit: Unit) -> frozenset[Hex]:
    """Hexes that are free and touch neither a token nor an enemy."""
    everything = frozenset(h for space in DUEL for h in hexes(f"{space}.*"))
    tokens = table.position.tokens
    enemies = frozenset(
        h for m, p in table.models().items() if table.unit(m).seat != unit.seat for h in hexes(p)
    )
    near = {h for h in everything if touch(frozenset([h]), tokens | enemies)}
    return everything - table.position.occupied() - near


def _complete(placed: list[frozenset[Hex]], shapes: list[frozenset[Hex]], count: int) -> int:
    """How often the rest of a Squad can be added; the whole must be connected."""
    if len(placed) == count:
        return _is_connected(placed)
    taken = frozenset(h for shape in placed for h in shape)
    return sum(_complete([*placed, shape], shapes, count) for shape in shapes if not shape & taken)


def _is_connected(placed: list[frozenset[Hex]]) -> bool:
    group, left = placed[:1], placed[1:]
    while joined := [one for one in left if any(touch(one, member) for member in group)]:
        group += joined
        left = [one for one in left if one not in joined]
    return not left


COUNTERS: dict[str, Callable[..., int]] = {
    counter.__name__: counter
    for counter in (
        ends, pushes, moves, fights, seen, beams, pairs_of_spaces, balls, targets, all_enemies, weak_touched,
        swaps, linked_groups, anywhere, attachments, mixes, activations, endings, declarations,
        gifts, shared_charges, spaces_apart, deployments,
    )
}  # fmt: skip


def slow_count(known: Mapping[str, Any]) -> int:
    """What the counter that a position names comes to."""
    name, *arguments = known["counter"].split()
    return COUNTERS[name](Table(known), *arguments)
