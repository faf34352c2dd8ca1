"""Who answers a minor decision: clause, standing order, default; or a real question, within limits."""

from __future__ import annotations

import msgspec
import pytest

from games.engine.contract.dice import Seeds
from games.engine.play.orders import advance, submit, waiting_for
from games.engine.play.run import Run
from games.engine.play.save import decode_save, encode_save
from games.engine.play.standing import standing_from
from tests.engine.lanterns import LANTERNS, Night


def night(*hands: str, oil: int = 2, **standing: str) -> Run[Night]:
    """Keepers with these hands, seat 1 on turn; `s2="shield: ask"` are the standing orders of seat 2."""
    seats = range(1, len(hands) + 1)
    interrupts = standing.pop("interrupts", "limited")
    run = Run.start(LANTERNS, seats, Seeds(b"\x05" * 32), {"interrupts": interrupts})
    for seat in seats:
        run.answer(seat, ("left",))
    for keeper, hand in zip(run.state.keepers, hands, strict=True):
        keeper.hand[:], keeper.oil = hand.split(), oil
    run.state.begun = False  # as it was at the rest point
    arranged = msgspec.structs.replace(run.replay.rest_points[-1].base, state=LANTERNS.encode(run.state))
    fresh = Run(LANTERNS, run.seats, run.replay.seeds, run.options)
    fresh.replay.reset(arranged)
    fresh.standing = standing_from(LANTERNS, {int(name[1:]): (7, text) for name, text in standing.items()})
    fresh.replay.go_on()
    return fresh


def shielded(run: Run[Night]) -> str:
    """How the lantern was protected in the last blow."""
    return str([event.values["shield"] for event in run.events if event.key == "blew"][-1])


def played(run: Run[Night]) -> list[tuple[object, object]]:
    """Who played what."""
    return [(event.values["seat"], event.values["card"]) for event in run.events if event.key == "played"]


def test_the_default_answers_where_nobody_ordered_anything() -> None:
    run = night("", "", s2="")
    submit(run, 1, "blow seat 2")
    assert shielded(run) == "paper"


def test_the_games_own_standing_orders_answer_for_who_never_sent_any() -> None:
    run = night("", "")
    run.state.keeper(2).lights = 1
    submit(run, 1, "blow seat 2")
    assert shielded(run) == "glass"


def test_the_first_clause_that_holds_and_can_be_carried_out_is_taken() -> None:
    run = night("", "", s2="shield: paper if oil > 5; glass if oil >= 2; paper")
    submit(run, 1, "blow seat 2")
    assert shielded(run) == "glass"


def test_a_clause_that_cannot_be_afforded_falls_through() -> None:
    run = night("", "", oil=0, s2="shield: glass; paper")
    submit(run, 1, "blow seat 2")
    assert shielded(run) == "paper"


def test_a_scoped_order_is_tried_before_the_unscoped_one() -> None:
    run = night("", "", s2="shield: paper\nshield[lantern#2]: glass")
    submit(run, 1, "blow seat 2")
    assert shielded(run) == "glass"


def test_an_answer_is_logged_with_the_version_and_line_that_gave_it() -> None:
    run = night("", "", s2="# mine\nshield: glass", s1="")
    submit(run, 1, "blow seat 2")
    log = [answer for chapter in run.replay.retired for answer in chapter.log] + run.replay.log
    given = [answer for answer in log if answer.kind == "shield"]
    assert [(a.by, a.source) for a in given] == [("standing", "7:2")]


def test_a_changed_standing_order_cannot_change_the_past() -> None:
    run = night("", "flare", s2="play flare on blown\nshield: ask\nask-limit: 1")
    submit(run, 1, "blow seat 2")
    data = encode_save(run.save())
    loaded = Run.load(LANTERNS, decode_save(data))
    loaded.standing = standing_from(LANTERNS, {2: (8, "shield: ask\nask-limit: 1")})
    assert loaded.state.discard == ["flare"]


# Real questions.


def test_ask_in_a_foreign_turn_needs_a_limit() -> None:
    run = night("", "", s2="shield: ask; glass")
    submit(run, 1, "blow seat 2")
    assert shielded(run) == "glass"


def test_ask_waits_within_the_limit_and_reads_on_beyond_it() -> None:
    run = night(
        "", "flare flare", s2="shield: ask\npour: ask; no\nplay flare on blown limit 2/turn\nask-limit: 1"
    )
    submit(run, 1, "blow seat 2")
    assert waiting_for(run) == [2]
    assert run.asked[0].kind == "pour"
    submit(run, 2, "yes")
    assert run.asked[0].kind == "deed"
    assert run.state.keeper(2).oil == 3  # the second pour was not asked: no
    assert shielded(run) == "paper"


def test_the_limit_counts_anew_each_turn() -> None:
    run = night("", "", "", s3="shield: ask; glass\nask-limit: 1")
    submit(run, 1, "blow seat 3")
    assert waiting_for(run) == [3]
    submit(run, 3, "paper")
    submit(run, 2, "blow seat 3")
    assert waiting_for(run) == [3]


def test_the_count_survives_a_reload() -> None:
    run = night("", "flare", s2="shield: ask; glass\npour: ask\nplay flare on blown\nask-limit: 1")
    submit(run, 1, "blow seat 2")
    submit_after_reload = Run.load(LANTERNS, run.save())
    submit_after_reload.standing = run.standing
    submit(submit_after_reload, 2, "yes")
    assert shielded(submit_after_reload) == "glass"


@pytest.mark.parametrize(("interrupts", "waits"), [("never", False), ("always", True)])
def test_the_match_may_forbid_or_allow_all_questions(interrupts: str, waits: bool) -> None:
    run = night("", "", interrupts=interrupts, s2="shield: ask; glass\nask-limit: 0")
    submit(run, 1, "blow seat 2")
    assert (run.asked[0].kind == "shield") is waits


def test_in_ones_own_turn_ask_needs_no_limit() -> None:
    run = night("", "", s1="aim: ask")
    submit(run, 1, "blow seat 2")
    assert (waiting_for(run), run.asked[0].kind) == ([1], "aim")


def test_who_is_away_is_not_asked() -> None:
    run = night("", "", s2="shield: ask; glass\nask-limit: 5")
    submit(run, 1, "blow seat 2")
    run.set_away(2)
    advance(run)
    assert shielded(run) == "glass"


def test_nobody_plays_someones_turn_unless_away() -> None:
    run = night("", "", s1="deed: rest")  # no such key: a turn cannot be ordered in advance
    advance(run)
    assert waiting_for(run) == [1]


# Windows and reactions.


def test_reactions_take_effect_clockwise_from_the_active_seat() -> None:
    order = "play flare on blown"
    run = night("flare", "flare", "flare", s1=order, s2=order, s3=order)
    submit(run, 1, "blow seat 3")
    assert played(run) == [(1, "flare"), (2, "flare"), (3, "flare")]


def test_a_reaction_that_is_no_longer_legal_is_a_pass() -> None:
    run = night("", "dodge", "flare", s2="play dodge on blown", s3="play flare on blown")
    submit(run, 1, "blow seat 2")
    assert played(run) == [(2, "dodge")]  # after the dodge a flare would light nothing
    assert run.state.keeper(3).hand == ["flare"]


def test_a_window_opens_again_after_each_card() -> None:
    run = night("", "dodge", "flare", s2="play dodge on blown if oil >= 3", s3="play flare on blown")
    submit(run, 1, "blow seat 2")
    assert played(run) == [(3, "flare")]


def test_each_line_is_used_once_per_opening() -> None:
    run = night("", "flare flare", s2="play flare on blown")
    submit(run, 1, "blow seat 2")
    assert played(run) == [(2, "flare")]


def test_a_limit_allows_more_uses_and_counts_over_the_turn() -> None:
    run = night("", "flare flare flare", s2="play flare on blown limit 2/turn")
    submit(run, 1, "blow seat 2")
    assert played(run) == [(2, "flare"), (2, "flare")]


def test_a_limit_is_counted_in_the_save_and_begins_anew_each_turn() -> None:
    run = night("", "flare flare", "", s2="play flare on blown limit 1/turn")
    submit(run, 1, "blow seat 2")
    assert len(played(run)) == 1
    submit(run, 2, "wait")
    submit(run, 3, "blow seat 2")
    assert len(played(run)) == 2


def test_several_lines_for_one_window_are_tried_top_to_bottom() -> None:
    run = night(
        "", "dodge flare", s2="play flare on blown if oil < 2\nplay dodge on blown\nplay flare on blown"
    )
    submit(run, 1, "blow seat 2")
    assert played(run) == [(2, "dodge")]


def asked_in_a_window() -> Run[Night]:
    """All three are asked at once whether they play a card."""
    asks = "window: ask\nask-limit: 9"
    run = night("flare", "dodge", "flare", s1=asks, s2=asks, s3=asks)
    submit(run, 1, "blow seat 2")
    return run


def test_three_seats_may_be_asked_at_once_and_answers_stay_sealed() -> None:
    run = asked_in_a_window()
    assert waiting_for(run) == [1, 2, 3]
    run.answer(3, ("play", "flare"))
    assert (waiting_for(run), played(run)) == ([1, 2], [])


def test_answers_in_a_window_take_effect_in_order_whenever_they_came() -> None:
    run = asked_in_a_window()
    run.answer(3, ("play", "flare"))
    run.answer(1, ("pass",))
    run.answer(2, ("play", "dodge"))
    assert played(run) == [(2, "dodge")]
    assert run.state.keeper(3).hand == ["flare"]
    assert Run.load(LANTERNS, run.save()).save() == run.save()


def test_a_window_opens_again_for_those_who_can_still_act() -> None:
    run = asked_in_a_window()
    for seat, path in ((3, ("play", "flare")), (1, ("pass",)), (2, ("pass",))):
        run.answer(seat, path)
    advance(run)
    assert played(run) == [(3, "flare")]
    assert waiting_for(run) == [1, 2]
