"""DB-11b: abilities that raise or lower the damage of a combat, and special attacks within it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.dreamblade.abilities.verbs import (
    DAMAGING,
    HARMFUL,
    USEFUL,
    Deed,
    Verb,
    among,
    nobody,
    nothing_to_choose,
)
from games.dreamblade.catalogue import Ability
from games.dreamblade.geometry import NEAR
from games.dreamblade.rules.attacks import special_attack
from games.dreamblade.rules.policies import target_of
from games.dreamblade.state import Combat, Figure, State, fits
from games.dreamblade.statistics import power
from games.engine.contract.table import Rules, Table
from games.engine.contract.tree import Node, Path

Amount = Callable[[State, Combat, Figure, Ability, Deed], int]


def _surplus(state: State, combat: Combat) -> int:
    """How many creatures more than the opponent the attacking player has in the combat cell."""
    mine = len(state.creatures_at(combat.cell, combat.seat))
    return mine - len(state.creatures_at(combat.cell, state.foe(combat.seat)))


def _pack(state: State, _combat: Combat, source: Figure, ability: Ability, _deed: Deed) -> int:
    near = NEAR[source.at]
    return sum(ally.at in near and fits(ally, ability.modifier) for ally in state.allies(source))


def _payback(state: State, _combat: Combat, _source: Figure, _ability: Ability, deed: Deed) -> int:
    return power(state, state.figures[deed.target]) if deed.target else 0


AMOUNTS: Mapping[str, Amount] = {  # DB-Q21: all of them are counted when the ability resolves
    "CRIT": lambda state, combat, source, ability, deed: ability.value,
    "FUMBLE": lambda state, combat, source, ability, deed: -ability.value,
    "FLANKING": lambda state, combat, source, ability, deed: (
        ability.value if _surplus(state, combat) > 0 else 0
    ),
    "HEROICS": lambda state, combat, source, ability, deed: (
        ability.value if _surplus(state, combat) < 0 else 0
    ),
    "PACK": _pack,
    "STALWART": lambda state, combat, source, ability, deed: sum(
        fits(foe, ability.modifier) for foe in state.local_enemies(source)
    ),
    "PAYBACK": _payback,
}


def _add(table: Table[State], source: Figure, ability: Ability, deed: Deed) -> None:
    """DB-9.14, DB-9.15: it lasts for this combat, and counts before the total is clamped."""
    combat = table.state.combat
    if combat is not None:
        amount = AMOUNTS[ability.name](table.state, combat, source, ability, deed)
        combat.bonus += amount
        table.tell("added", figure=source.id, ability=ability.word, amount=amount)


def _local(state: State, source: Figure, ability: Ability) -> list[Figure]:
    return [foe for foe in state.local_enemies(source) if fits(foe, ability.modifier)]


def _elsewhere(state: State, source: Figure, ability: Ability) -> list[Figure]:
    return [foe for foe in state.enemies(source) if foe.at != source.at and fits(foe, ability.modifier)]


Reach = Callable[[State, Figure, Ability], list[Figure]]


def _offer(reach: Reach) -> Callable[[State, Figure, Ability], Node[Deed]]:
    return lambda state, source, ability: among(reach(state, source, ability))


def _weakest(reach: Reach) -> Callable[[State, Figure, Ability], Path]:
    """DB-D16: `aim=kill`."""

    def prefer(state: State, source: Figure, ability: Ability) -> Path:
        targets = reach(state, source, ability)
        return (target_of(state, targets).id,) if targets else ()

    return prefer


def _strongest(state: State, source: Figure, ability: Ability) -> Path:
    """DB-D16: Payback takes the highest power."""
    targets = _local(state, source, ability)
    return (max(targets, key=lambda foe: power(state, foe)).id,) if targets else ()


def _attack(table: Table[State], source: Figure, ability: Ability, deed: Deed) -> Rules[None]:
    """DB-A.ASSAULT, DB-A.WARPSTRIKE: the printed power, whatever modifies that of the creature."""
    if deed.target:
        target = table.state.figures[deed.target]
        yield from special_attack(table, source, ability.value, target, ability.word)


def _doom(table: Table[State], source: Figure, ability: Ability, deed: Deed) -> None:
    """DB-A.FEROCITY."""
    combat = table.state.combat
    if combat is not None and deed.target:
        combat.doomed.append(deed.target)


VERBS: Mapping[str, Verb] = {
    **{name: Verb(DAMAGING, nothing_to_choose, _add, nobody) for name in AMOUNTS},
    "FUMBLE": Verb(HARMFUL, nothing_to_choose, _add, nobody),
    "PAYBACK": Verb(DAMAGING, _offer(_local), _add, _strongest),
    "ASSAULT": Verb(DAMAGING, _offer(_local), _attack, _weakest(_local)),
    "WARPSTRIKE": Verb(DAMAGING, _offer(_elsewhere), _attack, _weakest(_elsewhere)),
    "FEROCITY": Verb(USEFUL, _offer(_local), _doom, _weakest(_local)),
}
