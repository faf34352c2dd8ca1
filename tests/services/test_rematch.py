"""The same people again, once per match."""

from __future__ import annotations

from functools import partial

import pytest

from accounts.models import User
from accounts.refusals import Refused
from games.models import Match, Order
from games.services import invitations, resolve
from games.services.matches.end import next_name, rematch
from games.services.matches.new import Place, Terms, open_match
from post.models import OutgoingEmail
from tests.services.conftest import Send
from tests.services.together import together


@pytest.fixture
def over(alice: User, bob: User, send: Send) -> Match:
    """A finished match of Alice, Bob and a bot."""
    terms = Terms("scrappers", "Friday's mine", {}, turn_hours=24, lateness="bot", is_public=True)
    match = open_match(alice, terms, [Place(alice), Place(bob), Place(bot="random")])
    resolve.resolve_all(match.pk)
    for number in (1, 2):
        send(match, number, "", Order.Kind.RESIGN)
    assert match.status == Match.Status.FINISHED
    return match


def test_a_rematch_has_the_same_terms_and_people(over: Match, alice: User, bob: User) -> None:
    again = rematch(over, bob)
    assert (again.game, again.name, again.turn_hours, again.lateness, again.is_public, again.options) == (
        over.game,
        "Friday's mine (2)",
        24,
        "bot",
        True,
        over.options,
    )
    assert (again.status, again.host, again.rematch_of) == (Match.Status.OPEN, bob, over)
    seats = again.seats.order_by("number").values_list("user", "invited", "bot")
    assert list(seats) == [(None, "alice@example.org", ""), (bob.pk, "", ""), (None, "", "random")]


def test_the_others_are_asked_and_must_accept(over: Match, alice: User, bob: User) -> None:
    again = rematch(over, bob)
    email = OutgoingEmail.objects.get(kind="rematch")
    assert (email.address, email.user, email.conversation) == ("alice@example.org", alice, again.pk)
    invitations.accept(email.facts["seat"], alice)
    again.refresh_from_db()
    assert again.status == Match.Status.RUNNING


def test_asking_again_gives_the_same_match_whoever_asks(over: Match, alice: User, bob: User) -> None:
    assert rematch(over, bob) == rematch(over, bob) == rematch(over, alice)
    assert OutgoingEmail.objects.filter(kind="rematch").count() == 1


def test_a_stranger_cannot_ask(over: Match, charlie: User) -> None:
    with pytest.raises(Refused):
        rematch(over, charlie)


def test_a_running_match_has_no_rematch(duel: Match, alice: User) -> None:
    with pytest.raises(Refused):
        rematch(duel, alice)


def test_who_has_left_the_server_leaves_a_free_seat(over: Match, alice: User, bob: User) -> None:
    alice.is_active = False
    alice.save()
    again = rematch(over, bob)
    seat = again.seats.get(number=1)
    assert (seat.user, seat.invited) == (None, "")
    assert not OutgoingEmail.objects.filter(kind="rematch").exists()


def test_a_long_name_is_cut() -> None:
    assert next_name("x" * 60) == "x" * 56 + " (2)"
    assert len(next_name("x" * 56 + " (9)")) <= 60


@pytest.mark.django_db(transaction=True)
def test_two_who_ask_at_once_get_the_same_match(over: Match, alice: User, bob: User) -> None:
    """C2: one effect, equal answers."""
    outcomes = together([partial(rematch, over, who) for who in (alice, bob, alice, bob)])
    assert len({outcome.pk for outcome in outcomes if isinstance(outcome, Match)}) == 1, outcomes
    assert Match.objects.filter(rematch_of=over).count() == 1
