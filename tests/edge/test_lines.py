"""ED-3.7 and ED-13.6: straight lines of Spaces, and what fills a Space."""

from __future__ import annotations

from itertools import pairwise

import pytest

from games.edge.geometry import DUEL, JOINED, Board
from games.edge.rules.movement.paths import line, straight_way
from tests.edge import reference
from tests.edge.position import state_of
from tests.rules import rule


@rule("ED-3.7", "EC-5")
@pytest.mark.parametrize("board", [DUEL, JOINED], ids=["duel", "joined"])
def test_a_line_leads_from_space_to_space_in_one_direction(board: Board) -> None:
    for source in board.spaces:
        for goal in board.spaces:
            found = line(board, source, goal)
            du, dv = (b - a for a, b in zip(board.coordinates[source], board.coordinates[goal], strict=True))
            assert (found is not None) == (0 in (du, dv, du + dv))
            if found:
                assert len(found) == board.distance(source, goal)
                assert found[-1] == goal
                steps = [board.coordinates[space] for space in (source, *found)]
                ways = {(x - u, y - v) for (u, v), (x, y) in pairwise(steps)}
                assert len(ways) == 1


def test_a_line_crosses_the_join() -> None:
    found = line(JOINED, JOINED.number["E1"], JOINED.number["G1"])
    assert found is not None
    assert [JOINED.names[space] for space in found] == ["F1", "G1"]


@rule("EC-7", "ED-13.6", "ED-3.9")
def test_seven_covered_hexes_fill_a_space_and_six_do_not() -> None:
    state = state_of(
        "purge_doctor@C5.34,C5.56,C9.12 pilgrim@C5.0,C5.1,C5.2,C1.0", sources=(), shrines=("A1", "E9")
    )
    assert state.is_full(DUEL.number["C5"], state.occupied())
    assert not state.is_full(DUEL.number["C5"], state.occupied(without=["pilgrim/1"]))
    assert state.is_full(DUEL.number["A1"], state.occupied())  # a Shrine fills its Space


@rule("ED-10.1", "ED-3.7")
def test_a_base_goes_straight_only_where_it_fits() -> None:
    blocked = DUEL.place("A2.0").mask
    start, goal = DUEL.number["A1"], DUEL.number["A3"]
    assert straight_way(DUEL, start, goal, 3, blocked) is None
    assert straight_way(DUEL, start, goal, 2, blocked) == (DUEL.number["A2"], goal)
    assert straight_way(DUEL, start, start, 7, blocked) == ()
    assert straight_way(DUEL, start, DUEL.number["C1"], 1, 0) is None


@rule("ED-3.7")
def test_distances_are_those_of_the_reference() -> None:
    for one in JOINED.spaces:
        expected = [reference.distance(JOINED.names[one], name) for name in JOINED.names]
        assert JOINED.distances[one] == expected
