"""A seat changes hands, and with it everything that opens it."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from accounts.refusals import Refused
from games.models import EventRow, Match, Order, Press, Seat
from games.services import access, lateness, orders, press, resolve, seats, storage
from games.services.access import NotVisible, match_for
from games.services.matches.new import Place, Terms, open_match
from games.services.orders import NewOrder
from games.services.scene import scene_of
from post.models import OutgoingEmail
from tests.services.conftest import Send, on_turn
from tests.services.together import together


def seat(match: Match, number: int) -> Seat:
    """A seat as a door has it."""
    return match.seats.select_related("match", "user").get(number=number)


def let_pass(match: Match) -> int:
    """Someone misses a deadline; who it was."""
    number = on_turn(match)
    match.seats.filter(number=number).update(due_at=timezone.now() - timedelta(seconds=1))
    assert lateness.call_late_seats() == 1
    resolve.resolve(match.pk)
    match.refresh_from_db()
    return number


def abandon(match: Match, number: int, send: Send) -> Seat:
    """A player is silent for two deadlines; the other plays."""
    while seat(match, number).missed < 2:
        if on_turn(match) == number:
            let_pass(match)
        else:
            send(match, on_turn(match), "end")
    return seat(match, number)


def test_missed_deadlines_are_counted_in_a_row(duel: Match, send: Send) -> None:
    number = let_pass(duel)
    assert seat(duel, number).missed == 1
    send(duel, on_turn(duel), "end")
    send(duel, number, "what was the word for it?")  # not an order, but a sign of life
    assert seat(duel, number).missed == 0


def test_two_missed_deadlines_open_a_seat_and_the_host_gets_the_link(
    alice: User, bob: User, send: Send
) -> None:
    match = open_match(alice, Terms("scrappers", "Duel", {}), [Place(alice), Place(bob)])
    let_go = abandon(match, 2, send)
    assert [seats.may_be_claimed(seat(match, number)) for number in (1, 2)] == [False, True]
    told = OutgoingEmail.objects.get(kind="claim")
    assert (told.address, told.mailbox) == ("alice@example.org", let_go.pk)


def test_the_others_get_the_link_when_the_host_is_gone(duel: Match, send: Send) -> None:
    abandon(duel, 1, send)
    assert OutgoingEmail.objects.get(kind="claim").address == "bob@example.org"


def test_a_seat_with_its_player_cannot_be_claimed(duel: Match, charlie: User) -> None:
    assert not any(seats.may_be_claimed(seat(duel, number)) for number in (1, 2))
    with pytest.raises(Refused):
        seats.claim_seat(seats.claim_token(seat(duel, 1)), charlie)


def test_the_new_player_plays_on(duel: Match, charlie: User, send: Send) -> None:
    left = abandon(duel, 2, send)
    taken = seats.claim_seat(seats.claim_token(left), charlie)
    duel.refresh_from_db()
    assert (taken.user, taken.missed) == (charlie, 0)
    if on_turn(duel) != 2:
        send(duel, 1, "end")
    assert send(duel, 2, "end").receipt["problem"] is None
    told = scene_of(match_for(charlie, duel.pk)).story()
    assert "Charlie takes over this seat from the previous player." in [one.text for one in told]


def test_what_opened_the_seat_before_opens_it_no_more(duel: Match, charlie: User, send: Send) -> None:
    """E4: reply address, link and claim of the former player die."""
    left = abandon(duel, 2, send)
    purposes = [access.REPLY, access.CLAIM, access.MUTE]
    old, link = [access.seat_secret(purpose, left) for purpose in purposes], access.link_token(left)
    seats.claim_seat(seats.claim_token(left), charlie)
    assert [access.seat_by_secret(*pair) for pair in zip(purposes, old, strict=True)] == [None] * 3
    assert access.seat_link(link) is None


def test_the_replaced_player_sees_what_a_stranger_sees(
    duel: Match, bob: User, charlie: User, send: Send
) -> None:
    """E4: nothing of a private match; of a public one what a spectator sees."""
    left = abandon(duel, 2, send)
    seats.claim_seat(seats.claim_token(left), charlie)
    with pytest.raises(NotVisible):
        match_for(bob, duel.pk)
    Match.objects.filter(pk=duel.pk).update(is_public=True)
    assert match_for(bob, duel.pk).seat is None
    assert scene_of(match_for(bob, duel.pk)).view == scene_of(match_for(None, duel.pk)).view


def test_the_new_player_reads_neither_emails_nor_orders_of_the_former_one(
    duel: Match, charlie: User, send: Send
) -> None:
    """E4: what was private to the former player stays so; what was said to all does not."""
    left = abandon(duel, 2, send)
    press.say(seat(duel, 1), "for you alone", left, "a")
    press.say(seat(duel, 1), "for all", None, "b")
    taken = seats.claim_seat(seats.claim_token(left), charlie)
    press.say(seat(duel, 1), "welcome", taken, "c")
    assert [one.text for one in Press.objects.seen_by(taken)] == ["for all", "welcome"]
    assert Order.objects.filter(seat=taken).exists()
    assert not Order.objects.of(taken).exists()


def test_emails_on_the_way_to_the_former_player_are_not_sent(
    duel: Match, bob: User, charlie: User, send: Send
) -> None:
    """E4: written when sent, they would hold the new player's secrets."""
    left = abandon(duel, 2, send)
    before = set(OutgoingEmail.objects.filter(mailbox=left.pk).values_list("pk", flat=True))
    seats.claim_seat(seats.claim_token(left), charlie)
    states = OutgoingEmail.objects.filter(pk__in=before).values_list("state", flat=True)
    assert before
    assert set(states) == {"dropped"}
    still = OutgoingEmail.objects.filter(state="waiting", user=bob)
    assert [(mail.kind, mail.mailbox, mail.facts) for mail in still] == [
        ("replaced", None, {"match": duel.pk})
    ]


def test_the_wishes_of_the_former_player_are_forgotten(duel: Match, charlie: User, send: Send) -> None:
    left = abandon(duel, 2, send)
    if on_turn(duel) == 2:
        let_pass(duel)
    Seat.objects.filter(pk=left.pk).update(standing="auto-end: no", standing_version=3)
    ahead = send(duel, 2, "recruit TER1")  # kept for the next turn
    assert ahead.receipt["kept"]
    Seat.objects.filter(pk=left.pk).update(missed=2)
    waiting = orders.accept(seat(duel, 2), NewOrder(Order.Kind.ORDERS, Order.Door.WEB, "late", "end"))
    taken = seats.claim_seat(seats.claim_token(seat(duel, 2)), charlie)
    assert (taken.standing, taken.standing_version) == ("", 0)
    duel.refresh_from_db()
    run = storage.load(duel, access.seats_of(duel))
    assert (run.sheets, run.standing) == ({}, {})
    waiting.refresh_from_db()
    assert "got a new player" in waiting.receipt["problem"]["reason"]


def test_the_new_player_has_the_whole_time_and_a_first_email(duel: Match, charlie: User, send: Send) -> None:
    left = abandon(duel, 2, send)
    if on_turn(duel) == 1:
        send(duel, 1, "end")
    Seat.objects.filter(pk=left.pk).update(missed=2)
    later = timezone.now() + timedelta(hours=50)
    with time_machine.travel(later, tick=False):
        taken = seats.claim_seat(seats.claim_token(seat(duel, 2)), charlie)
    assert taken.due_at == later + timedelta(hours=duel.turn_hours)
    assert taken.reminder_at == later + timedelta(hours=36)
    first = OutgoingEmail.objects.get(user=charlie)
    last = EventRow.objects.filter(match=duel).count()
    assert (first.kind, first.facts["first"], first.facts["last"]) == ("turn", last, last)
    assert first.facts["question"]
    assert taken.told == last


def test_a_new_player_who_is_not_asked_yet_is_welcomed(duel: Match, charlie: User, send: Send) -> None:
    left = abandon(duel, 2, send)
    if on_turn(duel) == 2:
        let_pass(duel)
    seats.claim_seat(seats.claim_token(seat(duel, left.number)), charlie)
    assert OutgoingEmail.objects.get(user=charlie).kind == "started"


def test_a_seat_whose_account_is_gone_may_be_claimed(duel: Match, charlie: User) -> None:
    duel.seats.filter(number=2).update(user=None)
    token = seats.claim_token(seat(duel, 2))
    assert seats.claim_seat(token, charlie).user == charlie


def test_who_sits_there_already_takes_no_second_seat(duel: Match, alice: User, send: Send) -> None:
    left = abandon(duel, 2, send)
    with pytest.raises(Refused):
        seats.claim_seat(seats.claim_token(left), alice)


def test_the_host_gives_away_only_what_is_abandoned(
    duel: Match, alice: User, charlie: User, send: Send
) -> None:
    with pytest.raises(Refused):
        seats.replace_player(seat(duel, 2), charlie, alice)
    abandon(duel, 2, send)
    assert seats.replace_player(seat(duel, 2), charlie, alice).user == charlie


def test_a_seat_that_was_given_up_is_not_to_be_had(alice: User, bob: User, charlie: User, send: Send) -> None:
    places = [Place(alice), Place(bob), Place(bot="random")]
    match = open_match(alice, Terms("scrappers", "Three", {}), places)
    resolve.resolve_all(match.pk)
    send(match, 2, "", Order.Kind.RESIGN)
    match.seats.filter(number=2).update(missed=5)
    with pytest.raises(Refused):
        seats.claim_seat(seats.claim_token(seat(match, 2)), charlie)


@pytest.mark.django_db(transaction=True)
def test_of_many_who_claim_at_once_one_sits_down(duel: Match) -> None:
    duel.seats.filter(number=2).update(missed=2)
    token = seats.claim_token(seat(duel, 2))
    guests = [User.objects.create_user(f"guest{number}@example.org", "Guest") for number in range(5)]
    outcomes = together([partial(seats.claim_seat, token, guest) for guest in guests])
    assert [type(outcome) for outcome in outcomes].count(Seat) == 1, outcomes
    assert [type(outcome) for outcome in outcomes].count(Refused) == 4
    assert OutgoingEmail.objects.filter(kind="replaced").count() == 1
