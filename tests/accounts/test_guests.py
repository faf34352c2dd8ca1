"""Playing before signing up: a guest's match, and what becomes of it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.refusals import Refused
from accounts.services import guests
from games.models import Match, Seat
from games.services import seats
from games.services.access import MATCHES, PREVIEWS
from games.services.engines import offered
from games.services.matches.new import Place, Terms, open_match
from post.limiter import Limit
from post.models import OutgoingEmail
from tests.accounts.conftest import ask, who


def play(client: Client, slug: str = "scrappers", key: str = "k") -> Match:
    """Press the button on the front page."""
    answer = client.post(reverse("try_out", args=[slug]), {"key": key})
    assert answer.status_code == 302, answer.content
    return Match.objects.get(pk=int(answer["Location"].rstrip("/").rpartition("/")[2]))


@pytest.mark.parametrize("slug", offered())
def test_the_button_on_the_front_page_starts_a_match_for_anyone(db: None, client: Client, slug: str) -> None:
    page = client.get("/").content.decode()
    assert f'action="{reverse("try_out", args=[slug])}"' in page
    match = play(client, slug)
    assert match.status == Match.Status.RUNNING
    assert [bool(seat.bot) for seat in match.seats.order_by("number")] == [False, True]
    assert client.get(reverse("match", args=[match.pk])).status_code == 200
    assert "Sign up to keep your matches" in client.get("/").content.decode()


def test_pressing_it_twice_is_one_match_and_looking_opens_none(db: None, client: Client) -> None:
    assert client.get(reverse("try_out", args=["scrappers"])).status_code == 405
    assert User.objects.count() == 0
    assert play(client) == play(client)
    assert User.objects.count() == 1


@pytest.mark.parametrize("limit", [MATCHES, PREVIEWS])
def test_guests_by_the_dozen_may_do_no_more_than_one(db: None, limit: Limit) -> None:
    """C8: whoever clears the cookies is a new guest, and counts as the one before."""
    first, second, elsewhere = Client(), Client(), Client(REMOTE_ADDR="192.0.2.7")
    matches = [play(client) for client in (first, second, elsewhere)]
    limit.check(User.objects.get(hosted_matches=matches[0]).counts_as, cost=limit.most)
    refused = [_refused(*pair, limit) for pair in zip((first, second, elsewhere), matches, strict=True)]
    assert refused == [True, True, False]


def _refused(client: Client, match: Match, limit: Limit) -> bool:
    if limit is MATCHES:
        return client.post(reverse("try_out", args=["scrappers"]), {"key": "more"}).status_code == 429
    return client.post(reverse("match_preview", args=[match.pk]), {"text": "end"}).status_code == 429


def test_nothing_is_sent_to_a_guest(db: None, client: Client) -> None:
    match = play(client)
    client.post(reverse("match_orders", args=[match.pk]), {"text": "end", "key": "o"})
    assert not OutgoingEmail.objects.exists()


def test_who_signs_up_keeps_the_match(db: None, client: Client) -> None:
    match = play(client)
    email = ask(client, "dora@example.org", reverse("match", args=[match.pk]))
    assert client.post(email.link).status_code == 302
    profile = {"name": "Dora", "time_zone": "Europe/Berlin", "language": "en"}
    answer = client.post(reverse("welcome"), profile)
    assert answer["Location"] == reverse("match", args=[match.pk])
    match.refresh_from_db()
    assert (who(client), match.host and match.host.name) == ("Dora", "Dora")
    seat = match.seats.get(number=1)
    assert (seat.user and seat.user.name, seat.is_muted) == ("Dora", False)
    assert not User.objects.filter(is_guest=True).exists()


def test_who_has_an_account_finds_the_match_in_it(alice: User, client: Client) -> None:
    match = play(client)
    email = ask(client)
    client.post(email.link)
    assert (who(client), match.seats.get(number=1).user) == ("Alice", alice)
    assert not User.objects.filter(is_guest=True).exists()


def test_someone_elses_link_takes_nothing_along(alice: User, client: Client) -> None:
    """Opened in the browser of a guest who did not ask for it, a link needs its code."""
    match = play(client)
    theirs = ask(Client())
    assert client.post(theirs.link).status_code == 200
    assert match.seats.get(number=1).user != alice


def test_a_guest_plays_against_bots_only(alice: User, client: Client) -> None:
    play(client)
    guest = User.objects.get(is_guest=True)
    terms = Terms("scrappers", "Spam", {})
    for places in ([Place(guest), Place()], [Place(guest), Place(address="bob@example.org")]):
        with pytest.raises(Refused):
            open_match(guest, terms, places)
    with pytest.raises(Refused):
        open_match(guest, Terms("scrappers", "Spam", {}, is_public=True), [Place(guest), Place(bot="random")])
    waiting = open_match(alice, Terms("scrappers", "Come in", {}), [Place(alice), Place()])
    with pytest.raises(Refused):
        seats.sit_down(waiting.seats.get(number=2).pk, guest)
    for page in ("account", "account_tokens"):
        assert client.get(reverse(page))["Location"].startswith(reverse("sign_in"))


def test_guests_who_do_not_sign_up_are_forgotten(alice: User, client: Client) -> None:
    match = play(client)
    kept = play(Client())
    guest = match.seats.get(number=1).user
    assert guest is not None
    User.objects.filter(pk=guest.pk).update(date_joined=timezone.now() - guests.KEPT - timedelta(hours=1))
    guests.prune()
    assert list(Match.objects.all()) == [kept]
    assert User.objects.filter(is_guest=True).count() == 1
    assert Seat.objects.filter(match=kept, user=None, bot="").count() == 0


def test_a_client_makes_a_limited_number_of_guests(db: None) -> None:
    for number in range(guests.GUESTS.most):
        play(Client(), key=f"k{number}")
    answer = Client().post(reverse("try_out", args=["scrappers"]), {"key": "last"})
    assert answer.status_code == 429
    assert User.objects.count() == guests.GUESTS.most


def test_the_sign_in_form_does_not_show_a_guests_made_up_address(db: None, client: Client) -> None:
    play(client)
    assert guests.DOMAIN not in client.get(reverse("sign_in")).content.decode()
