"""One match: as the caller sees it; sitting down in it and taking it back."""

from __future__ import annotations

from typing import ClassVar

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import throttling
from games.api.base import ApiView, answer
from games.api.match_shapes import MATCH_EXAMPLE, Nothing, SeatChoice, match_shape
from games.api.openapi import MATCH, operation
from games.models import Match
from games.services.access import Access
from games.services.matches import sit_down, withdraw
from games.services.refusals import Refused
from games.services.scene import scene_of


class MatchView(ApiView):
    """A match."""

    @operation(
        "getMatch",
        "A match as you may know it",
        {200: MATCH_EXAMPLE},
        parameters=[MATCH],
        problems=[404],
        is_open=True,
    )
    def get(self, request: Request, match: int) -> Response:
        """The engine's view and the board as text are yours alone. Public matches need no token."""
        return answer(match_shape(scene_of(self.access(match)), self.reader))


class JoinView(ApiView):
    """Sitting down."""

    limits: ClassVar = {"POST": throttling.CHANGES}

    @operation(
        "joinMatch",
        "Take a seat",
        {200: MATCH_EXAMPLE},
        takes={"any seat": SeatChoice()},
        parameters=[MATCH],
        problems=[404, 409],
    )
    def post(self, request: Request, match: int) -> Response:
        """The one kept for you, else the first free one. Who sits there already is simply answered."""
        user, wanted = self.user, self.body(SeatChoice)
        access = self.access(match)
        if access.seat is None:
            sit_down(_seat(access, user.email, wanted.seat), user)
        return answer(match_shape(scene_of(self.access(match)), user))


def _seat(access: Access, address: str, number: int | None) -> int:
    """Which seat to ask for."""
    free = [seat for seat in access.seats if not seat.is_taken and seat.invited in ("", address)]
    if number is not None:
        free = [seat for seat in free if seat.number == number]
    if access.match.status != Match.Status.OPEN or not free:
        raise Refused(_("there is no free seat for you"))
    return max(free, key=lambda seat: (seat.invited, -seat.number)).pk


class WithdrawView(ApiView):
    """Taking an open match back."""

    limits: ClassVar = {"POST": throttling.CHANGES}

    @operation(
        "withdrawMatch",
        "Take an open match back",
        {200: MATCH_EXAMPLE},
        takes={"nothing": Nothing()},
        parameters=[MATCH],
        problems=[404, 409],
    )
    def post(self, request: Request, match: int) -> Response:
        """For its host, before it starts."""
        user, _nothing = self.user, self.body(Nothing)
        access = self.access(match)
        if access.match.host_id != user.pk or access.match.status != Match.Status.WITHDRAWN:
            withdraw(access.match, user)
        return answer(match_shape(scene_of(self.access(match)), user))
