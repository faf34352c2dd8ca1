"""DB-11e and DB-11f: abilities that sacrifice, banish, destroy, purge and return miniatures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.dreamblade.abilities.verbs import (
    DECLINE,
    HARMFUL,
    OPTIONAL,
    PICK,
    USEFUL,
    Deed,
    Verb,
    among,
    nobody,
    nothing_to_choose,
    or_declined,
)
from games.dreamblade.catalogue import Ability
from games.dreamblade.geometry import NEAR
from games.dreamblade.names import alike
from games.dreamblade.rules.attacks import deal
from games.dreamblade.rules.bodyguards import is_protected
from games.dreamblade.rules.outcomes import die
from games.dreamblade.rules.policies import dearest
from games.dreamblade.rules.zones import banish, purge, recall, sacrifice
from games.dreamblade.state import GRAVEYARD, RESERVES, Figure, State, fits
from games.engine.contract.table import Rules, Table
from games.engine.contract.tree import Node, Path


def _bomb(table: Table[State], source: Figure, ability: Ability, _deed: Deed) -> None:
    """DB-A.BOMB, DB-Q6: Bodyguards first; the others only if every Bodyguard then has enough."""
    state = table.state
    enemies = state.local_enemies(source)
    sacrifice(table, source, ability.word)
    guards = [foe for foe in enemies if state.works(foe, "BODYGUARD") is not None]
    for foe in [*guards, *(foe for foe in enemies if foe not in guards)]:
        if not is_protected(state, foe):
            deal(state, foe, ability.value)
            table.tell("bombed", figure=source.id, target=foe.id, amount=ability.value)


def _wail(table: Table[State], _source: Figure, ability: Ability, _deed: Deed) -> None:
    """DB-A.WAIL: two ordinary dice; every creature whose printed cost is the sum, of both sides."""
    dice = [table.roll("wail", 6), table.roll("wail", 6)]
    table.tell("wailed", one=dice[0], other=dice[1], total=sum(dice))
    for figure in list(table.state.on_map()):
        if figure.is_creature and figure.cost == sum(dice):
            banish(table, figure, ability.word)


def _dissipate(table: Table[State], source: Figure, ability: Ability, _deed: Deed) -> None:
    """DB-A.DISSIPATE, DB-Q9: at once; its dice still count."""
    banish(table, source, ability.word)


# Demolish.


def _sites(state: State, source: Figure, ability: Ability) -> list[Figure]:
    near = NEAR[source.at]
    return [f for f in state.on_map() if not f.is_creature and f.at in near and fits(f, ability.modifier)]


def _offer_sites(state: State, source: Figure, ability: Ability) -> Node[Deed]:
    return among(_sites(state, source, ability))


def _prefer_site(state: State, source: Figure, ability: Ability) -> Path:
    """DB-D18: the dearest of the enemy, else one of one's own."""
    sites = _sites(state, source, ability)
    return (max(sites, key=lambda f: (f.seat != source.seat, f.cost)).id,) if sites else ()


def _demolish(table: Table[State], source: Figure, _ability: Ability, deed: Deed) -> Rules[None]:
    """DB-A.DEMOLISH, DB-4.8."""
    if deed.target:
        yield from die(table, [table.state.figures[deed.target]], by=source.seat)


# Purge and Raise.


def _dearest(figures: Sequence[Figure]) -> Path:
    return (dearest(figures).id,) if figures else ()


def _waiting(state: State, source: Figure, ability: Ability) -> list[Figure]:
    reserves = state.of(state.foe(source.seat), RESERVES)
    return list(alike(figure for figure in reserves if fits(figure, ability.modifier)))


def _offer_waiting(state: State, source: Figure, ability: Ability) -> Node[Deed]:
    return among(_waiting(state, source, ability))


def _prefer_waiting(state: State, source: Figure, ability: Ability) -> Path:
    """DB-D17."""
    return _dearest(_waiting(state, source, ability))


def _purge(table: Table[State], _source: Figure, _ability: Ability, deed: Deed) -> None:
    """DB-A.PURGE."""
    if deed.target:
        purge(table, table.state.figures[deed.target])


def _fallen(state: State, source: Figure, ability: Ability) -> list[Figure]:
    graveyard = state.of(source.seat, GRAVEYARD)
    return list(alike(f for f in graveyard if f.is_creature and fits(f, ability.modifier)))


def _offer_fallen(state: State, source: Figure, ability: Ability) -> Node[Deed]:
    return or_declined(among(_fallen(state, source, ability)))


def _prefer_fallen(state: State, source: Figure, ability: Ability) -> Path:
    """DB-D5."""
    return _dearest(_fallen(state, source, ability)) or (DECLINE,)


def _raise(table: Table[State], _source: Figure, _ability: Ability, deed: Deed) -> None:
    """DB-A.RAISE."""
    recall(table, table.state.figures[deed.target])


# Appease.


def _offer_own(state: State, source: Figure, ability: Ability) -> Node[Deed]:
    return among(f for f in state.creatures(source.seat) if fits(f, ability.modifier))


def _prefer_own(state: State, source: Figure, ability: Ability) -> Path:
    """DB-D4: the cheapest other creature, else itself."""
    own = [f for f in state.creatures(source.seat) if fits(f, ability.modifier)]
    return (min(own, key=lambda f: (f.id == source.id, f.cost)).id,) if own else ()


def _appease(table: Table[State], _source: Figure, ability: Ability, deed: Deed) -> None:
    """DB-A.APPEASE, DB-Q26."""
    if deed.target:
        sacrifice(table, table.state.figures[deed.target], ability.word)


VERBS: Mapping[str, Verb] = {
    "BOMB": Verb(HARMFUL, nothing_to_choose, _bomb, nobody),
    "WAIL": Verb(HARMFUL, nothing_to_choose, _wail, nobody),
    "DISSIPATE": Verb(HARMFUL, nothing_to_choose, _dissipate, nobody),
    "DEMOLISH": Verb(USEFUL, _offer_sites, _demolish, _prefer_site, PICK),
    "PURGE": Verb(USEFUL, _offer_waiting, _purge, _prefer_waiting, PICK),
    "RAISE": Verb(OPTIONAL, _offer_fallen, _raise, _prefer_fallen, PICK),
    "APPEASE": Verb(HARMFUL, _offer_own, _appease, _prefer_own, PICK),
}
