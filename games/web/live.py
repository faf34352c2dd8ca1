"""What an open page asks to learn at once that something happened."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_safe

from games.models import Seat
from games.services import watches
from games.services.access import Access, NotVisible, SeatLink, seats_of
from games.services.scene import scene_of
from games.services.watches import LONGEST_MARK, Look, mark_of
from games.web.access import Visit, reader_of
from games.web.limits import who_counts


@require_safe
def changes(request: HttpRequest, visit: Visit) -> HttpResponseBase:
    """A connection that stays open; or the mark alone, for a page that asks now and then."""
    if watches.MEDIA_TYPE not in request.headers.get("Accept", ""):
        return JsonResponse({"mark": mark_of(scene_of(visit.access))})
    known = request.headers.get("Last-Event-ID") or request.GET.get("mark", "")
    is_here = request.GET.get("here") == "1"
    look, who = _look(request, visit), who_counts(request, visit)
    watching = watches.watch(visit.access, look, who, known[:LONGEST_MARK], is_here=is_here)
    is_held = watches.is_held(request.META, watching)
    return StreamingHttpResponse(
        [watching.beginning(is_held)], content_type=watches.MEDIA_TYPE, headers=watches.HEADERS
    )


def _look(request: HttpRequest, visit: Visit) -> Look:
    """The same reader looks again later, if that is still allowed."""
    if visit.is_link:
        return partial(_by_link, visit.seat.pk, visit.seat.nonce, visit.access.match.turn)
    return watches.look_of(reader_of(request), visit.access.match.pk)


def _by_link(pk: int, nonce: str, turn: int) -> Access:
    """A link shows what comes until its question is answered."""
    seat = Seat.objects.select_related("match", "user").filter(pk=pk, nonce=nonce).first()
    if seat is None or not SeatLink(seat, turn).is_open:
        raise NotVisible
    seats = seats_of(seat.match)
    return Access(seat.match, seats, next(one for one in seats if one.pk == pk))
