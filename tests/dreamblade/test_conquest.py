"""DB-12: the conquest phase, and how a match ends."""

from __future__ import annotations

import pytest

from games.dreamblade.engine import DREAMBLADE
from games.dreamblade.rules.conquest import claims
from games.dreamblade.state import CONQUEST
from tests.dreamblade.bench import Bench
from tests.rules import rule


def conquered(south: str, north: str = "", points: tuple[int, int] = (0, 0), **position) -> Bench:
    """The conquest phase of a turn, and what follows up to the next question."""
    b = Bench(south, north, step=CONQUEST, **position)
    for player, scored in zip(b.state.players, points, strict=True):
        player.points = scored
    return b.begin()


@rule("DB-12.1", "DB-12.2")
def test_a_scoring_cell_without_enemies_is_claimed_once() -> None:
    b = conquered("V05@B4 V01@B4 V01@C3", "M03@D2 M01@C3")
    rows = b.told("claimed")
    assert [(row["cells"], row["points"]) for row in rows] == [(["B4 5"], 5), (["D2 5"], 5)]


@rule("DB-12.1", "DB-2.7")
def test_a_key_cell_of_the_opponent_is_worth_nothing_but_can_be_denied() -> None:
    b = Bench("V05@D2", "M03@D2 M01@C2")
    assert (claims(b.state, 1), claims(b.state, 2)) == ({}, {"C2": 4})


@rule("DB-12.1", "DB-E58")
def test_an_enemy_location_does_not_hinder_a_claim() -> None:
    assert claims(Bench("V05@D3", "M10@D3").state, 1) == {"D3": 1}


@rule("DB-12.2", "DB-E60")
def test_destroyed_miniatures_count_with_claimed_cells() -> None:
    b = conquered("V05@A1", "M03@B2", points=(3, 0))
    assert [row["points"] for row in b.told("claimed")] == [3, 3]
    assert b.told("turn_drawn") != []


@rule("DB-12.3")
def test_more_points_win_the_turn_whatever_the_margin_and_are_forgotten() -> None:
    b = conquered("V05@B4", "M03@B3", wins=(1, 1))
    assert b.told("turn_won")[0] == {"turn": 2, "seat": 1, "wins": 2}
    assert b.points() == (0, 0)
    assert b.state.turn.number == 3


@rule("DB-12.3", "DB-E59")
def test_nobody_wins_a_turn_without_points() -> None:
    b = conquered("V05@A1", "M03@E5")
    assert b.told("turn_won") == []
    assert [player.wins for player in b.state.players] == [0, 0]


@rule("DB-12.4", "DB-E73")
def test_the_sixth_turn_wins_at_once() -> None:
    b = conquered("V05@B4", "M03@E5", wins=(5, 5))
    assert b.run.result is not None
    assert (b.run.result.winners, b.run.result.scores) == ((1,), {1: 6, 2: 5})
    assert str(b.run.result.reason) == "Six turns have been won."
    assert b.asked() is None


@rule("DB-12.5", "DB-Q25")
@pytest.mark.parametrize(("wins", "winners"), [((3, 2), (1,)), ((2, 2), (1, 2)), ((0, 4), (2,))])
def test_after_the_last_turn_more_wins_decide(wins: tuple[int, int], winners: tuple[int, ...]) -> None:
    b = conquered("V05@A1", "M03@E5", wins=wins, number=20, max_turns=20)
    assert b.run.result is not None
    assert b.run.result.winners == winners
    assert ("draw" in str(DREAMBLADE.tell(_last(b)))) == (len(winners) == 2)


def _last(b: Bench):
    seen = b.run.events[-1].seen_by(None)
    assert seen is not None
    return seen


@rule("DB-12.5", "DB-Q25")
def test_a_match_ends_when_neither_side_has_a_creature() -> None:
    b = conquered("V01@graveyard V19@C3", "M03@graveyard", wins=(1, 2))
    assert b.run.result is not None
    assert b.run.result.winners == (2,)  # who has won more turns
    assert str(b.run.result.reason) == "Neither side has a creature left."
    draw = conquered("V01@graveyard", "M03@graveyard", wins=(2, 2)).run.result
    assert draw is not None
    assert draw.winners == (1, 2)
    assert conquered("F21@graveyard", "M03@graveyard").run.result is None  # it can respawn
    assert conquered("V01", "M03@graveyard").run.result is None


@rule("DB-12.5", "DB-D39")
def test_who_resigns_has_lost() -> None:
    b = Bench("V05@C3", "M03@C3", wins=(5, 0)).begin()
    b.run.resign(1)
    assert b.run.result is not None
    assert b.run.result.winners == (2,)
    assert str(b.run.result.reason) == "The other player has left."
