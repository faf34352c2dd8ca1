"""ED-4.19: Dispersal."""

from __future__ import annotations

import pytest

from games.edge.rules.setup import dispersal
from games.edge.rules.setup.dispersal import disperse_decision, disperse_node
from games.edge.state import DISPERSAL, PLAY, State
from games.engine.contract.dice import Dice, Seeds
from games.engine.contract.table import Table
from games.engine.contract.tree import walk
from games.engine.language.paths import read, write
from tests.edge.position import state_of
from tests.edge.setting_up import Opening
from tests.rules import rule


def dispersing(text: str) -> State:
    """The preset board before Dispersal: seat 1 counters, seat 2 is asked."""
    state = state_of(text)
    state.stage = DISPERSAL
    return state


def may(state: State, line: str) -> bool:
    """Whether seat 2 may give this answer."""
    return disperse_decision(state, 2).check(tuple(line.split())) is None


def disperse(state: State, line: str) -> Table[State]:
    """The table after seat 2 has answered."""
    table: Table[State] = Table((1, 2), Dice(Seeds(b"\x05" * 32)), 1)
    table.state = state
    rules = dispersal.disperse(table, 2)
    (decision,) = next(rules).decisions
    with pytest.raises(StopIteration):
        rules.send({2: read(decision, line.split()).path})
    return table


@rule("ED-4.19", "DP-S7")
def test_the_positioning_player_alone_is_asked_once() -> None:
    opening = Opening(preset=True).by_default(DISPERSAL)
    positioning = opening.state.order[0]
    assert opening.asked == [(positioning, "disperse")]
    assert opening.offers() == ["none", "move"]
    assert opening.decision().fallback() == ("none",)
    opening.order("disperse none")
    assert opening.state.stage == PLAY
    assert opening.told("dispersed") == [{"seat": positioning, "squad": "", "moves": [], "pushed": []}]


@rule("ED-4.19", "ED-9.1")
def test_one_squad_moves_each_model_as_it_likes() -> None:
    state = dispersing("dark_scholar@C5.0,C5.1,C5.2 gorehound@C8.01 pilgrim@A1.0")
    table = disperse(state, "disperse move dark_scholar/1 C3.0 move dark_scholar/3 C7.0")
    assert [model.at for model in state.squad("dark_scholar").models] == ["C3.0", "C5.1", "C7.0"]
    (told,) = table.events
    assert told.values["moves"] == ["dark_scholar/1 C3.0", "dark_scholar/3 C7.0"]
    assert told.values["squad"] == "dark_scholar"


@rule("ED-4.19")
def test_models_of_another_squad_stay() -> None:
    state = dispersing("dark_scholar@C5.0,C5.1,C5.2 gorehound@C8.01 pilgrim@A1.0")
    assert may(state, "move gorehound/1 C7.01")
    assert not may(state, "move dark_scholar/1 C3.0 move gorehound/1 C7.01")
    assert not may(state, "move pilgrim/1 A2.0")  # of the other player
    assert not may(state, "move dark_scholar/1 C8.0")  # three Spaces away


@rule("ED-4.19", "EC-15")
def test_contact_with_sources_and_enemies_is_allowed_again() -> None:
    state = dispersing("gorehound@C7.01 pilgrim@C6.5")
    assert may(state, "move gorehound/1 C7.12")  # touches the Source in B7
    assert may(state, "move gorehound/1 C6.06")
    disperse(state, "disperse move gorehound/1 C6.06")
    assert state.are_touching(state.model("gorehound/1"), state.model("pilgrim/1"))


@rule("ED-4.19", "EC-15", "ED-11.1")
def test_enemies_may_be_pushed() -> None:
    state = dispersing("gorehound@C7.01 pilgrim@C6.0")
    table = disperse(state, "disperse move gorehound/1 C6.01")
    (told,) = table.events
    assert state.model("gorehound/1").at == "C6.01"
    assert state.model("pilgrim/1").at != "C6.0"
    assert told.values["pushed"] == [f"pilgrim/1 {state.model('pilgrim/1').at}"]


@rule("ED-4.19")
def test_nothing_but_a_move_is_offered() -> None:
    state = dispersing("gorehound@C7.01 pilgrim@C6.0")
    assert [branch.word for branch in disperse_node(state, 2).branches()] == ["none", "move"]
    node, _ = walk(disperse_node(state, 2), ("move",))
    assert node is not None
    assert [branch.word for branch in node.branches()] == ["gorehound/1"]


@rule("ED-8.3", "ED-4.22")
def test_who_cannot_move_is_not_offered() -> None:
    state = dispersing("succubus@-,-,- master_of_elements:Focus@C8.0 gorehound@C7.01 pilgrim@A1.0")
    assert state.squad("master_of_elements").side.mov is None
    assert not may(state, "move succubus/1 C7.3")
    assert not may(state, "move master_of_elements/1 C8.1")
    assert may(state, "move gorehound/1 C7.12")


@rule("ED-4.19", "DP-C3")
def test_an_answer_may_stand_on_several_lines() -> None:
    opening = Opening(preset=True).by_default(DISPERSAL)
    seat = opening.state.order[0]
    squad = next(squad for squad in opening.state.player(seat).squads if len(squad.models) > 1)
    one, other = squad.models[:2]
    goal = opening.offers("move", one.id)[0]
    further = opening.offers("move", one.id, goal, "move", other.id)[0]
    receipt = opening.send(seat, f"disperse\nmove {one.id} {goal}\nmove {other.id} {further}")
    assert receipt.problem is None
    assert (opening.state.model(one.id).at, opening.state.model(other.id).at) == (goal, further)
    assert opening.state.stage == PLAY


@rule("ED-4.19")
def test_what_is_written_reads_back() -> None:
    state = dispersing("dark_scholar@C5.0,C5.1,C5.2 pilgrim@A1.0")
    decision = disperse_decision(state, 2)
    path = ("move", "dark_scholar/1", "C3.0", "move", "dark_scholar/2", "C3.1")
    assert write(decision, path) == "disperse move dark_scholar/1 C3.0 move dark_scholar/2 C3.1"
    assert read(decision, write(decision, path).split()).path == path
    assert read(decision, ["disperse", "none"]).path == ("none",)
