"""A match ends when all who are left want it to."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from accounts.models import User
from accounts.refusals import Refused
from games.engine.play.run import AnyRun
from games.models import Match, Order, Seat
from games.services import resolve, storage
from games.services.access import match_for
from games.services.fairness import verify
from games.services.matches.end import agree_to_end, withdraw_agreement
from games.services.matches.new import Place, Terms, open_match
from games.services.orders import NewOrder, accept
from games.services.scene import scene_of
from post.models import OutgoingEmail
from tests.services.conftest import Send, on_turn
from tests.services.together import together

Load = Callable[[Match, list[Seat]], AnyRun]


def seat(match: Match, number: int) -> Seat:
    """A seat as a door has it."""
    return match.seats.select_related("match", "user").get(number=number)


def test_the_match_is_over_when_the_last_one_agrees(duel: Match) -> None:
    assert agree_to_end(seat(duel, 1)).status == Match.Status.RUNNING
    over = agree_to_end(seat(duel, 2))
    assert over.status == Match.Status.FINISHED
    assert over.result == {
        "winners": [],
        "scores": {},
        "reason": "The players agreed to end the match.",
    }
    assert over.finished_at is not None
    assert not over.seats.filter(waiting_since__isnull=False).exists()
    assert not over.seats.filter(due_at__isnull=False).exists()


def test_both_are_told_and_the_story_says_so(duel: Match, bob: User) -> None:
    agree_to_end(seat(duel, 1))
    agree_to_end(seat(duel, 2))
    told = OutgoingEmail.objects.filter(kind="finished").values_list("address", flat=True)
    assert sorted(told) == ["alice@example.org", "bob@example.org"]
    scene = scene_of(match_for(bob, duel.pk))
    assert scene.story()[-1].text == "The players agreed to end the match here."
    assert scene.outcome == "The players agreed to end the match."
    assert scene.question is None


def test_the_dice_of_an_agreed_end_can_be_checked(duel: Match, send: Send) -> None:
    for _ in range(6):
        send(duel, on_turn(duel), "end")
    agree_to_end(seat(duel, 1))
    assert verify(agree_to_end(seat(duel, 2))).rolls > 0


def test_rolls_of_a_step_that_nobody_finished_go_on_record(
    duel: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They were seen: whoever checks the dice must find them."""
    monkeypatch.setattr(storage, "load", _with_a_roll(storage.load))
    before = duel.roll_rows.count()
    agree_to_end(seat(duel, 1))
    over = agree_to_end(seat(duel, 2))
    assert over.roll_rows.count() == before + 1
    assert verify(over).rolls == before + 1


def _with_a_roll(load: Load) -> Load:
    """A match in which someone has rolled a die and is asked what to do with it."""

    def loading(match: Match, seats: list[Seat]) -> AnyRun:
        run = load(match, seats)
        run.replay.table.roll("in mid-step", 6)
        return run

    return loading


def test_who_takes_it_back_plays_on(duel: Match) -> None:
    agree_to_end(seat(duel, 1))
    withdraw_agreement(seat(duel, 1))
    assert agree_to_end(seat(duel, 2)).status == Match.Status.RUNNING


def test_agreeing_twice_is_one_voice(duel: Match) -> None:
    agree_to_end(seat(duel, 1))
    assert agree_to_end(seat(duel, 1)).status == Match.Status.RUNNING


def test_a_new_turn_asks_for_new_voices(duel: Match, send: Send) -> None:
    agree_to_end(seat(duel, 1))
    send(duel, on_turn(duel), "end")
    assert agree_to_end(seat(duel, 2)).status == Match.Status.RUNNING


def test_bots_and_those_who_left_have_no_voice(alice: User, bob: User, charlie: User, send: Send) -> None:
    places = [Place(alice), Place(bob), Place(charlie), Place(bot="random")]
    match = open_match(alice, Terms("scrappers", "Four", {}), places)
    resolve.resolve_all(match.pk)
    send(match, 3, "", Order.Kind.RESIGN)
    agree_to_end(seat(match, 1))
    assert agree_to_end(seat(match, 2)).status == Match.Status.FINISHED


def test_who_has_left_cannot_agree(alice: User, bob: User, charlie: User, send: Send) -> None:
    match = open_match(alice, Terms("scrappers", "Three", {}), [Place(alice), Place(bob), Place(charlie)])
    send(match, 3, "", Order.Kind.RESIGN)
    with pytest.raises(Refused):
        agree_to_end(seat(match, 3))


def test_a_match_that_is_over_cannot_be_ended(duel: Match, send: Send) -> None:
    send(duel, 1, "", Order.Kind.RESIGN)
    with pytest.raises(Refused):
        agree_to_end(seat(duel, 2))


@pytest.mark.django_db(transaction=True)
def test_voices_that_come_at_once_end_the_match_once(alice: User, bob: User) -> None:
    """P2: neither voice is lost, and nobody is told twice."""
    for _ in range(10):
        match = open_match(alice, Terms("scrappers", "Duel", {}), [Place(alice), Place(bob)])
        one, two = seat(match, 1), seat(match, 2)
        together(
            [
                partial(agree_to_end, one),
                partial(agree_to_end, two),
                partial(agree_to_end, two),
            ]
        )
        match.refresh_from_db()
        assert match.status == Match.Status.FINISHED
        assert OutgoingEmail.objects.filter(kind="finished", conversation=match.pk).count() == 2


@pytest.mark.django_db(transaction=True)
def test_an_order_and_the_last_voice_at_once_leave_no_half_turn(alice: User, bob: User) -> None:
    """P2: either the order was played first or the match was over."""
    for number in range(10):
        match = open_match(alice, Terms("scrappers", "Duel", {}), [Place(alice), Place(bob)])
        agree_to_end(seat(match, 1))
        mover = seat(match, on_turn(match))
        order = accept(mover, NewOrder(Order.Kind.ORDERS, Order.Door.WEB, f"k{number}", "end"))
        two = seat(match, 2)
        together([partial(resolve.resolve, match.pk), partial(agree_to_end, two)])
        match.refresh_from_db()
        order.refresh_from_db()
        over = match.status == Match.Status.FINISHED
        assert over is (order.played_at is None)
        assert match.seats.filter(waiting_since__isnull=False).exists() is not over


def test_the_others_hear_that_someone_would_end_the_match(duel: Match, bob: User) -> None:
    agree_to_end(duel.seats.select_related("match", "user").get(number=1))
    assert [one.to for one in duel.press.all()] == [None]
    assert OutgoingEmail.objects.filter(kind="press", user=bob).count() == 1
