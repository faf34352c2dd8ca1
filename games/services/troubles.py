"""What needs somebody's attention, at a glance: for the first page of those who run the server."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from games.models import IncomingMail, Match, OutgoingMail, Seat
from games.services.heartbeat import last_beat

PATIENCE = timedelta(minutes=10)  # a deadline that passed longer ago should have had its effect
SILENCE = timedelta(minutes=3)  # several ticks
UNDELIVERED = [OutgoingMail.State.FAILED, OutgoingMail.State.BOUNCED]


@dataclass(frozen=True, slots=True)
class Troubles:
    """How much is wrong; zeros are good news."""

    stuck: int
    overdue: int
    paused: int
    undelivered: int
    delayed: int
    parked: int
    last_tick: datetime | None

    @property
    def is_silent(self) -> bool:
        """Whether no worker has been heard of for a while."""
        return self.last_tick is None or timezone.now() - self.last_tick > SILENCE


def troubles() -> Troubles:
    """Count what is wrong now."""
    now = timezone.now()
    late_mail = OutgoingMail.objects.filter(state__in=["waiting", "sending"], created_at__lt=now - PATIENCE)
    return Troubles(
        stuck=Match.objects.running().exclude(stuck="").count(),
        overdue=Seat.objects.late(now - PATIENCE).count(),
        paused=Match.objects.running().exclude(paused_at=None).count(),
        undelivered=OutgoingMail.objects.filter(state__in=UNDELIVERED).count(),
        delayed=late_mail.count(),
        parked=IncomingMail.objects.filter(state=IncomingMail.State.PARKED).count(),
        last_tick=last_beat("tick"),
    )


def why_stuck(match: Match) -> str:
    """Why a match stands still, in general: the rest may tell what is hidden from everybody but its owner.

    >>> why_stuck(Match(stuck="scrappers: the replay failed: KeyError('TER1')"))
    'scrappers: the replay failed'
    >>> why_stuck(Match(stuck="scrappers: the rules ask [(1, 'raid')], the log answers []"))
    'scrappers: the rules ask'
    """
    game, _, rest = match.stuck.partition(": ")
    general = rest.partition(":")[0].partition("[")[0].strip()
    return f"{game}: {general}" if general else game
