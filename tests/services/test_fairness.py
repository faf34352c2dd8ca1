"""Seeds that nobody can choose after seeing the others, and a record that cannot be replaced unnoticed."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import replace

import msgspec
import pytest

from accounts.models import User
from accounts.refusals import Refused
from games.engine.contract.dice import Roll, Seeds
from games.engine.play.save import decode_save
from games.models import EventRow, Match, RollRow, Seat
from games.services import fairness, resolve, seats
from games.services.matches.new import Place, Terms, open_match
from tests.services.conftest import Send, on_turn

TERMS = Terms("scrappers", "Friday's mine", {})


def seeds_in_play(match: Match) -> Seeds:
    """What the dice of a match that has started depend on."""
    match.refresh_from_db()
    return decode_save(bytes(match.save_data or b"")).seeds


def open_seat(match: Match) -> int:
    """The seat that still waits for a player."""
    return match.seats.get(user=None, bot="").pk


def test_the_server_commits_itself_before_anyone_brings_a_seed(alice: User, bob: User) -> None:
    """G5, G6: the promise is there when the match is opened, and it is kept when it starts."""
    match = open_match(alice, TERMS, [Place(alice), Place()])
    promised = match.commitment
    assert len(promised) == 64
    seats.sit_down(open_seat(match), bob, "rain on the roof")
    seeds = seeds_in_play(match)
    assert (match.commitment, seeds.commitment()) == (promised, promised)
    assert len(seeds.server) == 32
    assert match.server_seed is None  # there is one place to look for it


def test_the_dice_depend_on_what_players_bring_and_on_nothing_else_of_the_server(
    alice: User, bob: User
) -> None:
    """A seat that brings no seed adds nothing: a seed made for it would be the server's free choice."""
    terms = replace(TERMS, seed="a fox")
    match = open_match(alice, terms, [Place(alice), Place(), Place(bot="random")])
    seats.sit_down(open_seat(match), bob)
    assert seeds_in_play(match).players == (b"a fox", b"", b"")


def test_a_player_can_renew_a_seed_until_the_match_starts(alice: User, bob: User, charlie: User) -> None:
    match = open_match(alice, TERMS, [Place(alice), Place()])
    fairness.choose_seed(match, alice, "one")
    fairness.choose_seed(match, alice, "  zwei źdźbła ")
    with pytest.raises(Refused, match="only players"):
        fairness.choose_seed(match, charlie, "three")
    with pytest.raises(Refused, match="at most 200"):
        fairness.choose_seed(match, alice, "x" * 201)
    seats.sit_down(open_seat(match), bob, "four")
    assert seeds_in_play(match).players == ("zwei źdźbła".encode(), b"four")
    with pytest.raises(Refused, match="no longer waiting for players"):
        fairness.choose_seed(match, alice, "five")
    assert bytes(match.seats.get(user=alice).seed) == "zwei źdźbła".encode()


def test_fingerprints_are_public_at_once_and_seeds_at_the_end(alice: User, bob: User) -> None:
    match = open_match(alice, replace(TERMS, seed="a fox"), [Place(alice), Place()])
    fox = hashlib.sha256(b"a fox").hexdigest()
    shown = fairness.published_seeds(match, list(match.seats.all()))
    assert [(one.fingerprint, one.seed) for one in shown] == [(fox, ""), ("", "")]
    seats.sit_down(open_seat(match), bob, "a hen")
    Seat.objects.filter(match=match, number=1).update(seed=b"changed afterwards")
    match.refresh_from_db()
    shown = fairness.published_seeds(match, list(match.seats.all()))
    assert (shown[0].fingerprint, shown[1].seed) == (fox, "")
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    match.refresh_from_db()
    assert [bytes.fromhex(one.seed) for one in fairness.published_seeds(match, list(match.seats.all()))] == [
        b"a fox",
        b"a hen",
    ]


def test_a_second_verifier_computes_the_same_rolls(alice: User) -> None:
    """G1: from what is published, by the description in the API, with no code of ours."""
    match = open_match(alice, TERMS, [Place(bot="random"), Place(bot="random")])
    resolve.resolve_all(match.pk)
    seeds = seeds_in_play(match)
    rolls = [msgspec.msgpack.decode(bytes(row.data), type=Roll) for row in RollRow.objects.all()]
    assert len(rolls) > 20
    for roll in rolls:
        parts = [*seeds.players, roll.epoch.to_bytes(4, "big"), roll.purpose.encode()]
        counter = roll.counter
        while True:
            message = b"".join(
                len(part).to_bytes(4, "big") + part for part in [*parts, counter.to_bytes(8, "big")]
            )
            number = int.from_bytes(hmac.new(seeds.server, message, "sha256").digest()[:8], "big")
            counter += 1
            if number < 2**64 - 2**64 % roll.sides:
                break
        assert number % roll.sides == roll.value


# The record.


def test_a_record_that_is_restored_and_played_differently_shows(duel: Match, send: Send) -> None:
    """What an email has told stays provable: its head is not part of the other record."""
    before = Match.objects.get(pk=duel.pk)
    events = list(EventRow.objects.filter(match=duel))
    seat_rows = list(duel.seats.all())
    mover = on_turn(duel)
    old = fairness.head(duel)
    send(duel, mover, "end")
    noted = fairness.head(duel)
    assert noted != old
    assert fairness.find_head(duel, noted) == fairness.Found(duel.turn, is_newest=True)

    # A backup is restored, and the same player resigns instead.
    EventRow.objects.filter(match=duel).delete()
    EventRow.objects.bulk_create(events)
    before.save()
    for seat in seat_rows:
        seat.save()
    send(duel, mover, "", "resign")
    assert fairness.find_head(duel, noted) is None
    found = fairness.find_head(duel, old)
    assert found is not None
    assert not found.is_newest


def test_a_head_is_found_however_it_was_copied_and_not_by_a_few_digits(duel: Match) -> None:
    head = fairness.head(duel)
    assert fairness.find_head(duel, f" {head[:16].upper()} {head[16:]}\n")
    assert fairness.find_head(duel, head[:20]) is None
    assert fairness.find_head(duel, "") is None


def test_the_head_of_an_earlier_event_stays_what_it_was(duel: Match, send: Send) -> None:
    last = EventRow.objects.filter(match=duel).order_by("-number")[0].number
    head = fairness.head(duel)
    send(duel, on_turn(duel), "end")
    assert fairness.head(duel, last) == head != fairness.head(duel)
