"""EF-2.12: the tests of an `if` step."""

from __future__ import annotations

from typing import cast

from games.edge.catalogue import Value
from games.edge.effects.arguments import Arguments
from games.edge.effects.scope import Scope


def holds(scope: Scope, test: Arguments) -> bool:
    """`{ge: [expr, n]}`, `{enemy: ref}`, `{b2b: [ref, ref]}`, `{wounded: ref}`."""
    ((name, value),) = test.row.items()
    match name:
        case "ge" | "le" | "eq":
            left, right = (scope.number(side) for side in _pair(value))
            return left >= right if name == "ge" else left <= right if name == "le" else left == right
        case "enemy":
            return any(scope.state.owner(model) != scope.seat for model in scope.all_models(str(value)))
        case "b2b":
            one, other = _pair(value)
            return touches(scope, str(one), str(other))
        case "wounded":
            return bool(scope.names.get(f"{value} wounded"))
        case _:
            raise KeyError(f"no such test: {name}")


def _pair(value: Value) -> list[Value]:
    return cast(list[Value], value)


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
