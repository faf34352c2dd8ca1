"""Letters about what a host did to the clock of a match, to those whom it concerns."""

from __future__ import annotations

from typing import Any

from games.models import Match, Seat
from games.services import outbox
from games.services.access import seats_of
from games.services.interventions import Moment

PAUSED, RESUMED, EXTENDED, REWOUND = "paused", "resumed", "extended", "rewound"


def paused(moment: Moment, reason: str) -> None:
    """Everybody hears why the match stands still."""
    for seat in moment.seats:
        _write(PAUSED, seat, moment.match, {"reason": reason})


def resumed(moment: Moment) -> None:
    """Everybody hears that it goes on, and whoever is waited for, until when."""
    for seat in moment.seats:
        _write(RESUMED, seat, moment.match, {})


def extended(moment: Moment, seat: Seat, hours: int, reason: str) -> None:
    """Whose deadline has moved hears of it; the others read it in the story."""
    due_at = seat.due_at.isoformat() if seat.due_at is not None else ""
    _write(EXTENDED, seat, moment.match, {"hours": hours, "reason": reason, "due_at": due_at})


def rewound(match: Match, turn: int, reason: str) -> None:
    """Who is not asked now would learn of it with the next turn letter only, perhaps days later."""
    for seat in seats_of(match):
        if seat.waiting_since is None:
            _write(REWOUND, seat, match, {"turn": turn, "reason": reason})


def _write(kind: str, seat: Seat, match: Match, facts: dict[str, Any]) -> None:
    """One letter for each time it is done; not to who has left, and not to who wants none of these."""
    if seat.user is not None and seat.user.mail_host_acts and seat.resigned_at is None:
        outbox.queue_for_seat(kind, seat, f"{kind} {seat.pk} {match.version}", facts)
