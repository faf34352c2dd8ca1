"""ED-1.3, ED-24: questions about sides that hold with any number of seats, and in teams."""

from __future__ import annotations

import pytest

from games.edge.catalogue.parts import Test
from games.edge.catalogue.steps import Pick
from games.edge.control import controlled, controller, controls
from games.edge.effects.conditions import holds
from games.edge.effects.moment import Moment
from games.edge.effects.picks import candidates
from games.edge.effects.scope import Scope
from games.edge.rules import payment
from games.edge.rules.deployment.deploy import next_to_deploy
from games.edge.rules.facts import in_setup
from games.edge.rules.instants.triggers import triggered
from games.edge.state import Choices, Later, Model, Player, Squad, State, Turn
from tests.rules import rule

KINDS = ("pilgrim", "ranger", "purge_doctor", "gorehound")


def table(*places: str, teams: bool = False) -> State:
    """Each seat has one model; its Space is the seat's place."""
    players = [
        Player(seat, faction="chapter", squads=[_squad(seat, KINDS[seat - 1], place)])
        for seat, place in enumerate(places, 1)
    ]
    state = State(choices=Choices(teams=teams), players=players, turn=Turn(2, number=5))
    state.countering = 2
    return state


def _squad(seat: int, kind: str, place: str) -> Squad:
    models = [Model(f"{kind}/1", kind, "board" if place else "undeployed", place)]
    return Squad(kind, kind, seat, "Basic", 1, models)


THREE = ("B3.0", "C5.0", "D7.0")
FOUR = ("B3.0", "C5.0", "D7.0", "E9.12")


@rule("ED-1.3")
def test_with_three_seats_all_others_are_enemies():
    state = table(*THREE)
    assert [player.seat for player in state.opponents(2)] == [3, 1]
    assert [model.id for model in state.enemies(2)] == ["pilgrim/1", "purge_doctor/1"]


@rule("ED-1.3", "ED-4.4")
def test_in_teams_every_second_seat_is_an_ally():
    state = table(*FOUR, teams=True)
    assert [player.seat for player in state.opponents(1)] == [2, 4]
    assert [player.seat for player in state.opponents(4)] == [1, 3]
    assert not state.is_enemy(1, state.model("purge_doctor/1"))


@rule("ED-1.3", "ED-24.6", "EF-4.11")
def test_on_cards_your_models_are_those_of_an_ally_too_and_never_enemies():
    scope = Scope(table(*FOUR, teams=True), 1)
    assert [c.word for c in candidates(scope, Pick("e", side="enemy"))] == ["ranger/1", "gorehound/1"]
    assert [c.word for c in candidates(scope, Pick("m", side="mine"))] == ["pilgrim/1", "purge_doctor/1"]
    assert scope.addresses("my_squads") == ["pilgrim", "purge_doctor"]
    assert scope.addresses("my_models") == ["pilgrim/1", "purge_doctor/1"]
    assert len(candidates(scope, Pick("a", side="any"))) == 4
    scope.names["ally"] = ["purge_doctor/1"]
    assert not holds(scope, Test(enemy="ally"))


@rule("ED-4.10")
def test_the_placement_order_begins_left_of_the_countering_player():
    assert table(*THREE).order == [3, 1, 2]
    assert next_to_deploy(table("", "", "")) == 3


@rule("ED-6.2")
def test_a_source_is_controlled_by_who_touches_it_without_an_enemy():
    state = table("C4.2", "C6.5", "A1.0")
    state.sources = ["C5"]
    assert controller(state, "C5") is None
    state.model("ranger/1").at = "A9.0"
    assert (controller(state, "C5"), controlled(state, 1), controlled(state, 3)) == (1, ["C5"], [])


@rule("ED-6.2")
def test_allied_models_neither_give_control_nor_take_it_away():
    state = table("C4.2", "A1.0", "C6.5", "A9.0", teams=True)
    state.sources = ["C5"]
    assert [controls(state, seat, "C5") for seat in (1, 2, 3, 4)] == [True, False, True, False]


@rule("ED-19.8")
def test_what_runs_by_itself_runs_from_the_active_player_clockwise():
    state = table(*THREE)
    state.laters = [Later("wound_dealt", seat, [{"heal": {"squad": "my_squads"}}]) for seat in (1, 2, 3)]
    assert [trigger.seat for trigger in triggered(state, Moment("wound_dealt"))] == [2, 3, 1]


@rule("ED-15.5")
def test_with_three_seats_nobody_pays_with_victory_points():
    state = table(*THREE)
    state.player(1).pool = 1
    assert payment.means(state, 1) == {"crystal": 1, "pilgrim": 1}


@pytest.mark.parametrize(
    ("others", "known"), [(("demons", "demons"), "demons"), (("demons", "chapter"), None)]
)
def test_a_condition_knows_the_enemys_faction_where_there_is_one(others, known):
    state = table(*THREE)
    state.players[1].faction, state.players[2].faction = others
    assert in_setup(state, 1).get("enemy_faction") == known
