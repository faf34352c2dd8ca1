"""ED-4.14, ED-4.15 and DP-S6: exactly what can be completed, and the automatic formation."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, permutations

import pytest

from games.edge.geometry import DUEL, Placement, is_connected
from games.edge.rules.deployment.deploy import deploy_decision, deploy_node, waiting_squads
from games.edge.rules.deployment.formation import (
    NEAR_ENEMIES,
    NEAR_TOKENS,
    SCATTERED,
    STRICT,
    Ground,
    compact,
    ground_for,
)
from games.edge.state import DEPLOYMENT, PLAY, State
from games.engine.contract.tree import sample, walk
from tests.edge.deploying import assert_legal, at_deployment, deploying, refused, why
from tests.edge.setting_up import Opening
from tests.rules import rule


def legal(ground: Ground, count: int) -> Iterator[tuple[Placement, ...]]:
    """Every deployment, found without cleverness."""
    for places in combinations(ground.places, count):
        if any(one.mask & other.mask for one, other in combinations(places, 2)):
            continue
        if not ground.together or is_connected(list(places)):
            yield from permutations(places)


@rule("ED-4.14")
@pytest.mark.parametrize(("size", "count"), [(1, 2), (1, 3), (1, 4), (2, 2), (2, 3), (3, 2), (7, 2)])
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("together", [True, False])
def test_words_are_offered_exactly_if_they_can_be_completed(
    size: int, count: int, seed: int, together: bool
) -> None:
    chance = random.Random(seed)
    names = ("C3", "C4", "D3", "D4") if together else ("C3", "C4")  # scattered ones are many more
    spaces = [DUEL.number[name] for name in names]
    hexes = 0
    for space in spaces:
        hexes |= DUEL.area[space] if size == 7 else DUEL.area[space] & chance.getrandbits(43 * 7)
    if size == 2:
        hexes &= ~(chance.getrandbits(43 * 7) & chance.getrandbits(43 * 7))
    ground = Ground(DUEL, size, hexes, together)
    starts = {places[:length] for places in legal(ground, count) for length in range(count + 1)}
    assert ground.can_finish((), count) is ((ground.places and () in starts) or False)
    for start in starts:
        left = count - len(start)
        expected = {place for place in ground.places if (*start, place) in starts}
        assert {place for place in ground.places if left and ground.allows(start, place, left)} == expected
        listed = list(ground.options(start, left)) if left else []
        assert len(listed) == len(set(listed))
        assert set(listed) == expected


@rule("ED-4.14")
@pytest.mark.parametrize("seed", range(6))
def test_random_deployments_are_legal_and_never_end_in_a_dead_end(seed: int) -> None:
    state = deploying(
        "pilgrim purge_doctor ranger angel_of_death gorehound@C6.01 dark_scholar@D6.0,D6.1,D6.2"
    )
    chance = random.Random(seed)
    node = deploy_node(state, 1)
    for _ in range(25):
        path = sample(node, chance.randrange)
        assert deploy_decision(state, 1).check(path) is None
        assert_legal(state, path)


# No legal deployment.


def room_for(state: State, *spaces: str) -> None:
    """Leave only these Spaces free: Crystal Sources on all the others."""
    kept = {DUEL.number[name] for name in spaces}
    taken = {state.placement(model).space for model in state.models}
    state.sources = [DUEL.names[n] for n in DUEL.spaces if n not in kept | taken]
    for player in state.players:
        player.shrine_at = ""


@rule("ED-4.15")
def test_first_contact_with_tokens_is_forgiven() -> None:
    state = deploying("angel_of_death gorehound@C9.01")
    room_for(state, "C4")
    ground, strictness = ground_for(state, state.squad("angel_of_death"))
    assert strictness == NEAR_TOKENS
    assert [place.name for place in ground.places] == ["C4.*"]
    assert not refused(state, 1, "angel_of_death", "C4.*")


@rule("ED-4.15")
def test_then_contact_with_enemies() -> None:
    state = deploying("angel_of_death son_of_khyber@C5.*")
    room_for(state, "C4")
    assert ground_for(state, state.squad("angel_of_death"))[1] == NEAR_ENEMIES
    room_for(state, "C4", "E9")
    ground, strictness = ground_for(state, state.squad("angel_of_death"))
    assert strictness == NEAR_TOKENS  # only as far as needed
    assert [place.name for place in ground.places] == ["E9.*"]
    assert why(state, 1, "angel_of_death", "C4.*") == "C4.* touches an enemy"


@rule("ED-4.15")
def test_last_the_group_falls_apart() -> None:
    own = "holy_knight@A1.01 holy_knight@A1.23 holy_knight@A1.45 purge_doctor@E9.01,E9.23,E9.45"
    state = deploying(f"{own} ranger son_of_khyber@C9.*")
    room_for(state, "B4")
    assert ground_for(state, state.squad("ranger"))[1] == NEAR_TOKENS
    room_for(state)
    ground, strictness = ground_for(state, state.squad("ranger"))
    assert (strictness, ground.together) == (SCATTERED, False)
    node, _ = walk(deploy_node(state, 1), ("ranger",))
    assert node is not None
    assert [branch.word for branch in node.branches()] == ["A1.6", "E9.6"]
    assert not refused(state, 1, "ranger", "E9.6", "A1.6")
    state.player(1).shrine_at = "D8"
    assert compact(state, state.squad("ranger")) == (DUEL.place("E9.6"), DUEL.place("A1.6"))


@rule("ED-4.15")
def test_nothing_is_forgiven_while_a_legal_deployment_exists() -> None:
    state = deploying("angel_of_death gorehound@C9.01")
    assert ground_for(state, state.squad("angel_of_death"))[1] == STRICT


# The automatic formation.


@rule("DP-S6")
def test_the_default_is_the_next_squad_compact_and_near_the_shrine() -> None:
    opening = at_deployment()
    taken: list[str] = []
    while opening.state.stage == DEPLOYMENT:
        seat = opening.decision().seat
        path = opening.decision().fallback()
        assert opening.decision().fallback() == path
        assert path[0] == waiting_squads(opening.state, seat)[0].id
        assert_legal(opening.state, path)
        home = DUEL.number[opening.state.player(seat).shrine_at]
        assert all(DUEL.distance(home, DUEL.place(name).space) <= 4 for name in path[1:])
        spaces = {DUEL.place(name).space for name in path[1:]}
        assert len(spaces) == 1
        taken.append(path[0])
        opening.run.answer(seat, path)
    assert taken[::2] == ["angel_of_death", "holy_knight#1", "holy_knight#2", "pilgrim", "ranger"]


@rule("DP-S6")
def test_four_pilgrims_stand_close_together() -> None:
    state = deploying("pilgrim gorehound@C9.01")
    places = compact(state, state.squad("pilgrim"))
    assert len({place.space for place in places}) == 1
    contacts = sum(bool(one.halo & other.mask) for one, other in combinations(places, 2))
    assert contacts >= 4


@rule("DP-S6", "DP-C3")
def test_of_listed_formations_the_first_legal_one_is_taken() -> None:
    opening = at_deployment().order("deploy ranger A5.0 A5.1 | ranger A4.1 A4.2 | ranger C4.0 C4.1")
    assert [model.at for model in opening.state.squad("ranger").models] == ["C4.0", "C4.1"]


def test_whole_deployments_by_default_reach_play() -> None:
    for seed in range(1, 7):
        assert Opening(seed, preset=True).by_default(PLAY).state.stage == PLAY
