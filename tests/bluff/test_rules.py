"""Bluff, rule by rule: the example of how a game is tested."""

from __future__ import annotations

import pytest

from games.bluff.engine import BLUFF
from games.bluff.state import Bid, Round
from games.engine.contract.dice import Seeds
from games.engine.play.orders import advance, submit
from games.engine.play.run import Run
from tests.rules import rule


def table(*hands: str, seats: int = 2) -> Run[Round]:
    """A round with these dice, the first seat to bid."""
    run = Run.start(BLUFF, range(1, seats + 1), Seeds(b"cups" * 8))
    advance(run)
    for player, hand in zip(run.state.players, hands, strict=False):
        player.dice[:] = [int(face) for face in hand]
    return run


def play(run: Run[Round], *lines: str) -> str:
    """One order after the other, by whoever is to play; why the last one was refused, if it was."""
    why = ""
    for line in lines:
        problem = submit(run, run.state.seat, line).problem
        why = str(problem.error) if problem is not None else ""
    return why


def dice(run: Run[Round]) -> list[int]:
    """How many each player has."""
    return [len(player.dice) for player in run.state.players]


@rule("BL-1")
@pytest.mark.parametrize("count", [5, 3])
def test_each_player_has_as_many_dice_as_the_option_says(count: int) -> None:
    run = Run.start(BLUFF, [1, 2, 3], Seeds(b"cups" * 8), {"dice": count})
    advance(run)
    assert dice(run) == [count] * 3


@rule("BL-2")
def test_only_their_owner_sees_what_dice_show() -> None:
    run = table("11112", "34566")
    seen = BLUFF.view(run.state, 1)
    assert seen["own"] == [1, 1, 1, 1, 2]
    assert [player["dice"] for player in seen["players"]] == [5, 5]
    assert BLUFF.view(run.state, None)["own"] == []


@rule("BL-3")
@pytest.mark.parametrize("bid", ["2 3", "2 2", "1 6"])
def test_a_bid_that_is_no_higher_is_refused(bid: str) -> None:
    run = table("11112", "34566")
    assert play(run, "bid 2 3", f"bid {bid}")
    assert run.state.bid == Bid(2, 3)


@rule("BL-3")
@pytest.mark.parametrize("bid", ["2 4", "3 1", "10 6"])
def test_more_dice_or_a_higher_face_is_a_higher_bid(bid: str) -> None:
    run = table("11112", "34566")
    assert not play(run, "bid 2 3", f"bid {bid}")
    assert run.state.bid == Bid(*map(int, bid.split()))


@rule("BL-3")
def test_the_first_player_of_a_round_has_to_bid() -> None:
    assert play(table("11112", "34566"), "doubt") == "there is no bid to doubt"


@rule("BL-3")
def test_nothing_is_higher_than_all_dice_with_sixes() -> None:
    run = table("11112", "34566")
    play(run, "bid 10 6")
    decision = run.decision_for(2)
    assert decision is not None
    assert [option.word for option in decision.options()] == ["doubt"]


@rule("BL-4")
def test_dice_that_are_shown_stay_and_the_others_are_rolled_again() -> None:
    run = table("11166", "34566")
    play(run, "bid 2 6 show yes")
    assert run.state.players[0].dice.count(6) >= 2
    assert [event.key for event in run.events[-3:]] == ["bid", "showed", "rolled"]
    assert run.events[-1].only == (1,)


@rule("BL-4")
@pytest.mark.parametrize("hand", ["11111", "66666"])
def test_there_is_nothing_to_show_if_no_die_fits_or_all_do(hand: str) -> None:
    run = table(hand, "34566")
    run.set_standing({1: (1, "show: yes")})
    play(run, "bid 2 6")
    assert run.state.players[0].dice == [int(face) for face in hand]


@rule("BL-4")
def test_a_standing_order_shows_dice() -> None:
    run = table("11166", "34566")
    run.set_standing({1: (1, "show: yes if fitting >= 2")})
    play(run, "bid 2 6")
    assert "showed" in [event.key for event in run.events]


@rule("BL-5")
@pytest.mark.parametrize(("bid", "left"), [("3 6", [5, 4]), ("4 6", [4, 5])])
def test_whoever_was_wrong_loses_a_die_and_begins(bid: str, left: list[int]) -> None:
    run = table("11116", "34566")
    play(run, f"bid {bid}", "doubt")
    assert dice(run) == left
    assert run.state.seat == 1 + left.index(4)
    assert run.state.bid is None


@rule("BL-5", "BL-6")
def test_the_next_player_with_dice_begins_where_the_loser_has_none() -> None:
    run = table("1", "6", "66", seats=3)
    play(run, "bid 3 5", "doubt")
    assert dice(run) == [0, 1, 2]
    assert run.state.seat == 2


@rule("BL-6")
def test_the_last_player_with_dice_wins() -> None:
    run = table("1", "66")
    play(run, "bid 1 1", "bid 2 6", "doubt")
    assert dice(run) == [0, 2]
    assert run.result is not None
    assert run.result.winners == (2,)


@rule("BL-7")
def test_the_dice_of_a_player_who_leaves_are_taken_away_and_a_new_round_begins() -> None:
    run = table("11116", "34566", "22222", seats=3)
    play(run, "bid 2 6")
    run.resign(2)
    advance(run)
    assert dice(run) == [5, 0, 5]
    assert run.state.bid is None
    assert run.state.seat == 3
