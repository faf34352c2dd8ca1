"""Accepted orders and turns of bots are played: first pure engine work, then one transaction, or nothing.

A match whose rules give no result is tried three times; then it is parked and its host told.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import OperationalError, connection, transaction
from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.refusals import Refused
from games.bots.registry import BOTS, RANDOM
from games.engine.contract.events import LATE
from games.engine.contract.text import Illegal, PlayerError, gettext_noop
from games.engine.language.lines import Problem
from games.engine.play.orders import advance, submit, waiting_for
from games.engine.play.receipts import Receipt, receipt_data
from games.engine.play.replay import Disagreement
from games.engine.play.run import AnyRun
from games.models import Match, Order, Seat, rows
from games.services import lateness, storage
from games.services.access import seats_of
from games.services.seat_emails import mailbox
from games.services.storage import LostRace, claim, ring_match
from post import outbox
from post.bell import ring
from post.children.budget import Allowance, Overrun, budget
from post.prepared import Prepared

log = logging.getLogger(__name__)

# Celery's routes give these tasks a lower priority than orders have.
WITH_PEOPLE, ALONE = "games.tasks.play_bots", "games.tasks.play_bots_alone"
STUCK = "stuck"
TOO_LONG, TOO_MUCH = "the rules took too long", "the rules took too much memory"
FAILED, NO_END = "the rules failed", "no try came to an end"
GIVEN_UP = frozenset({TOO_LONG, TOO_MUCH, FAILED, NO_END})

MOST = 3
MEMORY = 512 << 20
# A try that began longer ago than this is dead, or as good as dead.
PATIENCE = timedelta(seconds=6 * settings.RESOLVE_SECONDS)
# What the rules may take to play the orders of a match.
RESOLVING = Allowance(settings.RESOLVE_SECONDS, 60, MEMORY)


def resolve(match_id: int) -> bool:
    """Play the waiting orders of a match. All of it is written, or nothing; True if something was."""
    match = _match(match_id)
    if match.status != Match.Status.RUNNING or match.stuck or match.paused_at is not None:
        return False  # in a pause orders are kept; resuming rings again
    seats = seats_of(match)
    orders = lateness.in_sequence(_waiting(match.pk), seats)
    if not orders and not any(seat.bot and seat.waiting_since for seat in seats):
        return False  # another worker was first, or this is a retry after the commit
    try:
        with trying(match):
            _play(match, seats, orders)
    except Disagreement as why:  # the rules no longer lead to the saved position: trying again is no use
        park(match, str(why))
        return False
    except Refused:
        return False  # it is parked
    return True


def _match(match_id: int) -> Match:
    found = _matches(match_id)
    if not found:
        raise Match.DoesNotExist(match_id)
    return found[0]


_matches = Prepared(lambda pk: Match.objects.filter(pk=pk))
_waiting = Prepared(lambda match: Order.objects.filter(match=match).waiting())


def _play(match: Match, seats: list[Seat], orders: list[Order]) -> None:
    """One go: all of it is written together."""
    run = storage.load(match, seats)
    played = _play_turn(run, match, seats, orders)
    with transaction.atomic():
        storage.store(match, seats, run, played)
        if run.result is not None:
            return
        if len(played) < len(orders):
            ring_match(match.pk)
        elif any(seat.bot and seat.waiting_since for seat in seats):
            ring_bots(match.pk, match.version + 1, seats)


def _play_turn(run: AnyRun, match: Match, seats: list[Seat], orders: list[Order]) -> list[Order]:
    """Orders and bots, until the turn is over: turn by turn, so that the board after each is on record."""
    by_pk = {seat.pk: seat for seat in seats}
    played: list[Order] = []
    for order in orders:
        seat = by_pk[order.seat_id]
        if lateness.still_counts(order, seat, run):
            order.receipt = play(run, match, seat.number, order)
        played.append(order)
        if run.turn != match.turn:
            return played
    storage.let_bots_play(run, seats)
    return played


def resolve_all(match_id: int) -> None:
    """Play until it is a person's turn: what a worker does in several goes, here in one."""
    while resolve(match_id):
        pass


def play(run: AnyRun, match: Match, seat: int, order: Order) -> dict[str, Any]:
    """Carry out one order; the receipt, as it is kept and shown."""
    receipt = Receipt()
    try:
        match order.kind:
            case Order.Kind.ORDERS:
                _check_question(run, seat, order)
                receipt = submit(run, seat, order.text)
            case Order.Kind.ANSWER:
                _answer(run, seat, order)
            case Order.Kind.TAKE_BACK:
                _take_back(run, seat, order)
            case Order.Kind.RESIGN:
                run.resign(seat)
            case Order.Kind.LATE:
                _late(run, match, seat)
            case other:
                raise ValueError(f"order {order.pk} is of an unknown kind: {other}")
    except PlayerError as refusal:
        receipt.problem = Problem(1, order.text[:80] or " ".join(order.path), refusal)
        receipt.handed_back = order.text
    advance(run)
    return receipt_data(receipt)


def _answer(run: AnyRun, seat: int, order: Order) -> None:
    _check_question(run, seat, order, is_needed=True)
    run.answer(seat, tuple(order.path))


def _check_question(run: AnyRun, seat: int, order: Order, *, is_needed: bool = False) -> None:
    """What a form sends counts only for the question that the form showed."""
    if not order.question and not is_needed:
        return  # an email, or orders for a turn to come
    if run.decision_for(seat) is None or order.question != run.decision_id(seat):
        raise Illegal(gettext_noop("the question has changed since you opened this form"))


def _take_back(run: AnyRun, seat: int, order: Order) -> None:
    """Clicks on two pages that show the same last order take back that one, and not one more."""
    if order.question and order.question != run.take_back_id(seat):
        raise Illegal(gettext_noop("the order that this page showed is not your last one any more"))
    run.take_back(seat)


def _late(run: AnyRun, match: Match, seat: int) -> None:
    """A deadline has passed: do what the match's terms say. A seat that has answered is left alone."""
    if seat not in waiting_for(run):
        return
    run.note(LATE, {"seat": seat})
    match match.lateness:
        case Match.Lateness.RESIGN:
            run.resign(seat)
        case Match.Lateness.BOT:
            name = next(iter(BOTS.get(run.engine.slug, {})), RANDOM)
            turn = run.turn
            while run.turn == turn and seat in waiting_for(run):
                storage.answer_by_bot(run, seat, name)
        case _:
            run.set_away(seat)


def ring_bots(match_id: int, version: int, seats: Iterable[Seat]) -> None:
    """Wake a worker for the next turn of a bot: a turn of the match as it is now, and of no other.

    So two bells for the same turn do not become two chains of bells: the second finds the match changed.
    """
    ring(_task_for_bots(any(seat.user_id is not None for seat in seats)), match_id, version)


def _task_for_bots(has_people: bool) -> str:
    return WITH_PEOPLE if has_people else ALONE


def is_bot_turn_due(match_id: int, version: int) -> bool:
    """Whether the turn that a bell was rung for is still to be played."""
    return Match.objects.filter(pk=match_id, version=version).exists()


def bells_for_bots(match_ids: Iterable[int]) -> dict[int, tuple[str, int]]:
    """Of these matches, those that wait for bots alone: the task to call, and the version to call it with."""
    waiting = Order.objects.filter(match=OuterRef("pk"), played_at=None)
    people = Seat.objects.filter(match=OuterRef("pk"), user__isnull=False)
    found = Match.objects.filter(~Exists(waiting), pk__in=list(match_ids)).annotate(people=Exists(people))
    return {
        pk: (_task_for_bots(has_people), version)
        for pk, version, has_people in found.values_list("pk", "version", "people")
    }


# Tries.


class RulesFailed(Exception):
    """The rules gave no result. The match is as it was, and will be tried again."""


@contextmanager
def trying(match: Match) -> Iterator[None]:
    """Play a match within limits: everything is written in here, or nothing.

    The try is counted before it begins: one that kills its worker counts too. Raises RulesFailed if it is
    to be tried again, and Refused once it is parked.
    """
    _count(match)
    try:
        with budget(RESOLVING):
            yield
    except Disagreement:
        raise
    except (LostRace, OperationalError):
        _forget_try(match)  # no fault of the rules
        raise
    except Overrun:
        _close_connection()
        _failed(match, TOO_LONG)
    except MemoryError:
        _failed(match, TOO_MUCH)
    except Exception as error:
        _failed(match, f"{FAILED}: {error!r}")


def _count(match: Match) -> None:
    """Count a try, and commit that, unless there were enough."""
    now = timezone.now()
    if match.tries >= MOST:
        if match.tried_at is not None and match.tried_at > now - PATIENCE:
            raise LostRace(match.pk)  # others are trying right now, or have just been killed by it
        park(match, f"{match.game}: {NO_END}")
        raise Refused(_("this match is stuck; its host has been told"))
    mine = {"pk": match.pk, "version": match.version, "tries": match.tries}
    if not rows.update(Match, mine, {"tries": match.tries + 1, "tried_at": now}):
        raise LostRace(match.pk)  # another worker has just begun: what it leaves is played after it


def _close_connection() -> None:
    """The work may have been ended in the middle of a query."""
    if not connection.in_atomic_block:
        connection.close()


def _forget_try(match: Match) -> None:
    """Another worker was faster, or the database was unavailable: that says nothing about the match."""
    with suppress(OperationalError):
        Match.objects.filter(pk=match.pk, version=match.version, tries__gt=0).update(tries=F("tries") - 1)


def _failed(match: Match, why: str) -> None:
    """Try again, or park the match if there were enough tries."""
    log.exception("match %s: %s", match.pk, why.partition(":")[0])
    now = Match.objects.values_list("version", "tries").get(pk=match.pk)
    if now[0] != match.version:
        raise LostRace(match.pk)
    if now[1] < MOST:
        raise RulesFailed(match.pk)
    park(match, f"{match.game}: {why}")
    raise Refused(_("this match is stuck; its host has been told"))


def park(match: Match, why: str) -> None:
    """Leave a match as it is until its host acts, and tell the host and the staff."""
    with suppress(LostRace), transaction.atomic():
        claim(match, stuck=why)
        tell_stuck(match)


def tell_stuck(match: Match) -> None:
    """A match is stuck: its host and the staff are told, once each time it happens."""
    outbox.queue_all(
        [
            mailbox.new_email(
                STUCK,
                user.email,
                f"{STUCK} {match.pk} {match.version} {user.pk}",
                user=user,
                facts={"match": match.pk},
            )
            for user in _keepers(match)
        ]
    )


def is_given_up(match: Match) -> bool:
    """Whether a match is stuck because playing it failed again and again; else its record disagrees."""
    return why_stuck(match).partition(": ")[2] in GIVEN_UP


def _keepers(match: Match) -> Iterable[User]:
    return User.objects.filter(Q(is_staff=True) | Q(hosted_matches=match), is_active=True).distinct()


def why_stuck(match: Match) -> str:
    """Why a match is stuck, in general: the details could reveal hidden things.

    >>> why_stuck(Match(stuck="scrappers: the replay failed: KeyError('TER1')"))
    'scrappers: the replay failed'
    >>> why_stuck(Match(stuck="scrappers: the rules ask [(1, 'raid')], the log answers []"))
    'scrappers: the rules ask'
    """
    game, _, rest = match.stuck.partition(": ")
    general = rest.partition(":")[0].partition("[")[0].strip()
    return f"{game}: {general}" if general else game
