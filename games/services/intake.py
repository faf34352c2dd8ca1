"""The one door behind all doors: an order is accepted when its row is committed."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from games.engine.text import MAX_TEXT
from games.models import Match, Order, Seat
from games.services.doorbell import ring
from games.services.refusals import Refused
from games.services.unplayed import make_room


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants done, whichever door it came through."""

    kind: str
    door: str
    key: str  # the client's key, a mail's Message-ID, a link's token: the same key is the same order
    text: str = ""
    path: list[str] = field(default_factory=list[str])
    question: str = ""


class OtherOrder(Refused):
    """The key was used before, for something else."""


def accept(seat: Seat, wish: Wish) -> Order:
    """Keep an order. The same one again is answered with the first; a worker is woken to play it.

    In a pause it waits until the match goes on, and takes the place of what the seat had sent in the pause.
    """
    if seat.match.status != Match.Status.RUNNING:  # the order that ended it is still the same order
        return _the_same(seat, wish, Refused(_("this match takes no orders")))
    if len(wish.text) > MAX_TEXT:
        raise Refused(_("an order has at most {most} characters").format(most=MAX_TEXT))
    try:
        with transaction.atomic():
            order = Order.objects.create(
                match_id=seat.match_id,
                seat=seat,
                kind=wish.kind,
                door=wish.door,
                key=wish.key,
                text=wish.text,
                path=wish.path,
                question=wish.question,
            )
            if seat.match.paused_at is not None:
                make_room(order)
            ring(seat.match_id)
    except IntegrityError:
        return _the_same(seat, wish)
    return order


def _the_same(seat: Seat, wish: Wish, otherwise: Exception | None = None) -> Order:
    order = Order.objects.filter(seat=seat, key=wish.key).first()
    if order is None:
        raise otherwise or Order.DoesNotExist(wish.key)
    was = (order.kind, order.text, order.path, order.question)
    if was != (wish.kind, wish.text, wish.path, wish.question):
        raise OtherOrder(_("this key was used for another order"))
    return order
