"""Corners where sheets, windows, leaving and previews meet: each was wrong once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.engine.contract.decisions import MAJOR, Decision, some_of
from games.engine.contract.dice import Dice, Seeds, verify
from games.engine.contract.phrases import say
from games.engine.contract.table import Rules, Table
from games.engine.contract.tree import Branch, End, Node, count, leaf, mapped
from games.engine.language.explain import explain_problem
from games.engine.language.paths import read, write
from games.engine.play.orders import advance, submit, waiting_for
from games.engine.play.preview import preview
from games.engine.play.rewind import rewind
from games.engine.play.run import Run
from games.engine.play.save import decode_save, encode_save
from tests.engine.lanterns import LANTERNS, Lanterns, Night
from tests.engine.test_automatic import night, played, shielded
from tests.scrappers.position import position


def aims(run: Run[Night]) -> list[object]:
    """Where was blown, in order."""
    return [event.values["aim"] for event in run.events if event.key == "blew"]


# Steps and their clauses.


def test_the_clauses_of_a_step_end_with_it() -> None:
    run = night("", "", s1="shield: paper")
    submit(run, 1, "blow seat 2 (shield: glass)")
    submit(run, 2, "blow seat 1")
    assert shielded(run) == "paper"


def test_the_clauses_of_a_step_do_not_answer_for_a_later_form() -> None:
    run = night("", "")
    submit(run, 1, "puff seat 2 (aim: high)")
    run.answer(1, ("blow", "2"))
    advance(run)
    assert aims(run) == ["high", "low"]


def test_ask_may_be_a_clause() -> None:
    run = night("", "")
    submit(run, 1, "blow seat 2 (aim: ask)")
    assert (waiting_for(run), run.asked[0].kind) == ([1], "aim")


def test_words_that_nothing_asks_for_are_found_before_the_turn_is_over() -> None:
    run = night("", "dodge", s2="play dodge on blown")
    receipt = submit(run, 1, "rest at high")
    assert receipt.problem is not None
    assert run.state.keeper(1).oil == 2


def test_a_sheet_does_not_go_on_in_the_next_turn() -> None:
    table = position("hand TER1 TER2 MET2 base TER3", "base HYD1 HYD2", docks="MET3 MET1", mine="brown-1a")
    table.run.standing = {}
    receipt = submit(table.run, 1, "raid seat 2\nrecruit MET1\nfoo")
    assert receipt.problem is not None
    assert (receipt.problem.line, str(receipt.problem.error)) == (2, "your turn ended before this line")
    assert receipt.handed_back == "recruit MET1\nfoo"
    assert not receipt.kept


def test_an_end_too_many_does_not_end_the_next_turn() -> None:
    table = position("hand TER1 TER2 MET2 base TER3", "base HYD1 HYD2", docks="MET3 MET1", mine="brown-1a")
    table.run.standing = {}
    receipt = submit(table.run, 1, "raid seat 2\nend")
    assert (receipt.problem, receipt.kept, receipt.handed_back) == (None, "", "")
    assert [(line.line, line.text) for line in receipt.needless] == [(2, "end")]
    submit(table.run, 2, "end")
    assert waiting_for(table.run) == [1]


def test_a_sheet_that_ends_with_its_turn_has_nothing_needless() -> None:
    table = position("hand TER1 TER2 MET2 base TER3", "base HYD1 HYD2", docks="MET3 MET1", mine="brown-1a")
    receipt = submit(table.run, 1, "end")
    assert ([done.text for done in receipt.done], receipt.needless) == (["end"], [])


def test_a_wrong_line_in_a_text_sent_ahead_is_told_at_once() -> None:
    run = night("", "")
    receipt = submit(run, 2, "rest\nif ( {\nwait")
    assert receipt.problem is not None
    assert (receipt.problem.line, receipt.kept) == (2, "rest")


def test_what_became_of_a_sheet_sent_ahead_reaches_its_owner() -> None:
    run = night("", "")
    submit(run, 2, "fly\nrest")
    submit(run, 1, "wait")
    told = run.deliver().receipts[2]
    assert told.problem is not None
    assert told.handed_back == "fly\nrest"


def test_orders_sent_ahead_are_not_taken_for_an_answer_that_nobody_waits_for() -> None:
    run = night("", "", "flare", s2="shield: ask\nask-limit: 1")
    submit(run, 1, "blow seat 2")
    receipt = submit(run, 3, "rest")
    assert (receipt.problem, receipt.kept) == (None, "rest")


def test_who_has_left_sends_no_more_orders() -> None:
    run = night("", "", "")
    run.resign(2)
    assert submit(run, 2, "rest").problem is not None


def test_an_unknown_start_at_a_question_in_mid_step_is_answered_not_raised() -> None:
    run = night("", "", s2="shield: ask\nask-limit: 1")
    submit(run, 1, "blow seat 2")
    for text in ("stop", "if oil > 1 { glass }", "iron | wood"):
        assert submit(run, 2, text).problem is not None
    assert submit(run, 2, "iron | glass\nrest").problem is None
    assert shielded(run) == "glass"


# Sealed answers.


def test_a_typo_does_not_cost_the_sealed_answer() -> None:
    run = Run.start(LANTERNS, (1, 2), Seeds(b"\x05" * 32))
    run.answer(1, ("left",))
    assert submit(run, 1, "lfet").problem is not None
    assert run.sealed[1].path == ("left",)
    assert submit(run, 1, "right").problem is None
    assert run.sealed[1].path == ("right",)


def test_taking_a_sealed_answer_back_does_not_play_the_next_line_in_its_place() -> None:
    run = Run.start(LANTERNS, (1, 2), Seeds(b"\x05" * 32))
    submit(run, 1, "left\nright")
    run.take_back(1)
    advance(run)
    assert run.sealed == {}


def test_a_sealed_line_of_a_sheet_is_given_again_when_its_question_comes_again() -> None:
    run = night("", "", "", s2="bet: ask\nask-limit: 9", s3="bet: ask\nask-limit: 9", s1="bet: ask")
    run.answer(1, ("bet",))
    run.answer(2, ("dark",))
    run.take_back(1)
    assert run.sealed == {}
    assert [event.key for event in run.events if event.only == (2,)] == ["unsealed"]


# Windows.


@pytest.mark.parametrize("held", ["dodge", "moth"])
def test_a_refused_take_back_does_not_tell_who_holds_a_card(held: str) -> None:
    run = night("flare", held, s1="window: ask\npour: ask")
    submit(run, 1, "blow seat 2")
    submit(run, 1, "play flare")
    assert run.asked[0].kind == "pour"
    assert not run.can_take_back(1)


def test_a_reaction_that_came_too_late_counts_against_no_limit() -> None:
    run = night("", "dodge", "flare", s2="play dodge on blown", s3="play flare on blown limit 1/turn")
    submit(run, 1, "puff seat 2")
    assert played(run) == [(2, "dodge")]
    assert [event.key for event in run.events if event.only == (3,)] == ["standing_used", "too_late"]
    submit(run, 1, "blow seat 2")
    assert played(run) == [(2, "dodge"), (3, "flare")]


def test_further_words_of_a_reaction_answer_what_its_card_asks() -> None:
    run = night("", "flare", s2="play flare on blown to no")
    submit(run, 1, "blow seat 2")
    assert played(run) == [(2, "flare")]
    assert run.state.keeper(2).oil == 2


def test_a_list_of_choices_is_read_in_order_of_preference() -> None:
    run = night("", "", oil=0, s2="shield: glass, paper")
    submit(run, 1, "blow seat 2")
    assert shielded(run) == "paper"


# Dice on record.


def test_every_roll_is_on_record_however_often_the_match_is_put_away() -> None:
    run = night(
        "", "", "", s2="relight: ask\nask-limit: 9", s3="relight: ask\nask-limit: 9", s1="relight: ask"
    )
    rolls = []
    for _ in range(200):
        if run.result is not None:
            break
        standing = run.standing
        rolls += run.deliver().rolls
        run = Run.load(LANTERNS, decode_save(encode_save(run.save())))
        run.standing = standing
        seat = waiting_for(run)[0]
        rivals = [k.seat for k in run.state.keepers if k.seat != seat and k.lights and not k.gone]
        submit(run, seat, "yes" if run.asked[0].kind == "relight" else f"blow seat {rivals[0]}")
    rolls += run.deliver().rolls
    blows = [roll for roll in rolls if roll.purpose == "blow"]
    assert [roll.counter for roll in blows] == sorted(roll.counter for roll in blows)
    assert blows[0].counter == 0
    assert verify(run.replay.seeds, run.replay.seeds.commitment(), rolls) == len(rolls) > 8


# Leaving.


def test_two_who_leave_in_mid_step_end_a_match_of_three_at_once() -> None:
    run = night("", "", "", s2="shield: ask\nask-limit: 1")
    submit(run, 1, "blow seat 2")
    run.resign(1)
    run.resign(3)
    assert run.result is not None
    assert run.result.winners == (2,)


def test_who_left_cannot_win_by_the_step_in_progress() -> None:
    run = night("", "", "", s2="shield: ask\nask-limit: 1")
    run.state.keeper(2).lights = 1
    run.state.keeper(3).lights = 0
    submit(run, 1, "blow seat 2")
    run.resign(1)
    submit(run, 2, "paper")
    assert run.result is not None
    assert 1 not in run.result.winners


def test_before_there_is_a_state_who_stays_wins() -> None:
    run = Run.start(LANTERNS, (1, 2), Seeds(b"\x05" * 32))
    run.resign(1)
    assert run.result is not None
    assert run.result.winners == (2,)
    assert Run.load(LANTERNS, run.save()).result == run.result


def test_a_rewind_remembers_who_had_left_by_then() -> None:
    run = night("", "", "")
    run.resign(3)
    submit(run, 1, "peek")
    base = run.replay.base
    anew = rewind(LANTERNS, run.save(), base)
    assert anew.gone == {3}


# Previews.


@pytest.mark.parametrize("hand", ["flare moth", "dodge moth"])
def test_a_preview_does_not_bet_on_what_others_really_hold(hand: str) -> None:
    run = night("", hand)
    run.answer(1, ("bet",))
    seen = preview(LANTERNS, run.save(), 1, "dark", b"seed")
    other = night("", "moth dodge")
    other.answer(1, ("bet",))
    assert preview(LANTERNS, other.save(), 1, "dark", b"seed") == seen


def test_a_step_taken_back_after_a_roll_keeps_the_imagined_dice() -> None:
    run = night("", "moth", oil=0)
    seen = preview(LANTERNS, run.save(), 1, "puff seat 2\nblow seat 2 at high", b"seed")
    assert seen.exact
    assert len(seen.chances) == 6
    assert sum(chance for chance, _ in seen.chances) == pytest.approx(1)


def test_a_question_has_another_id_after_a_step_was_undone() -> None:
    run = night("", "", oil=1, s1="aim: ask")
    submit(run, 1, "blow seat 2")
    first = run.decision_id(1)
    run.take_back(1)
    submit(run, 1, "blow seat 2")
    assert run.decision_id(1) != first


# Trees.


def test_counting_a_mapped_tree_keeps_the_cap() -> None:
    huge = some_of([str(n) for n in range(60)], 0, 60)
    assert count(mapped(huge, len), 1000) == 1000
    assert count(mapped(leaf(1), str), 1000) == 1


def test_names_of_several_words_may_be_quoted_in_any_case() -> None:
    table = position("hand MET2 MET3 MET4", "", artifacts="AR08 AR02 AR04")
    decision = table.run.asked[0]
    found = read(decision, ["collect", "1", "spacious hangar", "with", "MET4"])
    assert write(decision, found.path) == "collect 1 left with MET4"


def test_consecutive_lines_may_be_one_answer() -> None:
    """As the `move` lines of one Move Action: the decision says which lines belong together."""

    class Marching(Lanterns):
        def turn(self, table: Table[Night]) -> Rules[None]:
            table.begin_turn(1)
            moved = yield from table.ask(_march())
            table.tell("marched", steps=list(moved))
            table.state.over = True

    run = Run.start(Marching(), (1, 2), Seeds(b"\x05" * 32))
    for seat in (1, 2):
        run.answer(seat, ("left",))
    receipt = submit(run, 1, "move a\nmove b\nmove c")
    assert receipt.problem is None
    assert run.events[-1].values == {"steps": ["a", "b", "c"]}
    assert [done.understood for done in receipt.done] == ["move a move b move c"]


def _march() -> Decision[tuple[str, ...]]:
    def at(moved: tuple[str, ...]) -> Node[tuple[str, ...]]:
        def places() -> list[Branch[tuple[str, ...]]]:
            return [Branch(name, _then(at, (*moved, name))) for name in "abc" if name not in moved]

        move = Branch("move", lambda: Node(None, places))
        return Node(End(moved) if moved else None, lambda: [move] if len(moved) < 3 else [])

    return Decision(1, "march", say("Where to?"), lambda: at(()), ("move", "a"), asks=MAJOR, lines=("move",))


def _then(
    at: Callable[[tuple[str, ...]], Node[tuple[str, ...]]], moved: tuple[str, ...]
) -> Callable[[], Node[tuple[str, ...]]]:
    return lambda: at(moved)


def test_a_seat_in_a_reason_is_called_by_its_players_name() -> None:
    table = position("hand TER1", "", "base HYD1")
    receipt = submit(table.run, 1, "raid seat 2")
    assert receipt.problem is not None
    assert str(receipt.problem.error) == "the Base of seat 2 is empty"
    assert "The Base of Bob is empty." in explain_problem(receipt.problem, [], names={2: "Bob"})


def test_signs_without_letters_are_no_order() -> None:
    receipt = submit(night("", ""), 1, "'")
    assert receipt.problem is not None


def test_members_of_a_set_may_be_shortened_in_any_order() -> None:
    decision = Decision(
        1, "set", say("Which?"), lambda: some_of(["alphabet", "betamax"], 1, 2), ("alphabet",)
    )
    assert read(decision, ["beta", "alpha"]).path == ("alphabet", "betamax")


# Words of a step that prove wrong only after someone has learned something.


def dice(value: int) -> bytes:
    """A seed whose first blow rolls this."""
    for number in range(1000):
        seed = number.to_bytes(4, "big") * 8
        if Dice(Seeds(seed)).below("blow", 6) + 1 == value:
            return seed
    raise AssertionError("no such seed")


def gloating(value: int) -> Run[Night]:
    """Seat 1 is about to roll this."""
    run = night("", "")
    run.replay.seeds = Seeds(dice(value))
    run.replay.reset(run.replay.base)
    run.replay.go_on()
    return run


def test_words_that_fit_after_the_roll_are_used() -> None:
    run = gloating(6)
    assert submit(run, 1, "blow seat 2 at low saying ho").problem is None
    assert [event.values["word"] for event in run.events if event.key == "gloated"] == ["ho"]


def test_words_that_prove_wrong_after_the_roll_are_asked_for_and_nothing_is_undone() -> None:
    run = gloating(1)
    receipt = submit(run, 1, "blow seat 2 at low saying ho\nrest")
    assert receipt.problem is not None
    assert (receipt.problem.text, receipt.handed_back) == ("blow seat 2 at low saying ho", "rest")
    assert (waiting_for(run), run.asked[0].kind) == ([1], "gloat")
    assert [event.key for event in run.events] == ["blew"]
    assert waiting_for(Run.load(LANTERNS, run.save())) == [1]
    submit(run, 1, "ha")
    assert run.asked[0].kind == "deed"
