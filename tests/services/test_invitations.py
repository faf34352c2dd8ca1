"""A seat is kept for an address; the email opens it to whoever reads mail there."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.refusals import Refused
from games.models import Match, Seat
from games.services import invitations, seats
from games.services.matches.end import withdraw
from games.services.matches.new import Place, Terms, open_match
from post.models import OutgoingEmail
from tests.services.together import together

TERMS = Terms("scrappers", "Friday's mine", {})


@pytest.fixture
def match(alice: User) -> Match:
    """Alice hosts; the second seat is kept for Bob's address."""
    return open_match(alice, TERMS, [Place(alice), Place(address="Bob@Example.org")])


@pytest.fixture
def kept(match: Match) -> Seat:
    """Bob's seat."""
    return match.seats.get(number=2)


def emails(kind: str) -> list[str]:
    """To whom emails of a kind were written."""
    return list(OutgoingEmail.objects.filter(kind=kind).order_by("pk").values_list("address", flat=True))


def test_opening_a_match_writes_to_whom_a_seat_is_kept_for(match: Match, kept: Seat) -> None:
    email = OutgoingEmail.objects.get(kind="invitation")
    assert (email.address, email.mailbox, email.facts) == ("bob@example.org", kept.pk, {"seat": kept.pk})
    assert match.status == Match.Status.OPEN


def test_a_registered_player_is_written_in_that_players_language(bob: User, match: Match) -> None:
    assert OutgoingEmail.objects.get(kind="invitation").user == bob


def test_the_email_opens_the_seat_and_nothing_else(kept: Seat) -> None:
    token = invitations.token(kept)
    assert invitations.seat_for(token) == kept
    assert invitations.seat_for(token.upper()) == kept
    assert invitations.seat_for(token[:-1]) is None
    assert invitations.seat_for(f"{kept.pk + 1}{token[token.index('-') :]}") is None


def test_no_token_is_in_the_database(kept: Seat) -> None:
    letters = invitations.token(kept).partition("-")[2]
    rows = [*OutgoingEmail.objects.values(), *Seat.objects.values(), *Match.objects.values()]
    assert letters not in str(rows)


def test_accepting_starts_the_match(match: Match, kept: Seat, bob: User) -> None:
    seat = invitations.accept(kept.pk, bob)
    match.refresh_from_db()
    assert (seat.user, seat.invited, match.status) == (bob, "", Match.Status.RUNNING)


def test_the_invited_may_sign_in_under_another_address(match: Match, kept: Seat, charlie: User) -> None:
    assert invitations.accept(kept.pk, charlie).user == charlie


def test_accepting_twice_is_accepting_once(kept: Seat, bob: User) -> None:
    first = invitations.accept(kept.pk, bob)
    assert invitations.accept(kept.pk, bob) == first


def test_a_seat_that_was_taken_is_not_given_twice(kept: Seat, bob: User, charlie: User) -> None:
    invitations.accept(kept.pk, bob)
    with pytest.raises(Refused):
        invitations.accept(kept.pk, charlie)


def test_the_lobby_does_not_give_away_a_kept_seat(kept: Seat, charlie: User) -> None:
    with pytest.raises(Refused, match="reserved for someone else"):
        seats.sit_down(kept.pk, charlie)


def test_declining_frees_the_seat_and_tells_the_host(kept: Seat, charlie: User) -> None:
    token = invitations.token(kept)
    invitations.decline(kept.pk)
    kept.refresh_from_db()
    assert (kept.invited, kept.declined_at is None) == ("", False)
    assert invitations.seat_for(token) is None
    told = OutgoingEmail.objects.get(kind="declined")
    assert (told.address, told.facts["address"]) == ("alice@example.org", "bob@example.org")
    assert seats.sit_down(kept.pk, charlie).user == charlie


def test_who_has_declined_cannot_accept(kept: Seat, bob: User) -> None:
    invitations.decline(kept.pk)
    with pytest.raises(Refused):
        invitations.accept(kept.pk, bob)
    with pytest.raises(Refused):
        invitations.decline(kept.pk)
    assert len(emails("declined")) == 1


def test_the_host_invites_someone_else_and_the_old_email_is_worth_nothing(
    match: Match, kept: Seat, alice: User
) -> None:
    token = invitations.token(kept)
    invitations.invite(match, 2, "dora@example.org", alice)
    assert invitations.seat_for(token) is None
    assert emails("invitation") == ["bob@example.org", "dora@example.org"]


def test_the_same_address_may_be_invited_again_after_declining(match: Match, kept: Seat, alice: User) -> None:
    invitations.decline(kept.pk)
    invitations.invite(match, 2, "bob@example.org", alice)
    assert emails("invitation") == ["bob@example.org"] * 2


def test_only_the_host_invites(match: Match, charlie: User) -> None:
    with pytest.raises(Refused):
        invitations.invite(match, 2, "dora@example.org", charlie)


@pytest.mark.parametrize("address", ["a@x.org, b@y.org", "nobody", "a@x.org\nBcc: b@y.org", ""])
def test_what_is_not_one_address_is_refused(match: Match, alice: User, address: str) -> None:
    """D10: each email has exactly one reader."""
    with pytest.raises(Refused):
        invitations.invite(match, 2, address, alice)
    if address:
        with pytest.raises(Refused):
            open_match(alice, TERMS, [Place(alice), Place(address=address)])
    assert emails("invitation") == ["bob@example.org"]


def test_nobody_is_invited_twice_to_one_match(match: Match, alice: User) -> None:
    places = [Place(alice), Place(address="dora@example.org"), Place(address="Dora@example.org")]
    with pytest.raises(Refused):
        open_match(alice, TERMS, places)
    with pytest.raises(Refused):
        open_match(alice, TERMS, [Place(alice), Place(address="alice@example.org")])
    with pytest.raises(Refused):
        invitations.invite(match, 2, "alice@example.org", alice)


def test_strangers_are_not_flooded_with_invitations(alice: User) -> None:
    """D12: a host writes to thirty addresses a day, not to two hundred."""
    for number in range(30):
        place = Place(address=f"stranger{number}@example.org")
        open_match(alice, TERMS, [Place(alice), place])
    with pytest.raises(Refused, match="many invitations"):
        open_match(alice, TERMS, [Place(alice), Place(address="one.more@example.org")])
    assert len(emails("invitation")) == 30
    assert Match.objects.count() == 30


def test_one_mailbox_is_not_filled_by_many_hosts(alice: User) -> None:
    """D12: whoever invites."""
    hosts = [User.objects.create_user(f"host{number}@example.org", "Host") for number in range(6)]
    for host in hosts[:5]:
        open_match(host, TERMS, [Place(host), Place(address="dora@example.org")])
    with pytest.raises(Refused):
        open_match(hosts[5], TERMS, [Place(hosts[5]), Place(address="dora@example.org")])


def test_one_host_does_not_use_up_what_others_can_send_to_an_address(alice: User, bob: User) -> None:
    """D12: neither by many invitations nor by many attempts."""
    mallory = User.objects.create_user("mallory@example.org", "Mallory")

    def invite(host: User) -> None:
        open_match(host, TERMS, [Place(host), Place(address="dora@example.org")])

    for _ in range(3):
        invite(mallory)
    for _ in range(20):
        with pytest.raises(Refused):
            invite(mallory)
    for number in range(4):
        invite(User.objects.create_user(f"host{number}@example.org", "Host"))
    with pytest.raises(Refused):
        invite(alice)
    with pytest.raises(Refused):
        invite(alice)  # a refusal counts for nothing
    dora = User.objects.create_user("dora@example.org", "Dora")
    open_match(bob, TERMS, [Place(bob), Place(dora)])
    invite(bob)  # they know each other


def test_accounts_of_today_do_not_use_up_what_known_players_can_send(alice: User, bob: User) -> None:
    """D12: five accounts are made in a minute, but none that has played last week."""
    for number in range(5):
        host = User.objects.create_user(f"mallory{number}@example.org", "Mallory")
        open_match(host, TERMS, [Place(host), Place(address="dora@example.org")])
    with pytest.raises(Refused):
        open_match(alice, TERMS, [Place(alice), Place(address="dora@example.org")])
    long_ago = timezone.now() - timedelta(days=8)
    User.objects.filter(pk=alice.pk).update(date_joined=long_ago)
    alice.refresh_from_db()
    with pytest.raises(Refused):  # an old account alone may have been made in advance
        open_match(alice, TERMS, [Place(alice), Place(address="dora@example.org")])
    duel = open_match(alice, TERMS, [Place(alice), Place(bob)])
    Match.objects.filter(pk=duel.pk).update(started_at=long_ago)
    open_match(alice, TERMS, [Place(alice), Place(address="dora@example.org")])


def test_asking_again_under_the_same_key_counts_no_invitation(alice: User) -> None:
    """C2: a repeat has no effect, not even on limits."""
    terms = Terms("scrappers", "Friday's mine", {}, key="k")
    places = [Place(alice), Place(address="dora@example.org")]
    assert len({open_match(alice, terms, places).pk for _ in range(8)}) == 1
    assert emails("invitation") == ["dora@example.org"]


@pytest.mark.parametrize("name", ["two\r\nBcc: dora@example.org", "lone \ud800", ""])
def test_a_name_that_no_header_can_bear_is_refused_at_the_door(alice: User, name: str) -> None:
    """D8, D9: before anything is written."""
    with pytest.raises(Refused):
        open_match(alice, Terms("scrappers", name, {}), [Place(alice), Place()])
    assert Match.objects.count() == 0


def test_withdrawing_tells_who_sits_there_already(alice: User, bob: User) -> None:
    match = open_match(alice, TERMS, [Place(alice), Place(bob), Place()])
    withdraw(match, alice)
    assert emails("withdrawn") == ["bob@example.org"]


def test_a_withdrawn_match_cannot_be_joined(match: Match, kept: Seat, alice: User, bob: User) -> None:
    withdraw(match, alice)
    with pytest.raises(Refused):
        invitations.accept(kept.pk, bob)
    with pytest.raises(Refused):
        invitations.decline(kept.pk)


@pytest.mark.django_db(transaction=True)
def test_of_many_who_accept_at_once_one_sits_down(alice: User) -> None:
    """C2: a forwarded email, many readers."""
    match = open_match(alice, TERMS, [Place(alice), Place(address="bob@example.org")])
    seat = match.seats.get(number=2)
    guests = [User.objects.create_user(f"guest{number}@example.org", "Guest") for number in range(6)]
    outcomes = together([partial(invitations.accept, seat.pk, guest) for guest in guests])
    assert [type(outcome) for outcome in outcomes].count(Seat) == 1
    assert [type(outcome) for outcome in outcomes].count(Refused) == 5
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING


@pytest.mark.django_db(transaction=True)
def test_two_who_take_the_last_two_seats_at_once_start_the_match(
    alice: User, bob: User, charlie: User
) -> None:
    for _ in range(5):
        match = open_match(alice, TERMS, [Place(alice), Place(), Place()])
        two, three = match.seats.filter(user=None)
        together([partial(seats.sit_down, two.pk, bob), partial(seats.sit_down, three.pk, charlie)])
        match.refresh_from_db()
        assert match.status == Match.Status.RUNNING
