"""ED-16: Wounds, deaths and the points they bring."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from games.edge.catalogue import SQUADS
from games.edge.rules.wounds.harm import Cause, Hit, kill, wound
from tests.edge.bench import Bench
from tests.rules import rule

TEXT = "pilgrim@B3.0,B3.1,B3.2,B3.3 angel_of_death@B5.* gorehound@D7.12 son_of_khyber@C8.*"


def wounded(text: str, *hits: tuple[str, int], seat: int = 2, **more: Any) -> Bench:
    """Wounds that fall at the same time."""
    bench = Bench(text, **more)
    suffered = [Hit(bench.model(name), amount) for name, amount in hits]
    bench.drive(wound(bench.run.replay.table, suffered, Cause(seat)))
    return bench


@rule("ED-16.1", "ED-16.3")
def test_a_wound_takes_a_token_of_the_squad_wherever_its_models_stand():
    bench = wounded(TEXT, ("pilgrim/1", 1))
    assert bench.squad("pilgrim").endurance == 0
    assert bench.model("pilgrim/1").state == "board"


@rule("ED-16.1", "ED-16.5")
def test_without_tokens_a_wound_kills_and_the_hexes_are_free():
    bench = wounded(TEXT.replace("pilgrim@", "pilgrim=0@"), ("pilgrim/1", 1))
    assert bench.model("pilgrim/1").state == "dead"
    assert bench.state.vp == -1
    free = ~bench.state.occupied() & bench.state.board.place("B3.0").mask
    assert free


@rule("ED-16.2", "EC-78")
def test_wounds_left_over_do_not_pass_to_squadmates():
    bench = wounded(TEXT, ("pilgrim/1", 3))
    assert bench.squad("pilgrim").endurance == 0
    assert [model.state for model in bench.squad("pilgrim").models] == ["dead", "board", "board", "board"]


@rule("ED-16.4", "EC-79", "DP-A15")
def test_the_acting_player_says_who_of_a_squad_is_wounded_first():
    bench = wounded(TEXT, ("pilgrim/1", 1), ("pilgrim/2", 1), ("pilgrim/3", 1))
    assert [model.state for model in bench.squad("pilgrim").models] == ["board", "dead", "dead", "board"]
    assert bench.state.vp == -2


@rule("ED-16.6", "EC-80", "ED-16.7")
def test_whoever_kills_the_opponent_of_the_owner_scores():
    bench = wounded(TEXT.replace("gorehound@", "gorehound=0@"), ("gorehound/1", 1), seat=2)
    assert bench.state.vp == 1


@rule("ED-16.6")
def test_the_worth_is_the_printed_value_whatever_tokens_are_left():
    bench = wounded(TEXT.replace("angel_of_death@", "angel_of_death=2@"), ("angel_of_death/1", 3))
    assert bench.state.vp == -3


@rule("ED-16.7")
def test_the_marker_stops_at_the_end():
    bench = wounded(TEXT.replace("angel_of_death@", "angel_of_death=0@"), ("angel_of_death/1", 1), vp=-9)
    assert bench.state.vp == -10


@rule("ED-16.11", "EC-85", "EF-4.7")
def test_for_a_sacrifice_nobody_scores_but_the_last_model_loses_the_game():
    bench = Bench(TEXT)
    bench.drive(kill(bench.run.replay.table, [Hit(bench.model("pilgrim/1"), 0)], Cause(1), scored=False))
    assert bench.state.vp == 0
    assert bench.model("pilgrim/1").state == "dead"


@rule("ED-16.13", "ED-2.7")
def test_no_squad_has_more_tokens_than_are_printed():
    bench = Bench(TEXT.replace("angel_of_death@", "angel_of_death=2@")).order("banner 1")
    assert bench.squad("angel_of_death").endurance == 3
    bench.order("end").order("turn passive").order("turn passive").order("turn passive").order("turn active")
    assert "banner" not in bench.offers() or bench.offers("banner") == ["2"]


@rule("ED-16.14", "ED-22.1")
def test_a_dying_model_counts_no_more_and_lies_on_its_hexes_until_its_window_closes():
    bench = Bench(
        "pilgrim=0@C5.0,B3.0 gorehound=0@C5.12 son_of_khyber@C8.*",
        turn=2,
        enhancements={"pilgrim": [("CH10", 1)]},
        standing={1: "use pilgrim.1 upper on killed"},
    )
    bench.order("activate gorehound").dice(4, 0, 4, 0).order("fight gorehound/1 vs pilgrim/1")
    assert bench.model("pilgrim/1").state == "dead"
    assert bench.model("gorehound/1").state == "dead"
    assert bench.state.vp == 0


@rule("ED-22.2", "EC-86", "ED-22.14", "EC-105")
def test_the_last_model_gone_even_for_a_moment_loses_at_once():
    bench = Bench(
        "pilgrim=0@C5.0,x,x,x gorehound=0@C5.12 son_of_khyber@C8.*",
        turn=2,
        enhancements={"pilgrim": [("CH10", 1)]},
        standing={1: "use pilgrim.1 upper on killed"},
    )
    bench.order("activate gorehound").dice(4, 0).order("fight gorehound/1 vs pilgrim/1")
    assert bench.run.result is not None
    assert bench.run.result.winners == (2,)
    assert bench.model("gorehound/1").state == "board"


@rule("ED-22.3", "EC-87", "ED-22.5")
def test_the_marker_on_an_end_makes_the_turn_the_last_whatever_follows():
    bench = Bench(TEXT, vp=9, buy_vp=True, declare=False, hands={1: ["CH19"]}).order("turn active buy")
    assert bench.state.final_turn
    bench.order('play "Trap" lower to gorehound/1 pay vp')
    assert bench.state.vp == 9
    bench.order("end")
    assert bench.run.result is not None
    assert bench.run.result.winners == (1,)


@rule("EC-87", "ED-22.5")
def test_a_marker_back_in_the_middle_is_a_draw():
    bench = Bench(TEXT)
    bench.state.final_turn = True
    bench.order("end")
    assert bench.run.result is not None
    assert bench.run.result.winners == (1, 2)


@rule("ED-22.4", "EC-89")
@pytest.mark.parametrize(("vp", "winners"), [(2, (1,)), (-1, (2,)), (0, (1, 2))])
def test_the_last_card_of_a_deck_ends_the_game_when_all_have_drawn(vp, winners):
    bench = Bench(TEXT, vp=vp, decks={1: ["CH16", "CH16", "CH16"]}).order("end")
    assert bench.run.result is not None
    assert bench.run.result.winners == winners
    assert len(bench.player(2).hand) == 3


@rule("ED-22.14", "EC-94")
def test_an_immediate_loss_beats_the_lead():
    bench = Bench("pilgrim=0@C5.0,x,x,x gorehound@C5.12 son_of_khyber@C8.*", turn=2, vp=10)
    bench.state.final_turn = True
    bench.order("activate gorehound").dice(4, 0).order("fight gorehound/1 vs pilgrim/1")
    assert bench.run.result is not None
    assert bench.run.result.winners == (2,)


@rule("EC-81", "ED-16.6")
def test_with_an_endurance_value_of_nothing_one_wound_kills_and_nobody_scores(monkeypatch):
    monkeypatch.setitem(SQUADS, "pilgrim", structs.replace(SQUADS["pilgrim"], endurance=0))
    bench = wounded(TEXT, ("pilgrim/1", 1))
    assert bench.model("pilgrim/1").state == "dead"
    assert bench.state.vp == 0


@rule("ED-23.7")
def test_with_reshuffle_no_deck_runs_out():
    bench = Bench(TEXT, reshuffle=True, decks={1: ["CH16", "CH16"]})
    bench.player(1).discard = ["CH19", "CH19"]
    bench.order("end")
    assert bench.run.result is None
    assert len(bench.player(1).hand) == 3
    assert len(bench.player(1).deck) == 1
