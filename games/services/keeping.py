"""Orders that are kept: for the player's next question, or until a paused match goes on."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.keeping import drop_orders, kept_orders
from games.models import Order, Seat
from games.services.interventions import Moment, intervene
from games.services.scene import Scene
from games.services.unplayed import take_away, unplayed, written


@dataclass(frozen=True, slots=True)
class Kept:
    """What a player has sent and nobody has played."""

    text: str = ""
    until_resumed: bool = False  # else until the player's next question


class _NothingKept(Exception):
    """There is nothing to be dropped, so that nothing is written."""


def kept(scene: Scene) -> Kept:
    """What of the reader's is kept."""
    if scene.seat is None or scene.run is None:
        return Kept()
    in_pause = unplayed(scene.seat) if scene.match.paused_at is not None else []
    if in_pause:
        return Kept("\n".join(map(written, in_pause)), until_resumed=True)
    return Kept(kept_orders(scene.run, scene.seat.number))


def drop(seat: Seat) -> str:
    """Forget all that is kept for a player, and say what it was; nobody else learns of it."""
    try:
        return intervene(seat.match_id, lambda moment: _drop(moment, moment.seat(seat.pk)))
    except _NothingKept:
        return ""


def _drop(moment: Moment, seat: Seat) -> str:
    waiting = unplayed(seat)
    on_the_table = drop_orders(moment.run, seat.number)
    if not waiting and not on_the_table:
        raise _NothingKept
    if on_the_table:
        _note_in_receipt(seat, on_the_table)
    for order in waiting:
        take_away(order, moment.run.table.turns)
    return "\n".join(filter(None, [on_the_table, *map(written, waiting)]))


def _note_in_receipt(seat: Seat, dropped: str) -> None:
    """The order that brought the lines says what became of them."""
    order = Order.objects.filter(seat=seat, kind=Order.Kind.ORDERS).exclude(played_at=None).last()
    if order is not None:
        receipt = order.receipt | {"kept": "", "dropped": dropped}
        Order.objects.filter(pk=order.pk).update(receipt=receipt)
