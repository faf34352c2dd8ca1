"""The calendar of deadlines."""

import pytest
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar

from accounts.services.calendar import calendar_path
from games.models import Match


def events(response):
    assert response.status_code == 200
    return list(Calendar.from_ical(response.content).walk("VEVENT"))


def waited_for(duel):
    return duel.seats.select_related("user").get(waiting_since__isnull=False)


def test_a_deadline_is_in_the_calendar_of_who_is_waited_for(client, duel):
    seat = waited_for(duel)
    (event,) = events(client.get(calendar_path(seat.user)))
    assert event["summary"] == "A duel: your orders are due"
    assert event.decoded("dtstart") == seat.due_at.replace(microsecond=0)
    assert event["url"].endswith(reverse("match", args=[duel.pk]))
    other = duel.seats.select_related("user").exclude(pk=seat.pk).get().user
    assert events(client.get(calendar_path(other))) == []


def test_a_paused_match_has_no_deadline(client, duel):
    Match.objects.update(paused_at=timezone.now())
    assert events(client.get(calendar_path(waited_for(duel).user))) == []


def test_names_inject_nothing(client, duel):
    """C11: CR and LF in a name that is stored already."""
    Match.objects.update(name="A\r\nATTENDEE:mailto:x@example.org\r\nSUMMARY:no")
    response = client.get(calendar_path(waited_for(duel).user))
    (event,) = events(response)
    assert "ATTENDEE" not in event
    assert b"\r\nATTENDEE" not in response.content


def test_a_leaked_address_is_renewed(client, alice):
    """C11: the old one is worth nothing."""
    leaked = calendar_path(alice)
    client.force_login(alice)
    assert leaked in client.get(reverse("account")).content.decode()
    client.post(reverse("account_calendar"))
    alice.refresh_from_db()
    assert client.get(leaked).status_code == 404
    assert client.get(calendar_path(alice)).status_code == 200


@pytest.mark.parametrize("token", ["", "1", "x-y", "1-" + "a" * 32, "9" * 40 + "-" + "a" * 32])
def test_an_invented_address_is_not_found(client, alice, token):
    """B6."""
    assert client.get(f"/calendar/{token}.ics").status_code == 404


def test_one_users_address_does_not_open_anothers(client, alice, bob):
    token = calendar_path(alice).replace(f"/{alice.pk}-", f"/{bob.pk}-")
    assert client.get(token).status_code == 404


def test_a_closed_account_has_no_calendar(client, alice):
    alice.is_active = False
    alice.save()
    assert client.get(calendar_path(alice)).status_code == 404


def test_the_calendar_speaks_its_readers_language_and_is_kept_by_no_cache(client, alice):
    response = client.get(calendar_path(alice))
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    assert "no-store" in response["Cache-Control"]
