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
    if test.wounded:
        return bool({*scope.names.get("wounded", ())} & {*scope.addresses(test.wounded)})
    if test.is_real:
        return scope.names.get("face", [""]) == ["real"]
    return any(scope.state.is_enemy(scope.seat, model) for model in scope.all_models(test.enemy))


def touches(scope: Scope, one: str, other: str) -> bool:
    """Whether something that one reference means is base to base with something of the other."""
    mask = scope.mask(other)
    return any(scope.state.placement(model).halo & mask for model in scope.models(one))
