"""Playing what was accepted, and turns of bots: pure engine work first, then one transaction, or nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef

from accounts.refusals import Refused
from games.bots.registry import BOTS, RANDOM
from games.engine.contract.events import LATE
from games.engine.contract.text import Illegal, PlayerError, gettext_noop
from games.engine.language.lines import Problem
from games.engine.play.orders import advance, submit, waiting_for
from games.engine.play.receipts import Receipt, receipt_data
from games.engine.play.replay import Disagreement
from games.engine.play.run import AnyRun
from games.models import Match, Order, Seat
from games.services import deadlines, storage, tries
from games.services.access import seats_of
from games.services.storage import ring_match
from post.bell import ring

# Celery's routes give these tasks a lower priority than orders have.
WITH_PEOPLE, ALONE = "games.tasks.play_bots", "games.tasks.play_bots_alone"


def resolve(match_id: int) -> bool:
    """Play the waiting orders of a match. All of it is written, or nothing; True if something was."""
    match = Match.objects.get(pk=match_id)
    if match.status != Match.Status.RUNNING or match.stuck or match.paused_at is not None:
        return False  # in a pause orders are kept; resuming rings again
    seats = seats_of(match)
    orders = deadlines.in_sequence(list(match.orders.waiting()), seats)
    if not orders and not any(seat.bot and seat.waiting_since for seat in seats):
        return False  # another worker was first, or this is a retry after the commit
    try:
        with tries.trying(match):
            _play(match, seats, orders)
    except Disagreement as why:  # the rules no longer lead to the saved position: trying again is no use
        tries.park(match, str(why))
        return False
    except Refused:
        return False  # it is parked
    return True


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
        if deadlines.still_counts(order, seat, run):
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
                run.take_back(seat)
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
