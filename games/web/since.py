"""What happened since the reader last looked, so that nothing is overlooked."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from accounts.services.users import CHANGES
from games.models import EventRow, Match, Order, Seat
from games.services.history import kept_view
from games.services.scene import Scene, scene_of
from games.services.stories import looks
from games.web.access import Visit
from games.web.limits import limited
from games.web.traces import drawn, traces

MOST = 500  # events that are looked at


@dataclass(frozen=True, slots=True)
class Since:
    """What a page says about it, and where it can be gone through."""

    text: str
    link: str
    address: str
    before: int  # the turn at whose end the table was as the reader knows it
    has_looked: bool  # after the last order


@dataclass(frozen=True, slots=True)
class _Row:
    turn: int
    is_late: bool  # it came after the order was played
    is_seen: bool  # in an earlier look
    is_known: bool

    @property
    def is_new(self) -> bool:
        return self.is_late and not self.is_seen


def since_last_look(scene: Scene, is_mine: bool) -> Since | None:
    """None if nothing happened that the reader can see. Who has never looked: since the last order."""
    seat, match = scene.seat, scene.match
    if seat is None or match.save_data is None:
        return None
    order, seen = _last_order(scene, seat), looks.seen_before(seat)
    rows = _rows(scene, order, seen) if order is not None or seen is not None else []
    new = [row for row in rows if row.is_new and row.is_known]
    if not new:
        return None
    first = new[0].turn
    has_looked = seen is not None and all(row.is_seen or row.is_late for row in rows)
    place = sum(row.is_known and row.turn == first and not row.is_new for row in rows)
    return Since(
        _turns_passed(scene, rows[0].turn) if is_mine and order is not None else "",
        ngettext("{n} thing happened", "{n} things happened", len(new)).format(n=len(new)),
        reverse("match_step", args=[match.pk, first, place + 1]),
        first - 1 if has_looked else rows[0].turn,
        has_looked,
    )


@require_safe
def traces_since(request: HttpRequest, visit: Visit) -> HttpResponse:
    """What changed on the table since the reader last looked."""
    scene = scene_of(visit.access)
    since = since_last_look(scene, is_mine=False)
    before = kept_view(visit.access, since.before) if since is not None else None
    found = traces(Scene(visit.access, None, before), scene) if before is not None else []
    return JsonResponse({"parts": drawn(found), "said": [trace.said for trace in found]})


def _last_order(scene: Scene, seat: Seat) -> tuple[datetime, int] | None:
    """When it was played, and the turn that it led to."""
    newest = scene.last_sent
    if newest is None:
        return None
    if newest.played_at is not None and not newest.is_void:
        return newest.played_at, newest.turn
    sent = Order.objects.of(seat).exclude(kind=Order.Kind.LATE).exclude(played_at=None).exclude(is_void=True)
    for at, turn in sent.order_by("-pk").values_list("played_at", "turn")[:1]:
        return (at, turn) if at is not None else None
    return None


def _rows(scene: Scene, order: tuple[datetime, int] | None, seen: int | None) -> list[_Row]:
    """The events from the turn of the order on, or from that in which the reader looked."""
    played_at, turn = order if order is not None else (None, _turn_of(scene, seen or 0))
    found = [one for one in scene.happened(max(0, turn - 1)) if not one.is_void][:MOST]
    own = next((one.turn for one in found if one.told_at == played_at), turn)
    return [
        _Row(
            one.turn,
            is_late=played_at is None or one.told_at > played_at,
            is_seen=one.number <= (seen or 0),
            is_known=scene.knows(bytes(one.data)),
        )
        for one in found
        if one.turn >= own
    ]


def _turn_of(scene: Scene, number: int) -> int:
    rows = EventRow.objects.filter(match=scene.match, number=number)
    return rows.values_list("turn", flat=True).first() or 0


def _turns_passed(scene: Scene, own: int) -> str:
    """Said to the player who is to play again: this is another turn than the one before."""
    match = scene.match
    if match.status != Match.Status.RUNNING or own >= match.turn:
        return ""
    if not own:
        return _("Set-up is over. This is turn {now}.").format(now=match.turn)
    others = [
        scene.names[seat.number]
        for seat in scene.access.seats
        if seat.number != scene.number and seat.resigned_at is None
    ]
    if match.turn - own - 1 == len(others) and scene.run is not None and scene.run.active is not None:
        told = _("Your turn {own} is over. {names} played. This is turn {now}.")
        return told.format(own=own, names=_(" and ").join(others), now=match.turn)
    return _("Turn {own} is over. This is turn {now}.").format(own=own, now=match.turn)


@require_POST
@limited(CHANGES)
def looked(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The page was in front of its reader for a moment: what it showed is known now, on every device."""
    looks.saw(visit.seat, request.POST.get("seen", "")[: looks.LONGEST])
    return HttpResponse(status=204)
