"""Orders: sending, listing, taking back."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from django.http import Http404
from rest_framework.authentication import SessionAuthentication
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import throttling
from games.api.authentication import LeanTokenAuthentication
from games.api.base import ApiView, answer, idempotency_key
from games.api.match_shapes import Nothing
from games.api.openapi import KEY, MATCH, ORDER, PAGES, View, operation
from games.api.order_shapes import (
    ACCEPTED_EXAMPLE,
    ORDER_PAGE_EXAMPLE,
    ORDERS_EXAMPLES,
    PLAYED_EXAMPLE,
    OrderPage,
    Orders,
    order_shape,
)
from games.api.pagination import one_page
from games.api.problems import NotUnderstood
from games.api.waiting import PREFER, await_played, patience
from games.engine.contract.text import Unreadable, gettext_noop
from games.engine.language.lines import Problem
from games.engine.language.paths import legal_now
from games.engine.language.sheet import parse_sheet
from games.engine.play.receipts import Receipt, receipt_data
from games.models import Order, Seat
from games.services.access import match_for, names_of, seats_of
from games.services.engines import ENGINES
from games.services.orders import NewOrder, accept
from games.services.scene import scene_of
from games.services.stories.receipts import shown_receipt

_BOTH = {200: PLAYED_EXAMPLE, 202: ACCEPTED_EXAMPLE}


def _without_text(name: str, title: str) -> Callable[[View], View]:
    """An operation that orders something in its name alone."""
    return operation(
        name,
        title,
        _BOTH,
        takes={"nothing": Nothing()},
        parameters=[MATCH, KEY, PREFER],
        problems=[404, 409, 422],
    )


class OrderingView(ApiView):
    """What all views for sending orders share."""

    authentication_classes = (LeanTokenAuthentication, SessionAuthentication)
    limits: ClassVar = {"POST": throttling.ORDERS}
    seats: ClassVar = Seat.objects.select_related("match").only(
        "number", "match__game", "match__status", "match__paused_at"
    )

    def hand_in(self, seat: Seat, new: NewOrder) -> Response:
        """Accept, wait if asked to, and answer: 200 with the receipt, or 202 with where it will be."""
        is_paused = seat.match.paused_at is not None  # nothing is played before the match resumes
        order = await_played(accept(seat, new), 0.0 if is_paused else patience(self.request))
        told = order_shape(order, seat.match, lambda: names_of(seats_of(seat.match)))
        return answer(told, 200 if order.played_at is not None else 202, Location=told.url)

    def hand_in_alone(self, match: int, kind: str) -> Response:
        """An order that says all by its kind."""
        seat, _nothing = self.my_seat(match), self.body(Nothing)
        return self.hand_in(seat, NewOrder(kind, Order.Door.API, idempotency_key(self.request)))


class OrdersView(OrderingView):
    """The caller's orders in a match."""

    @operation(
        "listOrders",
        "My orders",
        {200: ORDER_PAGE_EXAMPLE},
        parameters=[MATCH, *PAGES],
        problems=[403, 404],
    )
    def get(self, request: Request, match: int) -> Response:
        """From all doors, with their receipts; newest first."""
        seat = self.my_seat(match)
        orders, place = one_page(request, Order.objects.of(seat).order_by("-pk"))
        names = names_of(seats_of(seat.match))
        results = [order_shape(order, seat.match, lambda: names) for order in orders]
        return answer(OrderPage(results=results, **place))

    @operation(
        "sendOrders",
        "Send orders",
        _BOTH,
        takes=ORDERS_EXAMPLES,
        parameters=[MATCH, KEY, PREFER],
        problems=[404, 409, 422],
    )
    def post(self, request: Request, match: int) -> Response:
        """Accepted orders are played by a worker, one after the other.

        202: accepted, and it will be played; the receipt will be at `Location`, in a pause (`is_kept`) after
        the match resumes. 200: it has been played, and the receipt says line by line what was carried out and
        what was refused; ask for that with `Prefer: wait=5`. 422: nothing could be read, nothing was kept.
        Send a key, so that a request which got no answer can be sent again.
        """
        seat, orders = self.my_seat(match), self.body(Orders)
        orders.check()
        key = idempotency_key(request)
        if orders.path:
            new = NewOrder(
                Order.Kind.ANSWER,
                Order.Door.API,
                key,
                path=orders.path,
                question=str(orders.question),
            )
        else:
            _check_readable(seat, orders.sheet)
            new = NewOrder(Order.Kind.ORDERS, Order.Door.API, key, text=orders.sheet)
        return self.hand_in(seat, new)


def _check_readable(seat: Seat, text: str) -> None:
    """A text in which nothing can be understood is refused: its sender is told why, and what is legal."""
    sheet, problem, _rest = parse_sheet(text, ENGINES[seat.match.game].vocabulary)
    if not sheet.program:
        none = Problem(1, text[:80], Unreadable(gettext_noop("there is no order in this request")))
        raise _not_understood(seat, problem or none)


def _not_understood(seat: Seat, problem: Problem) -> NotUnderstood:
    scene = scene_of(match_for(seat.user, seat.match_id))
    legal = legal_now(scene.question.decision) if scene.question is not None else []
    told = shown_receipt(receipt_data(Receipt(problem=problem, legal=legal)), scene.names)
    return NotUnderstood(told.problem, line=problem.line, text=problem.text, legal=legal)


class OrderView(ApiView):
    """One order."""

    @operation(
        "getOrder", "One of my orders", {200: PLAYED_EXAMPLE}, parameters=[MATCH, ORDER], problems=[403, 404]
    )
    def get(self, request: Request, match: int, order: int) -> Response:
        """With its receipt, once it has been played."""
        seat = self.my_seat(match)
        found = Order.objects.of(seat).known_as(order).first()
        if found is None:
            raise Http404
        return answer(order_shape(found, seat.match, lambda: names_of(seats_of(seat.match))))


class TakeBackView(OrderingView):
    """Taking back the last order."""

    @_without_text("takeBack", "Take back my last order")
    def post(self, request: Request, match: int) -> Response:
        """Possible as long as nobody has learned anything from it: see `can_take_back` of the match."""
        return self.hand_in_alone(match, Order.Kind.TAKE_BACK)


class ResignView(OrderingView):
    """Resigning."""

    @_without_text("resign", "Resign for good")
    def post(self, request: Request, match: int) -> Response:
        """This cannot be undone."""
        return self.hand_in_alone(match, Order.Kind.RESIGN)
