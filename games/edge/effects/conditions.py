"""EF-2.12: the tests of an `if` step."""

from __future__ import annotations

from games.edge.catalogue.parts import Test
from games.edge.effects.scope import Scope


def holds(scope: Scope, test: Test) -> bool:
    """`{ge: [expr, n]}`, `{enemy: ref}`, `{b2b: [ref, ref]}`."""
    if test.ge is not None:
        return scope.number(test.ge[0]) >= scope.number(test.ge[1])
    if test.le is not None:
        return scope.number(test.le[0]) <= scope.number(test.le[1])
    if test.eq is not None:
        return scope.number(test.eq[0]) == scope.number(test.eq[1])
    if test.b2b is not None:
        return touches(scope, *test.b2b)
    return any(scope.state.is_enemy(scope.seat, model) for model in scope.all_models(test.enemy))


def touches(scope: Scope, one: str, other: str) -> bool:
    """Whether something that one reference means is base to base with something of the other."""
    mask = place_mask(scope, other)
    return any(scope.state.placement(model).halo & mask for model in scope.models(one))


def place_mask(scope: Scope, ref: str) -> int:
    """The hexes under models, a Source, a Shrine."""
    state = scope.state
    if ref == "shrine":
        return state.space_mask(scope.player.shrine_at)
    mask = 0
    for name in scope.addresses(ref):
        if name in state.board.number:
            mask |= state.space_mask(name)
    for model in scope.models(ref):
        mask |= state.placement(model).mask
    return mask
