"""Deadlines as a calendar that other programs subscribe to."""

from __future__ import annotations

import re
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from accounts import secrets
from accounts.models import User, new_nonce
from games.models import Match, Seat
from games.services.reader import reading_as

_CALENDAR = "calendar"  # the purpose of its secret
_TOKEN = re.compile(r"([0-9]{1,18})-([a-z2-7]{32})")


def calendar_path(user: User) -> str:
    """The address of a user's own feed, known to nobody else."""
    return reverse("calendar", args=[f"{user.pk}-{secrets.secret(_CALENDAR, user.pk, user.feed_nonce)}"])


def renew(user: User) -> None:
    """Give the feed another address; the old one is worth nothing from now on."""
    user.feed_nonce = new_nonce()
    user.save(update_fields=["feed_nonce"])


def user_of(token: str) -> User | None:
    """Whose feed this is; None for old, altered and invented addresses alike."""
    parts = _TOKEN.fullmatch(token.lower())
    if parts is None:
        return None
    user = User.objects.filter(pk=int(parts[1]), is_active=True).first()
    nonce = user.feed_nonce if user is not None else ""
    return user if secrets.fits(parts[2], _CALENDAR, int(parts[1]), nonce) else None


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
    event.add("uid", f"seat-{seat.pk}-turn-{seat.match.turn}@{settings.MAIL_DOMAIN}")
    event.add("dtstamp", seat.waiting_since or timezone.now())
    event.add("dtstart", _due(seat))
    event.add("summary", _("{match}: your move is due").format(match=seat.match.name))
    event.add("url", settings.SITE_URL + reverse("match", args=[seat.match_id]))
    return event


def _due(seat: Seat) -> datetime:
    if seat.due_at is None:
        raise ValueError(f"seat {seat.pk} has no deadline")
    return seat.due_at
