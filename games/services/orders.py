"""The one door behind all doors: an order is accepted when its row is committed."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.refusals import Refused
from games.engine.language.lines import MAX_TEXT
from games.engine.play.orders import drop_orders, kept_orders
from games.engine.play.receipts import Receipt, receipt_data
from games.models import Match, Order, Seat
from games.services.interventions import OpenMatch, intervene
from games.services.scene import Scene
from games.services.storage import ring_match


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
        return _the_same(seat, new, Refused(_("this match is not taking orders")))
    if len(new.text) > MAX_TEXT:
        raise Refused(_("an order can have at most {most} characters").format(most=MAX_TEXT))
    try:
        with transaction.atomic():
            order = Order.objects.create(
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
            if seat.match.paused_at is not None:
                make_room(order)
            ring_match(seat.match_id)
    except IntegrityError:
        return _the_same(seat, new)
    return order


def _the_same(seat: Seat, new: NewOrder, otherwise: Exception | None = None) -> Order:
    order = Order.objects.filter(seat=seat, key=new.key).first()
    if order is None:
        raise otherwise or Order.DoesNotExist(new.key)
    was = (order.kind, order.text, order.path, order.question)
    if was != (new.kind, new.text, new.path, new.question):
        raise OtherOrder(_("this key was used for another order"))
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
