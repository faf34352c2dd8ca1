"""ED-4.14 and ED-4.15: Squads come to the board."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, permutations

import pytest

from games.edge.geometry import DUEL, Placement, is_connected
from games.edge.rules.deployment import deploy_decision, deploy_node, next_to_deploy, waiting_squads
from games.edge.rules.formation import (
    NEAR_ENEMIES,
    NEAR_TOKENS,
    SCATTERED,
    STRICT,
    Ground,
    compact,
    ground_for,
)
from games.edge.state import DEPLOYMENT, DISPERSAL, PLAY, ROLES, State
from games.engine.tree import Path, sample, walk
from tests.edge.position import state_of
from tests.edge.setting_up import Opening
from tests.rules import rule


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


# In turn.


@rule("ED-4.14", "DP-S6")
def test_squads_are_deployed_in_placement_order_one_at_a_time() -> None:
    opening = at_deployment()
    seats: list[int] = []
    while opening.state.stage == DEPLOYMENT:
        seats += [seat for seat, _ in opening.asked]
        opening.run.answer(seats[-1], opening.decision().fallback())
    assert seats == [1, 2] * 5
    assert opening.state.stage == DISPERSAL


@rule("ED-4.14", "EC-13")
def test_who_has_run_out_is_skipped() -> None:
    state = deploying("pilgrim ranger@C1.0,C1.1 holy_knight gorehound@C9.01")
    assert [squad.id for squad in waiting_squads(state, 1)] == ["pilgrim", "holy_knight"]
    assert waiting_squads(state, 2) == []
    assert next_to_deploy(state) == 1
    state = deploying("pilgrim ranger@C1.0,C1.1 gorehound@C9.01 gorehound")
    assert next_to_deploy(state) == 2  # both have placed one, and seat 1 counters
    state = deploying("pilgrim@C1.0,C1.1,C1.2,C1.3 gorehound@C9.01")
    assert next_to_deploy(state) is None


@rule("ED-4.22", "EF-7.1", "EF-7.2")
def test_late_squads_are_not_deployed() -> None:
    state = deploying("pilgrim holy_riders gorehound@C9.01")
    assert [squad.id for squad in waiting_squads(state, 1)] == ["pilgrim"]
    assert refused(state, 1, "holy_riders", "C1.01", "C1.34")
    assert why(state, 1, "holy_riders") == "Holy Riders arrives later, by a card"


@rule("ED-4.14")
def test_all_models_of_a_squad_are_placed_at_once_in_order_of_their_numbers() -> None:
    opening = at_deployment().order("deploy pilgrim C4.0 C4.1 C4.2 C4.3")
    pilgrims = opening.state.squad("pilgrim").models
    assert [model.at for model in pilgrims] == ["C4.0", "C4.1", "C4.2", "C4.3"]
    assert opening.told("deployed") == [
        {"seat": 1, "squad": "pilgrim", "places": ["C4.0", "C4.1", "C4.2", "C4.3"]}
    ]
    assert "not complete" in opening.refused("deploy dark_scholar C6.0 C6.1")


def test_a_base_may_be_written_in_other_ways() -> None:
    opening = at_deployment().order("deploy AD C4", "deploy gorehound#1 E8.43")
    assert opening.state.model("angel_of_death/1").at == "C4.*"
    assert opening.state.model("gorehound#1/1").at == "E8.34"
    assert "deployed already" in opening.refused("deploy angel_of_death C3")
    opening.order("deploy ranger C3.0 C3.2")
    assert "touches a Shrine or a Crystal Source" in opening.refused("deploy gorehound#2 E8.10")


# Where.


@rule("ED-4.14", "ED-3.9")
def test_hexes_must_be_free_and_bases_of_the_right_size() -> None:
    state = deploying("pilgrim@C4.0,C4.1,C4.2,C4.3 holy_knight gorehound@C9.01")
    assert why(state, 1, "holy_knight", "C4.34") == "C4.34 is occupied"
    assert why(state, 1, "holy_knight", "A5.01") == "A5.01 is occupied"
    assert why(state, 1, "holy_knight", "C4.5") == "a base of Holy Knight covers 2 hexes"
    assert refused(state, 1, "holy_knight", "C4.46")
    assert not refused(state, 1, "holy_knight", "C4.45")


@rule("ED-4.14", "EC-9")
@pytest.mark.parametrize("place", ["A4.12", "A4.23", "D2.01", "B1.12"])
def test_no_model_touches_a_shrine_or_source_not_even_the_own(place: str) -> None:
    state = deploying("holy_knight gorehound@C9.01")
    assert refused(state, 1, "holy_knight", place)
    if place.startswith(("A4", "B1")):
        assert why(state, 1, "holy_knight", place) == f"{place} touches a Shrine or a Crystal Source"


@rule("ED-4.14")
def test_no_model_touches_an_enemy_but_own_models_may_be_touched() -> None:
    state = deploying("holy_knight ranger@C3.0,C3.1 gorehound@C6.01")
    assert why(state, 1, "holy_knight", "C6.34") == "C6.34 touches an enemy"
    assert not refused(state, 1, "holy_knight", "C3.23")


@rule("EC-11", "ED-3.8")
def test_a_base_that_fills_its_space_never_stands_beside_a_token() -> None:
    state = deploying("angel_of_death gorehound@C9.01")
    beside = [DUEL.names[n] for token in state.token_spaces for n in DUEL.neighbours[DUEL.number[token]]]
    offered = [place.name for place in ground_for(state, state.squad("angel_of_death"))[0].places]
    assert offered
    assert not set(offered) & {f"{space}.*" for space in beside}
    assert why(state, 1, "angel_of_death", "B3.*") == "B3.* touches a Shrine or a Crystal Source"


@rule("ED-4.14", "EC-10")
def test_a_squad_is_one_connected_group_not_two_pairs() -> None:
    state = deploying("pilgrim gorehound@C9.01")
    assert refused(state, 1, "pilgrim", "C4.0", "C4.1", "E2.0", "E2.1")
    assert why(state, 1, "pilgrim", "C4.0", "C4.1", "E2.0") == "the Squad must stand as one connected group"
    assert not refused(state, 1, "pilgrim", "C4.0", "C4.1", "C4.2", "C4.3")


@rule("ED-4.14")
def test_a_chain_over_several_spaces_is_fine_in_any_order() -> None:
    state = deploying("pilgrim gorehound@C9.01")
    chain = ["C3.2", "C4.5", "C4.0", "C4.2"]
    assert is_connected([DUEL.place(name) for name in chain])
    for order in permutations(chain):
        assert not refused(state, 1, "pilgrim", *order)


@rule("ED-4.14")
def test_a_gap_that_the_rest_can_close_may_be_left() -> None:
    state = deploying("pilgrim gorehound@C9.01")
    node, _ = walk(deploy_node(state, 1), ("pilgrim", "C4.5", "C4.2"))
    assert node is not None
    following = [branch.word for branch in node.branches()]
    assert "C4.0" in following  # it closes the gap itself
    assert "C4.1" in following  # then C4.0 or C4.6 closes it
    assert "C3.2" in following  # beside the first; the fourth stands in the gap
    assert "E4.0" not in following


# Exactly what can be completed.


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
    ground = Ground(size, hexes, together)
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


# No legal deployment.


def room_for(state: State, *spaces: str) -> None:
    """Leave only these Spaces free: Crystal Sources on all the others."""
    kept = {DUEL.number[name] for name in spaces}
    taken = {state.placement(model).space for model in state.models}
    state.sources = [DUEL.names[n] for n in DUEL.spaces if n not in kept | taken]
    for player in state.players:
        player.shrine_at = ""


@rule("ED-4.15", "DD-35")
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
