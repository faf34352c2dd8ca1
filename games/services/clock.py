"""Deadlines: due times live in the database, a tick finds what is due."""

from __future__ import annotations

from django.utils import timezone

from games.models import Match, Order, Seat
from games.services.intake import Wish, accept
from games.services.refusals import Refused

BATCH = 500  # seats handled in one tick; the next tick takes the next ones


def call_late_seats() -> int:
    """Put an order "deadline passed" into the intake for each seat that is late, once per deadline."""
    called = 0
    for seat in Seat.objects.late(timezone.now()).select_related("match").order_by("due_at")[:BATCH]:
        if seat.due_at is None:
            continue
        wish = Wish(Order.Kind.LATE, Order.Door.CLOCK, f"late {seat.due_at.isoformat()}")
        try:
            accept(seat, wish)
        except Refused:
            continue  # the match has ended meanwhile
        called += 1
    return called


def matches_left_behind() -> list[int]:
    """Matches with accepted orders that nobody has played: a message was lost."""
    return list(Match.objects.with_work().values_list("pk", flat=True)[:BATCH])
