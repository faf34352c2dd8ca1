"""What needs the attention of those who run the server, in numbers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from games.models import Match, Seat
from post.heartbeat import last_beat
from post.models import IncomingEmail, OutgoingEmail

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
    late_mail = OutgoingEmail.objects.filter(
        state__in=["waiting", "sending"], created_at__lt=now - PATIENCE
    ).exclude(not_before__gt=now - PATIENCE)
    return Troubles(
        stuck=Match.objects.running().exclude(stuck="").count(),
        overdue=Seat.objects.late(now - PATIENCE).count(),
        paused=Match.objects.running().exclude(paused_at=None).count(),
        undelivered=OutgoingEmail.objects.filter(state__in=UNDELIVERED).count(),
        delayed=late_mail.count(),
        parked=IncomingEmail.objects.filter(state=IncomingEmail.State.PARKED).count(),
        last_tick=last_beat("tick"),
    )
