"""ED-4.11 to ED-4.13: Shrines and Crystal Sources."""

from __future__ import annotations

import random

import pytest

from games.edge.geometry import DUEL
from games.edge.rules.setup.map_tokens import PRESETS, free_spaces
from games.edge.state import DEPLOYMENT, SHRINES, SOURCES
from tests.edge.setting_up import Opening
from tests.rules import rule

SPACES = range(43)
CLOSED = [
    sum(1 << other for other in SPACES if DUEL.distance(space, other) < 2) for space in SPACES
]  # a Space and its neighbours

PRESET_SHRINES, PRESET_SOURCES = PRESETS[2]


def at_shrines(**options: bool) -> Opening:
    """The Positioning player is asked for the Shrine."""
    return Opening(**options).by_default(SHRINES)


@rule("ED-4.11", "ED-4.10", "DP-S4")
def test_shrines_are_placed_in_placement_order() -> None:
    opening = at_shrines()
    positioning, countering = opening.state.order
    assert opening.asked == [(positioning, "shrine")]
    assert opening.offers() == DUEL.names
    opening.order("shrine C5")
    assert opening.state.player(positioning).shrine_at == "C5"
    assert opening.asked == [(countering, "shrine")]
    opening.order("shrine c7")
    assert opening.state.player(countering).shrine_at == "C7"
    assert opening.state.stage == SOURCES


@rule("ED-4.11", "EC-17")
@pytest.mark.parametrize(
    ("space", "reason"),
    [
        ("C5", "C5 is occupied by the Shrine of seat 2"),
        ("C6", "C6 is too close to the Shrine of seat 2 in C5"),
    ],
)
def test_a_shrine_keeps_a_distance_of_two(space: str, reason: str) -> None:
    opening = at_shrines().order("shrine C5")
    assert opening.state.opponents(opening.state.countering)[0].seat == 2
    assert opening.refused(f"shrine {space}") == reason
    assert space not in opening.offers()
    assert "C7" in opening.offers()


@rule("ED-4.12", "DP-S5")
def test_exactly_four_sources_are_placed_in_turn() -> None:
    opening = at_shrines().order("shrine A5", "shrine E5")
    positioning, countering = opening.state.order
    for seat, space in zip([positioning, countering] * 2, ("B2", "B7", "D2", "D7"), strict=True):
        assert opening.asked == [(seat, "source")]
        opening.order(f"source {space}")
    assert opening.state.sources == ["B2", "B7", "D2", "D7"]
    assert opening.state.stage == DEPLOYMENT


@rule("ED-4.12")
def test_a_source_keeps_a_distance_of_two_from_shrines_and_sources() -> None:
    opening = at_shrines().order("shrine A5", "shrine E5", "source C5")
    assert opening.refused("source C5") == "C5 is occupied by a Crystal Source"
    assert opening.refused("source C4") == "C4 is too close to a Crystal Source in C5"
    assert opening.refused("source A4") == "A4 is too close to the Shrine of seat 2 in A5"
    assert "not possible" in opening.refused("source Z9")
    opening.order("source C3")


@rule("ED-4.11", "ED-4.12")
def test_what_is_offered_is_exactly_what_is_far_enough() -> None:
    opening = at_shrines().order("shrine B3", "shrine D6", "source A8")
    taken = ["B3", "D6", "A8"]
    expected = [
        name
        for space, name in enumerate(DUEL.names)
        if all(DUEL.distance(space, DUEL.number[other]) >= 2 for other in taken)
    ]
    assert opening.offers() == free_spaces(opening.state) == expected
    assert opening.decision().size() == len(expected)
    for name in DUEL.names:
        assert (opening.why_not(name) is None) is (name in expected)


@rule("ED-23.5")
def test_with_the_reversed_order_shrines_keep_their_distance_from_sources() -> None:
    opening = Opening(alternative_setup=True).by_default(SOURCES)
    opening.order("source B2", "source B7", "source D2", "source D7")
    assert opening.state.stage == SHRINES
    assert "too close to a Crystal Source" in opening.refused("shrine B3")
    opening.order("shrine C5")
    assert "too close to the Shrine" in opening.refused("shrine C6")


@rule("DP-S4", "DP-S5", "ED-4.21")
def test_the_default_is_the_preset_then_the_board() -> None:
    opening = at_shrines()
    assert opening.decision().fallback() == (PRESET_SHRINES[0],)
    opening.order("shrine E4")
    assert opening.decision().fallback() == (PRESET_SHRINES[0],)  # E5 is too near
    opening.order("shrine A5")
    for wish in PRESET_SOURCES[:2]:
        assert opening.decision().fallback() == (wish,)
        opening.order(f"source {wish}")
    opening.order("source D1")
    assert opening.decision().fallback() == ("D7",)
    opening.order("source D8")
    assert opening.state.sources == ["B2", "B7", "D1", "D8"]


@rule("DP-S4", "DP-S5")
def test_where_no_wish_is_legal_the_board_order_decides() -> None:
    opening = at_shrines().order("shrine B5", "shrine D5", "source B3", "source C7", "source D2")
    assert opening.decision().fallback() == ("A1",)
    assert not set(PRESET_SOURCES) & set(opening.offers()[:1])


@rule("ED-4.13")
def test_every_token_finds_a_space_wherever_the_others_are() -> None:
    widest = max(mask.bit_count() for mask in CLOSED)
    assert 5 * widest < len(SPACES)  # five tokens never close the board to the sixth


def can_cover(most: int, start: int = 0, covered: int = 0, tokens: int = 6) -> bool:
    """Whether legal tokens can cover or touch so many Spaces; what covers too little is not followed."""
    if not tokens:
        return covered.bit_count() >= most
    if covered.bit_count() + 7 * tokens < most:
        return False
    return any(
        can_cover(most, space + 1, covered | CLOSED[space], tokens - 1)
        for space in range(start, 43)
        if not covered >> space & 1
    )


@rule("ED-4.13")
def test_six_tokens_always_leave_six_spaces_untouched() -> None:
    assert not can_cover(43 - 5)
    assert can_cover(43 - 6)


@rule("ED-4.13")
@pytest.mark.parametrize("seed", range(40))
def test_by_chance_too_six_spaces_are_left(seed: int) -> None:
    chance, covered = random.Random(seed), 0
    for _ in range(6):
        space = chance.choice([space for space in SPACES if not covered >> space & 1])
        covered |= CLOSED[space]
    assert 43 - covered.bit_count() >= 6
