"""DB-3.8 and DB-11c: power, defense and life as they are now: all modifiers are added up, then clamped."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from games.dreamblade.catalogue import MINIATURES, Ability
from games.dreamblade.geometry import NEAR
from games.dreamblade.state import GRAVEYARD, Figure, State, fits, has

POWER, DEFENSE, LIFE = 0, 1, 2


class Statistics(NamedTuple):
    """DB-3.5."""

    power: int
    defense: int
    life: int

    @property
    def enough(self) -> int:
        """Damage with which it can be disrupted or destroyed, whichever comes first."""
        return min(self.defense, self.life)


class Aura(NamedTuple):
    """What a static ability adds to a statistic of others."""

    statistic: int
    sign: int
    is_for_allies: bool  # local and adjacent ones; enemies must be local


AURAS: Mapping[str, Aura] = {
    "BOLSTER": Aura(DEFENSE, 1, True),
    "INVIGORATE": Aura(LIFE, 1, True),
    "ENRAGE": Aura(POWER, 1, True),
    "DRAIN": Aura(LIFE, -1, False),
    "PANIC": Aura(DEFENSE, -1, False),
    "WEAKEN": Aura(POWER, -1, False),
    "INCITER": Aura(POWER, 1, False),
}
# Most miniatures have none: they are looked up once, by code.
_WITH_AURA: Mapping[str, tuple[Ability, ...]] = {
    code: auras
    for code, miniature in MINIATURES.items()
    if (auras := tuple(ability for ability in miniature.abilities if ability.name in AURAS))
}


def statistics(state: State, figure: Figure) -> Statistics:
    """DB-3.8, DB-10.10: the printed values with every modifier that holds now; different sources add up."""
    sums = list(figure.miniature.printed)
    if has(figure, "THANATOMANCY") is not None:
        sums[POWER] = _graveyard(state, figure)
    for statistic, change in _changes(state, figure):
        sums[statistic] += change
    return Statistics(max(0, sums[POWER]), max(1, sums[DEFENSE]), max(1, sums[LIFE]))


def power(state: State, figure: Figure) -> int:
    """The dice a creature brings along."""
    return statistics(state, figure).power


def _graveyard(state: State, figure: Figure) -> int:
    """DB-A.THANATOMANCY: creatures, or all miniatures if the match says so (DB-Q15)."""
    fallen = state.of(figure.seat, GRAVEYARD)
    return len(fallen) if state.choices.thanatomancy_all else sum(f.is_creature for f in fallen)


def _changes(state: State, figure: Figure) -> Iterator[tuple[int, int]]:
    if not figure.is_on_map:
        return
    yield from _own(state, figure)
    near = NEAR[figure.at]
    for source in state.figures.values():
        if source.kind in _WITH_AURA and source.at in near:
            for ability in _WITH_AURA[source.kind]:
                aura = AURAS[ability.name]
                if _reaches(state, source, ability, aura, figure):
                    yield aura.statistic, aura.sign * ability.value


def _reaches(state: State, source: Figure, ability: Ability, aura: Aura, figure: Figure) -> bool:
    """Whether an aura of a miniature near by is one for this creature."""
    if not state.is_on(source, ability) or not figure.is_creature:
        return False
    if ability.modifier == "Self":  # DB-10.4: its owner in place of an ally
        return source is figure and aura.is_for_allies
    if source is figure or not fits(figure, ability.modifier):
        return False
    if aura.is_for_allies:
        return source.seat == figure.seat
    return source.seat != figure.seat and source.at == figure.at


def _own(state: State, figure: Figure) -> Iterator[tuple[int, int]]:
    """DB-A.FIGHT and DB-A.GEOMANCY: what a creature gives itself."""
    fight = state.works(figure, "FIGHT")
    if fight is not None and any(fits(foe, fight.modifier) for foe in state.local_enemies(figure)):
        yield POWER, fight.value
    if state.works(figure, "GEOMANCY") is not None:
        column = figure.at[0]
        lands = sum(not f.is_creature and f.at[0] == column for f in state.on_map(figure.seat))
        yield from ((statistic, lands) for statistic in (POWER, DEFENSE, LIFE))
