"""Saving, replaying, taking back, leaving: what the runner promises, shown on a toy game."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.engine.contract.decisions import Decision
from games.engine.contract.dice import Seeds, verify
from games.engine.contract.table import Rules, Table
from games.engine.contract.text import Illegal
from games.engine.play.orders import advance, submit, waiting_for
from games.engine.play.replay import Disagreement
from games.engine.play.rewind import rewind
from games.engine.play.run import Run
from games.engine.play.run_state import NotAsked
from games.engine.play.save import decode_save, encode_save
from games.engine.play.standing import standing_from
from tests.engine import lanterns
from tests.engine.lanterns import LANTERNS, Lanterns, Night

SEEDS = Seeds(b"\x11" * 32, (b"alice", b"bob"))


def begin(seats: int = 3, engine: Lanterns = LANTERNS, **options: str) -> Run[Night]:
    """A match in which the signs are painted and seat 1 is on turn."""
    run = Run.start(engine, range(1, seats + 1), SEEDS, options)
    for seat in range(1, seats + 1):
        run.answer(seat, ("left",))
    advance(run)
    return run


def again(run: Run[Night], engine: Lanterns = LANTERNS) -> Run[Night]:
    """The same match as another process would find it."""
    loaded = Run.load(engine, decode_save(encode_save(run.save())))
    loaded.standing = run.standing
    return loaded


def hold(run: Run[Night], seat: int, *cards: str) -> None:
    """Let a seat hold these cards, and the others none."""
    for keeper in run.state.keepers:
        keeper.hand[:] = cards if keeper.seat == seat else []


# Rest points, base and replay.


def test_the_base_moves_to_each_rest_point_that_nothing_reaches_behind() -> None:
    run = begin()
    run.answer(1, ("peek",))
    assert (run.replay.log, run.replay.base.turns, run.replay.settled) == ([], 1, 4)


def test_the_base_stays_while_an_answer_can_be_taken_back() -> None:
    run = begin()
    run.answer(1, ("rest",))
    assert [answer.path for answer in run.replay.log] == [("rest",)]
    assert run.replay.base.turns == 0


def test_the_log_since_the_base_does_not_grow_with_the_match() -> None:
    run = begin(2)
    longest = 0
    for _ in range(40):
        run.answer(waiting_for(run)[0], ("rest",))
        longest = max(longest, len(run.save().log))
    assert longest <= 2


def test_what_was_left_behind_is_handed_out_as_history() -> None:
    run = begin()
    run.answer(1, ("peek",))
    assert [len(chapter.log) for chapter in run.replay.retired] == [3, 1]
    assert run.replay.retired[0].base.state == b""


def test_a_save_in_the_middle_of_a_window_goes_on_where_it_stopped() -> None:
    run = begin(2)
    hold(run, 2, "flare")
    run = _from_here(run)
    run.standing = standing_from(LANTERNS, {2: (1, "shield: ask\nask-limit: 1\nplay flare on blown")})
    submit(run, 1, "blow seat 2")
    loaded = again(run)
    assert waiting_for(loaded) == [2]
    assert loaded.save() == run.save()
    assert loaded.state.keeper(2).hand == []


def _from_here(run: Run[Night]) -> Run[Night]:
    """A match whose base is the state that the test has arranged."""
    run.state.begun = False  # as it was at the rest point
    base = msgspec.structs.replace(run.replay.rest_points[-1].base, state=LANTERNS.encode(run.state))
    fresh = Run(type(run.engine)(), run.seats, run.replay.seeds, run.options)
    fresh.replay.reset(base)
    fresh.replay.go_on()
    return fresh


class Silent(Lanterns):
    """Changes the state without asking anybody: only the digest can tell."""

    def turn(self, table: Table[Night]) -> Rules[None]:
        """Oil appears from nowhere."""
        table.state.keeper(1).oil += 1
        yield from super().turn(table)


class Chatty(Lanterns):
    """Asks one question more than the rules that the match was saved under."""

    def turn(self, table: Table[Night]) -> Rules[None]:
        """A new question before the old one."""
        yield from table.ask(lanterns._pour(1))
        yield from super().turn(table)


class Broken(Lanterns):
    """A rule that raises."""

    def turn(self, table: Table[Night]) -> Rules[None]:
        """Stumbles."""
        raise ZeroDivisionError


class Drawing(Lanterns):
    """Draws once more than before and does nothing with it: only the counters can tell."""

    def turn(self, table: Table[Night]) -> Rules[None]:
        """Another hidden draw."""
        table.draw("deck", 2)
        yield from super().turn(table)


@pytest.mark.parametrize("changed", [Silent, Chatty, Broken, Drawing])
def test_a_replay_that_disagrees_stops_the_match_unharmed(changed: type[Lanterns]) -> None:
    run = begin()
    run.answer(1, ("rest",))
    data = encode_save(run.save())
    with pytest.raises(Disagreement):
        Run.load(changed(), decode_save(data))
    assert Run.load(LANTERNS, decode_save(data)).state == run.state


def test_a_new_field_with_a_default_keeps_old_digests() -> None:
    class Wider(Night, omit_defaults=True):
        moon: int = 0

    class WithMoon(Lanterns):
        state: Any = Wider

    run = begin()
    run.answer(1, ("rest",))
    assert waiting_for(Run.load(WithMoon(), run.save())) == [2]


# Sealed answers.


def test_an_answer_is_sealed_until_all_are_in() -> None:
    run = Run.start(LANTERNS, (1, 2, 3), SEEDS)
    run.answer(2, ("left",))
    assert waiting_for(run) == [1, 3]
    assert run.replay.log == []
    assert run.decision_for(2) is not None


def test_a_sealed_answer_may_be_replaced_and_taken_back() -> None:
    run = Run.start(LANTERNS, (1, 2, 3), SEEDS)
    run.answer(2, ("left",))
    run.answer(2, ("right",))
    assert run.sealed[2].path == ("right",)
    run.take_back(2)
    assert waiting_for(run) == [1, 2, 3]


@pytest.mark.parametrize("order", [(1, 2, 3), (3, 2, 1), (2, 3, 1)])
def test_the_order_of_arrival_does_not_matter(order: tuple[int, ...]) -> None:
    run = Run.start(LANTERNS, (1, 2, 3), SEEDS)
    for seat in order:
        run.answer(seat, ("left",) if seat == 2 else ("right",))
    same = Run.start(LANTERNS, (1, 2, 3), SEEDS)
    for seat in (1, 2, 3):
        same.answer(seat, ("left",) if seat == 2 else ("right",))
    assert run.save() == same.save()


def test_sealed_answers_survive_a_save_and_stay_sealed() -> None:
    run = Run.start(LANTERNS, (1, 2, 3), SEEDS)
    run.answer(2, ("right",))
    loaded = again(run)
    assert (loaded.sealed, waiting_for(loaded)) == (run.sealed, [1, 3])


def test_answers_that_were_sealed_cannot_be_taken_back_once_open() -> None:
    run = begin()
    for seat in (1, 2, 3):
        assert not run.can_take_back(seat)


# Taking back.


def test_an_answer_can_be_taken_back_until_someone_learns_something() -> None:
    run = begin()
    before = LANTERNS.encode(run.state)
    run.answer(1, ("rest",))
    run.take_back(1)
    assert LANTERNS.encode(run.state) == before
    assert waiting_for(run) == [1]
    assert run.events[-1].key == "took_back"


def test_after_a_reveal_nothing_can_be_taken_back() -> None:
    run = begin()
    run.answer(1, ("peek",))
    with pytest.raises(Illegal, match="can be taken back"):
        run.take_back(1)


def test_after_another_seat_has_answered_nothing_can_be_taken_back() -> None:
    run = begin()
    run.answer(1, ("rest",))
    run.answer(2, ("rest",))
    assert not run.can_take_back(1)
    assert run.can_take_back(2)


def test_a_window_that_others_might_use_ends_taking_back_even_if_nobody_can() -> None:
    """Else a refused take-back would tell who holds a card that fits."""
    run = begin(2)
    for keeper in run.state.keepers:
        keeper.hand[:] = ["moth"]
    run = _from_here(run)
    run.standing = standing_from(LANTERNS, {1: (1, "aim: ask"), 2: (1, "shield: ask\nask-limit: 9")})
    submit(run, 1, "blow seat 2 at low")
    assert waiting_for(run) == [2]
    assert not run.can_take_back(1)


def test_a_take_back_survives_a_reload() -> None:
    run = begin()
    run.answer(1, ("rest",))
    loaded = again(run)
    loaded.take_back(1)
    assert waiting_for(loaded) == [1]
    assert waiting_for(again(loaded)) == [1]


# Away, leaving, replacing.


def test_a_seat_that_is_away_is_answered_for_until_the_turn_ends() -> None:
    run = begin()
    run.set_away(1)
    advance(run)
    assert waiting_for(run) == [2]
    assert run.replay.log[-1].by == "default"
    for seat in (2, 3):
        run.answer(seat, ("wait",))
    assert waiting_for(run) == [1]


def test_resigning_with_three_seats_leaves_the_match_to_the_others() -> None:
    run = begin()
    run.resign(2)
    assert run.result is None
    run.answer(1, ("wait",))
    assert waiting_for(run) == [3]
    assert [event.key for event in run.events].count("left") == 1


def test_resigning_with_two_seats_ends_the_match_at_once_whoever_is_on_turn() -> None:
    run = begin(2)
    run.resign(2)
    assert run.result is not None
    assert run.result.winners == (1,)


def test_resigning_in_the_middle_of_a_step_ends_a_match_of_two_at_once() -> None:
    run = begin(2)
    run.standing = standing_from(LANTERNS, {2: (1, "shield: ask\nask-limit: 9")})
    hold(run, 2)
    run = _with_standing(_from_here(run), run)
    submit(run, 1, "blow seat 2")
    assert waiting_for(run) == [2]
    run.resign(1)
    assert run.result is not None
    assert run.result.winners == (2,)


def _with_standing(run: Run[Night], other: Run[Night]) -> Run[Night]:
    run.standing = other.standing
    return run


def test_leaving_is_replayed_at_its_place() -> None:
    run = begin()
    run.answer(1, ("rest",))
    run.resign(1)
    run.answer(waiting_for(run)[0], ("rest",))
    assert again(run).save() == run.save()
    assert again(run).gone == {1}


def test_who_left_cannot_win() -> None:
    run = begin()
    run.resign(1)
    run.resign(3)
    assert run.result is not None
    assert run.result.winners == (2,)


# Ids, dice, rewinding.


def test_decision_ids_are_opaque_and_change_with_the_question() -> None:
    run = begin()
    first = run.decision_id(1)
    run.answer(1, ("wait",))
    second = run.decision_id(2)
    assert first != second
    assert again(run).decision_id(2) == second
    assert len(first) == 20


def test_a_decision_id_does_not_come_again_after_a_take_back() -> None:
    run = begin()
    first = run.decision_id(1)
    run.answer(1, ("wait",))
    run.take_back(1)
    assert run.decision_id(1) != first


def test_nobody_else_may_answer() -> None:
    run = begin()
    with pytest.raises(NotAsked):
        run.answer(2, ("wait",))
    with pytest.raises(Illegal):
        run.answer(1, ("fly",))


def test_a_rewind_raises_the_epoch_so_that_seen_dice_do_not_come_again() -> None:
    run = begin(2)
    start = run.replay.rest_points[-1].base
    rolls = _rolls_of_ten_blows(run)
    anew = rewind(LANTERNS, run.save(), start)
    assert anew.replay.seeds.epoch == 1
    assert [event.key for event in anew.events][:1] == ["rewound"]
    assert _rolls_of_ten_blows(anew) != rolls


def test_a_rewound_match_can_be_saved_and_goes_on() -> None:
    run = begin(2)
    anew = rewind(LANTERNS, run.save(), run.replay.rest_points[-1].base)
    assert again(anew).save() == anew.save()


def _rolls_of_ten_blows(run: Run[Night]) -> list[int]:
    for _ in range(10):
        if run.result is None:
            submit(run, waiting_for(run)[0], f"blow seat {3 - waiting_for(run)[0]}")
    return [roll.value for roll in run.deliver().rolls if roll.purpose == "blow"]


def test_every_roll_of_a_match_can_be_computed_again_after_it() -> None:
    run = begin(2)
    rolls = []
    while run.result is None:
        seat = waiting_for(run)[0]
        submit(run, seat, f"blow seat {3 - seat}")
        rolls += run.deliver().rolls
    assert verify(run.replay.seeds, SEEDS.commitment(), rolls) == len(rolls) > 12


def test_a_hidden_draw_that_was_taken_back_is_not_on_record_twice() -> None:
    run = begin()
    run.answer(1, ("rest",))
    run.take_back(1)
    run.answer(1, ("wait",))
    run.answer(2, ("peek",))
    rolls = run.deliver().rolls
    assert verify(run.replay.seeds, SEEDS.commitment(), rolls) == len(rolls)


def test_an_ask_without_an_answer_is_a_fault_of_the_rules_not_a_hang() -> None:
    class Idle(Lanterns):
        def turn(self, table: Table[Night]) -> Rules[None]:
            yield from table.ask_all([])

    with pytest.raises(RuntimeError, match="without a question"):
        begin(2, Idle())


def test_decisions_of_an_ask_are_given_to_their_seats_alone() -> None:
    run = Run.start(LANTERNS, (1, 2), SEEDS)
    decisions: list[Decision[object] | None] = [run.decision_for(seat) for seat in (1, 2, 3)]
    assert [decision.seat if decision else None for decision in decisions] == [1, 2, None]


# Turns.


class Together(Lanterns):
    """Everybody acts at once: a turn of all."""

    def turn(self, table: Table[Night]) -> Rules[None]:
        """Each may bet; nobody is on turn."""
        table.begin_turn()
        yield from lanterns._bet(table, list(table.seats))
        table.end_turn()
        table.state.over = table.turns == 3


def test_in_a_turn_of_all_everybody_is_asked_as_in_a_turn_of_their_own() -> None:
    run = Run.start(Together(), (1, 2, 3), SEEDS)
    run.standing = standing_from(LANTERNS, dict.fromkeys((1, 2, 3), (1, "bet: ask\nask-limit: 0")))
    for seat in (1, 2, 3):
        run.answer(seat, ("left",))
    advance(run)
    assert (run.active, run.turn, waiting_for(run)) == (None, 1, [1, 2, 3])
    run.set_away(2)
    assert waiting_for(run) == [1, 3]
    for seat in (1, 3):
        run.answer(seat, ("dark",))
    advance(run)
    assert (run.turn, waiting_for(run)) == (2, [1, 2, 3])  # whoever was away is back


def test_the_state_at_the_end_of_each_turn_is_handed_out_once() -> None:
    run = begin(2)
    run.answer(1, ("rest",))
    ends = run.deliver().turn_ends
    assert sorted(ends) == [0, 1]  # set-up, and the first turn
    assert [LANTERNS.decode(state).keeper(1).oil for state in ends.values()] == [2, 3]
    assert again(run).deliver().turn_ends == {}


def test_a_turn_that_is_taken_back_has_not_ended() -> None:
    run = begin(2)
    run.answer(1, ("rest",))
    run.take_back(1)
    assert sorted(run.deliver().turn_ends) == [0]
