"""The page on which players bring seeds, and look up the record."""

from __future__ import annotations

import hashlib

from django.urls import reverse

from accounts.models import User
from games.engine.play.save import decode_save
from games.models import Match
from games.services import fairness, invitations
from games.services.access import seat_secret
from games.services.matches.new import Place, Terms, open_match
from tests.web.conftest import Browse
from tests.web.pages import html, text


def seeds_in_play(match: Match) -> tuple[bytes, ...]:
    match.refresh_from_db()
    return decode_save(bytes(match.save_data or b"")).seeds.players


def opened(host: User, *places: Place) -> Match:
    return open_match(host, Terms("scrappers", "Seeds", {}), list(places))


def test_a_seed_is_chosen_and_renewed_on_the_page_until_the_match_starts(
    alice: User, bob: User, charlie: User, browse: Browse
) -> None:
    match = opened(alice, Place(alice), Place(address=bob.email))
    page, door = (reverse(name, args=[match.pk]) for name in ("match_dice", "match_seed"))
    assert match.commitment in html(browse(alice).get(page))
    browse(alice).post(door, {"seed": "a fox"})
    said = browse(alice).post(door, {"seed": "a hen"}, follow=True)
    assert "Your seed has been saved." in text(said)
    assert 'value="a hen"' in html(said)
    assert hashlib.sha256(b"a hen").hexdigest() in html(browse(bob).get(page))
    assert "a hen" not in html(browse(bob).get(page))
    assert browse(charlie).post(door, {"seed": "mine"}).status_code == 404
    invitations.accept(match.seats.get(number=2).pk, bob, "a dog")
    assert seeds_in_play(match) == (b"a hen", b"a dog")
    assert "no longer waiting for players" in text(browse(alice).post(door, {"seed": "late"}, follow=True))
    assert seeds_in_play(match) == (b"a hen", b"a dog")


def test_every_way_to_join_takes_a_seed(alice: User, bob: User, charlie: User, browse: Browse) -> None:
    form = {
        "game": "scrappers",
        "name": "Seeds",
        "turn_hours": 72,
        "lateness": "default",
        "option-factions": "random",
        "who-1": "me",
        "who-2": "invite",
        "address-2": bob.email,
        "who-3": "open",
        "who-4": "nobody",
        "seed": "host",
    }
    browse(alice).post(reverse("new_match"), form)
    match = Match.objects.get()
    invited = match.seats.get(number=2)
    token = seat_secret(invitations.INVITATION, invited)
    browse(bob).post(reverse("invitation", args=[token]), {"answer": "accept", "seed": "guest"})
    Match.objects.update(is_public=True)
    browse(charlie).post(reverse("match_join", args=[match.pk]), {"seat": "3", "seed": "third"})
    assert seeds_in_play(match) == (b"host", b"guest", b"third")


def test_browsers_make_seeds_for_everyone_who_joins(alice: User, bob: User, browse: Browse) -> None:
    """The script fills empty fields, and is loaded wherever there is one."""
    match = opened(alice, Place(alice), Place(address=bob.email))
    token = seat_secret(invitations.INVITATION, match.seats.get(number=2))
    for user, address in (
        (alice, reverse("new_match")),
        (alice, reverse("match_dice", args=[match.pk])),
        (bob, reverse("invitation", args=[token])),
    ):
        page = html(browse(user).get(address))
        assert "seed.js" in page
        assert "data-seed" in page


def test_a_line_of_an_email_is_looked_up_in_the_record(duel: Match, alice: User, browse: Browse) -> None:
    page = reverse("match_dice", args=[duel.pk])
    head = fairness.head(duel)
    assert head in html(browse(alice).get(page))
    assert "the record as it stands now" in text(browse(alice).get(page, {"head": head}))
    assert "not part of this record" in text(browse(alice).get(page, {"head": "f" * 32}))
