"""How a reader comes to a match: signed in, as a spectator, or by the link in an email."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.views.decorators.cache import never_cache

from accounts.models import User
from games.models import Match, Order, Seat
from games.services.access import ACTING, Access, Look, NotVisible, for_a_reader, match_for, seats_of
from games.web.form_input import refusals_told

log = logging.getLogger(__name__)

_ANSWERS = (Http404, PermissionDenied, SuspiciousOperation, DatabaseError)  # no fault of any rule

View = Callable[..., HttpResponseBase]  # of the request, the visit, and what else the address names


@dataclass(frozen=True, slots=True)
class Visit:
    """A reader on the page of a match, and how they got there."""

    access: Access
    door: str
    page: str

    @property
    def seat(self) -> Seat:
        """The reader's own seat, for views that only players may open."""
        if self.access.seat is None:
            raise Http404
        return self.access.seat

    @property
    def is_link(self) -> bool:
        return self.door == Order.Door.LINK

    def url(self, name: str) -> str:
        """The address of something done from this page."""
        return f"{self.page}{name}/"


def reader_of(request: HttpRequest) -> User | None:
    """The signed-in user, if any."""
    return request.user if isinstance(request.user, User) else None


def signed_in(request: HttpRequest) -> User:
    """The signed-in user, where `login_required` has made sure that there is one."""
    if not isinstance(request.user, User):
        raise Http404
    return request.user


def by_account(view: View) -> View:
    """For everyone who may see the match. Others learn nothing about it: 404, or sign in first."""

    @never_cache
    @wraps(view)
    def guarded(request: HttpRequest, pk: int, **parts: int) -> HttpResponseBase:
        page = reverse("match", args=[pk])
        try:
            access = match_for(reader_of(request), pk)
        except NotVisible:
            return _not_visible(request, page)
        return watched(view, request, Visit(access, Order.Door.WEB, page), parts)

    return guarded


def watched(view: View, request: HttpRequest, visit: Visit, parts: dict[str, int]) -> HttpResponseBase:
    """No page takes for ever; and one whose rules fail shows what it can show without them."""
    if request.method not in ("GET", "HEAD"):  # only what changes nothing may be tried again
        return _done_in_time(view, request, visit, parts)
    for look in (Look.NOW, Look.LAST_KNOWN):
        try:
            with for_a_reader():
                return view(request, _looking(visit, look), **parts)
        except _ANSWERS:
            raise
        except Exception:
            log.exception("match %s cannot be shown as of %s", visit.access.match.pk, look.value)
    return view(request, _looking(visit, Look.NO_BOARD), **parts)


def _done_in_time(view: View, request: HttpRequest, visit: Visit, parts: dict[str, int]) -> HttpResponseBase:
    with refusals_told(request), for_a_reader(ACTING):
        return view(request, visit, **parts)
    return HttpResponseRedirect(visit.page)


def _looking(visit: Visit, look: Look) -> Visit:
    return visit if look is Look.NOW else replace(visit, access=replace(visit.access, look=look))


def by_player(view: View) -> View:
    """For the players of the match."""

    @wraps(view)
    def seated(request: HttpRequest, visit: Visit, **parts: int) -> HttpResponseBase:
        if visit.access.seat is None:
            return _not_visible(request, visit.page)
        return view(request, visit, **parts)

    return by_account(seated)


def _not_visible(request: HttpRequest, page: str) -> HttpResponse:
    """The same response for other people's matches and for matches that do not exist."""
    if reader_of(request) is None:
        return redirect_to_login(request.get_full_path() if request.method in ("GET", "HEAD") else page)
    raise Http404


def cleaned(token: str) -> str:
    """A token without what email programs and sentences leave at its end."""
    return token.strip().rstrip(".,;:!?)>]'\"")


def again(visit: Visit) -> Visit:
    """The same visit to the match as it is now, after something was done to it."""
    match = Match.objects.select_related("host").get(pk=visit.access.match.pk)
    seats = seats_of(match)
    mine = next((seat for seat in seats if visit.access.seat and seat.pk == visit.access.seat.pk), None)
    return replace(visit, access=Access(match, seats, mine))
