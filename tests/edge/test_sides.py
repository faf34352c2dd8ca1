"""ED-22, ED-24: points and ends by the sides that still stand, with any number of seats and in teams."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

import games.bots
import games.edge
from games.edge import geometry
from games.edge.catalogue import play_mode
from games.edge.engine import EDGE
from games.edge.rules import durations, ending, passive_turn, tokens, victory
from games.edge.rules.ending import GameOver
from games.edge.rules.setup import stages
from games.edge.rules.wounds import harm
from games.edge.rules.wounds.harm import Cause, Hit
from games.edge.state import DEAD, OVER, PLAY, Effect, Outcome, State, Token
from games.engine.contract.dice import Dice, Seeds
from games.engine.contract.table import Rules, Table
from tests.edge.test_seats import FOUR, THREE, table
from tests.rules import rule

TWO = THREE[:2]


def at_table(state: State) -> Table[State]:
    """A table in mid-game."""
    there: Table[State] = Table(state.seats, Dice(Seeds(b"\x05" * 32)), EDGE.rules)
    there.state = state
    state.stage = PLAY
    victory.lay_out(state)
    return there


def seated(*places: str, teams: bool = False) -> Table[State]:
    """One model each, the second seat on turn."""
    return at_table(table(*places, teams=teams))


def drive(rules: Rules[Any]) -> None:
    """Carry out a rule; everybody answers by default."""
    answers: dict[int, tuple[str, ...]] | None = None
    try:
        while True:
            ask = next(rules) if answers is None else rules.send(answers)
            answers = {decision.seat: decision.fallback() for decision in ask.decisions}
    except StopIteration:
        return


def kill(there: Table[State], *seats: int, by: int) -> None:
    """The only models of these seats die at once."""
    hits = [Hit(there.state.player(seat).squads[0].models[0], 1) for seat in seats]
    drive(harm.kill(there, hits, Cause(by)))


def reinforced(there: Table[State], seat: int) -> None:
    """A second model of a seat that was dead stands up again, so that the first one may die."""
    squad = there.state.player(seat).squads[0]
    squad.models.append(type(squad.models[0])(f"{squad.id}/9", squad.id, "board", "A1.0"))
    there.state.forget_index()


# The mode of play.


@rule("ED-4.1", "ED-4.3", "ED-24.1")
@pytest.mark.parametrize(
    ("seats", "teams", "boards", "neutral", "squads"),
    [(2, False, 1, 20, 5), (3, False, 2, 30, 4), (4, False, 2, 40, 4), (4, True, 2, 40, 4)],
)
def test_a_match_has_what_its_number_of_players_says(seats, teams, boards, neutral, squads):
    mode = play_mode(seats, teams)
    assert (mode.boards, mode.neutral, mode.squads_max) == (boards, neutral, squads)


@rule("ED-4.1", "ED-4.16", "ED-4.17", "ED-23.2")
@pytest.mark.parametrize(
    ("seats", "board", "crystals", "points"),
    [([1, 2], geometry.DUEL, 2, [0, 0]), ([1, 2, 3], geometry.JOINED, 3, [10, 10, 10])],
)
def test_three_seats_are_set_up_as_their_mode_says(seats, board, crystals, points):
    there: Table[State] = Table(seats, Dice(Seeds(b"\x05" * 32)), EDGE.rules)
    stages.set_up(there, {"more_crystals": False, "handicap_2": 2})
    state = there.state
    assert state.board is board
    assert [player.kept for player in state.players] == points
    state.countering = 1
    for seat in seats:
        stages.take_crystals(there, seat)
    assert [player.pool for player in state.players] == [crystals, crystals + 2, crystals][: len(seats)]


@rule("ED-6.1")
def test_with_three_seats_a_source_gives_two_crystals():
    state = table("C4.2", "E9.0", "A1.0")
    state.sources, state.neutral_crystals, state.turn.seat = ["C5"], 30, 1
    drive(passive_turn.passive_turn(at_table(state)))
    assert state.player(1).pool == 2


def test_no_rule_knows_the_constants_or_the_board_of_the_duel():
    rooms = [Path(games.edge.__file__).parent, Path(games.bots.__file__).parent]
    files = [file for room in rooms for file in sorted(room.rglob("*.py"))]
    allowed = {"catalogue/__init__.py", "edge/geometry.py"}
    named = {
        f"{file.parent.name}/{file.name}"
        for file in files
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if (isinstance(node, ast.Name) and node.id == "DUEL")
        or (isinstance(node, ast.Attribute) and node.attr == "DUEL")
    }
    assert named <= allowed


# Victory Points.


@rule("ED-16.6", "ED-16.7")
def test_the_marker_of_a_duel_goes_towards_the_end_of_the_enemy_of_who_died():
    there = seated(*TWO)
    reinforced(there, 1)
    kill(there, 1, by=1)
    state = there.state
    assert (state.vp, state.lead(1), state.lead(2)) == (-1, -1, 1)


@rule("ED-16.8")
@pytest.mark.parametrize("places", [THREE, FOUR])
def test_the_killer_captures_the_tokens_of_the_dead(places):
    there = seated(*places)
    reinforced(there, 1)
    kill(there, 1, by=3)
    state = there.state
    assert state.player(3).captured == {"1": 1}
    assert (state.player(1).kept, state.player(2).points, state.vp) == (9, 0, 0)
    assert [state.lead(seat) for seat in (1, 2, 3)] == [-1, -1, 1]


@rule("ED-16.9")
def test_without_an_enemy_the_tokens_of_the_dead_leave_the_game():
    there = seated(*THREE)
    reinforced(there, 1)
    kill(there, 1, by=1)
    assert there.state.player(1).kept == 9
    assert not any(player.captured for player in there.state.players)


@rule("ED-16.10")
def test_in_a_team_a_death_by_an_ally_is_scored_by_an_enemy():
    there = seated(*FOUR, teams=True)
    reinforced(there, 1)
    kill(there, 1, by=3)
    assert [player.points for player in there.state.players] == [0, 1, 0, 0]


@rule("ED-16.8", "EC-83")
def test_nobody_captures_more_than_there_is():
    """And an empty pile puts its owner out."""
    there = seated(*THREE)
    reinforced(there, 1)
    there.state.player(1).kept, there.state.player(1).squads[0].kind = 1, "war_golem"
    kill(there, 1, by=3)
    assert (there.state.player(3).captured, there.state.player(1).kept) == ({"1": 1}, 0)
    assert there.state.player(1).out
    assert there.state.final_turn


@rule("ED-22.7", "EC-92")
def test_four_tokens_of_each_opponent_win_at_once():
    there = seated(*THREE)
    reinforced(there, 1)
    there.state.player(3).captured = {"1": 3, "2": 9}
    ending.check_points(there)
    with pytest.raises(GameOver):
        kill(there, 1, by=3)
    assert there.state.outcome == Outcome([3], "captured")


@rule("ED-22.12", "EC-93")
def test_eight_tokens_of_a_team_win_at_once():
    there = seated(*FOUR, teams=True)
    there.state.player(1).captured, there.state.player(3).captured = {"2": 5}, {"4": 3}
    with pytest.raises(GameOver):
        ending.check_points(there)
    assert there.state.outcome == Outcome([1, 3], "captured")


# Ends.


@rule("ED-22.2")
def test_in_a_duel_a_wiped_out_army_loses_at_once():
    there = seated(*TWO)
    with pytest.raises(GameOver):
        kill(there, 1, by=2)
    assert there.state.outcome == Outcome([2], "annihilation")
    there = seated(*TWO)
    with pytest.raises(GameOver):
        kill(there, 1, 2, by=2)
    assert there.state.outcome == Outcome([1, 2], "both annihilated")


@rule("ED-22.6", "EC-90", "EC-112")
def test_of_three_a_wiped_out_player_is_out_and_the_turn_is_the_last():
    """The death is scored; among those who survive the most tokens win."""
    there = seated(*THREE)
    there.state.player(1).captured = {"2": 3}
    kill(there, 1, by=2)
    state = there.state
    assert (state.stage, state.player(1).out, state.final_turn) == (PLAY, True, True)
    assert state.player(2).points == 1
    with pytest.raises(GameOver):
        ending.end_of_turn(there)
    assert state.outcome == Outcome([2], "eliminated")


@rule("ED-22.10")
def test_the_turn_of_a_player_who_is_wiped_out_ends_at_once():
    there = seated(*THREE)
    with pytest.raises(GameOver):
        kill(there, 2, by=3)
    assert there.state.outcome == Outcome([3], "eliminated")


@rule("ED-22.14")
def test_if_nobody_survives_it_is_a_draw():
    there = seated(*THREE)
    with pytest.raises(GameOver):
        kill(there, 1, 2, 3, by=3)
    assert there.state.outcome is not None
    assert len(there.state.outcome.winners) == 3


@rule("ED-22.11")
def test_a_team_loses_with_one_of_its_members():
    there = seated(*FOUR, teams=True)
    with pytest.raises(GameOver):
        kill(there, 3, by=2)
    assert there.state.outcome == Outcome([2, 4], "annihilation")


@rule("ED-22.9", "ED-22.13")
def test_equal_piles_are_told_apart_by_tokens_kept_and_then_by_strength():
    state = seated(*THREE).state
    assert victory.leaders(state) == [1, 2, 3]
    state.player(1).squads[0].endurance += 1
    assert victory.leaders(state) == [1]
    state.player(2).kept += 1
    assert victory.leaders(state) == [2]
    state.player(3).captured = {"1": 1}
    assert victory.leaders(state) == [3]
    assert victory.leaders(seated(*FOUR, teams=True).state) == [1, 3, 2, 4]


# Leaving.


def test_a_duel_is_over_when_one_of_two_leaves():
    there = seated(*TWO)
    ending.leave(there, 1)
    assert there.state.outcome == Outcome([2], "left")


def test_when_one_of_three_leaves_the_others_play_on_until_one_is_left():
    there = seated(*THREE)
    ending.leave(there, 2)
    assert (there.state.stage, there.state.outcome) == (PLAY, None)
    assert there.state.standing == [(1,), (3,)]
    ending.leave(there, 1)
    assert (there.state.stage, there.state.outcome) == (OVER, Outcome([3], "left"))


def test_a_team_stays_in_the_game_as_long_as_one_of_its_players_does():
    there = seated(*FOUR, teams=True)
    ending.leave(there, 1)
    assert there.state.outcome is None
    ending.leave(there, 3)
    assert there.state.outcome == Outcome([2, 4], "left")


def test_whoever_leaves_at_the_end_of_the_match_has_not_won():
    there = seated(*THREE)
    there.state.player(2).captured = {"1": 2}
    there.state.player(3).captured = {"1": 1}
    ending.finish(there, [2], "deck")
    ending.leave(there, 2)
    assert there.state.outcome == Outcome([3], "deck")
    result = EDGE.result(there.state)
    assert result is not None
    assert result.winners == (3,)


# What lasts until someone's Passive turn.


@rule("EF-2.15")
@pytest.mark.parametrize(
    ("seats", "teams", "ended"),
    [
        (2, False, {1: ["my"], 2: ["foe"]}),
        (3, False, {1: ["my"], 3: ["foe"]}),
        (4, True, {3: [], 4: ["foe"]}),
    ],
)
def test_an_effect_until_an_enemys_passive_turn_ends_with_an_enemys(seats, teams, ended):
    for seat, over in ended.items():
        state = table(*FOUR[:seats], teams=teams)
        state.effects = [Effect([], f"{kind}_passive", 1) for kind in ("my", "foe")]
        durations.start_passive(state, seat)
        left = [effect.until.removesuffix("_passive") for effect in state.effects]
        assert sorted([*left, *over]) == ["foe", "my"]


@rule("EF-2.1", "EF-2.6")
@pytest.mark.parametrize(
    ("bearer", "gone", "teams", "seats"),
    [
        ("ranger/1", 0, True, [2]),  # an enemy's model: its owner's next Passive turn
        ("ranger/1", 0, False, [2]),
        ("ranger/1", 2, False, [2, 3, 4]),  # who has left takes none any more
        ("pilgrim/1", 0, True, [2, 4]),  # one's own: any enemy's
        ("purge_doctor/1", 0, True, [2, 4]),
    ],
)
def test_a_token_until_the_opponents_passive_turn_leaves_with_its_bearers(
    bearer: str, gone: int, teams: bool, seats: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    there = seated(*FOUR, teams=teams)
    kind = tokens.kind_of(there.state, Token("TRAP", 1))
    away = type(kind.remove)(win="passive_start", side="enemy")
    monkeypatch.setattr(tokens, "kind_of", lambda *_of: type(kind)(t="TRAP", loc="model", remove=away))
    if gone:
        there.state.player(gone).left = True
    ended = []
    for seat in (2, 3, 4):
        there.state.tokens = [Token("TRAP", 1, models=[bearer])]
        tokens.start_of_passive(there, seat)
        ended += [] if there.state.tokens else [seat]
    assert ended == seats


@rule("ED-22.10")
def test_the_dead_of_a_player_who_is_out_are_worth_nothing():
    there = seated(*THREE)
    model = there.state.model("pilgrim/1")
    there.state.player(1).out, there.state.player(1).kept = True, 0
    drive(victory.score(there, model, 3, killer=2))
    model.state = DEAD
    assert there.state.player(2).points == 0
