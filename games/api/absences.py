"""Absences of the caller: deadlines wait meanwhile, as long as each match allows it."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import ClassVar

import msgspec
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Absence, User
from accounts.services import absences
from accounts.services.dates import Days
from games.api import throttling
from games.api.base import ApiView, answer
from games.api.openapi import operation

FIRST = OpenApiParameter("first", date, OpenApiParameter.PATH, description="The first day of the absence.")


class AbsenceShape(msgspec.Struct):
    """Days on which you do not play, in your time zone; the moments are the same in UTC."""

    first: date
    last: date
    begins_at: datetime
    ends_at: datetime


class Absences(msgspec.Struct):
    """Your present and future absences."""

    results: list[AbsenceShape]


class NewAbsence(msgspec.Struct, forbid_unknown_fields=True):
    """The days of an absence, the last one included. Without the first: from now on."""

    last: date
    first: date | None = None


class CalledOff(msgspec.Struct):
    """The first day of the absence that was cancelled."""

    called_off: date


_SHOWN = AbsenceShape(
    date(2027, 8, 3),
    date(2027, 8, 17),
    datetime(2027, 8, 2, 22, tzinfo=UTC),
    datetime(2027, 8, 17, 22, tzinfo=UTC),
)


class AbsencesView(ApiView):
    """The caller's absences."""

    limits: ClassVar = {"POST": throttling.CHANGES}

    @operation("listAbsences", "My absences", {200: Absences([_SHOWN])})
    def get(self, request: Request) -> Response:
        """Present and future ones, the earliest first."""
        user = self.user
        return answer(Absences([_shown(one, user) for one in absences.not_over(user)]))

    @operation(
        "declareAbsence",
        "Declare an absence",
        {201: _SHOWN},
        takes={"two weeks": NewAbsence(date(2027, 8, 17), date(2027, 8, 3))},
        problems=[409],
    )
    def post(self, request: Request) -> Response:
        """The same days again are the same absence. How long a match waits is in its `terms.absence_days`."""
        user, sent = self.user, self.body(NewAbsence)
        return answer(_shown(absences.declare(user, Days(sent.first, sent.last)), user), 201)


class AbsenceView(ApiView):
    """One absence of the caller's."""

    limits: ClassVar = {"DELETE": throttling.CHANGES}

    @operation(
        "callOffAbsence",
        "Cancel an absence",
        {200: CalledOff(date(2027, 8, 3))},
        parameters=[FIRST],
        problems=[404, 409],
    )
    def delete(self, request: Request, first: date) -> Response:
        """One that has begun ends now."""
        user = self.user
        absences.call_off(user, absences.beginning_on(user, first))
        return answer(CalledOff(first))


def _shown(absence: Absence, user: User) -> AbsenceShape:
    first, last = absences.days_of(absence, user)
    begins_at, ends_at = absence.begins_at.astimezone(UTC), absence.ends_at.astimezone(UTC)
    return AbsenceShape(first, last, begins_at, ends_at)
