"""ED-22: with more than two players each change of points and places is looked at, not only deaths."""

from __future__ import annotations

from typing import Any

import pytest

from games.edge.effects.moment import Moment
from games.edge.rules import ending
from games.edge.rules.combat.sequence import Challenge, combat
from games.edge.rules.instants import windows
from games.edge.state import DYING, Outcome
from games.engine.play.orders import advance
from tests.edge.bench import Bench
from tests.rules import rule

FURY = "avenger=2@C5.* gorehound=0@C4.12 gorehound@A9.01 holy_knight=0@C6.45 holy_knight@A1.01"


def furious(**position: Any) -> Bench:
    """The Avenger of seat 1 touches one model each of seats 2 and 3, and can fight both."""
    return Bench(FURY, hands={1: ["DV06"], 2: [], 3: []}, **position)


@rule("EF-2.6", "ED-16.8", "ED-25.18")
def test_points_for_kills_are_tokens_of_those_who_died() -> None:
    bench = furious().dice(0, 4, 4, 0, 4, 0)  # the Gorehound strikes first, and in vain
    bench.order("play DV06 lower", "fight avenger/1 vs gorehound#1/1", "fight avenger/1 vs holy_knight#1/1")
    printed = {
        bench.state.squad(name).seat: bench.squad(name).card.endurance
        for name in ("gorehound#1", "holy_knight#1")
    }
    assert {seat: bench.player(1).captured_from(seat) for seat in printed} == {
        seat: worth + 1 for seat, worth in printed.items()
    }


@rule("ED-22.1", "ED-22.6", "ED-22.10")
def test_who_gives_the_last_token_away_is_out_and_the_turn_is_over() -> None:
    bench = Bench("enkindled@C5.0 gorehound@A9.01 holy_knight@A1.01", hands={1: ["DV14"], 2: [], 3: []})
    bench.player(1).kept = 2
    bench.player(3).kept = 9
    bench.order('play "Risky Tactics" lower', "end")
    assert bench.player(1).out
    assert bench.state.outcome == Outcome([2], "eliminated")


@rule("ED-22.1", "ED-22.12")
def test_a_point_that_a_card_gives_can_win() -> None:
    bench = furious(teams=False).dice(4, 0)
    seats = {player.faction: player.seat for player in bench.state.players}
    bench.player(1).captured = {str(seats["demons"]): 4, str(seats["chapter"]): 1}
    bench.order("play DV06 lower", "fight avenger/1 vs holy_knight#1/1", "done")
    assert bench.state.outcome == Outcome([1], "captured")


@rule("ED-22.10", "ED-22.15", "EC-102")
def test_who_sets_the_last_model_aside_is_out_and_the_turn_is_over() -> None:
    bench = Bench("avenger@K1.* gorehound@C5.01 holy_knight@A1.01", turn=2, hands={2: ["DE14"]})
    bench.order("play DE14 lower")
    assert bench.player(2).out
    assert bench.state.outcome is not None
    assert 2 not in bench.state.outcome.winners


@rule("ED-22.1", "ED-16.14")
def test_a_death_that_is_not_scored_yet_comes_before_the_end() -> None:
    bench = furious()
    bench.player(2).kept = 0
    bench.model("gorehound#1/1").state = DYING
    ending.after_change(bench.run.replay.table)
    assert not bench.player(2).out


@rule("ED-12.11", "ED-16.8")
def test_who_makes_two_of_one_side_fight_has_killed_whoever_dies() -> None:
    """The one who was made to fight is struck down by a comrade."""
    bench = Bench("avenger@K1.* gorehound=0@C4.12 gorehound=0@C5.45 holy_knight@A1.01")
    made, comrade = bench.model("gorehound#1/1"), bench.model("gorehound#2/1")
    assert bench.state.are_touching(made, comrade)
    bench.dice(0, 4, 4, 0)
    bench.drive(combat(bench.run.replay.table, Challenge(made, comrade, 1, is_controlled=True)))
    assert made.state == "dead"
    assert bench.player(1).captured_from(2) == bench.squad("gorehound#1").card.endurance


@rule("ED-22.8")
def test_without_a_track_no_track_is_the_reason_of_the_end() -> None:
    """A deck ran out in the turn, and cards were shuffled back into it."""
    bench = Bench("holy_knight@A1.01 gorehound@A9.01 avenger@K1.*")
    bench.state.final_turn = True
    bench.order("end")
    assert bench.state.outcome is not None
    assert bench.state.outcome.reason == "deck"


# Those who have left.


def without(gone: int, **position: Any) -> Bench:
    """One of three has left."""
    bench = Bench("holy_knight@A1.01 gorehound@A9.01 avenger@K1.*", declare=False, **position)
    bench.run.resign(gone)
    advance(bench.run)
    return bench


@rule("ED-7.4", "ED-22.8")
def test_whoever_has_left_draws_nothing_so_that_no_deck_of_theirs_ends_the_match() -> None:
    bench = without(2, hands={1: [], 2: [], 3: []}, decks={2: ["DE15"]})
    bench.order("turn active", "end", seat=1)
    assert [len(player.hand) for player in bench.state.players] == [3, 0, 3]
    assert bench.state.outcome is None


@rule("ED-23.1", "ED-24.2")
@pytest.mark.parametrize("gone", [2, 3])
def test_whoever_has_left_has_no_turn_and_takes_no_crystals(gone: int) -> None:
    """Also if they leave just before their turn."""
    bench = without(gone, pools=(0, 0, 0), more_crystals=True)
    bench.order("turn passive", seat=1)
    stays = 5 - gone
    bench.order("turn passive", seat=stays)
    assert [told["seat"] for told in bench.told("declared")] == [1, stays]
    assert bench.player(stays).pool == bench.player(1).pool
    assert bench.player(gone).pool <= 1


@rule("ED-5.4")
def test_whoever_has_left_has_no_extra_turn() -> None:
    bench = Bench("holy_knight@A1.01 gorehound@A9.01 avenger@K1.*")
    bench.state.extra_turn = "active"
    bench.run.resign(1)
    advance(bench.run)
    assert bench.state.turn.seat == 2


@rule("ED-22.10")
def test_who_goes_out_in_a_window_is_not_asked_in_it_again() -> None:
    bench = Bench("avenger@K1.* gorehound@C5.45 holy_knight@C4.12", turn=2, hands={3: ["CH11"]})
    dodge = Moment(
        "combat_declared", attacker=bench.model("gorehound/1"), defender=bench.model("holy_knight/1")
    )
    assert windows._offer(bench.state, 3, dodge) is not None
    bench.player(3).out = True
    assert windows._offer(bench.state, 3, dodge) is None
