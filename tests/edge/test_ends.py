"""ED-22: every duel ends, and the reason that is told is the right one."""

from __future__ import annotations

import pytest

from games.edge.board import text_board
from games.edge.catalogue import play_mode
from games.edge.engine import EDGE
from games.edge.views import view
from games.engine.play.run import Run
from games.engine.play.save import Base
from tests.edge.bench import Bench
from tests.rules import rule

APART = "pilgrim@B3.0 gorehound@D8.12"
QUIET_TURNS = play_mode(2).quiet
FULL = {1: ["CH16"] * 3, 2: ["DE15"] * 3}


def by_rules(bench: Bench, number: int) -> Bench:
    """The same match under another rules number."""
    run, state = bench.run, bench.state
    state.rules = number
    base = Base(number, EDGE.encode(state), active=state.turn.seat, turns=state.turn.number)
    bench.run = Run(EDGE, [1, 2], run.replay.seeds, {})
    bench.run.replay.reset(base)
    bench.run.replay.go_on()
    return bench


def played(bench: Bench, turns: int) -> int:
    """Seat 1 is always Passive and seat 2 always Active without an Action; how many turns were played."""
    for number in range(turns):
        if bench.run.result is not None:
            return number
        bench.order(*(["turn passive"] if bench.state.turn.seat == 1 else ["turn active", "end"]))
    return turns


@rule("ED-22.5")
def test_a_match_in_which_nothing_happens_ends_by_score() -> None:
    bench = Bench(APART, hands=FULL, vp=2, declare=False)
    assert played(bench, 100) == QUIET_TURNS
    assert bench.run.result is not None
    assert (bench.run.result.winners, str(bench.run.result.reason)) == (
        (1,),
        "Nothing has happened for a long time.",
    )


def test_a_match_that_was_begun_by_the_first_rules_number_ends_too() -> None:
    bench = by_rules(Bench(APART, hands=FULL, declare=False), 1)
    assert played(bench, 2 * QUIET_TURNS) == QUIET_TURNS + 1  # the turn in which the number rises


@pytest.mark.parametrize(("cards", "quiet"), [(2, 0), (3, 6)])
def test_a_card_that_is_drawn_starts_the_count_again(cards: int, quiet: int) -> None:
    bench = Bench(APART, hands={1: ["CH16"] * cards, 2: ["DE15"] * 3})
    bench.state.quiet = 5
    bench.order("activate pilgrim", "move pilgrim/1 B4.0", "end")  # a Move alone does not
    assert bench.state.quiet == quiet


@rule("ED-23.7", "ED-22.15")
def test_with_decks_that_never_end_a_card_that_is_drawn_counts_for_nothing() -> None:
    """Two players who only throw a card away in each turn would play for ever."""
    bench = Bench(APART, hands=FULL, declare=False, reshuffle=True)
    bench.state.player(1).deck, bench.state.player(2).deck = ["CH16"], ["DE15"]
    for turn in range(QUIET_TURNS):
        assert bench.run.result is None, turn
        bench.order("turn active", f"end discard {bench.state.active.hand[0]}")
    assert bench.run.result is not None
    assert str(bench.run.result.reason) == "Nothing has happened for a long time."
    assert len(bench.told("reshuffled")) > 2


def test_a_wound_and_a_victory_point_start_the_count_again() -> None:
    near = "pilgrim=3@C5.0 gorehound@C5.12"
    bench = Bench(near, hands=FULL).dice(4, 0)
    bench.state.quiet = 5
    bench.order("activate pilgrim", "fight pilgrim/1 gorehound/1", "end")
    assert bench.state.quiet == 0
    bench = Bench(APART, hands=FULL, buy_vp=True, declare=False)
    bench.state.quiet = 5
    bench.order("turn passive buy")
    assert bench.state.quiet == 0


def test_the_board_warns_before_a_standstill_ends_the_match() -> None:
    bench = Bench(APART, hands=FULL, declare=False)
    bench.state.quiet = QUIET_TURNS // 2 - 1
    assert "nothing has happened" not in text_board(view(bench.state, 1))
    bench.state.quiet += 1
    assert "nothing has happened for 10 turns" in text_board(view(bench.state, 1))


@rule("ED-22.3")
def test_a_marker_that_touched_an_end_and_left_it_is_the_reason_of_the_end() -> None:
    """EC-87."""
    bench = Bench(APART, hands=FULL, vp=0)
    bench.state.final_turn = True
    bench.order("end")
    assert bench.run.result is not None
    assert "end of its track" in str(bench.run.result.reason)
    bench = Bench(APART, hands={1: ["CH16"] * 2, 2: ["DE15"] * 3}, decks={1: ["CH16"], 2: ["DE15"]})
    bench.order("end")
    assert bench.run.result is not None
    assert str(bench.run.result.reason) == "A deck has run out."
