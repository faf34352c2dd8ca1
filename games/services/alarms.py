"""What those who run the server must hear of."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q

from accounts.models import User
from games.models import Match, Seat
from games.services import outbox

STUCK = "stuck"
CLAIM = "claim"


def tell_stuck(match: Match) -> None:
    """A match cannot go on by itself: its host and the staff are told, once each time it happens."""
    outbox.queue_all(
        [
            outbox.letter(
                STUCK,
                user.email,
                f"{STUCK} {match.pk} {match.version} {user.pk}",
                user=user,
                facts={"match": match.pk},
            )
            for user in _keepers(match)
        ]
    )


def _keepers(match: Match) -> Iterable[User]:
    return User.objects.filter(Q(is_staff=True) | Q(hosted_matches=match), is_active=True).distinct()


def offer_seat(seat: Seat) -> None:
    """A player has been silent for long: whoever opened the match, else the others, get the claim link."""
    match = seat.match
    host = User.objects.filter(pk=match.host_id or 0, is_active=True).exclude(pk=seat.user_id or 0)
    others = User.objects.filter(seats__match=match, is_active=True).exclude(pk=seat.user_id or 0)
    outbox.queue_all(
        [
            outbox.letter(
                CLAIM, user.email, f"{CLAIM} {seat.pk} {match.version} {user.pk}", user=user, seat=seat
            )
            for user in host or others
        ]
    )
