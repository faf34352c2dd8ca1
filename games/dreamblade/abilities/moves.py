"""DB-11a: abilities that move creatures, as data: whom, on which condition, and where to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from games.dreamblade.abilities.verbs import (
    DECLINE,
    MAY,
    OPTIONAL,
    UNSAID,
    USEFUL,
    Deed,
    Verb,
    among,
    or_declined,
)
from games.dreamblade.catalogue import Ability
from games.dreamblade.geometry import ADJACENT, CELLS, PORTALS, closer, farther
from games.dreamblade.names import cell_branch, figure_branch
from games.dreamblade.rules.triggers import move
from games.dreamblade.state import Figure, State, fits
from games.engine.contract.table import Rules, Table
from games.engine.contract.tree import Branch, Node, Path, leaf, words

Cells = Callable[[Figure, Figure], Sequence[str]]  # of the acting miniature and its target


class Mover(NamedTuple):
    """Whom an ability moves, and where to."""

    is_for_allies: bool
    cells: Cells
    is_engaged: bool | None = None  # None: engaged or not
    is_fixed: bool = False  # the cell follows from the target and is not named
    rank: int = OPTIONAL


def _step(_source: Figure, target: Figure) -> Sequence[str]:
    return ADJACENT[target.at]


def _pull(source: Figure, target: Figure) -> Sequence[str]:
    return closer(target.at, source.at)


def _push(source: Figure, target: Figure) -> Sequence[str]:
    return farther(target.at, source.at)


def _anywhere(_source: Figure, _target: Figure) -> Sequence[str]:
    return [cell for cell in CELLS if cell not in PORTALS]


def _here(source: Figure, target: Figure) -> Sequence[str]:
    return [source.at] if target.at in ADJACENT[source.at] else []


MOVERS: Mapping[str, Mover] = {
    "ADVANCE": Mover(True, _step, is_engaged=False),
    "SKIRMISH": Mover(True, _step, is_engaged=True),
    "EXPEL": Mover(False, _step, is_engaged=True, rank=USEFUL),
    "LURE": Mover(False, _pull),
    "SCARE": Mover(False, _push, is_engaged=False),
    "TELEPORT": Mover(True, _anywhere),
    "GATHER": Mover(True, _here, is_fixed=True, rank=USEFUL),
}


def _candidates(state: State, source: Figure, ability: Ability, mover: Mover) -> list[Figure]:
    """DB-10.4: allies or enemies that fit the modifier; with Self the acting creature in place of an ally."""
    if not mover.is_for_allies:
        found = state.enemies(source)
    elif ability.modifier == "Self" or (
        ability.name == "TELEPORT" and ability.modifier != "Allies" and source.is_creature
    ):
        found = [source]
    else:
        found = state.allies(source)
    if ability.name == "TELEPORT" and source not in found:  # DB-Q16
        found = [figure for figure in found if figure.at == source.at]
    return [figure for figure in found if fits(figure, ability.modifier)]


def reachable(state: State, source: Figure, ability: Ability) -> dict[str, list[str]]:
    """Whom the ability can move, and where to: stacking and the edge of the map hold (DB-10.12)."""
    mover = MOVERS[ability.name]
    found: dict[str, list[str]] = {}
    for target in _candidates(state, source, ability, mover):
        if mover.is_engaged is not None and state.is_engaged(target) != mover.is_engaged:
            continue
        cells = [
            cell
            for cell in mover.cells(source, target)
            if cell != target.at and state.has_room(cell, target.seat)
        ]
        if cells:
            found[target.id] = cells
    return found


def _offer(state: State, source: Figure, ability: Ability) -> Node[Deed]:
    """`advance mirrorman C4`, `advance decline`."""
    mover, found = MOVERS[ability.name], reachable(state, source, ability)
    if mover.is_fixed:
        node = among(state.figures[name] for name in found)
    else:
        node = words(_targets(state, found, is_self=list(found) == [source.id])) if found else leaf(Deed())
    return or_declined(node) if mover.rank == OPTIONAL else node


def _targets(state: State, found: Mapping[str, Sequence[str]], *, is_self: bool) -> Iterator[Branch[Deed]]:
    for name, cells in found.items():
        yield _target(state.figures[name], cells, is_self=is_self)


def _target(figure: Figure, cells: Sequence[str], *, is_self: bool) -> Branch[Deed]:
    def branch(cell: str) -> Branch[Deed]:
        return cell_branch(cell, lambda: leaf(Deed(figure.id, cell)), start=figure.at)

    return figure_branch(figure, lambda: words([branch(cell) for cell in cells], lead="to"), implied=is_self)


def _act(table: Table[State], source: Figure, ability: Ability, deed: Deed) -> Rules[None]:
    """DB-10.12: if nobody can be moved, nothing happens."""
    if deed.target:
        target = table.state.figures[deed.target]
        yield from move(table, [(target, deed.cell or source.at)], ability.word)


def _prefer(state: State, source: Figure, ability: Ability) -> Path:
    """DB-D15: the cheapest enemy, to where it is worth least to its owner; an ally where most is gained."""
    mover, found = MOVERS[ability.name], reachable(state, source, ability)
    if not found:
        return (DECLINE,) if mover.rank == OPTIONAL else ()
    figures = [state.figures[name] for name in found]
    if mover.is_fixed:
        return (min(figures, key=lambda f: f.cost).id,)
    if mover.is_for_allies:
        worth = state.scoring(source.seat)
        ways = [(figure, cell) for figure in figures for cell in found[figure.id]]
        best, cell = max(ways, key=lambda way: worth.get(way[1], 0) - worth.get(way[0].at, 0))
        return best.id, cell
    target = min(figures, key=lambda f: f.cost)
    worth = state.scoring(target.seat)
    return target.id, min(found[target.id], key=lambda cell: worth.get(cell, 0))


# Swap: two at once.


def _partners(state: State, source: Figure, ability: Ability) -> list[Figure]:
    if not source.is_creature:
        return []
    return [f for f in state.allies(source) if f.at != source.at and fits(f, ability.modifier)]


def _offer_swap(state: State, source: Figure, ability: Ability) -> Node[Deed]:
    return or_declined(among(_partners(state, source, ability)))


def _swap(table: Table[State], source: Figure, ability: Ability, deed: Deed) -> Rules[None]:
    """DB-A.SWAP: both enter at once."""
    partner = table.state.figures[deed.target]
    yield from move(table, [(source, partner.at), (partner, source.at)], ability.word)


def _prefer_partner(state: State, source: Figure, ability: Ability) -> Path:
    partners = _partners(state, source, ability)
    return (partners[0].id,) if partners else (DECLINE,)


VERBS: Mapping[str, Verb] = {
    **{
        name: Verb(mover.rank, _offer, _act, _prefer, MAY if mover.rank == OPTIONAL else UNSAID)
        for name, mover in MOVERS.items()
    },
    "SWAP": Verb(OPTIONAL, _offer_swap, _swap, _prefer_partner, MAY),
}
