"""My matches, and opening one."""

from __future__ import annotations

from typing import ClassVar

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from games.api import throttling
from games.api.base import ApiView, answer, idempotency_key
from games.api.games_list import bots_of
from games.api.match_shapes import (
    MATCH_EXAMPLE,
    NEW_MATCH_EXAMPLE,
    PAGE_EXAMPLE,
    Address,
    Bot,
    MatchBrief,
    MatchPage,
    Me,
    NewMatch,
    Open,
    brief,
    match_shape,
    match_url,
)
from games.api.openapi import KEY, PAGES, operation
from games.api.pagination import one_page
from games.api.problems import BadBody
from games.models import Match, Seat
from games.services import invitations
from games.services.access import match_for
from games.services.engines import ENGINES
from games.services.matches.new import Place, Terms, open_match
from games.services.scene import scene_of

_STATUS = OpenApiParameter(
    "status", str, enum=list(Match.Status.values), description="Only matches in this state."
)
_GAME = OpenApiParameter("game", str, enum=list(ENGINES), description="Only matches of this game.")


class MatchesView(ApiView):
    """The matches of a user."""

    limits: ClassVar = {"POST": throttling.MATCHES}

    @operation(
        "listMatches",
        "My matches",
        {200: PAGE_EXAMPLE},
        parameters=[_STATUS, _GAME, *PAGES],
        problems=[404],
    )
    def get(self, request: Request) -> Response:
        """Matches that you play in, host, or are invited to; newest first."""
        rows = _filtered(_mine(self.user), request)
        matches, place = one_page(request, rows)
        return answer(MatchPage(results=[_brief(match, self.user) for match in matches], **place))

    @operation(
        "openMatch",
        "Open a match",
        {201: MATCH_EXAMPLE},
        takes={"two people and a bot": NEW_MATCH_EXAMPLE},
        parameters=[KEY],
        problems=[409, 422],
    )
    def post(self, request: Request) -> Response:
        """It starts when the last seat is taken. People are invited by email, within limits."""
        wanted = self.body(NewMatch)
        key = idempotency_key(request)
        match = open_match(self.user, _terms(wanted, key), _places(self.user, wanted))
        scene = scene_of(match_for(self.user, match.pk))
        return answer(match_shape(scene, self.user), 201, Location=match_url(match.pk))


def _mine(user: User) -> QuerySet[Match]:
    seats = Prefetch("seats", Seat.objects.select_related("user").order_by("number"))
    mine = Match.objects.among(
        Seat.objects.filter(user=user).values("match"),
        Match.objects.filter(host=user).values("pk"),
        invitations.seats_for(user).filter(match__status=Match.Status.OPEN).values("match"),
    )
    return mine.filter(is_tutorial=False).defer("save_data").order_by("-pk").prefetch_related(seats)


def _filtered(rows: QuerySet[Match], request: Request) -> QuerySet[Match]:
    for name, known in (("status", Match.Status.values), ("game", ENGINES)):
        value = request.query_params.get(name)
        if value is not None and value not in known:
            raise BadBody(_("{name} must be one of: {known}").format(name=name, known=", ".join(known)))
        if value is not None:
            rows = rows.filter(**{name: value})
    return rows


def _brief(match: Match, user: User) -> MatchBrief:
    seats = list(match.seats.all())
    for seat in seats:
        seat.match = match
    return brief(match, seats, user)


def _terms(wanted: NewMatch, key: str) -> Terms:
    return Terms(
        game=wanted.game,
        name=wanted.name,
        options=wanted.options,
        turn_hours=wanted.turn_hours,
        lateness=wanted.lateness,
        absence_days=wanted.absence_days,
        is_public=wanted.is_public,
        key=key,
        seed=wanted.seed,
    )


def _places(user: User, wanted: NewMatch) -> list[Place]:
    places = [_place(user, wanted.game, seat) for seat in wanted.seats]
    if sum(place.user is not None for place in places) > 1:
        raise BadBody(_("you can take only one seat"))
    return places


def _place(user: User, game: str, seat: Me | Address | Open | Bot) -> Place:
    match seat:
        case Me():
            return Place(user=user)
        case Bot():
            return Place(bot=seat.bot or bots_of(game)[0])
        case Address():
            return Place(address=seat.address)
        case _:
            return Place()
