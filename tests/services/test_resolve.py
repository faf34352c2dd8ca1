"""An accepted order has exactly one effect, whatever happens around it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest
import time_machine
from celery import current_app
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.refusals import Refused
from games import tasks
from games.engine.contract.dice import Seeds
from games.engine.play.save import decode_save
from games.models import EventRow, HistoryChapter, Match, Order, RollRow
from games.services import fairness, lateness, orders, resolve, storage
from games.services.fairness import verify
from games.services.matches.new import Place, Terms, open_match
from games.services.orders import NewOrder, OtherOrder
from games.services.storage import LostRace
from games.tools.recordings import read_recording
from tests.services.conftest import Send, on_turn

RECORDED = Path(__file__).parents[1] / "matches" / "scrappers"


def rows(match: Match) -> list[int]:
    """What a match has written so far."""
    return [model.objects.filter(match=match).count() for model in (EventRow, RollRow, HistoryChapter)]


# Intake.


def test_the_same_key_is_the_same_order(duel: Match) -> None:
    seat = duel.seats.get(number=1)
    wish = NewOrder(Order.Kind.ORDERS, Order.Door.MAIL, "<id@mail>", "end")
    assert orders.accept(seat, wish) == orders.accept(seat, wish)
    assert Order.objects.count() == 1


def test_the_same_key_for_another_text_is_refused(duel: Match) -> None:
    seat = duel.seats.get(number=1)
    orders.accept(seat, NewOrder(Order.Kind.ORDERS, Order.Door.API, "k", "end"))
    with pytest.raises(OtherOrder):
        orders.accept(seat, NewOrder(Order.Kind.ORDERS, Order.Door.API, "k", "recruit TER1"))


def test_a_key_of_another_player_does_not_clash(duel: Match) -> None:
    wish = NewOrder(Order.Kind.ORDERS, Order.Door.API, "k", "end")
    assert orders.accept(duel.seats.get(number=1), wish) != orders.accept(duel.seats.get(number=2), wish)


def test_an_order_as_long_as_a_book_is_refused(duel: Match) -> None:
    with pytest.raises(Refused):
        orders.accept(
            duel.seats.get(number=1), NewOrder(Order.Kind.ORDERS, Order.Door.API, "k", "x" * 50_000)
        )


# Resolving.


def test_an_order_is_played_and_answered(duel: Match, send: Send) -> None:
    seat = on_turn(duel)
    order = send(duel, seat, "end\nfly")
    assert order.played_at is not None
    assert [done["understood"] for done in order.receipt["done"]] == ["end"]
    assert order.receipt["problem"]["line"] == 2
    assert on_turn(duel) == 3 - seat


def test_a_second_try_finds_nothing_to_do(duel: Match, send: Send) -> None:
    send(duel, on_turn(duel), "end")
    before = (duel.version, rows(duel))
    assert resolve.resolve(duel.pk) is False
    duel.refresh_from_db()
    assert (duel.version, rows(duel)) == before


def test_who_loses_the_race_writes_nothing(duel: Match) -> None:
    seats = list(duel.seats.all())
    run = storage.load(duel, seats)
    Match.objects.filter(pk=duel.pk).update(version=duel.version + 1)
    before = rows(duel)
    with pytest.raises(LostRace), transaction.atomic():
        storage.store(duel, seats, run, [])
    assert rows(duel) == before


def test_a_crash_before_the_commit_leaves_the_order_waiting(
    duel: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = duel.seats.get(number=on_turn(duel))
    order = orders.accept(seat, NewOrder(Order.Kind.ORDERS, Order.Door.API, "k", "end"))
    before = rows(duel)
    with monkeypatch.context() as broken:
        broken.setattr(storage, "_write_seats", _dies)
        with pytest.raises(SystemExit):
            resolve.resolve(duel.pk)
    assert rows(duel) == before
    assert resolve.resolve(duel.pk) is True
    order.refresh_from_db()
    assert order.played_at is not None


def test_a_turn_that_is_played_again_has_the_same_dice(duel: Match) -> None:
    """G4: what a crash undid comes out the same."""
    seat = duel.seats.get(number=on_turn(duel))
    orders.accept(seat, NewOrder(Order.Kind.ORDERS, Order.Door.API, "k", "end"))
    results = []
    for _ in range(2):
        with transaction.atomic():
            resolve.resolve(duel.pk)
            duel.refresh_from_db()
            results.append((bytes(duel.save_data or b""), list(duel.event_rows.values_list("data", "link"))))
            transaction.set_rollback(True)
    assert results[0] == results[1]
    assert results[0][0] != b""


def test_the_seed_of_the_server_cannot_be_guessed(alice: User, bob: User) -> None:
    """G6: 256 bits that depend on nothing."""
    seeds = set()
    for _ in range(3):
        match = open_match(alice, Terms("scrappers", "The same", {}), [Place(alice), Place(bob)])
        seeds.add(decode_save(bytes(match.save_data or b"")).seeds.server)
    assert {len(seed) for seed in seeds} == {32}
    assert len(seeds) == 3


def _dies(*anything: object) -> None:
    raise SystemExit


def test_the_tick_finds_what_a_lost_message_left_behind(duel: Match) -> None:
    seat = duel.seats.get(number=on_turn(duel))
    orders.accept(seat, NewOrder(Order.Kind.ORDERS, Order.Door.API, "k", "end"))
    assert lateness.matches_left_behind() == [duel.pk]
    tasks.resolve_match.apply(args=(duel.pk,))
    assert lateness.matches_left_behind() == []


def test_an_answer_of_a_form_holds_for_the_question_it_showed(duel: Match) -> None:
    number = on_turn(duel)
    seat = duel.seats.get(number=number)
    question = storage.load(duel, list(duel.seats.all())).decision_id(number)
    kinds = (Order.Kind.ANSWER, Order.Door.WEB)
    stale = orders.accept(seat, NewOrder(*kinds, "1", path=["end"], question="something older"))
    fresh = orders.accept(seat, NewOrder(*kinds, "2", path=["end"], question=question))
    resolve.resolve(duel.pk)
    stale.refresh_from_db()
    fresh.refresh_from_db()
    assert "has changed" in stale.receipt["problem"]["reason"]
    assert fresh.receipt["problem"] is None


def test_orders_sent_ahead_are_answered_when_their_time_comes(duel: Match, send: Send) -> None:
    seat = on_turn(duel)
    ahead = send(duel, 3 - seat, "fly away")
    assert ahead.receipt["kept"] == "fly away"
    send(duel, seat, "end")
    ahead.refresh_from_db()
    assert ahead.receipt["problem"]["text"] == "fly away"


def test_an_order_is_taken_back(duel: Match, send: Send) -> None:
    seat = on_turn(duel)
    before = decode_save(bytes(duel.save_data or b"")).digest
    send(duel, seat, "skill " + _a_card(duel, seat) + " decline")
    assert send(duel, seat, "", Order.Kind.TAKE_BACK).receipt["problem"] is None
    assert decode_save(bytes(duel.save_data or b"")).digest == before


def _a_card(match: Match, seat: int) -> str:
    run = storage.load(match, list(match.seats.all()))
    return str(run.state.player(seat).hand[0])


def test_resigning_a_duel_ends_it(duel: Match, send: Send) -> None:
    send(duel, 2, "", Order.Kind.RESIGN)
    assert duel.status == Match.Status.FINISHED
    assert duel.result == {"winners": [1], "scores": duel.result["scores"], "reason": "All others have left."}
    assert duel.seats.get(number=2).resigned_at is not None
    with pytest.raises(Refused, match="not taking orders"):
        orders.accept(duel.seats.get(number=1), NewOrder(Order.Kind.ORDERS, Order.Door.API, "k", "end"))


def test_standing_orders_are_used(duel: Match, send: Send) -> None:
    seat = on_turn(duel)
    duel.seats.filter(number=seat).update(standing="auto-end: no", standing_version=3)
    send(duel, seat, "skill " + _a_card(duel, seat) + " decline; recruit " + _free(duel))
    assert on_turn(duel) == seat
    assert send(duel, seat, "end").receipt["problem"] is None


def _free(match: Match) -> str:
    run = storage.load(match, list(match.seats.all()))
    return str(run.state.docks[0][0])


def test_a_match_whose_rules_disagree_stops_unharmed(duel: Match, send: Send) -> None:
    save = decode_save(bytes(duel.save_data or b""))
    broken = msgspec.msgpack.encode(msgspec.structs.replace(save, digest=b"other rules"))
    Match.objects.filter(pk=duel.pk).update(save_data=broken)
    order = send(duel, on_turn(duel), "end")
    assert "the replay ends elsewhere" in duel.stuck
    assert order.played_at is None
    assert bytes(duel.save_data or b"") == broken


# The clock.


def pass_deadline(match: Match) -> None:
    """Time goes by until someone is late, and the clock ticks."""
    with time_machine.travel(timezone.now() + timedelta(hours=match.turn_hours, minutes=1), tick=False):
        assert lateness.call_late_seats() == 1
        assert lateness.call_late_seats() == 1  # a second tick finds the same order
        resolve.resolve(match.pk)
    match.refresh_from_db()


def test_after_a_deadline_the_turn_is_played_by_defaults(duel: Match) -> None:
    seat = on_turn(duel)
    pass_deadline(duel)
    assert on_turn(duel) == 3 - seat
    assert Order.objects.filter(kind=Order.Kind.LATE).count() == 1


def test_after_a_deadline_a_bot_may_play_the_turn(duel: Match) -> None:
    Match.objects.update(lateness=Match.Lateness.BOT)
    seat = on_turn(duel)
    pass_deadline(duel)
    assert on_turn(duel) == 3 - seat
    assert duel.turn == 2


def test_after_a_deadline_the_seat_may_be_lost(duel: Match) -> None:
    Match.objects.update(lateness=Match.Lateness.RESIGN)
    seat = on_turn(duel)
    pass_deadline(duel)
    assert duel.result["winners"] == [3 - seat]


def test_nobody_is_late_in_a_paused_match(duel: Match) -> None:
    Match.objects.update(paused_at=timezone.now())
    with time_machine.travel(timezone.now() + timedelta(days=30)):
        assert lateness.call_late_seats() == 0


def test_who_goes_on_within_a_turn_keeps_the_deadline(duel: Match, send: Send) -> None:
    seat = on_turn(duel)
    due = duel.seats.get(number=seat).due_at
    with time_machine.travel(timezone.now() + timedelta(hours=5)):
        send(duel, seat, "skill " + _a_card(duel, seat) + " decline")
    assert duel.seats.get(number=seat).due_at == due


# Whole matches.


def test_a_whole_match_through_the_intake_ends_as_it_was_recorded(
    alice: User, bob: User, send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    recording = read_recording(RECORDED / "a-duel-of-two-who-play-to-win.json")
    seeds = Seeds(sha256(recording.seed.encode()).digest())
    # Recorded without seats' seeds, which is not the same as with two empty ones.
    monkeypatch.setattr(
        fairness, "commit", lambda match, prepared: setattr(match, "commitment", seeds.commitment())
    )
    monkeypatch.setattr(fairness, "seeds_of", lambda match, seats: seeds)
    match = open_match(alice, Terms("scrappers", "Recorded", {}), [Place(alice), Place(bob)])
    for seat, text in recording.orders:
        assert send(match, seat, text).receipt["problem"] is None
    assert match.status == Match.Status.FINISHED
    assert {name: match.result[name] for name in ("winners", "scores")} == recording.result
    assert verify(match).rolls > 100


def test_the_tick_is_scheduled_and_there_is_such_a_task() -> None:
    names = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert names == {tasks.tick.name}
    assert names <= set(current_app.tasks)


def test_a_commit_wakes_a_worker(
    duel: Match,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Callable[..., AbstractContextManager[object]],
) -> None:
    woken: list[tuple[str, tuple[int, ...]]] = []
    monkeypatch.setattr(current_app, "send_task", lambda name, args: woken.append((name, args)))
    with django_capture_on_commit_callbacks(execute=True):
        orders.accept(duel.seats.get(number=1), NewOrder(Order.Kind.ORDERS, Order.Door.API, "k", "end"))
    assert woken == [(tasks.resolve_match.name, (duel.pk,))]
