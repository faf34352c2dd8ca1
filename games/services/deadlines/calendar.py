"""What is due, as a calendar that other programs read."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from accounts.models import User
from accounts.readers import reading_as
from games.models import Match, Seat


def feed(user: User) -> bytes:
    """What is due, in the user's words."""
    calendar = Calendar()
    calendar.add("prodid", "-//edgepbem//deadlines//EN")
    calendar.add("version", "2.0")
    with reading_as(user):
        calendar.add("x-wr-calname", _("Your moves"))
        for seat in _waited_for(user):
            calendar.add_component(_deadline(seat))
    return bytes(calendar.to_ical())


def _waited_for(user: User) -> list[Seat]:
    seats = Seat.objects.filter(
        user=user, due_at__isnull=False, match__status=Match.Status.RUNNING, match__paused_at=None
    )
    return list(seats.select_related("match").order_by("due_at"))


def _deadline(seat: Seat) -> Event:
    event = Event()
    event.add(
        "uid", f"match-{seat.match_id}-seat-{seat.number}-turn-{seat.match.turn}@{settings.MAIL_DOMAIN}"
    )
    event.add("dtstamp", seat.waiting_since or timezone.now())
    event.add("dtstart", _due(seat))
    event.add("summary", _("{match}: your orders are due").format(match=seat.match.name))
    event.add("url", settings.SITE_URL + reverse("match", args=[seat.match_id]))
    return event


def _due(seat: Seat) -> datetime:
    if seat.due_at is None:
        raise ValueError(f"seat {seat.pk} has no deadline")
    return seat.due_at
