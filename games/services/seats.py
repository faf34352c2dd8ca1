"""Who sits where: a seat is taken once, the last one starts the match, an abandoned one gets a new player."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F, Max
from django.db.models.query import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User, new_nonce
from accounts.refusals import Refused
from accounts.services import guests
from games.engine.contract.engine import DRAWN_SEATS
from games.engine.contract.events import TAKEN_OVER
from games.engine.contract.text import Illegal, gettext_noop
from games.engine.language.lines import Problem
from games.engine.play import tutoring
from games.engine.play.orders import advance
from games.engine.play.receipts import Receipt, receipt_data
from games.engine.play.run import AnyRun, Run
from games.models import EventRow, Match, Order, Seat
from games.services import access, fairness, holdings, storage
from games.services.access import ACTING, for_a_reader, seats_of
from games.services.deadlines import due_times
from games.services.engines import ENGINES
from games.services.interventions import OpenMatch, intervene
from games.services.resolve import ring_bots
from games.services.seat_emails import mailbox, news

REPLACED = "replaced"  # the email to the player who had the seat before


def sit_down(seat_id: int, user: User, seed: str = "") -> Seat:
    """Take a free seat and add a seed, if any, to the dice. If two try at once, one gets the seat."""
    seat = Seat.objects.select_related("match").get(pk=seat_id)
    if seat.invited and seat.invited != user.email:
        raise Refused(_("this seat is reserved for someone else"))
    kept = Seat.objects.filter(match=seat.match_id, user=None, bot="", invited=user.email)
    if not seat.invited and kept.exists():  # who plays with whom may be the host's choice
        raise Refused(_("another seat is kept for you: accept that invitation, or decline it first"))
    return take_seat(seat, user, Seat.objects.filter(invited=seat.invited), seed)


def take_seat(seat: Seat, user: User, still: QuerySet[Seat], seed: str = "") -> Seat:
    """Take a seat that is `still` as the player saw it, and start the match if it was the last one."""
    guests.refuse(user)
    own = fairness.own_seed(seed)
    with transaction.atomic():
        # One at a time: two who take the last two seats at once must not each find the other's empty.
        storage.hold_open(seat.match_id)
        if Seat.objects.filter(match=seat.match_id, user=user).exists():
            raise Refused(_("you are already in this match"))
        holdings.refuse_one_more(user)
        free = still.filter(pk=seat.pk, user=None, bot="")
        seed_at = timezone.now() if own else None
        if not free.update(user=user, invited="", declined_at=None, seed=own, seed_at=seed_at):
            raise Refused(_("someone else was faster: this seat is taken"))
        start_if_full(seat.match_id)
    return Seat.objects.select_related("match", "user").get(pk=seat.pk)


def start_if_full(match_id: int) -> bool:
    """Start a match whose last seat has been taken."""
    match = Match.objects.get(pk=match_id)
    seats = seats_of(match)
    if match.status != Match.Status.OPEN or not all(seat.is_taken for seat in seats):
        return False
    if match.options.get(DRAWN_SEATS.name):
        seats = _drawn(match, seats)
    seeds = fairness.seeds_of(match, seats)
    numbers = [seat.number for seat in seats]
    with for_a_reader(ACTING):
        run: AnyRun = Run.start(ENGINES[match.game], numbers, seeds, match.options)
        storage.prepare(run, seats)
        advance(run)
        if match.is_tutorial:
            tutoring.begin(run)
    begun = {"status": Match.Status.RUNNING, "started_at": timezone.now(), "server_seed": None}
    storage.store(match, seats, run, [], **begun)
    if any(seat.bot and seat.waiting_since for seat in seats):  # a worker plays them
        ring_bots(match.pk, match.version + 1, seats)
    return True


def _drawn(match: Match, seats: list[Seat]) -> list[Seat]:
    """Every player keeps the row of their seat, with its links and addresses; only the numbers change."""
    with transaction.atomic():
        for seat, number in zip(
            seats, fairness.drawn_seats(match, [seat.number for seat in seats]), strict=True
        ):
            Seat.objects.filter(pk=seat.pk).update(number=number + _ASIDE)  # no two have one number, ever
        Seat.objects.filter(match=match).update(number=F("number") - _ASIDE)
    return seats_of(match)


_ASIDE = 1000


def claim_token(seat: Seat) -> str:
    """What opens an abandoned seat to the first person who comes."""
    return access.seat_secret(access.CLAIM, seat)


def seat_for_claim(token: str) -> Seat | None:
    """The seat that a claim link is for, as long as it may be claimed."""
    seat = access.seat_by_secret(access.CLAIM, token)
    return seat if seat is not None and may_be_claimed(seat) else None


def may_be_claimed(seat: Seat) -> bool:
    """Whether the seat is abandoned: two missed deadlines in a row, or the account is gone."""
    is_orphaned = seat.user_id is None and not seat.bot and seat.resigned_at is None
    is_open = seat.match.status == Match.Status.RUNNING and not seat.match.stuck
    return is_open and (seat.is_abandoned or is_orphaned)


def claim_seat(token: str, user: User) -> Seat:
    """Take over an abandoned seat. If two try at once, one gets it."""
    guests.refuse(user)
    seat = seat_for_claim(token)
    if seat is None:
        raise Refused(_("this seat is no longer available"))
    return _hand_over(seat, user)


def replace_player(seat: Seat, user: User, by: User) -> Seat:
    """Give a seat to someone else: hosts an abandoned one, staff any one."""
    if not (by.is_staff or (seat.match.host_id == by.pk and may_be_claimed(seat))):
        raise Refused(_("this seat has a player"))
    return _hand_over(seat, user)


def _hand_over(seat: Seat, user: User) -> Seat:
    intervene(
        seat.match_id, lambda moment: _take_over(moment, seat, user), lambda moment: _welcome(moment, seat)
    )
    return Seat.objects.select_related("match", "user").get(pk=seat.pk)


def _take_over(moment: OpenMatch, offered: Seat, user: User) -> None:
    seat = moment.seat(offered.pk)
    if seat.nonce != offered.nonce or seat.resigned_at is not None:
        raise Refused(_("this seat is no longer available"))
    if any(other.user_id == user.pk for other in moment.seats):
        raise Refused(_("you are already in this match"))
    if moment.match.host_id != user.pk:  # a host counts the match already
        holdings.refuse_one_more(user)
    _part_with(seat)
    moment.run.hand_over(seat.number)
    _seat_anew(seat, user)
    moment.run.note(TAKEN_OVER, {"seat": seat.number})


def _part_with(seat: Seat) -> None:
    """Nothing meant for the former player may reach the new one, or the other way round."""
    mailbox.drop_unsent(seat, "the seat has a new player")
    mailbox.end_confirmations([seat])
    gone = Illegal(gettext_noop("the seat got a new player before this could be played"))
    for order in Order.objects.filter(seat=seat).waiting():
        order.played_at, order.turn = timezone.now(), seat.match.turn
        order.receipt = receipt_data(Receipt(problem=Problem(1, order.text[:80], gone)))
        order.save(update_fields=["played_at", "turn", "receipt"])
    if seat.user is not None and seat.user.is_active:
        facts = {"match": seat.match_id}  # not the seat: its secrets belong to someone else from now on
        key = f"{REPLACED} {seat.pk} {seat.user_id} {seat.match.version}"
        mailbox.queue(REPLACED, seat.user.email, key, user=seat.user, facts=facts)


def _seat_anew(seat: Seat, user: User) -> None:
    """New secrets, no standing orders of the former player, and the full time for a turn."""
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
        "seen": None,
        "seen_before": None,
        "seen_at": None,
    }
    for name, value in fresh.items():
        setattr(seat, name, value)
    seat.save(update_fields=list(fresh))
    if seat.waiting_since is not None:
        due_times.restart(seat, timezone.now())


def _welcome(moment: OpenMatch, offered: Seat) -> None:
    """The first email to the new player; the story so far is on the page, and is not told as news."""
    seat = moment.seat(offered.pk)
    last: int = EventRow.objects.filter(match=moment.match).aggregate(last=Max("number"))["last"] or 0
    is_asked = moment.run.decision_for(seat.number) is not None
    facts = {
        "first": last,
        "last": last,
        "turn": moment.run.turn,
        "question": moment.run.decision_id(seat.number) if is_asked else "",
    }
    kind = news.TURN if seat.waiting_since is not None else news.STARTED
    mailbox.queue_for_seat(kind, seat, f"{kind} {seat.pk} taken over {moment.match.version}", facts)
    Seat.objects.filter(pk=seat.pk).update(told=last)
