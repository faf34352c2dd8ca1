"""A preview says what is certain and what is likely, and never what its reader may not know."""

from __future__ import annotations

import pytest

from games.engine.play.dry_run import Script
from games.engine.play.orders import submit
from games.engine.play.preview import Forecast, Preview, preview
from games.engine.play.save import encode_save
from tests.engine.lanterns import LANTERNS
from tests.engine.test_automatic import night
from tests.scrappers.position import position


def look(text: str, *hands: str, s2: str = "") -> Preview:
    """What a sheet of seat 1 would do on such a night."""
    return preview(LANTERNS, night(*hands, s2=s2).save(), 1, text, b"seed")


def chance_of(seen: Preview, key: str) -> float:
    """How likely an event is."""
    return sum(chance for chance, outcome in seen.chances if any(event.key == key for event in outcome))


def test_what_needs_no_luck_is_certain() -> None:
    seen = look("rest", "", "")
    assert [event.key for event in seen.certain] == ["rested"]
    assert (seen.chances, seen.hidden) == ([], False)


def test_the_chances_of_a_roll_are_computed_exactly() -> None:
    seen = look("blow seat 2", "", "")
    assert seen.exact
    assert chance_of(seen, "dimmed") == pytest.approx(4 / 6)
    assert sum(chance for chance, _ in seen.chances) == pytest.approx(1)


def test_two_rolls_are_followed_to_all_their_leaves() -> None:
    seen = preview(LANTERNS, night("", "", "").save(), 1, "blow seat 2\nblow seat 3", b"seed")
    assert seen.exact
    assert sum(chance for chance, _ in seen.chances) == pytest.approx(1)


def test_a_preview_stops_where_something_hidden_would_be_seen() -> None:
    seen = look("peek", "", "")
    assert (seen.certain, seen.hidden) == ([], True)


def test_a_preview_does_not_tell_whether_someone_holds_an_answer_to_it() -> None:
    """On the truth a dodge in the victim's hand would show at once."""
    holding = look("blow seat 2", "", "dodge", s2="play dodge on blown")
    bluffing = look("blow seat 2", "", "moth", s2="play dodge on blown")
    assert holding == bluffing


def test_a_preview_neither_reads_nor_advances_the_dice_of_the_match() -> None:
    run = night("", "")
    before = encode_save(run.save())
    for seed in (b"1", b"2"):
        preview(LANTERNS, run.save(), 1, "blow seat 2", seed)
    assert encode_save(run.save()) == before
    submit(run, 1, "blow seat 2")
    again = night("", "")
    submit(again, 1, "blow seat 2")
    assert run.events == again.events


def test_a_wrong_line_in_a_preview_is_told() -> None:
    seen = look("fly away", "", "")
    assert seen.receipt is not None
    assert seen.receipt.problem is not None


def test_a_step_that_is_taken_back_in_a_preview_leaves_the_imagined_world_standing() -> None:
    run = night("", "moth", oil=0)
    seen = preview(LANTERNS, run.save(), 1, "blow seat 2 at high\nrest", b"seed")
    assert seen.certain == []
    assert seen.receipt is not None
    assert seen.receipt.handed_back == "blow seat 2 at high\nrest"


def test_ones_own_standing_orders_count_in_a_preview() -> None:
    run = night("flare", "", s1="play flare on blown")
    seen = preview(LANTERNS, run.save(), 1, "blow seat 2", b"seed", run.standing[1])
    assert [event.key for event in seen.certain] == ["standing_used", "played"]


def test_in_star_scrappers_a_preview_ends_at_the_next_hidden_card() -> None:
    table = position("hand TER1 TER2 MET2", "base HYD1", docks="MET1", mine="brown-1a")
    seen = preview(table.run.engine, table.run.save(), 1, "recruit MET1\nend", b"seed")
    assert [event.key for event in seen.certain] == ["recruited"]
    assert seen.hidden


class Interrupted(BaseException):
    """As from a signal: nothing catches it."""


def interrupted(sheet: str, calls: int, monkeypatch: pytest.MonkeyPatch) -> Preview:
    """What is known of a sheet when its preview is ended after so many rolls."""
    left = [calls]
    honest = Script.below

    def below(script: Script, purpose: str, sides: int, *, hidden: bool = False) -> int:
        left[0] -= 1
        if left[0] < 0:
            raise Interrupted
        return honest(script, purpose, sides, hidden=hidden)

    forecast = Forecast(LANTERNS, night("", "", "").save(), 1, sheet, b"seed")
    with monkeypatch.context() as patched:
        patched.setattr(Script, "below", below)
        with pytest.raises(Interrupted):
            forecast.follow()
    return forecast.known()


def test_a_preview_that_is_interrupted_tells_what_is_certain(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = preview(LANTERNS, night("", "", "").save(), 1, "blow seat 2\nblow seat 3", b"seed")
    seen = interrupted("blow seat 2\nblow seat 3", 3, monkeypatch)
    assert not seen.complete
    assert seen.certain == whole.certain
    assert seen.chances == []


def test_a_first_dry_run_that_is_interrupted_tells_nothing_of_the_step_it_was_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = interrupted("blow seat 2", 0, monkeypatch)
    assert (seen.certain, seen.complete) == ([], False)


def test_samples_that_were_taken_before_an_interruption_count() -> None:
    forecast = Forecast(LANTERNS, night("", "").save(), 1, "blow seat 2", b"seed")
    forecast.follow()
    forecast._followed = None  # as if there were too many ways
    forecast.estimate()
    del forecast._samples[7:]
    seen = forecast.known()
    assert (seen.complete, seen.exact) == (False, False)
    assert sum(chance for chance, _ in seen.chances) == pytest.approx(1)
