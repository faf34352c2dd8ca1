"""One match as the caller sees it; joining and withdrawing it."""

from __future__ import annotations

from typing import ClassVar

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.refusals import Refused
from games.api import throttling
from games.api.base import ApiView, answer
from games.api.match_shapes import MATCH_EXAMPLE, Nothing, SeatChoice, match_shape
from games.api.openapi import MATCH, operation
from games.models import Match
from games.services.access import Access
from games.services.matches.end import withdraw
from games.services.scene import scene_of
from games.services.seats import sit_down


class MatchView(ApiView):
    """A match."""

    @operation(
        "getMatch",
        "A match as I may see it",
        {200: MATCH_EXAMPLE},
        parameters=[MATCH],
        problems=[404],
        is_open=True,
    )
    def get(self, request: Request, match: int) -> Response:
        """The engine's view and the text board show what you may see. Public matches need no token."""
        return answer(match_shape(scene_of(self.access(match)), self.reader))


class JoinView(ApiView):
    """Joining a match."""

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
        """The seat reserved for you, else the first free one. If you already have a seat, nothing changes."""
        user, wanted = self.user, self.body(SeatChoice)
        access = self.access(match)
        if access.seat is None:
            sit_down(_seat(access, user.email, wanted.seat), user, wanted.seed)
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
    """Withdrawing an open match."""

    limits: ClassVar = {"POST": throttling.CHANGES}

    @operation(
        "withdrawMatch",
        "Withdraw an open match",
        {200: MATCH_EXAMPLE},
        takes={"nothing": Nothing()},
        parameters=[MATCH],
        problems=[404, 409],
    )
    def post(self, request: Request, match: int) -> Response:
        """Only the host can do this, before the match starts."""
        user, _nothing = self.user, self.body(Nothing)
        access = self.access(match)
        if access.match.host_id != user.pk or access.match.status != Match.Status.WITHDRAWN:
            withdraw(access.match, user)
        return answer(match_shape(scene_of(self.access(match)), user))
