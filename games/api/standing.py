"""Standing orders: answers given in advance."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec
from django.utils.translation import gettext as _
from msgspec import Meta
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import throttling
from games.api.base import ApiView, answer
from games.api.openapi import MATCH, operation
from games.api.problems import NotUnderstood
from games.engine.language.lines import MAX_TEXT
from games.models import Seat
from games.services.engines import ENGINES
from games.services.orders import set_standing


class StandingOrders(msgspec.Struct):
    """Your standing orders in this match; until you send any, `usual` applies."""

    text: str
    version: int
    usual: str


class NewStandingOrders(msgspec.Struct, forbid_unknown_fields=True):
    """Standing orders, one per line; they replace the earlier ones."""

    text: Annotated[str, Meta(max_length=MAX_TEXT)]


_EXAMPLE = StandingOrders("raid: yes", 2, "")


class StandingOrdersView(ApiView):
    """The caller's standing orders."""

    limits: ClassVar = {"PUT": throttling.CHANGES}

    @operation(
        "getStandingOrders", "My standing orders", {200: _EXAMPLE}, parameters=[MATCH], problems=[403, 404]
    )
    def get(self, request: Request, match: int) -> Response:
        """The game lists the keys that exist."""
        return answer(_shown(self.my_seat(match)))

    @operation(
        "setStandingOrders",
        "Change my standing orders",
        {200: _EXAMPLE},
        takes={"a rule": NewStandingOrders("raid: yes")},
        parameters=[MATCH],
        problems=[404, 409, 422],
    )
    def put(self, request: Request, match: int) -> Response:
        """All lines are saved, or none: 422 says what is wrong with each."""
        seat, wanted = self.my_seat(match), self.body(NewStandingOrders)
        problems = set_standing(seat, wanted.text)
        if problems:
            raise NotUnderstood(_("these standing orders cannot be read"), problems=problems)
        seat.refresh_from_db(fields=["standing", "standing_version"])
        return answer(_shown(seat))


def _shown(seat: Seat) -> StandingOrders:
    return StandingOrders(seat.standing, seat.standing_version, ENGINES[seat.match.game].standing)
