"""A seat changes hands: its player has been silent for long, or the host gives it to somebody else."""

from __future__ import annotations

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User, new_nonce
from games.engine.events import TAKEN_OVER
from games.engine.receipts import Receipt
from games.engine.text import Illegal, Problem, gettext_noop
from games.models import EventRow, Match, Order, OutgoingMail, Seat
from games.services import access, deadlines, news, outbox
from games.services.access import seats_of
from games.services.interventions import Moment, intervene
from games.services.receipts import receipt_data
from games.services.refusals import Refused

REPLACED = "replaced"  # the letter to who had the seat before
WAITING, SENDING, DROPPED = (
    OutgoingMail.State.WAITING,
    OutgoingMail.State.SENDING,
    OutgoingMail.State.DROPPED,
)


def claim_token(seat: Seat) -> str:
    """What opens an abandoned seat to whoever comes first."""
    return access.seat_secret(access.CLAIM, seat)


def seat_for(token: str) -> Seat | None:
    """The seat that a claim link is for, as long as it may be claimed."""
    seat = access.seat_by_secret(access.CLAIM, token)
    return seat if seat is not None and may_be_claimed(seat) else None


def may_be_claimed(seat: Seat) -> bool:
    """Whether nobody plays here any more: silent for two deadlines, or the account is gone."""
    is_orphaned = seat.user_id is None and not seat.bot and seat.resigned_at is None
    is_open = seat.match.status == Match.Status.RUNNING and not seat.match.stuck
    return is_open and (seat.is_abandoned or is_orphaned)


def offer(match: Match) -> list[Seat]:
    """The seats of a match that somebody may take over."""
    return [seat for seat in seats_of(match) if may_be_claimed(seat)]


def claim(token: str, user: User) -> Seat:
    """Play on in an abandoned seat. Two who try at once: one gets it."""
    seat = seat_for(token)
    if seat is None:
        raise Refused(_("this seat is not to be had any more"))
    return _hand_over(seat, user)


def replace(seat: Seat, user: User, by: User) -> Seat:
    """Give a seat to somebody else: an abandoned one if one opened the match, any one if one is staff."""
    if not (by.is_staff or (seat.match.host_id == by.pk and may_be_claimed(seat))):
        raise Refused(_("this seat has its player"))
    return _hand_over(seat, user)


def _hand_over(seat: Seat, user: User) -> Seat:
    intervene(
        seat.match_id, lambda moment: _take_over(moment, seat, user), lambda moment: _welcome(moment, seat)
    )
    return Seat.objects.select_related("match", "user").get(pk=seat.pk)


def _take_over(moment: Moment, offered: Seat, user: User) -> None:
    seat = moment.seat(offered.pk)
    if seat.nonce != offered.nonce or seat.resigned_at is not None:
        raise Refused(_("this seat is not to be had any more"))
    if any(other.user_id == user.pk for other in moment.seats):
        raise Refused(_("you sit in this match already"))
    _part_with(seat)
    for laid_out in (moment.run.sheets, moment.run.away, moment.run.standing):
        laid_out.pop(seat.number, None)  # the former player's wishes
    _seat_anew(seat, user)
    moment.run.note(TAKEN_OVER, {"seat": seat.number})


def _part_with(seat: Seat) -> None:
    """Nothing that was meant for the former player may reach the new one, nor the other way round."""
    unsent = OutgoingMail.objects.filter(seat=seat, state__in=[WAITING, SENDING])
    unsent.update(state=DROPPED, error="the seat has changed hands")
    gone = Illegal(gettext_noop("the seat has changed hands before this could be played"))
    for order in Order.objects.filter(seat=seat).waiting():
        order.played_at, order.turn = timezone.now(), seat.match.turn
        order.receipt = receipt_data(Receipt(problem=Problem(1, order.text[:80], gone)))
        order.save(update_fields=["played_at", "turn", "receipt"])
    if seat.user is not None and seat.user.is_active:
        facts = {"match": seat.match_id}  # not the seat: its secrets are another's from now on
        key = f"{REPLACED} {seat.pk} {seat.user_id} {seat.match.version}"
        outbox.queue(REPLACED, seat.user.email, key, user=seat.user, facts=facts)


def _seat_anew(seat: Seat, user: User) -> None:
    """Other secrets, no wishes of the former player, and the whole time for a turn."""
    fresh = {
        "user": user,
        "bot": "",
        "invited": "",
        "nonce": new_nonce(),
        "standing": "",
        "standing_version": 0,
        "missed": 0,
        "agreed_at": None,
        "taken_at": timezone.now(),
        "is_muted": False,
    }
    for name, value in fresh.items():
        setattr(seat, name, value)
    seat.save(update_fields=list(fresh))
    if seat.waiting_since is not None:
        deadlines.begin_anew(seat, timezone.now())


def _welcome(moment: Moment, offered: Seat) -> None:
    """The first letter to the new player; the story so far is on the page, and is not told as news."""
    seat = moment.seat(offered.pk)
    last: int = EventRow.objects.filter(match=moment.match).aggregate(last=Max("number"))["last"] or 0
    is_asked = moment.run.decision_for(seat.number) is not None
    facts = {
        "first": last,
        "last": last,
        "turn": moment.run.table.turns,
        "question": moment.run.decision_id(seat.number) if is_asked else "",
    }
    kind = news.TURN if seat.waiting_since is not None else news.STARTED
    outbox.queue_for_seat(kind, seat, f"{kind} {seat.pk} taken over {moment.match.version}", facts)
    Seat.objects.filter(pk=seat.pk).update(told=last)
