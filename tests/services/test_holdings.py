"""Nobody holds more matches than the server allows, however slowly they are opened; every door says so."""

from __future__ import annotations

import json
from functools import partial

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.refusals import Refused
from games.models import Match, Seat
from games.services import invitations, seats
from games.services.matches import end
from games.services.matches.new import Place, Terms, open_match
from tests.services.test_acceptances import answers, reply
from tests.services.together import together

MOST = 2
TOLD = "nobody can have more than 2 matches at a time"


@pytest.fixture(autouse=True)
def two(settings) -> None:
    """As many as one may have here."""
    settings.MOST_MATCHES = MOST


def opened(host: User, *others: Place, key: str = "") -> Match:
    return open_match(host, Terms("scrappers", "M", {}, key=key), [Place(host), *(others or [Place()])])


@pytest.fixture
def full(bob: User) -> User:
    """Bob has all the matches that he can have."""
    for _ in range(MOST):
        opened(bob)
    return bob


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def page(answer) -> str:
    return " ".join(answer.content.decode().split()).replace("&#x27;", "'").lower()


def test_form_and_program_are_told_why_no_further_match_is_opened(full):
    terms = {"game": "scrappers", "name": "M", "turn_hours": "72", "lateness": "default"}
    form = browser(full).post(reverse("new_match"), terms | {"who-1": "me", "who-2": "open"})
    assert (form.status_code, TOLD in page(form)) == (422, True)
    call = {"game": "scrappers", "name": "M", "seats": [{"kind": "me"}, {"kind": "open"}]}
    answer = browser(full).post("/api/v1/matches/", json.dumps(call), content_type="application/json")
    assert (answer.status_code, answer.json()["type"]) == (409, "/api/docs/#refused")
    assert TOLD in answer.json()["detail"]
    for name in ("tutorial", "try_out"):
        assert TOLD in page(browser(full).post(reverse(name, args=["scrappers"]), {"key": name}, follow=True))
    assert Match.objects.count() == MOST


def test_no_seat_is_taken_beyond_that_by_any_door(alice, full):
    kept = opened(alice, Place(address=full.email)).seats.get(number=2)
    free = opened(alice).seats.get(number=2)
    invitation = reverse("invitation", args=[invitations.token(kept)])
    assert TOLD in page(browser(full).post(invitation, {"answer": "accept"}))
    assert TOLD in page(
        browser(full).post(reverse("match_join", args=[free.match_id]), {"seat": "2"}, follow=True)
    )
    answer = browser(full).post(
        f"/api/v1/matches/{free.match_id}/join/", "{}", content_type="application/json"
    )
    assert (answer.status_code, TOLD in answer.content.decode()) == (409, True)
    reply(kept, "join", full.email)
    assert TOLD in answers()[0]
    assert not Seat.objects.filter(match__host=alice, user=full).exists()


def test_no_abandoned_seat_is_taken_over_beyond_that(alice, charlie, full):
    left = opened(alice, Place(charlie)).seats.get(number=2)
    Seat.objects.filter(pk=left.pk).update(missed=2)
    left.refresh_from_db()
    assert TOLD in page(browser(full).post(reverse("claim", args=[seats.claim_token(left)])))
    with pytest.raises(Refused, match=TOLD):
        seats.replace_player(left, full, alice)


def test_a_host_may_take_over_a_seat_of_their_own_match(alice, bob, charlie):
    left = open_match(alice, Terms("scrappers", "M", {}), [Place(bob), Place(charlie)]).seats.get(number=2)
    Seat.objects.filter(pk=left.pk).update(missed=2)
    left.refresh_from_db()
    opened(alice)
    assert seats.claim_seat(seats.claim_token(left), alice).user == alice


@pytest.mark.parametrize("how", ["withdrawn", "resigned", "over"])
def test_there_is_room_again_when_one_is_over(how, alice, bob):
    match = opened(bob, Place(alice)) if how != "withdrawn" else opened(bob)
    opened(bob)
    with pytest.raises(Refused, match=TOLD):
        opened(bob)
    match = Match.objects.get(pk=match.pk)
    if how == "withdrawn":
        end.withdraw(match, bob)
    elif how == "resigned":  # of a match that goes on without them, with another host
        Match.objects.filter(pk=match.pk).update(host=alice)
        Seat.objects.filter(match=match, user=bob).update(resigned_at=timezone.now())
    else:
        Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    assert opened(bob).pk


def test_a_match_that_was_opened_before_is_found_again_and_not_refused(bob):
    first = opened(bob, key="one")
    opened(bob)
    assert opened(bob, key="one") == first
    with pytest.raises(Refused, match=TOLD):
        opened(bob, key="other")


def test_the_last_match_of_bots_alone_is_found_again_too(bob, settings):
    settings.MOST_MATCHES = 200
    places = [Place(bot="random"), Place(bot="random")]
    made = [open_match(bob, Terms("scrappers", "M", {}, key=f"k{n}"), places) for n in range(4)]
    assert open_match(bob, Terms("scrappers", "M", {}, key="k3"), places) == made[3]


def test_guests_of_one_client_count_together(db):
    clients = [Client(), Client(), Client(), Client(REMOTE_ADDR="192.0.2.7")]
    for client in clients:
        client.post(reverse("try_out", args=["scrappers"]), {"key": "k"})
    assert Match.objects.count() == MOST + 1
    assert TOLD in page(clients[2].get("/"))


def test_staff_open_as_many_as_they_like(full):
    User.objects.filter(pk=full.pk).update(is_staff=True)
    full.refresh_from_db()
    assert opened(full).pk


@pytest.mark.django_db(transaction=True)
def test_several_at_once_never_get_past_it_together(bob):
    together([partial(opened, bob) for _ in range(4)])
    assert Match.objects.count() == MOST
