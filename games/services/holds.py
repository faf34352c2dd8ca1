"""When a turn email waits: its player is playing on the page right now, or wants one email a day.

Nobody who plays by email waits: what came by email is followed by email at once.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone

from games.models import Order, Seat
from post.holding import Hold

PLAYING = timedelta(minutes=10)  # after an order from the page, its player is probably still there
_PAGES = (Order.Door.WEB, Order.Door.LINK, Order.Door.API)


def of_turn(seat: Seat) -> Hold:
    """How long the email about a turn may wait: never long, as measured by the time for the turn."""
    now = timezone.now()
    wait = timedelta(seconds=settings.MAIL_PLAYING_SECONDS) if is_playing(seat, now) else timedelta()
    if seat.due_at is None or seat.waiting_since is None:
        return Hold(wait)
    wait = min(wait, max(seat.due_at - now, timedelta()) / 10)
    return Hold(wait, latest=seat.waiting_since + (seat.due_at - seat.waiting_since) / 2)


def is_playing(seat: Seat, now: datetime) -> bool:
    """Whether the player in a seat has just sent an order, and not by email."""
    recent = Order.objects.of(seat).filter(received_at__gt=now - PLAYING)
    return recent.order_by("-received_at", "-pk").values_list("door", flat=True).first() in _PAGES
