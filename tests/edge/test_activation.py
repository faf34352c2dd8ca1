"""ED-8: Squads, attributes, activation and modes."""

from __future__ import annotations

import pytest

from games.edge.catalogue import SQUADS
from games.edge.rules.squads.attributes import stat
from games.edge.state import Effect, Token
from tests.edge.bench import Bench
from tests.rules import rule

TEXT = "pilgrim@B3.0,B3.1 holy_knight@B5.01 ranger@C3.0 gorehound@D7.12 son_of_khyber@C8.*"


@rule("ED-8.1", "EF-1.5.1", "EF-1.5.2")
@pytest.mark.parametrize("kind", SQUADS.values(), ids=lambda kind: kind.id)
def test_every_side_of_a_squad_card_has_its_attributes(kind):
    assert kind.modes[0].name == ("Summoned" if kind.role == "summon" else "Basic")
    assert all(mode.base in (1, 2, 3, 7) for mode in kind.modes)
    assert 1 <= kind.models <= 4


@rule("ED-8.2", "EC-30")
def test_no_attribute_falls_below_zero():
    bench = Bench(TEXT)
    model = bench.model("pilgrim/1")
    bench.state.effects.append(Effect([model.id], "turn", 2, stat="DEF", by=-3))
    assert stat(bench.state, model, "DEF") == 0


@rule("ED-8.3", "EC-29")
def test_a_dash_stays_a_dash_whatever_is_added():
    bench = Bench("ranger:Aim@C3.0 gorehound@D7.12", tokens=[Token("BLESSING", 1, squad="ranger")])
    model = bench.model("ranger/1")
    assert stat(bench.state, model, "MOV") is None
    assert stat(bench.state, model, "DEF") == 1


@rule("ED-8.5", "DP-A2", "EC-28", "ED-8.3")
def test_the_mode_is_changed_first_and_its_attributes_apply_at_once():
    bench = Bench(TEXT).order("activate ranger mode Aim")
    assert bench.squad("ranger").mode == "Aim"
    assert "move" not in bench.offers()


@rule("ED-8.5", "EC-31")
def test_without_the_arrow_there_is_no_way_back():
    bench = Bench(TEXT).order("activate holy_knight mode Upgraded")
    assert bench.player(1).depleted == 2
    bench.order("end").order("turn passive").order("turn active")
    assert bench.offers("activate", "holy_knight") == []


@rule("ED-8.5", "EF-1.5.1")
def test_a_mode_that_only_a_card_changes_is_not_offered():
    bench = Bench("pilgrim@B3.0 bloodsmith@D7.1 son_of_khyber@C8.*", turn=2)
    assert bench.offers("activate", "bloodsmith") == []
    assert bench.offers("activate", "son_of_khyber") == ["mode"]


@rule("ED-8.5", "ED-7.1")
def test_only_living_own_squads_are_activated():
    bench = Bench("pilgrim@B3.0 ranger@x,x gorehound@D7.12")
    assert bench.offers("activate") == ["pilgrim"]


@rule("ED-8.9", "EC-103", "DP-A23", "ED-22.15")
def test_a_squad_whose_models_are_set_aside_is_activated_to_bring_them_back():
    bench = Bench("pilgrim@B3.0 gorehound@D7.12 son_of_khyber@C8.*", turn=2, hands={2: ["DE14"]})
    bench.order('play "Shadowzone" lower')
    assert bench.model("gorehound/1").state == "aside"
    bench.order("activate gorehound at B4.12")
    assert bench.at("gorehound/1") == "B4.12"


@rule("ED-9.1", "DP-A4")
def test_any_of_the_models_move_each_its_own_way():
    bench = Bench(TEXT).order("activate pilgrim", "move pilgrim/1 C4.0", "move pilgrim/2 A3.0")
    assert (bench.at("pilgrim/1"), bench.at("pilgrim/2")) == ("C4.0", "A3.0")


@rule("ED-8.6", "ED-25.10")
def test_a_mode_changed_by_the_banner_is_not_tied_to_an_activation():
    bench = Bench(TEXT).order("banner 2 with pilgrim")
    assert bench.squad("pilgrim").mode == "Run"
    assert bench.state.turn.activated == []


@rule("ED-1.1", "ED-1.2", "ED-2.7")
def test_a_squad_is_alive_while_a_model_is_on_the_board_or_set_aside():
    bench = Bench("pilgrim@x,x,x,o ranger@x,x angel_of_death@B5.* gorehound@D7.12")
    assert bench.squad("pilgrim").is_alive
    assert not bench.squad("ranger").is_alive
    assert len(bench.squad("pilgrim").on_board) == 0


@rule("ED-1.3")
def test_enemies_are_the_models_of_the_other_player():
    bench = Bench(TEXT)
    assert {model.squad for model in bench.state.enemies(1)} == {"gorehound", "son_of_khyber"}
