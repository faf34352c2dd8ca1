"""Waiting for a receipt for as long as a program asks to (RFC 7240), while there is room to wait.

A request that waits holds a thread of the web server. Nobody waits unasked, and only so many wait at once
that other requests are served, however far behind the workers are.
"""

from __future__ import annotations

import re
import threading
import time

from django.conf import settings
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from games.models import Order

MOST = 10.0
_FIRST_LOOK = 0.01
_SLOWEST = 0.25

_places = threading.BoundedSemaphore(settings.WAITING_REQUESTS)

_WAIT = re.compile(r"\bwait\s*=\s*\"?([0-9]{1,4})\b")

PREFER = OpenApiParameter(
    "Prefer",
    {"type": "string", "pattern": "^(respond-async|wait=[0-9]{1,4})$"},
    OpenApiParameter.HEADER,
    description="`wait=5`: respond when the order has been played, or after 5 seconds (at most 10); at once "
    "if too many requests are waiting. `respond-async`, as without this header: respond as soon as it is "
    "accepted.",
)


def patience(request: Request) -> float:
    """Seconds that the program wants to wait for the response."""
    wait = _WAIT.search(request.headers.get("Prefer", "").lower())
    return min(float(wait[1]), MOST) if wait is not None else 0.0


def await_played(order: Order, seconds: float) -> Order:
    """The order once it has been played, or when the time is over, or at once if there is no room."""
    if order.played_at is not None or not seconds or not _places.acquire(blocking=False):
        return order
    try:
        return _look_until_played(order, seconds)
    finally:
        _places.release()


def _look_until_played(order: Order, seconds: float) -> Order:
    until, pause = time.monotonic() + seconds, _FIRST_LOOK
    while order.played_at is None and time.monotonic() < until:
        time.sleep(min(pause, max(0.0, until - time.monotonic())))
        pause = min(pause * 1.5, _SLOWEST)
        order = Order.objects.get(pk=order.pk)
    return order
