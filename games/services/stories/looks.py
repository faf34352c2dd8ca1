"""What a player has looked at: a page that was really seen says so, and every device of the player knows.

A look lasts as long as its player stays. What was new when it began stays marked until it is over.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.models import EventRow, Seat

SITTING = timedelta(minutes=10)  # a player who comes back sooner is still looking
MOST = 500  # events that one look may bring
LONGEST = 20


def seen_before(seat: Seat) -> int | None:
    """The last event that the player knew when this look began; None for a player who has never looked."""
    return seat.seen_before if _is_looking(seat, timezone.now()) else seat.seen


def name_of(seat: Seat, number: int) -> str:
    """A name for all that was told up to an event: its number would tell of hidden ones."""
    if not number:
        return ""
    shown = f"{seat.pk} {seat.nonce} {number}"
    return salted_hmac("games.looks", shown, algorithm="sha256").hexdigest()[:LONGEST]


def saw(seat: Seat, name: str) -> bool:
    """The player has seen a page that showed all up to there; False if it is not known, or old."""
    newer = EventRow.objects.filter(match=seat.match_id, number__gte=seat.seen or 0).order_by("-number")
    numbers = newer.values_list("number", flat=True)[:MOST]
    number = next((number for number in numbers if name_of(seat, number) == name), None)
    if number is None:
        return False
    now = timezone.now()
    before = seat.seen_before if _is_looking(seat, now) else seat.seen
    mine = Seat.objects.filter(Q(seen=None) | Q(seen__lte=number), pk=seat.pk)
    return bool(mine.update(seen=number, seen_before=before, seen_at=now))


def _is_looking(seat: Seat, now: datetime) -> bool:
    return seat.seen_at is not None and now - seat.seen_at < SITTING
