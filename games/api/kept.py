"""Kept orders: showing and dropping them."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import throttling
from games.api.base import ApiView, answer
from games.api.openapi import MATCH, operation
from games.services import orders
from games.services.scene import scene_of


class KeptOrders(msgspec.Struct):
    """Your accepted orders that wait: `asked`, for your next question; `resumed`, for the end of a pause."""

    text: str
    until: Literal["asked", "resumed"] | None


class DroppedOrders(msgspec.Struct):
    """What was dropped; empty if nothing was kept."""

    dropped: str


class KeptView(ApiView):
    """The caller's kept orders."""

    limits: ClassVar = {"DELETE": throttling.CHANGES}

    @operation(
        "getKeptOrders",
        "My kept orders",
        {200: KeptOrders("recruit TER1\nend", "asked")},
        parameters=[MATCH],
        problems=[403, 404],
    )
    def get(self, request: Request, match: int) -> Response:
        """Newer orders replace them."""
        self.my_seat(match)
        kept = orders.kept(scene_of(self.access(match)))
        until: Literal["asked", "resumed"] = "resumed" if kept.until_resumed else "asked"
        return answer(KeptOrders(kept.text, until if kept.text else None))

    @operation(
        "dropKeptOrders",
        "Drop my kept orders",
        {200: DroppedOrders("recruit TER1\nend")},
        parameters=[MATCH],
        problems=[403, 404, 409],
    )
    def delete(self, request: Request, match: int) -> Response:
        """They will not be played. What has already been carried out stays; see `take-back/` for that."""
        return answer(DroppedOrders(orders.drop_kept(self.my_seat(match))))
