"""The same people again."""

from __future__ import annotations

import re

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Match, Seat
from games.services import matches
from games.services.access import seats_of
from games.services.interventions import persist
from games.services.matches import Place, Terms
from games.services.refusals import LostRace, Refused

LONGEST = 60  # letters of a name
_NUMBERED = re.compile(r"(.*?) \((\d{1,4})\)")


def rematch(match: Match, user: User) -> Match:
    """Open the same match anew, its players invited; a finished match has one rematch, whoever asks first."""
    return persist(lambda: _rematch(match.pk, user))


def _rematch(match_id: int, user: User) -> Match:
    match = Match.objects.get(pk=match_id)
    seats = seats_of(match)
    if match.status != Match.Status.FINISHED:
        raise Refused(_("a match has a rematch when it is over"))
    if all(seat.user_id != user.pk for seat in seats):
        raise Refused(_("only its players can ask for a rematch"))
    with transaction.atomic():
        there = match.rematches.order_by("pk").first()
        if there is not None:
            return there
        # Claimed by its version, so that two who ask at once get the same match.
        if not Match.objects.filter(pk=match.pk, version=match.version).update(version=F("version") + 1):
            raise LostRace(match.pk)
        return matches.open_match(user, _terms(match), [_place(seat, user) for seat in seats])


def _terms(match: Match) -> Terms:
    return Terms(
        match.game,
        next_name(match.name),
        dict(match.options),
        match.turn_hours,
        match.lateness,
        match.is_public,
        rematch_of=match,
    )


def _place(seat: Seat, user: User) -> Place:
    """Who asks sits down, the others are asked, a bot comes along; who has gone leaves a free seat."""
    if seat.user is None or not seat.user.is_active:
        return Place(bot=seat.bot)
    return Place(user=user) if seat.user_id == user.pk else Place(address=seat.user.email)


def next_name(name: str) -> str:
    """A name for the next match of a series.

    >>> next_name("Friday's mine"), next_name("Friday's mine (2)")
    ("Friday's mine (2)", "Friday's mine (3)")
    """
    found = _NUMBERED.fullmatch(name)
    stem, number = (found[1], int(found[2])) if found else (name, 1)
    tail = f" ({number + 1})"
    return stem[: LONGEST - len(tail)] + tail
