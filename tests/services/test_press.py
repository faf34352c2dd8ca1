"""Messages within a match."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from accounts.refusals import Refused
from games.models import Match, Order, Press, Seat
from games.services import press
from games.services.matches.new import Place, Terms, open_match
from games.services.orders import OtherOrder
from post.models import OutgoingEmail
from tests.services.conftest import Send
from tests.services.together import together


@pytest.fixture
def trio(alice: User, bob: User, charlie: User) -> Match:
    """Three at a table."""
    return open_match(alice, Terms("scrappers", "Three", {}), [Place(alice), Place(bob), Place(charlie)])


def seat(match: Match, number: int) -> Seat:
    """A seat as a door has it."""
    return match.seats.select_related("match", "user").get(number=number)


def readers() -> list[str]:
    """To whom a message was mailed."""
    return sorted(OutgoingEmail.objects.filter(kind="press").values_list("address", flat=True))


def test_a_message_to_all_reaches_all_others(trio: Match) -> None:
    said = press.say(seat(trio, 1), " Hello! ", None, "k")
    assert (said.text, said.name) == ("Hello!", "Alice")
    assert readers() == ["bob@example.org", "charlie@example.org"]
    assert OutgoingEmail.objects.filter(kind="press")[0].facts == {"press": said.pk}


def test_a_message_to_one_reaches_that_one(trio: Match) -> None:
    said = press.say(seat(trio, 1), "Between us", seat(trio, 2), "k")
    assert readers() == ["bob@example.org"]
    assert list(Press.objects.seen_by(seat(trio, 2))) == [said]
    assert list(Press.objects.seen_by(seat(trio, 3))) == []
    assert list(Press.objects.seen_by(None)) == []


def test_who_wants_no_such_mail_gets_none(trio: Match, bob: User) -> None:
    bob.mail_press = False
    bob.save()
    trio.seats.filter(number=3).update(is_muted=True)
    press.say(seat(trio, 1), "Anybody?", None, "k")
    assert readers() == []
    assert Press.objects.count() == 1


def test_bots_are_not_written(alice: User) -> None:
    match = open_match(alice, Terms("scrappers", "Alone", {}), [Place(alice), Place(bot="random")])
    press.say(seat(match, 1), "Beep?", None, "k")
    assert readers() == []


def test_the_same_key_is_the_same_message(trio: Match) -> None:
    """C2: and another text under the key is refused."""
    first = press.say(seat(trio, 1), "Once", None, "k")
    assert press.say(seat(trio, 1), "Once", None, "k") == first
    with pytest.raises(OtherOrder):
        press.say(seat(trio, 1), "Twice", None, "k")
    with pytest.raises(OtherOrder):
        press.say(seat(trio, 1), "Once", seat(trio, 2), "k")
    assert press.say(seat(trio, 2), "Another's key", None, "k") != first


@pytest.mark.parametrize("text", ["", "  \n ", "x" * 4_001, "\x00"])
def test_what_is_too_long_or_nothing_is_refused(trio: Match, text: str) -> None:
    with pytest.raises(Refused):
        press.say(seat(trio, 1), text, None, "k")


def test_sixty_messages_an_hour_are_enough(trio: Match) -> None:
    for number in range(60):
        press.say(seat(trio, 1), "More", None, f"k{number}")
    with pytest.raises(Refused):
        press.say(seat(trio, 1), "More", None, "k60")
    assert press.say(seat(trio, 1), "More", None, "k59").text == "More"  # a repeat is no new one
    with time_machine.travel(timezone.now() + timedelta(hours=1, minutes=1)):
        assert press.say(seat(trio, 1), "Later", None, "k61").pk


def test_nobody_writes_into_another_match(trio: Match, duel: Match) -> None:
    with pytest.raises(Refused):
        press.say(seat(trio, 1), "Hello", seat(duel, 2), "k")


def test_players_may_talk_after_the_match(duel: Match, send: Send) -> None:
    send(duel, 1, "", Order.Kind.RESIGN)
    assert press.say(seat(duel, 1), "Well played", None, "k").pk


@pytest.mark.django_db(transaction=True)
def test_a_message_sent_twenty_times_at_once_is_one(alice: User, bob: User) -> None:
    """C2: one row, one email, twenty equal answers."""
    match = open_match(alice, Terms("scrappers", "Two", {}), [Place(alice), Place(bob)])
    sender = seat(match, 1)
    outcomes = together([partial(press.say, sender, "Once", None, "k")] * 20)
    assert len({outcome.pk for outcome in outcomes if isinstance(outcome, Press)}) == 1
    assert all(isinstance(outcome, Press) for outcome in outcomes)
    assert (Press.objects.count(), readers()) == (1, ["bob@example.org"])
