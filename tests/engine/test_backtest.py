"""Standing orders can be tried on the past, and each use can be quoted."""

from __future__ import annotations

from games.engine.contract.events import seen_by
from games.engine.play.backtest import ASKED, Verdict, backtest
from games.engine.play.orders import submit
from games.engine.play.run import Run
from games.engine.play.save import encode_save
from games.engine.play.standing import standing_from
from tests.engine.lanterns import LANTERNS, Night
from tests.engine.test_automatic import night


def tried(run: Run[Night], seat: int, text: str) -> list[Verdict]:
    """What other standing orders would have answered in this match."""
    return backtest(LANTERNS, run.save(), run.replay.retired, seat, text)


def test_each_past_question_is_answered_again_and_quoted() -> None:
    run = night("", "", "", s2="shield: paper")
    for _ in range(2):
        for seat in (1, 2, 3):
            submit(run, seat, "blow seat 2" if seat != 2 else "wait")
    found = [v for v in tried(run, 2, "shield: glass if oil >= 2; paper") if v.kind == "shield"]
    assert len(found) == 4
    assert found[0] == Verdict(1, "shield", "paper", "glass", "shield: glass if oil >= 2; paper")
    assert found[0].differs


def test_the_past_goes_on_as_it_went() -> None:
    run = night("", "", s2="shield: paper")
    submit(run, 1, "blow seat 2")
    before = encode_save(run.save())
    tried(run, 2, "shield: glass")
    assert encode_save(run.save()) == before


def test_a_question_that_would_have_been_asked_is_named_so() -> None:
    run = night("", "", s2="shield: paper")
    submit(run, 1, "blow seat 2")
    assert [v.now for v in tried(run, 2, "shield: ask\nask-limit: 1") if v.kind == "shield"] == [ASKED]


def test_questions_to_others_and_whole_turns_are_not_judged() -> None:
    run = night("", "", s2="shield: paper")
    submit(run, 1, "blow seat 2")
    assert {v.kind for v in tried(run, 1, "aim: low")} == {"aim", "gloat"}


def test_who_was_answered_for_is_told_by_which_order_and_nobody_else_is() -> None:
    run = night("", "", s2="shield: glass if oil > 1; paper")
    submit(run, 1, "blow seat 2")
    mine = [str(LANTERNS.tell(seen)) for seen in seen_by(run.events, 2) if seen.key == "standing_used"]
    assert mine == ["(Standing order “shield: glass if oil > 1; paper”: glass.)"]
    assert not [seen for seen in seen_by(run.events, 1) if seen.key == "standing_used"]


def test_the_orders_that_a_game_ships_with_are_not_reported() -> None:
    run = night("", "")
    run.standing = standing_from(LANTERNS, {})
    submit(run, 1, "blow seat 2")
    assert not [event for event in run.events if event.key == "standing_used"]
