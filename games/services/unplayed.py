"""Orders that were accepted and not played yet: what their player wrote, and how they are taken away."""

from __future__ import annotations

from django.utils import timezone

from games.engine.receipts import Receipt
from games.models import Order, Seat
from games.services.receipts import receipt_data

_WRITTEN = [Order.Kind.ORDERS, Order.Kind.ANSWER]  # what a newer text takes the place of


def unplayed(seat: Seat) -> list[Order]:
    """Orders of a seat that wait, as they came; a wish to resign or to take back is none."""
    return list(Order.objects.filter(seat=seat, kind__in=_WRITTEN).waiting())


def written(order: Order) -> str:
    """An order in its player's words."""
    return order.text or " ".join(order.path)


def take_away(order: Order, turn: int, *, replaced: bool = False) -> None:
    """An order that is not to be played: by its player's wish, or for a newer one. Once played it stays."""
    receipt = receipt_data(Receipt()) | {"dropped": written(order), "replaced": replaced}
    waiting = Order.objects.filter(pk=order.pk, played_at=None)
    waiting.update(played_at=timezone.now(), turn=turn, receipt=receipt)


def make_room(newer: Order) -> None:
    """In a pause what was last received counts: one order is kept for a seat, not all that were tried."""
    if newer.kind in _WRITTEN:
        for order in unplayed(newer.seat):
            if order.pk < newer.pk:
                take_away(order, newer.seat.match.turn, replaced=True)
