"""What people do to a running match other than playing: loaded, changed and written in one transaction."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.refusals import Refused
from games.engine.play.replay import Disagreement
from games.engine.play.run import AnyRun
from games.models import Match, Seat
from games.services import storage
from games.services.access import ACTING, for_a_reader, seats_of
from games.services.storage import LostRace

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
        with suppress(LostRace), for_a_reader(ACTING):
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
