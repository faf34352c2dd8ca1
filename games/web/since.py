"""What happened since the reader's last order: so that no turn is lost by misunderstanding."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from games.models import EventRow, Match, Order, Seat
from games.services.scene import Scene, scene_of
from games.services.steps import kept_view
from games.web.access import Visit
from games.web.traces import drawn, traces

MOST = 500  # events that are looked at


@dataclass(frozen=True, slots=True)
class Since:
    """What a page says about it, and where it can be gone through."""

    text: str
    link: str
    address: str
    own: int  # the turn of the reader's last order


@dataclass(frozen=True, slots=True)
class _Row:
    turn: int
    is_new: bool  # it came after the order was played
    is_known: bool


def since_last_order(scene: Scene, is_mine: bool) -> Since | None:
    """None if nothing happened that the reader can see, or the reader has sent nothing yet."""
    seat, match = scene.seat, scene.match
    if seat is None or match.save_data is None:
        return None
    order = _last_order(seat)
    if order is None:
        return None
    rows = _rows(scene, *order)
    new = [row for row in rows if row.is_new and row.is_known]
    if not new:
        return None
    first = new[0].turn
    place = sum(row.is_known and row.turn == first and not row.is_new for row in rows)
    return Since(
        _turns_passed(scene, rows[0].turn) if is_mine else "",
        ngettext("{n} thing happened", "{n} things happened", len(new)).format(n=len(new)),
        reverse("match_step", args=[match.pk, first, place + 1]),
        rows[0].turn,
    )


@require_safe
def traces_since(request: HttpRequest, visit: Visit) -> HttpResponse:
    """What changed on the table since the turn of the reader's last order."""
    scene = scene_of(visit.access)
    since = since_last_order(scene, is_mine=False)
    before = kept_view(visit.access, since.own) if since is not None else None
    found = traces(Scene(visit.access, None, before), scene) if before is not None else []
    return JsonResponse({"parts": drawn(found), "said": [trace.said for trace in found]})


def _last_order(seat: Seat) -> tuple[datetime, int] | None:
    """When it was played, and the turn that it led to."""
    sent = Order.objects.of(seat).exclude(kind=Order.Kind.LATE).exclude(played_at=None).exclude(is_void=True)
    for at, turn in sent.order_by("-pk").values_list("played_at", "turn")[:1]:
        return (at, turn) if at is not None else None
    return None


def _rows(scene: Scene, played_at: datetime, turn: int) -> list[_Row]:
    """The events of the order's own turn and of all later ones."""
    rows = EventRow.objects.filter(match=scene.match, turn__gte=max(0, turn - 1), is_void=False)
    found = rows.order_by("number").values_list("turn", "told_at", "data")[:MOST]
    all_of_them = [_Row(at, told > played_at, scene.knows(bytes(data))) for at, told, data in found]
    own = next((told_turn for told_turn, told, _data in found if told == played_at), turn)
    return [row for row in all_of_them if row.turn >= own]


def _turns_passed(scene: Scene, own: int) -> str:
    """Said to whoever is to play again: this is another turn than the one before."""
    match = scene.match
    if match.status != Match.Status.RUNNING or own >= match.turn:
        return ""
    others = [
        scene.names[seat.number]
        for seat in scene.access.seats
        if seat.number != scene.number and seat.resigned_at is None
    ]
    if match.turn - own - 1 == len(others) and scene.run is not None and scene.run.active is not None:
        told = _("Your turn {own} is over. {names} played. This is turn {now}.")
        return told.format(own=own, names=_(" and ").join(others), now=match.turn)
    return _("Turn {own} is over. This is turn {now}.").format(own=own, now=match.turn)
