"""Ending a match by common consent, as it stands."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from games.engine.contract import Result
from games.engine.events import AGREED
from games.engine.phrases import say
from games.engine.run import AnyRun
from games.engine.text import gettext_noop
from games.models import Match, Seat
from games.services import press, storing
from games.services.interventions import Moment, load, persist, running
from games.services.refusals import LostRace, Refused


def agree(seat: Seat) -> Match:
    """This player would end the match now; with the last one who has not left, it is over."""
    return _say(seat, timezone.now())


def take_back(seat: Seat) -> Match:
    """This player would rather play on."""
    return _say(seat, None)


def _say(seat: Seat, agreed_at: datetime | None) -> Match:
    persist(lambda: _attempt(seat, agreed_at))
    return Match.objects.get(pk=seat.match_id)


def _attempt(seat: Seat, agreed_at: datetime | None) -> None:
    moment = load(running(seat.match_id))
    mine = moment.seat(seat.pk)
    if mine.resigned_at is not None or mine.user_id != seat.user_id:
        raise Refused(_("you have no part in this match any more"))
    if (mine.agreed_at is None) == (agreed_at is None):
        return
    mine.agreed_at = agreed_at
    with transaction.atomic():
        Seat.objects.filter(pk=mine.pk).update(agreed_at=agreed_at)
        if all(other.agreed_at is not None for other in _voices(moment)):
            _end(moment.run)
            storing.store(moment.match, moment.seats, moment.run, [])
        else:
            _claim(moment.match)
            _tell(mine, moment.match)


def _tell(seat: Seat, match: Match) -> None:
    """The others hear of it as of any message: who plays by mail alone must learn of it too."""
    if seat.agreed_at is not None:
        offer = _(
            "I would end the match here, without a winner. It ends when all of us agree; the link for it is "
            "on the match's page."
        )
        press.say(seat, offer, None, f"agree {match.version}")


def _voices(moment: Moment) -> list[Seat]:
    """People who have not left; bots do not mind."""
    return [seat for seat in moment.seats if seat.user_id is not None and seat.resigned_at is None]


def _claim(match: Match) -> None:
    """Whoever plays at the same moment begins anew, and forgets or counts this voice."""
    if not Match.objects.filter(pk=match.pk, version=match.version).update(version=F("version") + 1):
        raise LostRace(match.pk)


def _end(run: AnyRun) -> None:
    """No rule ends the match: people do. What was rolled since the last rest was seen and goes on record."""
    run.note(AGREED)
    run.result = Result((), {}, say(gettext_noop("The players agreed to end the match.")))
    run.settle()
    run.rolls.extend(run.dice.rolls)
