"""ED-4.14: Squads come to the board."""

from __future__ import annotations

from itertools import permutations

import pytest

from games.edge.geometry import DUEL, is_connected
from games.edge.rules.deployment.deploy import deploy_node, next_to_deploy, waiting_squads
from games.edge.rules.deployment.formation import ground_for
from games.edge.state import DEPLOYMENT, DISPERSAL
from games.engine.contract.tree import walk
from tests.edge.deploying import at_deployment, deploying, refused, why
from tests.rules import rule

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
    assert why(state, 1, "holy_riders") == "Holy Riders arrives later, through a card"


@rule("ED-4.14")
def test_all_models_of_a_squad_are_placed_at_once_in_order_of_their_numbers() -> None:
    opening = at_deployment().order("deploy pilgrim C4.0 C4.1 C4.2 C4.3")
    pilgrims = opening.state.squad("pilgrim").models
    assert [model.at for model in pilgrims] == ["C4.0", "C4.1", "C4.2", "C4.3"]
    assert opening.told("deployed") == [
        {"seat": 1, "squad": "pilgrim", "places": ["C4.0", "C4.1", "C4.2", "C4.3"]}
    ]
    assert "is incomplete" in opening.refused("deploy dark_scholar C6.0 C6.1")


def test_a_base_may_be_written_in_other_ways() -> None:
    opening = at_deployment().order("deploy AD C4", "deploy gorehound E8.43")
    assert opening.state.model("angel_of_death/1").at == "C4.*"
    assert opening.state.model("gorehound/1").at == "E8.34"
    assert "already deployed" in opening.refused("deploy angel_of_death C3")
    opening.order("deploy ranger C3.0 C3.2")
    assert "touches a Shrine or a Crystal Source" in opening.refused("deploy bloodsmith E8.1")


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
