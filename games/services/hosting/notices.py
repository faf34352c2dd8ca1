"""What players are told of what a host did to their match."""

from __future__ import annotations

from typing import Any

from games.models import Match, Seat
from games.services.access import seats_of
from games.services.interventions import OpenMatch
from games.services.seat_emails import mailbox

PAUSED, RESUMED, EXTENDED, REWOUND = "paused", "resumed", "extended", "rewound"


def tell_paused(moment: OpenMatch, reason: str) -> None:
    """Everyone is told why the match is paused."""
    for seat in moment.seats:
        _email_seat(PAUSED, seat, moment.match, {"reason": reason})


def tell_resumed(moment: OpenMatch) -> None:
    """Everyone is told that the match resumes; players it is waiting for, also their deadline."""
    for seat in moment.seats:
        _email_seat(RESUMED, seat, moment.match, {})


def tell_extended(moment: OpenMatch, seat: Seat, hours: int, reason: str) -> None:
    """The player whose deadline moved is told; the others read it in the story."""
    due_at = seat.due_at.isoformat() if seat.due_at is not None else ""
    _email_seat(EXTENDED, seat, moment.match, {"hours": hours, "reason": reason, "due_at": due_at})


def tell_rewound(match: Match, turn: int, reason: str) -> None:
    """Everyone is told: some would otherwise only learn of it with their next turn, perhaps days later."""
    for seat in seats_of(match):
        if seat.waiting_since is None:
            _email_seat(REWOUND, seat, match, {"turn": turn, "reason": reason})


def _email_seat(kind: str, seat: Seat, match: Match, facts: dict[str, Any]) -> None:
    """One email each time; none to players who have left or switched these off."""
    if seat.user is not None and seat.user.mail_host_acts and seat.resigned_at is None:
        mailbox.queue_for_seat(kind, seat, f"{kind} {seat.pk} {match.version}", facts)
