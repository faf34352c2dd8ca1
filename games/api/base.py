"""What all views of the API share: the user, the language, the rate limit and the match."""

from __future__ import annotations

import re
import secrets
from typing import Any, ClassVar, TypeVar
from zoneinfo import ZoneInfo

import msgspec
from django.db.models import QuerySet
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from accounts.refusals import Refused
from games.api import throttling
from games.api.authentication import TokenAuthentication
from games.api.parsing import fitted
from games.api.problems import BadBody, NoSeat, Unavailable
from games.api.rendering import OneForm, StructRenderer
from games.models import Seat
from games.services.access import ACTING, READING, Access, for_a_reader, match_for

T = TypeVar("T")

MOST_KEY = 190
_KEY = re.compile(f"[!-~]{{1,{MOST_KEY}}}")


class ApiView(APIView):
    """A view that responds in the user's language; nothing is cached for others."""

    authentication_classes = (TokenAuthentication, SessionAuthentication)
    renderer_classes = (StructRenderer,)
    content_negotiation_class = OneForm
    metadata_class = None
    permission_classes = (AllowAny,)  # a view that needs a user uses `self.user`
    limits: ClassVar[dict[str, throttling.Limit]] = {}  # by method, in place of the one for all
    seats: ClassVar[QuerySet[Seat]] = Seat.objects.select_related("match").defer("match__save_data")

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Language and time zone are set for this request only."""
        with translation.override(translation.get_language()), timezone.override(None):
            response = self._in_time(request, *args, **kwargs)
        response["Cache-Control"] = "private, no-store"
        return response

    def _in_time(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """No answer takes for ever, whatever the rules of a match do."""
        allowance = READING if request.method in ("GET", "HEAD") else ACTING
        try:
            with for_a_reader(allowance):
                return super().dispatch(request, *args, **kwargs)
        except Refused as why:
            told = self.handle_exception(Unavailable(str(why)))
            return self.finalize_response(self.request, told, *args, **kwargs)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Check the token and the rate limit, and set the language."""
        self.format_kwarg = None
        request.accepted_renderer, request.accepted_media_type = self.perform_content_negotiation(request)
        user = throttling.authenticated(request)
        throttling.check(request, user, self.limits.get(request.method or ""))
        if user is not None:
            translation.activate(user.language)
            timezone.activate(ZoneInfo(user.time_zone))

    @property
    def reader(self) -> User | None:
        """The signed-in user, or None."""
        user = self.request.user
        return user if isinstance(user, User) else None

    @property
    def user(self) -> User:
        """The signed-in user; without one, a 401."""
        if self.reader is None:
            raise NotAuthenticated(_("send a token or sign in"))
        return self.reader

    def body(self, shape: type[T]) -> T:
        """What was sent, checked against its shape."""
        return fitted(self.request.data, shape)

    def access(self, match_id: int) -> Access:
        """A match that the reader may see, or a 404."""
        return match_for(self.reader, match_id)

    def my_seat(self, match_id: int) -> Seat:
        """The user's seat, in one query as every order needs it. Else a 404, or a 403 for spectators."""
        user = self.user
        seats = self.seats.filter(match_id=match_id, user=user).order_by()  # there is one at most
        seat = next(iter(seats), None)
        if seat is None:
            match_for(user, match_id)
            raise NoSeat(_("only the players of this match can do this"))
        return seat


def idempotency_key(request: Request) -> str:
    """The client's key for this request, or a new one. Never equal to a key from another door."""
    given = request.headers.get("Idempotency-Key")
    if given is None:
        return f"api {secrets.token_urlsafe(24)}"
    if not _KEY.fullmatch(given):
        raise BadBody(
            _("an Idempotency-Key must have 1 to {most} printable characters without spaces").format(
                most=MOST_KEY
            )
        )
    return f"api {given}"


def answer(data: msgspec.Struct, status: int = 200, **headers: str) -> Response:
    """A struct as the response."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Response(data, status, headers=named)
