"""What people do to a match other than playing: told in the same chain, written in one transaction."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.refusals import Refused
from games.engine.play.replay import Disagreement
from games.engine.play.run import AnyRun
from games.models import Match, Seat
from games.services import seat_emails, storage
from games.services.access import seats_of
from games.services.storage import LostRace
from games.services.tries import for_a_reader

TRIES = 8

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """A running match, loaded: what is done to it is written together."""

    match: Match
    seats: list[Seat]
    run: AnyRun

    def seat(self, pk: int) -> Seat:
        """One of its seats."""
        return next(seat for seat in self.seats if seat.pk == pk)


def intervene(
    match_id: int, act: Callable[[OpenMatch], T], then: Callable[[OpenMatch], None] | None = None
) -> T:
    """Do something to a running match and write it together with what is told of it.

    Rows that `act` and `then` (called when all is written) change are in the same transaction. A worker that
    was first makes all of it start over, on fresh rows.
    """
    return persist(lambda: _intervene(running(match_id), act, then))


def persist(attempt: Callable[[], T]) -> T:
    """Try again while another process is faster."""
    for _try in range(TRIES):
        with suppress(LostRace), for_a_reader():
            return attempt()
    raise Refused(_("too much is going on in this match right now; please try again"))


def running(match_id: int) -> Match:
    """A match that can be acted on."""
    match = Match.objects.select_related("host").get(pk=match_id)
    if match.status != Match.Status.RUNNING:
        raise Refused(_("this match is not running"))
    if match.stuck:
        raise Refused(_("this match is stuck; its host has been told"))
    return match


def open_match_for_change(match: Match) -> OpenMatch:
    """The match with its seats and its run."""
    seats = seats_of(match)
    try:
        return OpenMatch(match, seats, storage.load(match, seats))
    except Disagreement:
        raise Refused(_("this match cannot be loaded with the current rules")) from None


def _intervene(match: Match, act: Callable[[OpenMatch], T], then: Callable[[OpenMatch], None] | None) -> T:
    moment = open_match_for_change(match)
    with transaction.atomic():
        outcome = act(moment)
        storage.store(match, moment.seats, moment.run, [])
        if then is not None:
            then(moment)
    return outcome


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
        seat_emails.queue_for_seat(kind, seat, f"{kind} {seat.pk} {match.version}", facts)
