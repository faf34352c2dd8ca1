"""Sheets: several orders in one text, carried out as far as they are legal, answered line by line."""

from __future__ import annotations

import pytest

from games.engine.language.explain import explain, explain_problem
from games.engine.play.orders import advance, submit, waiting_for
from games.engine.play.receipts import Receipt
from games.engine.play.run import Run
from games.scrappers.state import State
from tests.engine.lanterns import LANTERNS, Night
from tests.engine.test_automatic import night, shielded
from tests.scrappers.position import Bench, position


def bench() -> Bench:
    """Seat 1 on turn in Star Scrappers, with a little of everything."""
    return position("hand TER1 TER2 MET2", "base HYD1 HYD2", docks="MET3 MET1", mine="brown-1a blue-3a")


def send(table: Bench, text: str) -> Receipt:
    """Hand in a text for seat 1."""
    return submit(table.run, 1, text)


def test_several_orders_in_one_text_run_one_after_the_other() -> None:
    table = bench()
    receipt = send(table, "recruit MET3 with TER2\nskill TER1 take brown-1a\nend")
    assert [done.understood for done in receipt.done] == [
        "recruit MET3 with TER2",
        "skill TER1 take brown-1a",
        "end",
    ]
    assert (receipt.problem, table.state.turn.seat) == (None, 2)


def test_lines_before_a_wrong_one_stand_and_the_rest_is_handed_back() -> None:
    table = bench()
    receipt = send(table, "recruit met3 with ter2\n\nmine green 6\nend")
    assert len(receipt.done) == 1
    assert receipt.problem is not None
    assert (receipt.problem.line, receipt.problem.text) == (3, "mine green 6")
    assert receipt.handed_back.splitlines() == ["mine green 6", "end"]
    assert "mine" in receipt.legal
    assert table.state.turn.actions == ["recruit"]


def test_a_line_that_cannot_be_read_does_not_cost_the_lines_before_it() -> None:
    table = bench()
    receipt = send(table, "recruit MET3 with TER2\nif ( {\nend")
    assert len(receipt.done) == 1
    assert receipt.problem is not None
    assert receipt.problem.line == 2


def test_the_answer_to_a_wrong_line_says_why_and_what_is_legal() -> None:
    table = bench()
    receipt = send(table, "mine blue 3 with MET2")
    assert receipt.problem is not None
    told = explain_problem(receipt.problem, receipt.legal)
    assert told.splitlines() == [
        "Line 1: mine blue 3 with MET2",
        "  Blue-3a costs 3 in cards of one colour (blue), and your hand cannot pay that.",
        "  You can write: brown-1a",
        "  Legal now: recruit, collect, skill, mine, raid, end",
    ]


def test_text_without_an_order_is_answered_too() -> None:
    receipt = send(bench(), "# only a thought\n\n")
    assert receipt.problem is not None
    assert "no order" in str(receipt.problem.error)


def test_of_alternatives_the_first_legal_one_is_taken() -> None:
    table = bench()
    receipt = send(table, "recruit HYD4 | mine blue-3a | recruit MET1")
    assert [done.understood for done in receipt.done] == ["recruit MET1"]


def test_alternative_words_are_tried_in_their_order() -> None:
    table = bench()
    send(table, "recruit HYD4|MET3|MET1 with TER2")
    assert "MET3" in table.hand(1)


@pytest.mark.parametrize(("condition", "recruited"), [("hand >= 3", True), ("hand > 3", False)])
def test_a_condition_chooses_the_branch(condition: str, recruited: bool) -> None:
    table = bench()
    send(table, f"if {condition} {{ recruit MET1 }} else {{ skill TER1 take brown-1a }}")
    assert (table.docks() == ["MET3"]) is recruited


def test_stop_hands_the_rest_back() -> None:
    table = bench()
    receipt = send(table, "recruit MET1\nstop if hand = 4\nend")
    assert (receipt.stopped, receipt.handed_back, receipt.problem) == (True, "end", None)
    assert table.state.turn.seat == 1


def test_orders_sent_ahead_wait_for_the_turn() -> None:
    table = bench()
    receipt = submit(table.run, 2, "recruit MET1\nend")
    assert receipt.kept
    assert table.state.turn.seat == 1
    send(table, "end")
    assert (table.state.turn.seat, table.hand(2)) == (1, ["MET1"])


def test_a_new_sheet_replaces_what_was_left_of_the_old_one() -> None:
    table = bench()
    submit(table.run, 2, "recruit MET1\nend")
    submit(table.run, 2, "raid seat 2")
    send(table, "end")
    assert table.hand(2) == ["HYD1", "HYD2"]


def test_a_sheet_goes_on_in_another_process() -> None:
    table = bench()
    submit(table.run, 2, "recruit MET1\nend")
    run: Run[State] = Run.load(table.run.engine, table.run.save())
    run.standing = table.run.standing
    submit(run, 1, "end")
    assert run.state.turn.seat == 1
    assert [card[:4] for card in run.state.player(2).hand] == ["MET1"]


# Steps that ask more: atomic up to the first information point.


def test_words_of_a_step_answer_the_questions_that_it_brings_up() -> None:
    run = night("", "")
    receipt = submit(run, 1, "blow seat 2 at high")
    assert receipt.problem is None
    assert [event.values["aim"] for event in run.events if event.key == "blew"] == ["high"]


def test_a_place_that_proves_illegal_takes_the_whole_step_back() -> None:
    run = night("", "", oil=0)
    before = LANTERNS.encode(run.state)
    receipt = submit(run, 1, "blow seat 2 at high\nrest")
    assert receipt.problem is not None
    assert receipt.problem.text == "blow seat 2 at high"
    assert (receipt.done, receipt.handed_back) == ([], "blow seat 2 at high\nrest")
    assert (LANTERNS.encode(run.state), run.events) == (before, [])


def test_a_clause_in_brackets_answers_for_its_step_only() -> None:
    run = night("", "", s1="aim: low")
    submit(run, 1, "blow seat 2 (aim: high if oil >= 2; low)")
    assert [event.values["aim"] for event in run.events if event.key == "blew"] == ["high"]


def test_a_shorthand_stands_for_a_clause() -> None:
    run = night("", "")
    submit(run, 1, "blow seat 2 high")
    assert [event.values["aim"] for event in run.events if event.key == "blew"] == ["high"]


def test_a_clause_that_cannot_be_carried_out_falls_through() -> None:
    run = night("", "", oil=0)
    receipt = submit(run, 1, "blow seat 2 high")
    assert receipt.problem is None
    assert [event.values["aim"] for event in run.events if event.key == "blew"] == ["low"]


def test_a_real_question_suspends_the_sheet_and_it_goes_on_afterwards() -> None:
    run = night("", "", s2="shield: ask\nask-limit: 1")
    receipt = submit(run, 1, "puff seat 2\nrest")
    assert (receipt.kept, receipt.handed_back) == ("rest", "")
    assert waiting_for(run) == [2]
    submit(run, 2, "glass")
    assert shielded(run) == "glass"
    assert run.state.keeper(1).oil == 3


def test_the_answer_to_a_question_in_mid_step_may_bring_its_own_orders() -> None:
    run = night("", "", s2="shield: ask\nask-limit: 1")
    submit(run, 1, "blow seat 2")
    receipt = submit(run, 2, "glass\nrest")
    assert [done.understood for done in receipt.done] == ["glass", "rest"]


def test_a_wrong_answer_to_a_question_in_mid_step_is_refused() -> None:
    run = night("", "", s2="shield: ask\nask-limit: 1")
    submit(run, 1, "blow seat 2")
    receipt = submit(run, 2, "iron")
    assert receipt.problem is not None
    assert waiting_for(run) == [2]


def test_who_is_away_loses_the_rest_of_the_sheet() -> None:
    run = night("", "")
    submit(run, 2, "rest")
    run.set_away(2)
    submit(run, 1, "wait")
    advance(run)
    assert waiting_for(run) == [2]


# Help.


def test_help_names_every_order_with_an_example_that_is_legal() -> None:
    table = bench()
    told = explain(table.run.asked[0])
    for line in told.splitlines()[1:]:
        example = line.rpartition("for example: ")[2].strip().partition(":")[0]
        assert table.may(example), example


def test_help_goes_down_one_level() -> None:
    assert "blue-3a" not in explain(bench().run.asked[0], ("mine",))
    assert "brown-1a" in explain(bench().run.asked[0], ("mine",))


def test_a_toy_night_is_a_night() -> None:
    run: Run[Night] = night("", "")
    assert waiting_for(run) == [1]
