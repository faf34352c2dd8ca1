"""Waiting for a receipt for as long as a program wants (RFC 7240)."""

from __future__ import annotations

import re
import time

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from games.models import Order

USUAL = 3.0
MOST = 10.0
_FIRST_LOOK = 0.01
_SLOWEST = 0.25

_WAIT = re.compile(r"\bwait\s*=\s*\"?([0-9]{1,4})\b")
_ASYNC = re.compile(r"\brespond-async\b")

PREFER = OpenApiParameter(
    "Prefer",
    {"type": "string", "pattern": "^(respond-async|wait=[0-9]{1,4})$"},
    OpenApiParameter.HEADER,
    description="`wait=5`: respond when the order has been played, or after 5 seconds "
    "(default 3, at most 10). `respond-async`: respond as soon as it is accepted.",
)


def patience(request: Request) -> float:
    """Seconds until a response is due."""
    preferred = request.headers.get("Prefer", "").lower()
    wait = _WAIT.search(preferred)
    if wait is not None:
        return min(float(wait[1]), MOST)
    return 0.0 if _ASYNC.search(preferred) else USUAL


def await_played(order: Order, seconds: float) -> Order:
    """The order once it has been played, or when the time is over."""
    until, pause = time.monotonic() + seconds, _FIRST_LOOK
    while order.played_at is None and time.monotonic() < until:
        time.sleep(min(pause, max(0.0, until - time.monotonic())))
        pause = min(pause * 1.5, _SLOWEST)
        order = Order.objects.get(pk=order.pk)
    return order
