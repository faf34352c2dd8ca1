"""Matches that end other than by being played: withdrawn, or ended by agreement; and the rematch."""

from __future__ import annotations

import re
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.refusals import Refused
from games.engine.contract.engine import Result
from games.engine.contract.events import AGREED
from games.engine.contract.phrases import say
from games.engine.contract.text import gettext_noop
from games.engine.play.run import AnyRun
from games.models import Match, Seat
from games.services import press, storage
from games.services.access import seats_of
from games.services.interventions import OpenMatch, open_match_for_change, persist, running
from games.services.matches.new import LONGEST, Place, Terms, open_match
from games.services.seat_emails import mailbox

_NUMBERED = re.compile(r"(.*?) \((\d{1,4})\)")


def withdraw(match: Match, user: User) -> None:
    """The host withdraws an open match; players who have joined are told."""
    persist(lambda: _withdraw(match.pk, user))


def _withdraw(match_id: int, user: User) -> None:
    match = Match.objects.get(pk=match_id)
    if match.host_id != user.pk or match.status != Match.Status.OPEN:
        raise Refused(_("only the host can withdraw a match, and only before it starts"))
    with transaction.atomic():
        storage.claim(match, status=Match.Status.WITHDRAWN)
        for seat in seats_of(match):
            if seat.user_id != user.pk:
                mailbox.queue_for_seat("withdrawn", seat, f"withdrawn {seat.pk}")


def agree_to_end(seat: Seat) -> Match:
    """This player agrees to end the match; when the last remaining player agrees, it is over."""
    return _set_agreement(seat, timezone.now())


def withdraw_agreement(seat: Seat) -> Match:
    """This player withdraws the agreement."""
    return _set_agreement(seat, None)


def _set_agreement(seat: Seat, agreed_at: datetime | None) -> Match:
    persist(lambda: _attempt_agreement(seat, agreed_at))
    return Match.objects.get(pk=seat.match_id)


def _attempt_agreement(seat: Seat, agreed_at: datetime | None) -> None:
    moment = open_match_for_change(running(seat.match_id))
    mine = moment.seat(seat.pk)
    if mine.resigned_at is not None or mine.user_id != seat.user_id:
        raise Refused(_("you are no longer playing in this match"))
    if (mine.agreed_at is None) == (agreed_at is None):
        return
    mine.agreed_at = agreed_at
    with transaction.atomic():
        Seat.objects.filter(pk=mine.pk).update(agreed_at=agreed_at)
        if all(other.agreed_at is not None for other in _voices(moment)):
            _end_match(moment.run)
            storage.store(moment.match, moment.seats, moment.run, [])
        else:
            storage.claim(moment.match)  # an order played at the same moment starts over, and sees it
            _tell_of_agreement(mine, moment.match)


def _tell_of_agreement(seat: Seat, match: Match) -> None:
    """The others get it as a message, so that players who only use email learn of it too."""
    if seat.agreed_at is not None:
        offer = _(
            "I would like to end the match here, without a winner. It ends when all of us agree: on the "
            "match page, or by replying with “agree”."
        )
        press.say(seat, offer, None, f"agree {match.version}")


def _voices(moment: OpenMatch) -> list[Seat]:
    """People who have not left; bots always agree."""
    return [seat for seat in moment.seats if seat.user_id is not None and seat.resigned_at is None]


def _end_match(run: AnyRun) -> None:
    run.note(AGREED)
    run.end(Result((), {}, say(gettext_noop("The players agreed to end the match."))))


def rematch(match: Match, user: User) -> Match:
    """Open the same match again and invite its players; a finished match has one rematch."""
    return persist(lambda: _rematch(match.pk, user))


def _rematch(match_id: int, user: User) -> Match:
    match = Match.objects.get(pk=match_id)
    seats = seats_of(match)
    if match.status != Match.Status.FINISHED or match.is_tutorial:
        raise Refused(_("you can ask for a rematch when the match is over"))
    if all(seat.user_id != user.pk for seat in seats):
        raise Refused(_("only the players can ask for a rematch"))
    with transaction.atomic():
        there = match.rematches.order_by("pk").first()
        if there is not None:
            return there
        # Claimed by its version, so that two who ask at once get the same match.
        storage.claim(match)
        return open_match(user, _terms(match), [_place_again(seat, user) for seat in seats])


def _terms(match: Match) -> Terms:
    return Terms(
        match.game,
        next_name(match.name),
        dict(match.options),
        match.turn_hours,
        match.lateness,
        match.absence_days,
        match.is_public,
        rematch_of=match,
    )


def _place_again(seat: Seat, user: User) -> Place:
    """The asking player is seated, others are invited, bots stay; a player who is gone leaves a free seat."""
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
