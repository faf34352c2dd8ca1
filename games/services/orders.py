"""Orders: accepted by the one door behind all doors, kept until they are played, and standing ones."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass, field
from datetime import datetime

from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext

from accounts.refusals import Refused
from games.engine.language.explain import explain_problem
from games.engine.language.lines import MAX_TEXT
from games.engine.language.standing import parse_standing
from games.engine.play.backtest import ASKED, Verdict
from games.engine.play.orders import drop_orders, kept_orders
from games.engine.play.receipts import Receipt, receipt_data
from games.engine.play.replay import Disagreement
from games.models import Match, Order, Seat, rows
from games.services.engines import ENGINES
from games.services.history import recent_chapters, taken_over
from games.services.interventions import OpenMatch, intervene
from games.services.rehearsal.messages import WouldHave
from games.services.rehearsal.parent import Busy, TooHard, would_have
from games.services.scene import Scene
from games.services.storage import ring_match
from post.writers import in_turn


@dataclass(frozen=True, slots=True)
class NewOrder:
    """What someone wants done, whichever door it came through."""

    kind: str
    door: str
    key: str  # the client's key, an email's name, a link's token: the same key is the same order
    text: str = ""
    path: list[str] = field(default_factory=list[str])
    question: str = ""
    received_at: datetime | None = None  # now, unless it came earlier and was read now


class OtherOrder(Refused):
    """The key was used before, for something else."""


def accept(seat: Seat, new: NewOrder) -> Order:
    """Keep an order. The same one again is answered with the first; a worker is woken to play it.

    In a pause it waits until the match goes on, and takes the place of what the seat had sent in the pause.
    """
    if seat.match.status != Match.Status.RUNNING:  # the order that ended it is still the same order
        return _the_same(seat, new, Refused(gettext("this match is not taking orders")))
    if len(new.text) > MAX_TEXT:
        raise Refused(gettext("an order can have at most {most} characters").format(most=MAX_TEXT))
    order = Order(
        match_id=seat.match_id,
        seat=seat,
        kind=new.kind,
        door=new.door,
        key=new.key,
        text=new.text,
        path=new.path,
        question=new.question,
        received_at=new.received_at or timezone.now(),
    )
    with in_turn(), nullcontext() if connection.in_atomic_block else transaction.atomic():
        if not rows.add(order):
            return _the_same(seat, new)
        if seat.match.paused_at is not None:
            make_room(order)
        ring_match(seat.match_id)
    return order


def _the_same(seat: Seat, new: NewOrder, otherwise: Exception | None = None) -> Order:
    order = Order.objects.filter(seat=seat, key=new.key).first()
    if order is None:
        raise otherwise or Order.DoesNotExist(new.key)
    was = (order.kind, order.text, order.path, order.question)
    if was != (new.kind, new.text, new.path, new.question):
        raise OtherOrder(gettext("this key was used for another order"))
    return order


_WRITTEN = [Order.Kind.ORDERS, Order.Kind.ANSWER]  # what a newer text takes the place of


def unplayed(seat: Seat) -> list[Order]:
    """Waiting orders of a seat, in the order they came; resigning and taking back do not count."""
    return list(Order.objects.filter(seat=seat, kind__in=_WRITTEN).waiting())


def text_of_order(order: Order) -> str:
    """An order in its player's words."""
    return order.text or " ".join(order.path)


def take_away(order: Order, turn: int, *, replaced: bool = False) -> None:
    """Cancel an order, because its player dropped or replaced it. Once played it stays."""
    receipt = receipt_data(Receipt()) | {"dropped": text_of_order(order), "replaced": replaced}
    waiting = Order.objects.filter(pk=order.pk, played_at=None)
    waiting.update(played_at=timezone.now(), turn=turn, receipt=receipt)


def make_room(newer: Order) -> None:
    """In a pause the newest order counts: one is kept for each seat, not all of them."""
    if newer.kind in _WRITTEN:
        for order in unplayed(newer.seat):
            if order.pk < newer.pk:
                take_away(order, newer.seat.match.turn, replaced=True)


@dataclass(frozen=True, slots=True)
class KeptOrders:
    """What a player has sent that is not played yet."""

    text: str = ""
    until_resumed: bool = False  # else until the player's next question


class _NothingKept(Exception):
    """There is nothing to drop, so nothing is written."""


def kept(scene: Scene) -> KeptOrders:
    """The reader's kept orders."""
    if scene.seat is None or scene.run is None:
        return KeptOrders()
    in_pause = unplayed(scene.seat) if scene.match.paused_at is not None else []
    if in_pause:
        return KeptOrders("\n".join(map(text_of_order, in_pause)), until_resumed=True)
    return KeptOrders(kept_orders(scene.run, scene.seat.number))


def drop_kept(seat: Seat) -> str:
    """Drop a player's kept orders, and say what they were; nobody else learns of it."""
    try:
        return intervene(seat.match_id, lambda moment: _drop_from_match(moment, moment.seat(seat.pk)))
    except _NothingKept:
        return ""


def _drop_from_match(moment: OpenMatch, seat: Seat) -> str:
    waiting = unplayed(seat)
    on_the_table = drop_orders(moment.run, seat.number)
    if not waiting and not on_the_table:
        raise _NothingKept
    if on_the_table:
        _note_in_receipt(seat, on_the_table)
    for order in waiting:
        take_away(order, moment.run.turn)
    return "\n".join(filter(None, [on_the_table, *map(text_of_order, waiting)]))


def _note_in_receipt(seat: Seat, dropped: str) -> None:
    """The order that brought the lines says what became of them."""
    order = Order.objects.filter(seat=seat, kind=Order.Kind.ORDERS).exclude(played_at=None).last()
    if order is not None:
        receipt = order.receipt | {"kept": "", "dropped": dropped}
        Order.objects.filter(pk=order.pk).update(receipt=receipt)


RECENT = 6  # turns that orders are tried on


def set_standing(seat: Seat, text: str) -> list[str]:
    """Save the orders if all can be read; else change nothing and say line by line what is wrong."""
    problems = standing_problems(seat, text)
    if not problems:
        mine = Seat.objects.filter(pk=seat.pk)
        mine.update(standing=text.strip(), standing_version=F("standing_version") + 1)
    return problems


def standing_problems(seat: Seat, text: str) -> list[str]:
    """What is wrong with standing orders, line by line."""
    if len(text) > MAX_TEXT:
        raise Refused(gettext("standing orders can have at most {most} characters").format(most=MAX_TEXT))
    _orders, problems = parse_standing(text, ENGINES[seat.match.game].vocabulary)
    return [explain_problem(problem, [], gettext) for problem in problems]


@dataclass(frozen=True, slots=True)
class TriedAnswer:
    """A question of the last turns: what was answered, and what the orders would have answered."""

    turn: int
    question: str
    given: str
    now: str
    order: str  # the standing order that says so; empty for the game's own
    differs: bool


def try_standing(scene: Scene, text: str) -> list[TriedAnswer]:
    """What these orders would have answered in the player's last turns; the match stays as it is."""
    match, seat = scene.match, scene.seat
    if seat is None or match.save_data is None:
        return []
    before = taken_over(seat)  # what a former player answered is that player's
    since = max(match.turn - RECENT, before.turn + 1 if before is not None else 0)
    chapters, orders = recent_chapters(match, since), text or scene.engine.standing
    try:
        found = would_have(WouldHave(match.game, bytes(match.save_data), seat.number, orders, chapters))
    except Disagreement:
        raise Refused(gettext("the rules have changed since these turns were played")) from None
    except Busy:
        raise Refused(
            gettext("too many people are trying out orders right now; try again in a few seconds")
        ) from None
    except TooHard:
        raise Refused(gettext("trying these orders out took too long")) from None
    return [_tried(scene, verdict) for verdict in found if verdict.turn >= since]


def _tried(scene: Scene, verdict: Verdict) -> TriedAnswer:
    now = gettext("you would be asked") if verdict.now == ASKED else verdict.now
    return TriedAnswer(
        verdict.turn, scene.said(verdict.prompt), verdict.given, now, verdict.order, verdict.differs
    )
