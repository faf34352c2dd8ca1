"""What hosts and staff are told about, and what needs attention now."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from games.models import Match, Seat
from games.services import seat_emails
from post import outbox
from post.failures import MUCH
from post.heartbeat import last_beat
from post.models import IncomingEmail, OutgoingEmail

STUCK = "stuck"
TOO_LONG, TOO_MUCH = "the rules took too long", "the rules took too much memory"
FAILED, NO_END = "the rules failed", "no try came to an end"
GIVEN_UP = frozenset({TOO_LONG, TOO_MUCH, FAILED, NO_END})

CLAIM = "claim"


def tell_stuck(match: Match) -> None:
    """A match is stuck: its host and the staff are told, once each time it happens."""
    outbox.queue_all(
        [
            seat_emails.new_email(
                STUCK,
                user.email,
                f"{STUCK} {match.pk} {match.version} {user.pk}",
                user=user,
                facts={"match": match.pk},
            )
            for user in _keepers(match)
        ]
    )


def is_given_up(match: Match) -> bool:
    """Whether a match is stuck because playing it failed again and again; else its record disagrees."""
    return why_stuck(match).partition(": ")[2] in GIVEN_UP


def _keepers(match: Match) -> Iterable[User]:
    return User.objects.filter(Q(is_staff=True) | Q(hosted_matches=match), is_active=True).distinct()


def offer_seat(seat: Seat) -> None:
    """A player has stopped playing: the host, else the other players, get the link to take over."""
    match = seat.match
    host = User.objects.filter(pk=match.host_id or 0, is_active=True).exclude(pk=seat.user_id or 0)
    others = User.objects.filter(seats__match=match, is_active=True).exclude(pk=seat.user_id or 0)
    outbox.queue_all(
        [
            seat_emails.new_email(
                CLAIM, user.email, f"{CLAIM} {seat.pk} {match.version} {user.pk}", user=user, seat=seat
            )
            for user in host or others
        ]
    )


UNDELIVERED_EMAIL = "undelivered"
_INVITATIONS = ("invitation", "rematch")
_PLAYED = (Match.Status.OPEN, Match.Status.RUNNING)


def tell_of_player(sender: Any, user: User, email: OutgoingEmail, **more: Any) -> None:
    """No email reaches a player: the hosts of the player's matches are told, once for each trouble."""
    if email.kind == UNDELIVERED_EMAIL:
        return  # no email about an email about failing emails
    since = user.bounced_at.isoformat() if user.bounced_at is not None else ""
    seats = Seat.objects.filter(user=user, resigned_at=None, match__status__in=_PLAYED)
    outbox.queue_all(
        [
            seat_emails.new_email(
                UNDELIVERED_EMAIL,
                keeper.email,
                f"{UNDELIVERED_EMAIL} {seat.pk} {keeper.pk} {since}",
                user=keeper,
                seat=seat,
            )
            for seat in seats.select_related("match")
            for keeper in _reachable_keepers(seat.match, user.pk)
        ]
    )


def tell_of_invitation(sender: Any, email: OutgoingEmail, weight: int, **more: Any) -> None:
    """An invitation did not arrive: the host may have mistyped the address."""
    seat = seat_emails.seat_of(email)
    if email.kind not in _INVITATIONS or email.user_id is not None or seat is None or weight < MUCH:
        return
    outbox.queue_all(
        [
            seat_emails.new_email(
                UNDELIVERED_EMAIL,
                keeper.email,
                f"{UNDELIVERED_EMAIL} mail {email.pk} {keeper.pk}",
                user=keeper,
                seat=seat,
                facts={"address": email.address},
            )
            for keeper in _reachable_keepers(seat.match, 0)
        ]
    )


def _reachable_keepers(match: Match, reader: int) -> Iterable[User]:
    """The host, if emails reach the host; else the staff."""
    reached = User.objects.filter(is_active=True, bounced_at=None).exclude(pk=reader)
    return reached.filter(pk=match.host_id or 0) or reached.filter(is_staff=True)


PATIENCE = timedelta(minutes=10)  # a deadline that passed longer ago should have taken effect

SILENCE = timedelta(minutes=3)  # several ticks

UNDELIVERED = [OutgoingEmail.State.FAILED, OutgoingEmail.State.BOUNCED]


@dataclass(frozen=True, slots=True)
class Troubles:
    """What needs attention, in numbers."""

    stuck: int
    overdue: int
    paused: int
    undelivered: int
    delayed: int
    parked: int
    last_tick: datetime | None

    @property
    def is_silent(self) -> bool:
        """Whether no worker has reported for a while."""
        return self.last_tick is None or timezone.now() - self.last_tick > SILENCE


def troubles() -> Troubles:
    """Count what is wrong now."""
    now = timezone.now()
    late_mail = OutgoingEmail.objects.filter(state__in=["waiting", "sending"], created_at__lt=now - PATIENCE)
    return Troubles(
        stuck=Match.objects.running().exclude(stuck="").count(),
        overdue=Seat.objects.late(now - PATIENCE).count(),
        paused=Match.objects.running().exclude(paused_at=None).count(),
        undelivered=OutgoingEmail.objects.filter(state__in=UNDELIVERED).count(),
        delayed=late_mail.count(),
        parked=IncomingEmail.objects.filter(state=IncomingEmail.State.PARKED).count(),
        last_tick=last_beat("tick"),
    )


def why_stuck(match: Match) -> str:
    """Why a match is stuck, in general: the details could reveal hidden things.

    >>> why_stuck(Match(stuck="scrappers: the replay failed: KeyError('TER1')"))
    'scrappers: the replay failed'
    >>> why_stuck(Match(stuck="scrappers: the rules ask [(1, 'raid')], the log answers []"))
    'scrappers: the rules ask'
    """
    game, _, rest = match.stuck.partition(": ")
    general = rest.partition(":")[0].partition("[")[0].strip()
    return f"{game}: {general}" if general else game
