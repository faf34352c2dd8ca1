"""Pages behind the link in an email: for the holder of the email, as long as its question is open."""

from __future__ import annotations

from functools import wraps

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from accounts.readers import reading_as
from games.models import Match, Order
from games.services import access
from games.services.access import Access, SeatLink, seats_of
from games.web import match_parts
from games.web.access import View, Visit, cleaned, reader_of, watched
from post.link_owners import is_someone_else, not_yours


def by_link(view: View) -> View:
    """For the holder of a link while it is open, and not for someone else who is signed in here."""
    return _by_link(view, also_later=False)


def by_link_also_later(view: View) -> View:
    """The same also after the question is answered: for the result of what was sent."""
    return _by_link(view, also_later=True)


def _by_link(view: View, *, also_later: bool) -> View:

    @never_cache
    @wraps(view)
    def guarded(request: HttpRequest, token: str, **parts: int) -> HttpResponseBase:
        link = access.seat_link(cleaned(token))
        if link is None or link.seat.user is None or not link.seat.user.is_active:
            return worthless(request)
        if is_someone_else(request, link.seat.user):
            return not_yours(request)
        with reading_as(link.seat.user):
            visit = Visit(_access(link), Order.Door.LINK, reverse("seat_link", args=[cleaned(token)]))
            if not (also_later or link.is_open):
                return _over(request, visit)
            return watched(view, request, visit, parts)

    return guarded


def worthless(request: HttpRequest) -> HttpResponse:
    """One page for all links that open nothing."""
    return render(request, "games/link_gone.html", {"match": None}, status=404)


def _access(link: SeatLink) -> Access:
    seats = seats_of(link.seat.match)
    return Access(link.seat.match, seats, next(one for one in seats if one.pk == link.seat.pk))


def _over(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The question is answered: no more than the email told, and what became of an order sent from here."""
    match = visit.access.match
    if reader_of(request) is not None and request.method in ("GET", "HEAD"):
        return HttpResponseRedirect(reverse("match", args=[match.pk]))
    wanted = request.GET.get("order", "")
    order = match_parts.shown_order(visit.seat, visit.access.names, wanted) if wanted else None
    if order is not None and order.order.door != Order.Door.LINK:
        order = None
    is_over = match.status != Match.Status.RUNNING
    about = {"match": match, "is_over": is_over, "order": order, "visit": visit}
    return render(request, "games/link_answered.html", about, status=200 if order is not None else 410)
