"""EF-2.2: what the names in a card's steps mean."""

from __future__ import annotations

import pytest

from games.edge.catalogue import FACTIONS, MACROS, Action
from games.edge.control import harvest_sites
from games.edge.effects.lasting import token_scope
from games.edge.effects.moment import Moment
from games.edge.effects.scope import Scope
from games.edge.rules.instants.timing import action_windows
from games.edge.state import State, Token
from tests.edge.position import state_of
from tests.rules import rule

TEXT = "pilgrim@C5.0,B3.0 holy_knight@B5.01 dark_scholar@C5.1 dark_scholar@D7.1 son_of_khyber@C8.*"


@pytest.fixture
def state() -> State:
    """A Pilgrim touches a Scholar."""
    return state_of(TEXT)


def ids(scope: Scope, ref: str) -> list[str]:
    """The models that a reference means."""
    return [model.id for model in scope.models(ref)]


@rule("EF-2.10")
def test_a_squad_id_means_the_models_of_all_own_squads_of_that_name(state):
    assert ids(Scope(state, 2), "dark_scholar") == ["dark_scholar#1/1", "dark_scholar#2/1"]
    assert ids(Scope(state, 1), "dark_scholar") == []


@rule("EF-2.6")
def test_me_and_my_shrine_are_the_acting_players(state):
    assert Scope(state, 1).player.seat == 1
    assert Scope(state, 1).mask("shrine") == state.space_mask("A5")
    assert Scope(state, 2).mask("shrine") == state.space_mask("E5")


@rule("EF-2.7")
def test_an_events_models_are_seen_from_each_side(state):
    moment = Moment("in_combat", attacker=state.model("dark_scholar#1/1"), defender=state.model("pilgrim/1"))
    mine, theirs = Scope(state, 1, moment=moment), Scope(state, 2, moment=moment)
    assert (ids(mine, "ev.mine"), ids(mine, "ev.theirs")) == (["pilgrim/1"], ["dark_scholar#1/1"])
    assert ids(theirs, "ev.mine") == ["dark_scholar#1/1"]
    assert ids(mine, "ev.attacker") == ids(theirs, "ev.attacker") == ["dark_scholar#1/1"]
    wounded = Moment("wound_dealt", model=state.model("pilgrim/1"), source=state.model("dark_scholar#1/1"))
    scope = Scope(state, 1, moment=wounded)
    assert (ids(scope, "ev.model"), ids(scope, "ev.source")) == (["pilgrim/1"], ["dark_scholar#1/1"])


@rule("EF-2.8")
def test_the_bearer_of_a_token_is_the_model_it_lies_on(state):
    scope = token_scope(state, Token("SPECTRAL_GRASP", 2, models=["pilgrim/1"]))
    assert ids(scope, "bearer") == ["pilgrim/1"]
    assert scope.seat == 2
    assert scope.addresses("dark_scholar_b2b") == ["dark_scholar#1/1"]


@rule("EF-5.2")
def test_the_short_windows_stand_for_those_of_an_own_roll():
    reroll = Action("Reroll", inst=1, win=str(MACROS["REROLL"]["win"]))
    assert action_windows(reroll) == ["after_attack", "after_defense", "after_hit"]


@rule("EF-2.2", "ED-21.5")
def test_a_shrine_that_counts_as_a_source_is_harvested(state):
    assert "counts_as_source" in FACTIONS["demons"].shrine["std"].also
    assert harvest_sites(state) == [*state.sources, "E5"]


def test_what_no_step_may_name_fails_loudly(state):
    with pytest.raises(KeyError, match="no such reference"):
        Scope(state, 1).addresses("all_the_others")
