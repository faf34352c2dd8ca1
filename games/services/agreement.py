"""Ending a match by agreement of all players."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.refusals import Refused
from games.engine.contract.engine import Result
from games.engine.contract.events import AGREED
from games.engine.contract.phrases import say
from games.engine.contract.text import gettext_noop
from games.engine.play.run import AnyRun
from games.models import Match, Seat
from games.services import press, storage
from games.services.interventions import OpenMatch, open_match_for_change, persist, running


def agree(seat: Seat) -> Match:
    """This player agrees to end the match; when the last remaining player agrees, it is over."""
    return _set_agreement(seat, timezone.now())


def take_back(seat: Seat) -> Match:
    """This player withdraws the agreement."""
    return _set_agreement(seat, None)


def _set_agreement(seat: Seat, agreed_at: datetime | None) -> Match:
    persist(lambda: _attempt(seat, agreed_at))
    return Match.objects.get(pk=seat.match_id)


def _attempt(seat: Seat, agreed_at: datetime | None) -> None:
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
            _tell(mine, moment.match)


def _tell(seat: Seat, match: Match) -> None:
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
