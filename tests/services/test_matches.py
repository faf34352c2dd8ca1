"""Opening a match, sitting down, starting."""

from __future__ import annotations

import pytest

from accounts.models import User
from accounts.refusals import Refused
from games.models import EventRow, Match
from games.services import lateness, resolve, seats
from games.services.matches.end import withdraw
from games.services.matches.new import Place, Terms, open_match

TERMS = Terms("scrappers", "Friday's mine", {})


def test_a_match_starts_when_its_last_seat_is_taken(alice: User, bob: User) -> None:
    match = open_match(alice, TERMS, [Place(alice), Place()])
    assert match.status == Match.Status.OPEN
    seats.sit_down(match.seats.get(number=2).pk, bob)
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    assert match.seats.filter(waiting_since__isnull=False, due_at__isnull=False).count() == 1


def test_two_matches_never_share_their_dice(alice: User, bob: User) -> None:
    one, other = (open_match(alice, TERMS, [Place(alice), Place(bob)]) for _ in range(2))
    assert one.commitment != other.commitment


def test_a_match_of_bots_plays_itself(alice: User) -> None:
    match = open_match(alice, TERMS, [Place(bot="random"), Place(bot="random")])
    assert lateness.matches_left_behind() == [match.pk]  # also if the message to the worker is lost
    resolve.resolve_all(match.pk)
    match.refresh_from_db()
    assert lateness.matches_left_behind() == []
    assert match.status == Match.Status.FINISHED
    assert match.result["winners"]
    assert EventRow.objects.filter(match=match).count() > 20


def test_a_worker_is_needed_exactly_when_a_bot_is_to_play(alice: User) -> None:
    began: set[bool] = set()
    while len(began) < 2:  # who begins is chosen by chance
        match = open_match(alice, TERMS, [Place(alice), Place(bot="random")])
        bot_begins = match.seats.filter(number=2, waiting_since__isnull=False).exists()
        began.add(bot_begins)
        assert (match.pk in lateness.matches_left_behind()) is bot_begins
        resolve.resolve(match.pk)
        assert match.pk not in lateness.matches_left_behind()
        assert match.seats.get(number=1).waiting_since is not None


@pytest.mark.parametrize(
    ("terms", "places", "reason"),
    [
        (Terms("chess", "x", {}), 2, "no game called chess"),
        (TERMS, 5, "for 2 to 4 players"),
        (Terms("scrappers", "x", {"factions": "all"}), 2, "no option"),
    ],
)
def test_what_cannot_be_played_is_refused(alice: User, terms: Terms, places: int, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        open_match(alice, terms, [Place()] * places)
    assert not Match.objects.exists()


def test_an_unknown_bot_is_refused(alice: User) -> None:
    with pytest.raises(Refused, match="no bot called genius"):
        open_match(alice, TERMS, [Place(alice), Place(bot="genius")])


def test_a_seat_is_taken_once(alice: User, bob: User, charlie: User) -> None:
    match = open_match(alice, TERMS, [Place(alice), Place(), Place()])
    seat = match.seats.get(number=2)
    seats.sit_down(seat.pk, bob)
    with pytest.raises(Refused, match="someone else was faster"):
        seats.sit_down(seat.pk, charlie)


def test_nobody_sits_twice(alice: User) -> None:
    match = open_match(alice, TERMS, [Place(alice), Place()])
    with pytest.raises(Refused, match="already"):
        seats.sit_down(match.seats.get(number=2).pk, alice)


def test_a_seat_is_kept_for_whom_it_was_promised_to(alice: User, bob: User, charlie: User) -> None:
    match = open_match(alice, TERMS, [Place(alice), Place(address="Bob@Example.org")])
    with pytest.raises(Refused, match="someone else"):
        seats.sit_down(match.seats.get(number=2).pk, charlie)
    seats.sit_down(match.seats.get(number=2).pk, bob)


def test_only_its_host_withdraws_a_match_and_only_before_it_starts(alice: User, bob: User) -> None:
    match = open_match(alice, TERMS, [Place(alice), Place()])
    with pytest.raises(Refused):
        withdraw(match, bob)
    withdraw(match, alice)
    with pytest.raises(Refused, match="no longer waiting"):
        seats.sit_down(match.seats.get(number=2).pk, bob)
