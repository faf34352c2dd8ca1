"""All activated abilities by name: a test sees to it that none is missing."""

from __future__ import annotations

from collections.abc import Mapping

from games.dreamblade.abilities import blows, moves, removals
from games.dreamblade.abilities.verbs import Deed, Verb
from games.dreamblade.catalogue import Ability
from games.dreamblade.state import Figure, State
from games.engine.contract.table import Rules, Table, steps_of
from games.engine.contract.tree import Node

VERBS: Mapping[str, Verb] = {**moves.VERBS, **blows.VERBS, **removals.VERBS}


def offer(state: State, source: Figure, ability: Ability) -> Node[Deed]:
    """What may be chosen for an ability now."""
    return VERBS[ability.name].offer(state, source, ability)


def carry_out(table: Table[State], source: Figure, ability: Ability, deed: Deed) -> Rules[None]:
    """DB-9.12: do it, unless it was declined."""
    if deed.is_declined:
        table.tell("declined", figure=source.id, seat=source.seat, ability=ability.word)
    else:
        yield from steps_of(VERBS[ability.name].act(table, source, ability, deed))
