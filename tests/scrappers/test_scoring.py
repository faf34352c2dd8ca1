"""SS-15: scoring."""

from __future__ import annotations

import pytest

from tests.rules import rule
from tests.scrappers.position import Bench, position


def ended(*players: str) -> Bench:
    """A match that has just ended, in which the players have these things."""
    last = len(players)
    return position(*players, on_turn=last, cave_in={2: 7, 3: 8, 4: 9}[last], stacks="empty").order("end")


def parts(player: str) -> dict[str, int]:
    """The parts of a score, as everyone sees them when the match is over."""
    return ended(player, "").view(None)["players"][0]["score"]


def totals(bench: Bench) -> dict[int, int]:
    """The scores of the result."""
    assert bench.run.result is not None
    return dict(bench.run.result.scores)


@rule("SS-15.1")
def test_the_score_is_the_sum_of_five_parts() -> None:
    bench = ended(
        "crystals brown-6a green-6b artifacts AR10-B totems TER MET subjugated MET3 TER1",
        "crystals blue-3a",
    )
    score = {"crystals": 14, "artifacts": 4, "totems": 6, "symbols": 1, "subjugated": 4}
    assert bench.view(2)["players"][0]["score"] == score
    assert totals(bench) == {1: 29, 2: 3}


@rule("SS-15.2")
@pytest.mark.parametrize(
    ("kind", "points"),
    [("1a", 1), ("1b", 0), ("1c", 1), ("3a", 3), ("3b", 1), ("3c", 4), ("6a", 6), ("6b", 8), ("10a", 10)],
)
def test_a_crystal_scores_its_printed_points(kind: str, points: int) -> None:
    assert parts(f"crystals yellow-{kind}")["crystals"] == points
    assert parts(f"crystals yellow-{kind} red-{kind}")["crystals"] == 2 * points


@rule("SS-15.3")
def test_artifacts_of_kind_end_score_and_no_others() -> None:
    crystals = "crystals brown-1a brown-3a brown-3b brown-6a brown-10a base TER1 totems TER"
    powers = " ".join(f"AR{n:02}-A" for n in range(1, 13))
    assert parts(f"{crystals} artifacts {powers}")["artifacts"] == 0
    assert parts(f"{crystals} artifacts AR05-A AR10-B AR12-B")["artifacts"] == 8


@rule("SS-15.4")
@pytest.mark.parametrize("totems", ["", "TER", "TER HYD", "TER HYD MET MIN"])
def test_a_totem_scores_three(totems: str) -> None:
    assert parts(f"totems {totems}")["totems"] == 3 * len(totems.split())


@rule("SS-15.5")
@pytest.mark.parametrize(
    ("crystals", "points"),
    [
        ("brown-1b", 1),
        ("brown-1b blue-1b", 3),
        ("brown-1b blue-1b yellow-1b", 6),
        ("brown-1b blue-1b yellow-1b purple-1b", 10),
        ("brown-1b blue-1b yellow-1b purple-1b red-1b", 15),
        ("brown-1b blue-1b yellow-1b purple-1b red-1b green-1b", 21),
        ("brown-1b brown-1c", 2),
        ("brown-1b brown-1c brown-3b blue-1b blue-6a yellow-10a", 10),  # sets of 3, 2 and 1
        ("brown-1b brown-1c blue-1b blue-1c", 6),
        ("brown-3c brown-6b blue-3c", 0),  # Cave-in marks are no symbols
        ("brown-1a blue-3a", 0),
    ],
)
def test_symbols_form_the_best_sets(crystals: str, points: int) -> None:
    assert parts(f"crystals {crystals}")["symbols"] == points


@rule("SS-15.6")
@pytest.mark.parametrize(
    ("cards", "points"), [("TER1", 1), ("MET2", 2), ("MIN3", 3), ("HYD4", 4), ("TER1 HYD4", 5)]
)
def test_a_subjugated_card_scores_its_printed_level(cards: str, points: int) -> None:
    assert parts(f"subjugated {cards}")["subjugated"] == points


@rule("SS-15.6")
def test_a_rooter_does_not_double_the_level_of_a_subjugated_weedlock() -> None:
    bench = position("hand BIO3 base WEE2#2 WEE2", "", factions="TER HYD BIO WEE")
    bench.order("leader", "skill BIO3 subjugate WEE2#2 from seat 1")
    assert bench.view(1)["players"][0]["score"]["subjugated"] == 2


@rule("SS-15.7")
def test_cards_in_hand_in_the_base_and_in_the_play_area_score_nothing() -> None:
    bench = position("hand TER4 MET3 base HYD4 MIN4", "").order("skill MET3 decline")
    assert bench.state.turn.played == ["MET3#1"]
    assert sum(bench.view(1)["players"][0]["score"].values()) == 0
    assert totals(ended("hand TER4 MET3 base HYD4 MIN4", "")) == {1: 0, 2: 0}
    assert totals(ended("hand TER4 MET3 base HYD4 MIN4 artifacts AR08-B", "")) == {1: 2, 2: 0}  # Loyal Crew


@rule("SS-15.8")
@pytest.mark.parametrize(
    ("players", "winners"),
    [
        (("totems TER", "totems HYD MET", ""), (2,)),
        (("totems TER", "totems HYD", ""), (1, 2)),
        (("crystals blue-3a", "hand TER4", "totems HYD"), (1, 3)),
        (("", "", "", ""), (1, 2, 3, 4)),
    ],
)
def test_the_highest_score_wins_and_a_tie_is_shared(
    players: tuple[str, ...], winners: tuple[int, ...]
) -> None:
    result = ended(*players).run.result
    assert result is not None
    assert result.winners == winners
