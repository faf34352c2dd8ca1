"""When `leave` runs: at a rest point, once a seat, and harmlessly where the match ends at that very place."""

from __future__ import annotations

from games.engine.contract.dice import Seeds
from games.engine.contract.table import Rules, Table
from games.engine.play.orders import advance, waiting_for
from games.engine.play.run import Run
from games.engine.play.standing import standing_from
from games.scrappers.engine import SCRAPPERS
from tests.engine.lanterns import LANTERNS, Lanterns, Night
from tests.engine.test_run import SEEDS, again, begin
from tests.scrappers.test_cave_in import shaky


def test_a_seat_that_leaves_in_the_step_that_ends_the_match_leaves_once_and_cannot_win() -> None:
    bench = shaky(3, cave_in=7, on_turn=3)
    bench.run.standing = standing_from(SCRAPPERS, {3: (1, "auto-end: ask")})
    bench.order("mine yellow-3c with MET2 MET1")  # the cave falls in with the end of this turn
    bench.run.resign(3)
    advance(bench.run)  # by default
    assert bench.run.result is not None
    assert 3 not in bench.run.result.winners
    assert [event.key for event in bench.events if event.key in ("ended", "left")] == ["ended", "left"]
    assert [event.key for event in bench.events].count("turn_ended") == 1


def test_leaving_a_match_that_has_ended_changes_nothing() -> None:
    run = begin(2)
    run.resign(2)
    before = run.save()
    run.resign(1)
    run.resign(2)
    assert run.save() == before
    assert run.result is not None
    assert run.result.winners == (1,)


def test_when_all_leave_one_after_the_other_the_last_one_wins() -> None:
    run = begin(3)
    for seat in (2, 3, 1):
        run.resign(seat)
        run = again(run)
    assert run.result is not None
    assert (run.result.winners, run.gone) == ((1,), {2, 3})


def test_when_all_leave_before_there_is_a_state_the_last_one_wins() -> None:
    run = Run.start(LANTERNS, (1, 2, 3), SEEDS)
    for seat in (1, 3, 2):
        run.resign(seat)
        run = again(run)
    assert run.result is not None
    assert (run.result.winners, run.asked, run.gone) == ((2,), (), {1, 3})


class Slow(Lanterns):
    """Puts the state on the table and then asks on, before the first rest point."""

    def setup(self, table: Table[Night], options: object) -> Rules[None]:
        """One question too many."""
        yield from super().setup(table, {})
        yield from super().turn(table)


def test_leaving_between_the_state_and_the_first_rest_point_waits_for_it() -> None:
    run = Run.start(Slow(), (1, 2), Seeds(b"\x05" * 32))
    for seat in (1, 2):
        run.answer(seat, ("left",))
    run.resign(2)
    assert (run.result, waiting_for(run)) == (None, [1])
    run.answer(1, ("wait",))
    assert run.result is not None
    assert run.result.winners == (1,)
