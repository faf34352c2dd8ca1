"""The match page: the board, the question, what happened, whose turn it is."""

from __future__ import annotations

import secrets
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe
from django_htmx.middleware import HtmxDetails

from accounts.refusals import Refused
from games.models import Match
from games.services import invitations, orders
from games.services.access import Look
from games.services.commands.held import held_lines
from games.services.rehearsal.previews import TooMany
from games.services.scene import Scene, scene_of
from games.services.stories import looks
from games.services.texts import variants_of
from games.services.watches import mark_of
from games.web import lists, match_parts, previews, question_form, roster_offers
from games.web.access import Visit, again, reader_of
from games.web.asked import asked, level_asked
from games.web.guidance import AT_HAND
from games.web.hints import hint_for
from games.web.since import since_last_look
from games.web.table import shown_table
from games.web.tutorials import lesson_of

DONE_HERE = (
    "answer",
    "effect",
    "roster",
    "orders",
    "preview",
    "drop",
    "take-back",
    "receipt",
    "standing",
    "say",
    "mails",
    "agree",
    "resign",
    "withdraw",
    "rematch",
    "invite",
    "changes",
    "hints",
    "leave-script",
)
BOXES = {str(number + 1) for number in range(AT_HAND)}
QUESTION = "question"  # the part of the page that htmx replaces


@require_safe
def match_page(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The whole page, or only the form where a script asks for it."""
    if is_for(request, QUESTION):
        return render(request, "partials/asked.html", question_context(request, visit) | {"swapped": True})
    return show(request, visit)


@require_safe
def effect(request: HttpRequest, visit: Visit) -> HttpResponse:
    """What the answer in the form would do: asked for by the page itself, so that nobody waits for it."""
    scene, box = scene_of(visit.access), request.GET.get("box", "")  # which of several on a page
    level, box = _level(scene, request), box if box in BOXES else ""
    is_complete = level is not None and level.is_complete
    shown = _effect(scene, level.written, is_asked=not box) if level is not None and is_complete else None
    return render(request, "partials/effect.html", {"effect": shown, "box": box})


def show(request: HttpRequest, visit: Visit, **more: Any) -> HttpResponse:
    """The match page for its reader, with something extra that was just asked for."""
    template = "games/seat_link.html" if visit.is_link else "games/match.html"
    return render(request, template, match_context(request, visit) | more)


def is_for(request: HttpRequest, part: str) -> bool:
    """Whether a script wants one part of the page instead of all of it."""
    htmx = getattr(request, "htmx", None)
    return (
        isinstance(htmx, HtmxDetails)
        and bool(htmx)
        and not htmx.history_restore_request
        and htmx.target == part
    )


def match_context(request: HttpRequest, visit: Visit) -> dict[str, Any]:
    """Everything the page shows."""
    question = question_context(request, visit)
    scene: Scene = question["scene"]
    visit = question["visit"]
    access, match = visit.access, visit.access.match
    rows = match_parts.seat_rows(access)
    came = match_parts.came_of(scene, question["order"])
    turn = match_parts.whose_turn(match, rows)
    return {
        **question,
        "board": match_parts.board(scene) if question["table"] is None else "",
        "mark": mark_of(scene),
        "seats": rows,
        "turn": turn,
        "since": since_last_look(scene, turn.is_mine) if not visit.is_link else None,
        "seen": looks.name_of(access.seat, scene.newest)
        if access.seat is not None and not visit.is_link
        else "",
        "came": came,
        "is_order_first": question["is_order_first"] or came is not None,
        "recent": match_parts.recent_turns(scene) if scene.view is not None else [],
        "turns": match_parts.turn_links(match),
        "undone_turns": match_parts.undone_turns(scene),
        "press": match_parts.messages_for(access),
        "others": [row for row in rows if not row.is_me and row.seat.user_id is not None],
        "mails": match_parts.mails_for(access.seat) if access.seat is not None else [],
        "is_open": match.status == Match.Status.OPEN,
        "is_running": match.status == Match.Status.RUNNING,
        "is_finished": match.status == Match.Status.FINISHED,
        "variants": variants_of(match),
        "text_board": scene.board(),
        "report_url": _last_report(match),
        "site_url": settings.SITE_URL,
        "claims": lists.claims_of(rows) if access.seat is not None else [],
        "invitation": _invitation(request, visit),
        "my_name": access.names[access.seat.number] if access.seat is not None else "",
        "is_host": request.user.is_authenticated and match.host_id == request.user.pk and not visit.is_link,
    }


def question_context(request: HttpRequest, visit: Visit) -> dict[str, Any]:
    """The reader's question, the answer so far, the table to click on, and the result of the last order."""
    wanted, seat = request.GET.get("order", ""), visit.access.seat
    order = match_parts.shown_order(seat, visit.access.names, wanted) if seat is not None else None
    visit = _as_of(visit, order)
    is_playing = _is_playing(visit, order, wanted)
    scene, seat = scene_of(visit.access), visit.access.seat
    shown = asked(scene, request.GET, is_open=not is_playing)
    kept = orders.kept(scene)
    lesson = lesson_of(scene, scene.question if not is_playing else None, shown.level, visit.page)
    take_back = scene.take_back_id if not is_playing else ""
    hinted = lesson.hinted if lesson is not None else frozenset[str]()
    return {
        "visit": visit,
        "match": visit.access.match,
        "scene": scene,
        "engine": scene.engine,
        "me": seat,
        "question": shown.question,
        "level": shown.level,
        "guide": shown.guide,
        "is_listed": shown.is_listed,
        "table": shown_table(scene, shown.lights, visit.page, hinted),
        "goes_on": shown.lights.goes_on,
        "offers": roster_offers.offered(scene, visit),
        "effect": _effect_at_once(request, scene, shown.level),
        "order": order,
        "asked_for": bool(wanted),
        "is_playing": is_playing,
        "kept": kept,
        "is_kept_alone": order is not None and order.is_but(kept),
        "take_back": take_back,
        "is_order_first": is_playing or bool(take_back) or order is None or order.needs_reading,
        "text": _draft(order),
        "hint": hint_for(scene) if lesson is None else None,
        "lesson": lesson,
        "key": secrets.token_urlsafe(12),
        "explained": shown.explained,
        "examples": shown.examples,
        "urls": {name.replace("-", "_"): visit.url(name) for name in DONE_HERE},
    }


def _as_of(visit: Visit, order: match_parts.ShownOrder | None) -> Visit:
    """A worker may have played the order since the match was read: its result goes with what came of it."""
    if order is None or not order.is_played or visit.access.look is not Look.NOW:
        return visit
    match = visit.access.match
    is_current = Match.objects.filter(pk=match.pk, version=match.version).exists()
    return visit if is_current else again(visit)


def _is_playing(visit: Visit, order: match_parts.ShownOrder | None, wanted: str) -> bool:
    """Whether an order of the reader is about to be played: then the question it answers is open no more."""
    seat, match = visit.access.seat, visit.access.match
    if seat is None or order is None or match.status != Match.Status.RUNNING:
        return False
    if match.paused_at is not None or match.stuck:
        return False  # it may wait for long, and may be replaced
    newest = match_parts.shown_order(seat, visit.access.names) if wanted and order.is_played else order
    return newest is not None and not newest.is_played


def _level(scene: Scene, request: HttpRequest) -> question_form.Level | None:
    """Where the reader stands in the form, if that is found out in time."""
    try:
        return level_asked(scene, request.GET)
    except Refused:
        return None


def _effect_at_once(
    request: HttpRequest, scene: Scene, level: question_form.Level | None
) -> previews.ShownPreview | None:
    """For readers without scripts, who asked for it."""
    if level is None or not level.is_complete or "effect" not in request.GET:
        return None
    return _effect(scene, level.written)


def _effect(scene: Scene, orders: str, *, is_asked: bool = True) -> previews.ShownPreview | None:
    """What the answer in the form would do, if there is room for one more preview."""
    try:
        return previews.previewed(scene, orders, is_asked=is_asked)
    except TooMany:
        return None


def _last_report(match: Match) -> str:
    """The address of the PDF of the last complete turn."""
    if match.save_data is None:
        return ""
    turn = match.turn if match.status == Match.Status.FINISHED else max(0, match.turn - 1)
    return reverse("turn_report", args=[match.pk, turn])


def _invitation(request: HttpRequest, visit: Visit) -> str:
    """Where the reader answers an invitation to this match, if there is one."""
    user, match = reader_of(request), visit.access.match
    if user is None or match.status != Match.Status.OPEN:
        return ""
    kept = [seat for seat in visit.access.seats if not seat.is_taken and seat.invited == user.email]
    return reverse("invitation", args=[invitations.token(kept[0])]) if kept else ""


def _draft(order: match_parts.ShownOrder | None) -> str:
    """Lines that were not carried out, to be corrected and sent again; or those that were put in doubt."""
    if order is None or not order.is_played:
        return ""
    return held_lines(order.order) or order.receipt.rest.strip("\n")
