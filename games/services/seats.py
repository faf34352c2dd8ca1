"""Sitting down: a seat is taken once, and the last one starts the match."""

from __future__ import annotations

from django.db import transaction
from django.db.models.query import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.refusals import Refused
from accounts.services import guests
from games.engine.play.orders import advance
from games.engine.play.run import AnyRun, Run
from games.models import Match, Seat
from games.services import fairness, storage
from games.services.access import seats_of
from games.services.bot_turns import ring_bots
from games.services.engines import ENGINES
from games.services.tries import for_a_reader

OPEN = Match.Status.OPEN


def sit_down(seat_id: int, user: User, seed: str = "") -> Seat:
    """Take a free seat and add a seed, if any, to the dice. If two try at once, one gets the seat."""
    seat = Seat.objects.select_related("match").get(pk=seat_id)
    if seat.invited and seat.invited != user.email:
        raise Refused(_("this seat is reserved for someone else"))
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
        free = still.filter(pk=seat.pk, user=None, bot="")
        seed_at = timezone.now() if own else None
        if not free.update(user=user, invited="", declined_at=None, seed=own, seed_at=seed_at):
            raise Refused(_("someone was faster: this seat is taken"))
        start_if_full(seat.match_id)
    return Seat.objects.select_related("match", "user").get(pk=seat.pk)


def start_if_full(match_id: int) -> bool:
    """Start a match whose last seat has been taken."""
    match = Match.objects.get(pk=match_id)
    seats = seats_of(match)
    if match.status != Match.Status.OPEN or not all(seat.is_taken for seat in seats):
        return False
    seeds = fairness.seeds_of(match, seats)
    numbers = [seat.number for seat in seats]
    with for_a_reader():
        run: AnyRun = Run.start(ENGINES[match.game], numbers, seeds, match.options)
        storage.prepare(run, seats)
        advance(run)
    begun = {"status": Match.Status.RUNNING, "started_at": timezone.now(), "server_seed": None}
    storage.store(match, seats, run, [], **begun)
    if any(seat.bot and seat.waiting_since for seat in seats):  # a worker plays them
        ring_bots(match.pk, match.version + 1, seats)
    return True
