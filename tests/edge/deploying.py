"""Positions in which Squads are being deployed."""

from __future__ import annotations

from itertools import combinations

from games.edge.geometry import DUEL, is_connected
from games.edge.rules.deployment.deploy import deploy_decision, deploy_node
from games.edge.state import DEPLOYMENT, ROLES, State
from games.engine.contract.tree import Path, walk
from tests.edge.position import state_of
from tests.edge.setting_up import Opening


def deploying(text: str) -> State:
    """The preset board; a Squad without a place is still to be deployed. Seat 1 counters."""
    rows = [row if "@" in row else f"{row}@-" for row in text.split()]
    state = state_of(" ".join(rows))
    state.stage = DEPLOYMENT
    return state


def refused(state: State, seat: int, *path: str) -> bool:
    """Whether these words are no answer."""
    return deploy_decision(state, seat).check(path) is not None


def why(state: State, seat: int, *path: str) -> str:
    """The reason that a player is told for the last of these words."""
    node, _ = walk(deploy_node(state, seat), path[:-1])
    assert node is not None
    return next(str(barred.reason) for barred in node.barred() if barred.word == path[-1])


def at_deployment() -> Opening:
    """The preset board; seat 1 plays Chapter and places first."""
    seed = next(seed for seed in range(1, 9) if Opening(seed).first == 1)
    opening = Opening(seed, preset=True, beginner=True).by_default(ROLES).order("role positioning")
    assert opening.state.order == [1, 2]
    return opening


def assert_legal(state: State, path: Path) -> None:
    """ED-4.14, said once more."""
    places = [DUEL.place(name) for name in path[1:]]
    squad = state.squad(path[0])
    assert len(places) == len(squad.models)
    assert is_connected(places)
    enemies = [state.placement(model) for model in state.enemies(squad.seat)]
    for place in places:
        assert place.size == squad.side.base
        assert not place.mask & state.occupied()
        assert not place.halo & state.tokens_mask
        assert not any(place.halo & enemy.mask for enemy in enemies)
    assert not any(one.mask & other.mask for one, other in combinations(places, 2))
