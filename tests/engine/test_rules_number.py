"""Rules that change while people play: a running match keeps its number until a base takes the new one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import ClassVar

import msgspec

from games.engine.contract.engine import Result
from games.engine.play.orders import advance
from games.engine.play.rewind import rest_points
from games.engine.play.run import Run
from games.engine.play.save import Save, decode_save, encode_save
from tests.engine.lanterns import LANTERNS, Lanterns, Night
from tests.engine.test_run import begin

KEPT = Path(__file__).parents[1] / "saves" / "lanterns-rules-1.json"


class Newer(Lanterns):
    """Lanterns by rules number 2."""

    rules: ClassVar[int] = 2


def test_a_changed_rule_waits_for_a_rest_point_that_becomes_the_base() -> None:
    run = begin()
    run.answer(1, ("rest",))  # by number 1, and it could still be taken back
    run = Run.load(Newer(), run.save())
    assert run.replay.table.rules == 1
    run.answer(2, ("rest",))
    assert run.state.keeper(2).oil == 3  # number 1 still: seat 2 began its turn under it
    assert Run.load(Newer(), run.save()).state == run.state  # and so it is replayed
    run.answer(3, ("peek",))
    assert run.replay.table.rules == 2
    run.answer(1, ("rest",))
    assert run.state.keeper(1).oil == 3 + 2


def test_a_base_keeps_the_number_its_answers_were_run_under() -> None:
    run = begin()
    run.answer(1, ("rest",))
    old = run.save()
    assert Run.load(Newer(), old).save() == old


# A match that was saved under number 1, by code that knew no other: seat 1 has rested, seat 2 is asked.


def kept() -> Save:
    return decode_save(bytes.fromhex(json.loads(KEPT.read_text("utf-8"))["save"]))


def offered(run: Run[Night], seat: int) -> list[str]:
    decision = run.decision_for(seat)
    assert decision is not None
    return [option.word for option in decision.options()]


def scores(run: Run[Night], engine: Lanterns) -> dict[int, int]:
    """What the table is worth by the number that is in force."""
    over = engine.decode(engine.encode(run.state))
    over.over = True
    result = engine.result(over)
    assert result is not None
    return dict(result.scores)


def test_an_old_match_offers_and_scores_by_its_own_number() -> None:
    run = Run.load(Newer(), kept())
    assert (run.state.rules, run.state.keeper(2).oil) == (1, 3)
    assert "bet" in offered(run, 2)
    assert scores(run, Newer()) == {1: 3, 2: 3}
    assert encode_save(run.save()) == encode_save(kept())


def test_an_old_match_replays_by_its_own_number_what_the_new_one_forbids() -> None:
    run = Run.load(Newer(), kept())
    run.answer(2, ("bet",))  # in the middle of it the save has an answer that number 2 does not offer
    again = Run.load(Newer(), decode_save(encode_save(run.save())))
    assert [decision.kind for decision in again.unanswered()] == ["bet", "bet"]


def test_a_match_rises_where_its_base_moves_and_is_played_by_the_new_number_from_then_on() -> None:
    run = Run.load(Newer(), kept())
    run.answer(2, ("bet",))
    advance(run)  # both have bet: nobody can take anything back, and this rest point is the base
    assert (run.state.rules, run.save().base.rules) == (2, 2)
    assert "bet" not in offered(run, 1)
    assert scores(run, Newer()) == {1: 3 + 3, 2: 3 + 3}
    again = Run.load(Newer(), decode_save(encode_save(run.save())))
    assert again.state == run.state
    assert "bet" not in offered(again, 1)


class Hasty(Newer):
    """By its number 2 a match is over when someone has three oil."""

    def result(self, state: Night) -> Result | None:
        """Looks at the oil of seat 1."""
        if state.since(2):
            state = msgspec.structs.replace(state, over=state.over or state.keeper(1).oil >= 3)
        return super().result(state)


def test_whoever_loads_a_match_that_has_risen_finds_the_same_result() -> None:
    run = Run.load(Hasty(), kept())
    assert run.result is None
    run.answer(2, ("bet",))
    advance(run)
    assert run.result is not None
    assert Run.load(Hasty(), run.save()).result == run.result


def test_a_match_that_has_ended_keeps_its_number_and_its_scores() -> None:
    run = Run.load(Newer(), kept())
    run.resign(2)
    assert run.result is not None
    assert (run.state.rules, run.result.scores) == (1, {1: 3, 2: 0})


def test_a_match_that_has_risen_can_still_be_walked_back_through() -> None:
    run = Run.load(Newer(), kept())
    run.answer(2, ("bet",))
    advance(run)
    save, chapters = run.save(), run.deliver().chapters
    found = rest_points(Newer(), save, chapters[-1], save.base)
    assert [base.rules for base in found] == [1] * len(found)
    assert found[-1].turns == save.base.turns
    assert rest_points(Newer(), save, chapters[-1], begin(2).save().base) == []


def test_a_new_match_has_the_newest_number_from_its_set_up_on() -> None:
    run = begin(2, Newer())
    assert run.state.rules == 2
    assert b"rules" not in LANTERNS.encode(begin(2).state)  # the first number leaves old digests as they were
